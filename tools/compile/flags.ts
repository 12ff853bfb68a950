/**
 * What the compiled program may do.
 * @module
 */

import { ENVIRONMENT } from "../../src/cli/environment.ts";

/**
 * Traces are read wherever they are. Results, scripts and the history are written. The pager and the editor are
 * programs of the person's choice, whom a list of names would not know; and Deno does not start a program with such a
 * list where PATH is not set. Nothing needs the network, foreign libraries or facts about the system.
 */
export function permissionFlags(): string[] {
  const variables = ENVIRONMENT.map(({ name }) => name).join(",");
  return ["--allow-read", "--allow-write", "--allow-run", `--allow-env=${variables}`, "--no-prompt"];
}
