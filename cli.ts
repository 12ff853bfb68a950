/**
 * The program: arguments in, exit code out.
 * @module
 */

import { denoHost } from "./src/cli/deno_host.ts";
import { main } from "./src/cli/main.ts";
import { endBySignals } from "./src/output/when_ended.ts";

if (import.meta.main) {
  endBySignals();
  Deno.exit(await main(Deno.args, denoHost()));
}
