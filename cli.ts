/**
 * The program: arguments in, exit code out.
 * @module
 */

import { askServer } from "./src/cli/resident/client.ts";
import { versionOfSources } from "./src/cli/resident/place.ts";

if (import.meta.main) {
  const version = versionOfSources(import.meta.url);
  const code = await askServer(Deno.args, version) ??
    await (await import("./src/cli/run_program.ts")).runProgram(version);
  Deno.exit(code);
}
