/**
 * The worker thread that reads an assistant's messages. The main program imports this file too, so that it
 * becomes part of the compiled program.
 * @module
 */

import { listen } from "../lsp/listen.ts";
import { CancelLines } from "./cancel_lines.ts";

/** URL of this file, to start the worker from. */
export const LINES_WORKER: string = import.meta.url;

if ("WorkerGlobalScope" in globalThis) listen((found) => new CancelLines(found));
