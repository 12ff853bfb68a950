/**
 * Writes results of the prompt to files in the format of their extension.
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

/** Returns the kind of file that an export may replace. */
export function replaceableExportKind({ name, recognizes }: Exporter): OutputKind {
  return recognizes ? { name, matches: recognizes } : TEXT;
}

/** Returns the kind of file that the prompt may replace under this name. */
export function replaceableResultKind(path: string): OutputKind {
  const exporter = exporterFor(path);
  return exporter ? replaceableExportKind(exporter) : TEXT;
}

/** Returns the writer for the extension of a file; null if the file is plain text. Throws `UsageError`. */
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

/** The export format for a file name that no output mode handles. */
function exporterFor(path: string): Exporter | undefined {
  return rendererOfFile(path) === undefined ? exporterOfFile(path) : undefined;
}

/** Extensions that are common for text of any kind. */
const TEXT_ENDINGS = new Set(["asc", "dat", "log", "lst", "out", "text"]);

/** Rejects extensions of unsupported formats: a picture or a spreadsheet must not contain a table of text. */
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
    `Cannot write .${ending} files: supported extensions are ${
      [...new Set(known)].sort().join(", ")
    }; a file without an extension is text`,
  );
}
