/**
 * The words about all tables of all formats.
 * @module
 */

import { CALL_DOCS } from "./call_docs.ts";
import { COVERAGE_DOCS } from "./derived/coverage_docs.ts";
import { PROFILE_DOCS } from "./profile_docs.ts";
import { TABLE_DOCS, type TableDoc } from "./schema.ts";

/** Every table with a shape that is known before a trace is opened. */
export const ALL_TABLE_DOCS: readonly TableDoc[] = [
  ...TABLE_DOCS,
  ...PROFILE_DOCS,
  ...CALL_DOCS,
  ...COVERAGE_DOCS,
];
