/**
 * The program of the worker in which a page without a server has its engine.
 * @module
 */

import { coreCount, setCrewProgram, setThreads } from "../memory/threads.ts";
import type { MessageEndpoint } from "../worker/connection.ts";
import { PageEngine } from "./engine.ts";
import { scriptAddress } from "./script_address.ts";

/** The program of a crew's worker, which the builder of the page puts in place of this name. */
declare const QUARRY_CREW: string;

// Only a page that its host isolates from others may share memory between threads.
if ((globalThis as { crossOriginIsolated?: boolean }).crossOriginIsolated) {
  setCrewProgram(scriptAddress(QUARRY_CREW));
  setThreads(coreCount());
}

new PageEngine(globalThis as unknown as MessageEndpoint);
