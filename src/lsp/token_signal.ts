/**
 * Cancelled requests as signals.
 * @module
 */

import type { CancellationToken } from "vscode-languageserver/node";
import { polledSignal } from "../base/polled_signal.ts";

/** A signal for what is done for a request. */
export function signalOf(token: CancellationToken): AbortSignal {
  return polledSignal(() =>
    token.isCancellationRequested ? new DOMException("Cancelled", "AbortError") : undefined
  );
}
