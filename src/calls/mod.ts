/**
 * What call traces add to the query language.
 * @module
 */

import type { LanguagePart } from "../query/language_part.ts";
import { callSet } from "./call_set.ts";

/** Membership tests for call numbers. */
export const calls: LanguagePart = { memberships: [callSet] };
