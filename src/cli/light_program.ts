/**
 * The program for commands that open no trace, such as `help`. They need a tenth of the modules.
 *
 * A compiled program stores compiled code once, when all modules asked for so far have been compiled. If that were
 * the few modules of `--version`, queries would have no stored code. A module of JSON has no code, so Deno
 * waits for it and stores nothing in this run.
 * @module
 */

import "../../deno.json" with { type: "json" };

export { runProgram } from "./run_program.ts";
