/**
 * The program: arguments in, exit code out.
 * @module
 */

import { denoHost } from "./src/cli/deno_host.ts";
import { main } from "./src/cli/main.ts";

if (import.meta.main) Deno.exit(await main(Deno.args, denoHost()));
