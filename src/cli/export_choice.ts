/**
 * Determines the output of `quarry export` from its options.
 * @module
 */

import { UsageError } from "../base/errors.ts";
import { type Exporter, ROW_OPTIONS } from "../export/exporter.ts";
import { exporterOfFile, exporters, exportersFoldingRecursion, exportersTaking } from "../export/registry.ts";
import type { Arguments } from "./command.ts";
import type { CliHost } from "./host.ts";
import { SOURCE_NAME_OPTIONS } from "./source_names.ts";

/**
 * Returns the output file (`-` for standard output) and the format, which is chosen by name or by the
 * extension of the file. Throws `UsageError`.
 */
export function exportChoice(
  host: CliHost,
  args: Arguments,
): { readonly out: string; readonly exporter: Exporter } {
  const out = args.value("output") ?? "-";
  const named = exporters.find(({ name }) => name === args.value("to"));
  const exporter = named ?? exporterOfFile(out);
  if (!exporter) {
    throw new UsageError(
      out === "-"
        ? `Cannot export without a format: give --to FORMAT (${
          exporters.map(({ name }) => name).join(" ")
        }) or -o FILE`
        : `Cannot tell the format from the name "${out}": give --to FORMAT, or a name that ends with ` +
          exporters.flatMap(({ extensions }) => extensions[0] ?? []).join(" "),
    );
  }
  if (exporter.binary && out === "-" && host.stdout.isTerminal) {
    throw new UsageError(
      `Cannot write ${exporter.name} to a terminal: give -o FILE, or send it through a pipe`,
    );
  }
  checkOptions(exporter, args);
  return { out, exporter };
}

/** Throws `UsageError` for options that the format does not use. */
function checkOptions(exporter: Exporter, args: Arguments): void {
  const { name, takes } = exporter;
  const asks = args.values("eval").length > 0 || args.values("file").length > 0;
  if (asks && args.value("table") !== undefined) {
    throw new UsageError("Options --table and -e exclude each other: a query names its own table");
  }
  if ((takes === "traces" || takes === "files") && (asks || args.value("table") !== undefined)) {
    throw new UsageError(`Format ${name} exports whole traces: it takes neither a query nor a table`);
  }
  if (takes !== "files" && args.has("replace")) {
    throw new UsageError(`Option --replace has no effect on ${name}: it is for dataset`);
  }
  if (takes === "files" && args.has("force")) {
    throw new UsageError(
      `Option --force has no effect on ${name}: --replace replaces traces`,
    );
  }
  if (takes !== "samples" && args.value("weight") !== undefined) {
    throw new UsageError(
      `Option --weight has no effect on ${name}: it is for ${exportersTaking("samples").join(", ")}`,
    );
  }
  if (args.has("unfolded") && !(exporter.takes === "samples" && exporter.folds)) {
    throw new UsageError(
      `Option --unfolded has no effect on ${name}: it is for ${exportersFoldingRecursion().join(", ")}`,
    );
  }
  for (const option of SOURCE_NAME_OPTIONS.map((each) => each.name)) {
    if (takes === "lines" || args.values(option).length === 0) continue;
    throw new UsageError(
      `Option --${option} has no effect on ${name}: it is for ${exportersTaking("lines").join(", ")}`,
    );
  }
  for (const option of ROW_OPTIONS) {
    const follows = exporter.takes === "rows" && exporter.follows?.includes(option);
    const isGiven = option === "compression" ? args.value(option) !== undefined : args.has(option);
    if (isGiven && !follows) throw new UsageError(`Option --${option} has no effect on ${name}`);
  }
}
