/**
 * What is put together to the language that a session speaks.
 * @module
 */

import type { Extension } from "./operators/extension.ts";
import type { QuerySource } from "./sources/source.ts";

/** A part that traces of some formats bring. */
export interface LanguagePart {
  /** Sources with words of their own. */
  readonly sources: readonly QuerySource[];
  /** What it brings to a session. */
  readonly extension: Extension;
}
