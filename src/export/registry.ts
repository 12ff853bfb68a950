/**
 * Lists the output formats.
 * @module
 */

import { arrow } from "./arrow.ts";
import { arrowStream } from "./arrow_stream.ts";
import { clover } from "./clover.ts";
import { cobertura } from "./cobertura.ts";
import { csv, tsv } from "./separated.ts";
import { dataset } from "./dataset.ts";
import type { Exporter, RowOption } from "./exporter.ts";
import { folded } from "./folded.ts";
import { lcov } from "./lcov.ts";
import { ndjson } from "./ndjson.ts";
import { parquet } from "./parquet.ts";
import { perfetto } from "./perfetto.ts";
import { pprof } from "./pprof.ts";
import { speedscope } from "./speedscope.ts";

/** Every output format. */
export const exporters: readonly Exporter[] = [
  csv,
  tsv,
  ndjson,
  arrow,
  arrowStream,
  parquet,
  dataset,
  pprof,
  folded,
  speedscope,
  perfetto,
  lcov,
  cobertura,
  clover,
];

/** Names of the formats that take one kind of input. */
export function exportersTaking(takes: Exporter["takes"]): string[] {
  return exporters.filter((each) => each.takes === takes).map(({ name }) => name);
}

/** Names of the formats that support an option. */
export function exportersWithOption(option: RowOption): string[] {
  return exporters.filter((each) => each.takes === "rows" && each.follows?.includes(option)).map(({ name }) =>
    name
  );
}

/** The format for a file name extension; the longest match wins. */
export function exporterOfFile(path: string): Exporter | undefined {
  const name = path.toLowerCase();
  let found: Exporter | undefined;
  let longest = 0;
  for (const exporter of exporters) {
    for (const extension of exporter.extensions) {
      if (!name.endsWith(extension) || extension.length <= longest) continue;
      found = exporter;
      longest = extension.length;
    }
  }
  return found;
}

/** Names of the formats that show recursion as one level. */
export function exportersFoldingRecursion(): string[] {
  return exporters.filter((each) => each.takes === "samples" && each.folds).map(({ name }) => name);
}
