/**
 * The program for commands that query traces, with the modules that they share. They are imported as one
 * graph, because a compiled program stores compiled code for the first graph only.
 * @module
 */

import "./commands/query.ts";
import "./run_queries.ts";

export { runProgram } from "./run_program.ts";
