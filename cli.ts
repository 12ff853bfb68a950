/**
 * The program: arguments in, exit code out.
 * @module
 */

import { queryServer } from "./src/cli/resident/client.ts";
import { sourceVersion } from "./src/cli/resident/server_address.ts";

if (import.meta.main) {
  const version = sourceVersion(import.meta.url);
  const code = await queryServer(Deno.args, version) ??
    await (await import("./src/cli/run_program.ts")).runProgram(version);
  Deno.exit(code);
}
