/**
 * The program: arguments in, exit code out.
 * @module
 */

import { runProgram } from "./src/cli/run_program.ts";

if (import.meta.main) Deno.exit(await runProgram());
