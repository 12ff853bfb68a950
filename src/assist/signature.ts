/**
 * Signature help: the call or stage around the caret.
 * @module
 */

import type { Environment } from "../query/analysis/environment.ts";
import type { Signature } from "./answers.ts";

/** How the call or stage around an offset is written; null outside of any. */
export function signatureHelp(_text: string, _offset: number, _environment: Environment): Signature | null {
  return null;
}
