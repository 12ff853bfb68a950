/**
 * Options of commands that query an engine, or write SQL for one.
 * @module
 */

import { UsageError } from "../base/errors.ts";
import type { DialectName } from "../sql/dialects/dialect.ts";
import type { Arguments, CommandOption } from "./command.ts";

/** Engines, in the order of help. */
export const ENGINES: readonly DialectName[] = ["duckdb", "clickhouse", "spark"];

/** The option that names the dataset. */
export const DATASET_OPTION: CommandOption = {
  name: "dataset",
  value: "DIR",
  summary: "the folder that export --to dataset has written",
};

/** The options that choose the engine and its server. */
export const ENGINE_OPTIONS: readonly CommandOption[] = [
  {
    name: "engine",
    value: "ENGINE",
    choices: ENGINES,
    summary: "query a dataset with this engine instead of loading traces",
  },
  DATASET_OPTION,
  { name: "server", value: "URL", summary: "where the engine listens, such as http://localhost:8123" },
];

/** The engine of an option. Throws `UsageError` for another word. */
export function engineNamed(args: Arguments, option: "engine" | "dialect"): DialectName {
  const name = args.value(option);
  const found = ENGINES.find((each) => each === name);
  if (found !== undefined) return found;
  throw new UsageError(
    name === undefined
      ? `Cannot ${option === "engine" ? "query a dataset" : "write SQL"} without --${option}: use one of ${
        ENGINES.join(", ")
      }`
      : `Unknown engine "${name}": use one of ${ENGINES.join(", ")}`,
  );
}
