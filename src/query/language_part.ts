/**
 * What is put together to the language that a session speaks.
 * @module
 */

import type { MembershipRule } from "./analysis/binder.ts";
import type { Extension } from "./operators/extension.ts";
import type { QuerySource } from "./sources/source.ts";

/** A part that traces of some formats bring. */
export interface LanguagePart {
  /** Sources with words of their own. */
  readonly sources?: readonly QuerySource[];
  /** Forms of `… in NAME(…)`. */
  readonly memberships?: readonly MembershipRule[];
  /** Tables and columns that it adds to a session. */
  readonly extension?: Extension;
}
