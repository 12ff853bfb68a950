/**
 * The program, once it is decided how its code comes to be loaded.
 * @module
 */

import { endBySignals } from "../output/when_ended.ts";
import { denoHost } from "./deno_host.ts";
import { main } from "./main.ts";

/** Answers the arguments of this process; gives the exit code. */
export async function runProgram(): Promise<number> {
  endBySignals();
  return await main(Deno.args, denoHost());
}
