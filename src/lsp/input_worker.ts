/**
 * The thread that reads what an editor sends. It is imported as well, so that it is part of the compiled program.
 * @module
 */

import { CancelScanner } from "./cancel_scanner.ts";
import { listen } from "./listen.ts";

/** Where the thread's program is. */
export const INPUT_WORKER: string = import.meta.url;

if ("WorkerGlobalScope" in globalThis) listen((found) => new CancelScanner(found));
