/**
 * The program, once it is decided how its code comes to be loaded.
 * @module
 */

import { endBySignals } from "../output/when_ended.ts";
import { denoHost } from "./deno_host.ts";
import { main } from "./main.ts";
import { setVersion } from "./resident/place.ts";

/** Answers the arguments of this process; gives the exit code. The version is that of the program, byte for byte. */
export async function runProgram(version: string): Promise<number> {
  setVersion(version);
  endBySignals();
  return await main(Deno.args, denoHost());
}
