/**
 * Traces of calls: what only they bring to the language.
 * @module
 */

import type { LanguagePart } from "../query/language_part.ts";
import { callSet } from "./call_set.ts";

/** Tests of numbers of calls. */
export const calls: LanguagePart = { memberships: [callSet] };
