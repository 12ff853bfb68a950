/**
 * The thread that reads what an assistant sends. It is imported as well, so that it is part of the compiled program.
 * @module
 */

import { listen } from "../lsp/listen.ts";
import { CancelLines } from "./cancel_lines.ts";

/** Where the thread's program is. */
export const LINES_WORKER: string = import.meta.url;

if ("WorkerGlobalScope" in globalThis) listen((found) => new CancelLines(found));
