/**
 * Column docs for arguments of calls, shared by formats that record calls.
 * @module
 */

import { type ColumnDoc, columnDoc as column } from "../events/table_doc.ts";

/** Describes a row of `args`. A table `args` with a different description is not merged with this one. */
export const ARGS_DESCRIPTION = "one row per argument of a call; return values have arg = return";

/** Columns that `args` has in all these formats. */
export const ARGUMENT_COLUMNS = {
  no: column("no", "u64", "number of the call"),
  name: column("name", "text", "function"),
  arg: column("arg", "text", "name of the argument", 1802),
  position: column("position", "u64", "place among the arguments, from 0", 5104),
  value: column("value", "text", "value as text"),
} as const satisfies Readonly<Record<string, ColumnDoc>>;
