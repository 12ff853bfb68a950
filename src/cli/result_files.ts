/**
 * Results of the prompt in files of other tools: the format that the name says.
 * @module
 */

import { UsageError } from "../base/errors.ts";
import { QueryResult } from "../engine/query_result.ts";
import { rowBatches } from "../engine/row_batches.ts";
import type { Exporter } from "../export/exporter.ts";
import { exporterOfFile, exporters } from "../export/registry.ts";
import { type OutputKind, TEXT } from "../output/kinds.ts";
import { rendererOfFile, renderers } from "../render/registry.ts";
import type { ResultWriter } from "../repl/host.ts";

/** What an export may replace. */
export function exportedKind({ name, recognizes }: Exporter): OutputKind {
  return recognizes ? { name, matches: recognizes } : TEXT;
}

/** What a file of this name may replace when the prompt writes it. */
export function resultKind(path: string): OutputKind {
  const exporter = exporterFor(path);
  return exporter ? exportedKind(exporter) : TEXT;
}

/** Writes a result in the format that a file name says; null for names of texts. Throws `UsageError`. */
export function resultWriter(path: string): ResultWriter | null {
  const exporter = exporterFor(path);
  if (exporter === undefined) {
    refuseForeign(path);
    return null;
  }
  const { name } = exporter;
  if (exporter.takes !== "rows") {
    throw new UsageError(
      `Cannot write a result as ${name}, which holds ${exporter.takes}: quarry export --to ${name} makes it`,
    );
  }
  return {
    name,
    write({ table, pools, query }, sink, options) {
      if (!(table instanceof QueryResult)) {
        throw new UsageError(`Cannot write this table as ${name}: only the rows of a query`);
      }
      const batches = () => rowBatches(pools, table);
      return exporter.write({ table, pools, query, batches }, sink, { ...options, decimal: false });
    },
  };
}

/** The format of a file that no way of showing results makes. */
function exporterFor(path: string): Exporter | undefined {
  return rendererOfFile(path) === undefined ? exporterOfFile(path) : undefined;
}

/** Endings of names that people give to texts of any kind. */
const TEXT_ENDINGS = new Set(["asc", "dat", "log", "lst", "out", "text"]);

/** A picture or a spreadsheet is not to be had under its name with a table of text inside. */
function refuseForeign(path: string): void {
  const ending = /\.([a-z]+)$/i.exec(path)?.[1]?.toLowerCase();
  if (ending === undefined || TEXT_ENDINGS.has(ending) || rendererOfFile(path) !== undefined) return;
  const known = [
    ...renderers.flatMap(({ endings }) => endings ?? []),
    ...exporters.filter(({ takes }) => takes === "rows").flatMap(({ extensions }) =>
      extensions.map((each) => each.slice(1))
    ),
  ];
  throw new UsageError(
    `Cannot write .${ending} files: names end with ${
      [...new Set(known)].sort().join(", ")
    }, or with nothing for text`,
  );
}
