/**
 * The permissions of the compiled program.
 * @module
 */

import { ENVIRONMENT_VARIABLES } from "../../src/cli/environment.ts";

/**
 * Traces are read wherever they are. Results, scripts and the history are written. The user chooses the pager and the
 * editor, so they cannot be in a list of names; and with such a list Deno starts no program if PATH is not set. The
 * network is limited to this machine for `quarry serve`, and to addresses to listen on, which allow no requests to
 * other machines. Nothing needs foreign libraries or system information.
 */
export function permissionFlags(): string[] {
  const variables = ENVIRONMENT_VARIABLES.map(({ name }) => name).join(",");
  const network = "--allow-net=127.0.0.1,[::1],0.0.0.0,[::]";
  return ["--allow-read", "--allow-write", "--allow-run", network, `--allow-env=${variables}`, "--no-prompt"];
}
