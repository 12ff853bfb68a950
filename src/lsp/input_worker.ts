/**
 * The thread that reads what an editor sends. It is also imported, so that it becomes part of the compiled
 * program.
 * @module
 */

import { CancelScanner } from "./cancel_scanner.ts";
import { listen } from "./listen.ts";

/** The address of this module, to start a worker from. */
export const INPUT_WORKER: string = import.meta.url;

if ("WorkerGlobalScope" in globalThis) listen((found) => new CancelScanner(found));
