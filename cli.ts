/**
 * The program: arguments in, exit code out.
 * @module
 */

import { loadProgram } from "./src/cli/load_program.ts";
import { queryServer } from "./src/cli/resident/client.ts";
import { sourceVersion } from "./src/cli/resident/server_address.ts";

if (import.meta.main) {
  const version = sourceVersion(import.meta.url);
  const code = await queryServer(Deno.args, version) ??
    await (await loadProgram(Deno.args[0])).runProgram(version);
  Deno.exit(code);
}
