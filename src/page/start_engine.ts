/**
 * The program of the worker that runs the engine of a page without a server.
 * @module
 */

import { coreCount, setCrewProgram, setThreads } from "../memory/threads.ts";
import type { MessageEndpoint } from "../worker/connection.ts";
import { PageEngine } from "./engine.ts";
import { scriptAddress } from "./script_address.ts";

/** The program of a crew's worker. The builder of the page replaces this name by it. */
declare const QUARRY_CREW: string;

// Browsers let a page share memory between threads only if its host isolates it from other pages.
if ((globalThis as { crossOriginIsolated?: boolean }).crossOriginIsolated) {
  setCrewProgram(scriptAddress(QUARRY_CREW));
  setThreads(coreCount());
}

new PageEngine(globalThis as unknown as MessageEndpoint);
