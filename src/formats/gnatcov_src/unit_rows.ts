/**
 * The table `units`: one row per unit and kind of bits; and `merged_units`, where the instances of a unit are one.
 * @module
 */

import { BATCH_ROWS, type ColumnSpec, type RowWriter, type TraceSink } from "../../events/trace_sink.ts";
import type { Report } from "../gnatcov/report.ts";
import { countBits, runsText } from "./bits.ts";
import { BUFFER_NAMES } from "./layout.ts";
import type { SourceUnit } from "./source_trace.ts";

/** The columns of `units`. */
export const UNIT_COLUMNS: readonly ColumnSpec[] = [
  { name: "no", type: "u32" },
  { name: "unit", type: "text" },
  { name: "kind", type: "text" },
  { name: "bits", type: "u32" },
  { name: "bits_set", type: "u32" },
  { name: "covered", type: "text" },
  { name: "missing", type: "text" },
  { name: "sco_hash", type: "text" },
  { name: "map_hash", type: "text" },
  { name: "annotation_hash", type: "text" },
];

const HASH_COLUMNS = ["sco_hash", "map_hash", "annotation_hash"];

interface Merged {
  readonly unit: SourceUnit;
  /** Own copies from the second instance on. */
  buffers: readonly Uint8Array[];
  instances: number;
}

/** Takes units one after the other. */
export class UnitRows {
  readonly #sink: TraceSink;
  readonly #writer: RowWriter;
  readonly #merged = new Map<string, Merged>();
  readonly #mismatches: SourceUnit[] = [];

  /** Opens the table. */
  constructor(sink: TraceSink) {
    this.#sink = sink;
    this.#writer = sink.table({ name: "units", columns: UNIT_COLUMNS });
  }

  /** Adds three rows. */
  add(unit: SourceUnit): void {
    for (let kind = 0; kind < BUFFER_NAMES.length; kind++) {
      writeRow(this.#sink, this.#writer, unit, kind, unit.buffers[kind]!);
    }
    this.#merge(unit);
  }

  /** Ends the table and declares the merged one. */
  finish(report: Report): void {
    if (this.#writer.count > 0) this.#writer.flush();
    for (const { offset, no } of this.#mismatches) {
      report.at("warning", "unit-mismatch", offset, no, {
        message: "A unit of this name came before with other hashes or numbers of bits",
        handling: "kept it apart when merging",
      });
    }
    const columns = [...UNIT_COLUMNS, { name: "instances", type: "u32" } as const];
    this.#sink.lazyTable({ name: "merged_units", columns }, (writer) => {
      const instances = writer.column("instances").u32;
      for (const merged of this.#merged.values()) {
        for (let kind = 0; kind < BUFFER_NAMES.length; kind++) {
          instances[writer.count] = merged.instances;
          writeRow(this.#sink, writer, merged.unit, kind, merged.buffers[kind]!);
        }
      }
      if (writer.count > 0) writer.flush();
      return Promise.resolve();
    });
  }

  #merge(unit: SourceUnit): void {
    const name = String(this.#sink.strings.intern(unit.name));
    const shape = [...unit.hashes.map(hexOf), ...unit.counts].join();
    const known = this.#merged.get(name);
    if (!known) {
      this.#merged.set(name, { unit, buffers: unit.buffers, instances: 1 });
      return;
    }
    const knownShape = [...known.unit.hashes.map(hexOf), ...known.unit.counts].join();
    if (shape !== knownShape) {
      this.#mismatches.push(unit);
      this.#merged.set(`${name},${unit.no}`, { unit, buffers: unit.buffers, instances: 1 });
      return;
    }
    if (known.instances++ === 1) known.buffers = known.buffers.map((buffer) => buffer.slice());
    known.buffers.forEach((buffer, kind) => {
      const more = unit.buffers[kind]!;
      for (let at = 0; at < buffer.length; at++) buffer[at]! |= more[at]!;
    });
  }
}

function writeRow(
  sink: TraceSink,
  writer: RowWriter,
  unit: SourceUnit,
  kind: number,
  buffer: Uint8Array,
): void {
  const { strings } = sink;
  const row = writer.count;
  const bits = unit.counts[kind]!;
  const set = (name: string, value: number): void => void (writer.column(name).u32[row] = value);
  set("no", unit.no);
  set("unit", strings.intern(unit.name));
  set("kind", strings.internText(BUFFER_NAMES[kind]!));
  set("bits", bits);
  set("bits_set", countBits(buffer, bits));
  set("covered", strings.internText(runsText(buffer, bits, true)));
  set("missing", strings.internText(runsText(buffer, bits, false)));
  HASH_COLUMNS.forEach((name, at) => {
    const hash = unit.hashes[at];
    set(name, hash ? strings.internText(hexOf(hash)) : 0);
  });
  if (++writer.count === BATCH_ROWS) writer.flush();
}

/** Two digits a byte. */
export function hexOf(bytes: Uint8Array): string {
  return bytes.toHex();
}
