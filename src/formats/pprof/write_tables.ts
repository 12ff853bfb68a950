/**
 * Writes a profile model to tables.
 * @module
 */

import { stagingOf, writeBig } from "../../events/cells.ts";
import { layoutOf, NULLABLE } from "../../events/table_doc.ts";
import { TableRows } from "../../events/table_rows.ts";
import type { RowWriter, TraceSink } from "../../events/trace_sink.ts";
import { ReadingFullError } from "../../memory/arena.ts";
import { LabelRows } from "./label_rows.ts";
import { codeOf, Places, type ProfileFacts } from "./places.ts";
import type { ProfileModel } from "./profile_model.ts";
import type { ProfileReport } from "./report.ts";
import { PLACE_COLUMNS, PPROF_DOCS } from "./table_docs.ts";
import { SampleRows, type SampleSums } from "./sample_rows.ts";

const NAMELESS = "value";

/** A sample type with its names resolved and its total. */
export interface NamedType {
  readonly name: string;
  readonly unit: string;
  readonly total: bigint | null;
}

/** Writes all tables; returns the sample types with their totals. */
export function writeTables(
  sink: TraceSink,
  model: ProfileModel,
  report: ProfileReport,
  about: ProfileFacts,
): NamedType[] {
  const names = typeNames(sink, model);
  const units = model.types.map(({ unit }) => textOf(sink, model, unit));
  const rows = new SampleRows(sink, model, names.map((name, at) => ({ name, unit: units[at]! })));
  // Open the tables in the order in which they should be listed.
  const weights = sink.table(layoutOf(PPROF_DOCS, "weights", { total: NULLABLE }));
  const places = new Places(sink, model, about);
  try {
    rows.write(places, new LabelRows(sink, model));
  } catch (error) {
    if (!(error instanceof ReadingFullError)) throw error;
    model.full ??= error;
  }
  const { sums } = rows;
  rows.close();
  places.close();
  const types = model.types.map((_, at) => ({
    name: names[at]!,
    unit: units[at]!,
    total: sums.totals[at]!,
  }));
  writeWeights(weights, sink, model, types, about.defaultType);
  writeModules(sink, model);
  tellOdd(report, model, sums);
  return types;
}

function tellOdd(
  report: ProfileReport,
  model: ProfileModel,
  { isCut, unknown, missing, extra, outOfRange }: SampleSums,
): void {
  const large = model.outOfRange + outOfRange;
  if (isCut) {
    report.warning("deep-stacks", "Backtraces have too many frames", "left out their outermost frames");
  }
  if (unknown > 0) {
    report.warning(
      "bad-frame",
      `${unknown} frames refer to locations missing from the file`,
      "kept them without names",
    );
  }
  if (missing > 0) {
    report.warning("bad-record", `${missing} samples have too few values`, "took missing values for 0");
  }
  if (extra > 0) {
    report.warning("bad-record", `${extra} samples have too many values`, "left out the last ones");
  }
  if (large > 0) {
    report.warning(
      "number-overflow",
      `${large} numbers of lines and texts are out of range`,
      "left out their numbers",
    );
  }
  if (model.texts.length === 0 && model.samples.count > 0) {
    report.warning(
      "no-frames",
      "The file has no texts, which come last: nothing has a name",
      "kept addresses and numbers",
    );
  }
}

function textOf(sink: TraceSink, model: ProfileModel, number: number): string {
  const code = codeOf(model, number);
  return code === 0 ? "" : sink.strings.text(code);
}

/** Returns column names: the file's type names, with numbers added where they would clash. */
function typeNames(sink: TraceSink, model: ProfileModel): string[] {
  const taken = new Set(PLACE_COLUMNS.split(" "));
  taken.add("trace");
  return model.types.map(({ name: number }) => {
    const name = textOf(sink, model, number) || NAMELESS;
    let own = name;
    for (let count = 2; taken.has(own); count++) own = `${name}_${count}`;
    taken.add(own);
    return own;
  });
}

function writeWeights(
  writer: RowWriter,
  sink: TraceSink,
  model: ProfileModel,
  types: readonly NamedType[],
  defaultType: number,
): void {
  const named = model.types.findIndex(({ name }) => defaultType !== 0 && name === defaultType);
  const standing = named >= 0 ? named : types.length - 1;
  const { name, unit, total, default: isDefault } = stagingOf(writer, "name", "unit", "total", "default");
  types.forEach((type, row) => {
    name.u32[row] = sink.strings.internText(type.name);
    unit.u32[row] = type.unit === "" ? 0 : sink.strings.internText(type.unit);
    writeBig(total, row, type.total ?? 0n);
    total.nulls[row] = type.total === null ? 1 : 0;
    isDefault.u32[row] = row === standing ? 1 : 0;
    writer.count++;
  });
  if (writer.count > 0) writer.flush();
}

function writeModules(sink: TraceSink, model: ProfileModel): void {
  const writer = sink.table(layoutOf(PPROF_DOCS, "modules"));
  const rows = new TableRows(() => writer, sink.strings);
  for (const mapping of model.mappings) {
    if (mapping === undefined) continue;
    rows.add({
      module: codeOf(model, mapping.file),
      addr: mapping.start,
      end: mapping.end,
      offset: mapping.offset,
      build: codeOf(model, mapping.build),
    });
  }
  rows.finish();
}
