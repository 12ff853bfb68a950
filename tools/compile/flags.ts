/**
 * What the compiled program may do.
 * @module
 */

import { ENVIRONMENT_VARIABLES } from "../../src/cli/environment.ts";

/**
 * Traces are read wherever they are. Results, scripts and the history are written. The pager and the editor are
 * programs of the person's choice, whom a list of names would not know; and Deno does not start a program with such a
 * list where PATH is not set. The network is this machine for `quarry serve`, and addresses to listen at: with those
 * nothing can be asked of another machine. Nothing needs foreign libraries or facts about the system.
 */
export function permissionFlags(): string[] {
  const variables = ENVIRONMENT_VARIABLES.map(({ name }) => name).join(",");
  const network = "--allow-net=127.0.0.1,[::1],0.0.0.0,[::]";
  return ["--allow-read", "--allow-write", "--allow-run", network, `--allow-env=${variables}`, "--no-prompt"];
}
