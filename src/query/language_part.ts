/**
 * Parts that extend the language of a session.
 * @module
 */

import type { MembershipRule } from "./analysis/binder.ts";
import type { Extension } from "./operators/extension.ts";
import type { QuerySource } from "./sources/source.ts";

/** Words and tables that the formats of some traces add to the language. */
export interface LanguagePart {
  /** Sources with keywords of their own. */
  readonly sources?: readonly QuerySource[];
  /** Forms of `… in NAME(…)`. */
  readonly memberships?: readonly MembershipRule[];
  /** Tables and columns that are added to a session. */
  readonly extension?: Extension;
}
