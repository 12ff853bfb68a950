/**
 * Opening the files of a command line: progress while it takes long, one line for each damaged file.
 * @module
 */

import { InputError } from "../base/errors.ts";
import { openInput } from "../ingest/file_source.ts";
import { type LoadedFile, load } from "../ingest/load.ts";
import type { Pools } from "../tables/table.ts";
import type { Trace } from "../tables/trace.ts";
import type { CommandOption } from "./command.ts";
import { warn } from "./failure.ts";
import type { CliHost } from "./host.ts";
import { Progress } from "./progress.ts";
import type { TraceOperand } from "./trace_operands.ts";

/** Options of every command that opens traces. */
export const LOAD_OPTIONS: readonly CommandOption[] = [
  { name: "format", value: "NAME", summary: "read as this format, whatever the file looks like" },
  { name: "strict", summary: "a damaged trace is an error (exit code 3)" },
];

/** A file and what came of it. */
export interface OpenedFile extends LoadedFile {
  /** The path as it was given. */
  readonly path: string;
}
