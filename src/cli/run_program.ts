/**
 * Runs the program after its code has been loaded, from the script or from modules.
 * @module
 */

import { endBySignals } from "../output/on_exit.ts";
import { denoHost } from "./deno_host.ts";
import { main } from "./main.ts";
import { setVersion } from "./resident/server_address.ts";

/**
 * Runs the command that the arguments of this process name; returns the exit code. `version` is printed
 * unchanged.
 */
export async function runProgram(version: string): Promise<number> {
  setVersion(version);
  endBySignals();
  return await main(Deno.args, denoHost());
}
