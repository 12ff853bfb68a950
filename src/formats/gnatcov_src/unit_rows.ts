/**
 * Fills the tables `units`, with a row per unit and kind of bits, and `merged_units`, in which the instances
 * of a unit are merged.
 * @module
 */

import type { StringPool } from "../../events/string_pool.ts";
import { layoutOf } from "../../events/table_doc.ts";
import { BATCH_ROWS, type RowWriter, type TraceSink } from "../../events/trace_sink.ts";
import type { Report } from "../gnatcov/report.ts";
import { countBits, runsText } from "./bits.ts";
import { BUFFER_NAMES } from "./layout.ts";
import type { SourceUnit } from "./source_trace.ts";
import { UNIT_DOCS } from "./table_docs.ts";

const HASH_COLUMNS = ["sco_hash", "map_hash", "annotation_hash"];

/**
 * Size of the cache of string ids. Most texts occur again and again: kinds, short lists of runs, hashes of
 * instances.
 */
const CACHED_TEXTS = 4096;

class TextCodes {
  readonly #strings: StringPool;
  readonly #codes = new Map<string, number>();

  constructor(strings: StringPool) {
    this.#strings = strings;
  }

  of(text: string): number {
    let code = this.#codes.get(text);
    if (code === undefined) {
      code = this.#strings.internText(text);
      if (this.#codes.size === CACHED_TEXTS) this.#codes.clear();
      if (text.length < 100) this.#codes.set(text, code);
    }
    return code;
  }
}

interface NamedUnit {
  readonly unit: SourceUnit;
  /** String ids of its name and its hashes. */
  readonly texts: readonly number[];
}

interface Merged extends NamedUnit {
  /** Copied when a second instance is found, before bits are merged in. */
  buffers: readonly Uint8Array[];
  instances: number;
}

/** Writes units to the tables. */
export class UnitRows {
  readonly #sink: TraceSink;
  readonly #writer: RowWriter;
  readonly #codes: TextCodes;
  /** Keyed by name, hashes and bit counts: only instances that agree in all of them are merged. */
  readonly #merged = new Map<string, Merged>();
  readonly #names = new Set<number>();
  readonly #mismatches: SourceUnit[] = [];

  /** Opens the table. */
  constructor(sink: TraceSink) {
    this.#sink = sink;
    this.#codes = new TextCodes(sink.strings);
    this.#writer = sink.table(layoutOf(UNIT_DOCS, "units"));
  }

  /** Adds a row for each kind of bits. */
  add(unit: SourceUnit): void {
    const texts = this.#textsOf(unit);
    for (let kind = 0; kind < BUFFER_NAMES.length; kind++) {
      writeRow(this.#codes, this.#writer, { unit, texts }, kind, unit.buffers[kind]!);
    }
    this.#merge(unit, texts);
  }

  /** Completes the table and declares `merged_units`. */
  finish(report: Report): void {
    if (this.#writer.count > 0) this.#writer.flush();
    for (const { offset, no } of this.#mismatches) {
      const message = "An earlier unit with this name has other hashes or numbers of bits";
      report.at("warning", "unit-mismatch", offset, no, {
        message,
        handling: "not merged with the earlier one",
      });
    }
    this.#sink.lazyTable(layoutOf(UNIT_DOCS, "merged_units"), (writer) => {
      const instances = writer.column("instances").u32;
      for (const merged of this.#merged.values()) {
        for (let kind = 0; kind < BUFFER_NAMES.length; kind++) {
          instances[writer.count] = merged.instances;
          writeRow(this.#codes, writer, merged, kind, merged.buffers[kind]!);
        }
      }
      if (writer.count > 0) writer.flush();
      return Promise.resolve();
    });
  }

  /** Returns the string ids of a unit: its name, then its hashes. */
  #textsOf({ name, hashes }: SourceUnit): readonly number[] {
    return [this.#sink.strings.intern(name), ...hashes.map((hash) => this.#codes.of(hexOf(hash)))];
  }

  #merge(unit: SourceUnit, texts: readonly number[]): void {
    const key = [...texts, ...unit.counts].join();
    const known = this.#merged.get(key);
    if (!known) {
      if (this.#names.has(texts[0]!)) this.#mismatches.push(unit);
      this.#names.add(texts[0]!);
      this.#merged.set(key, { unit, texts, buffers: unit.buffers, instances: 1 });
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
  codes: TextCodes,
  writer: RowWriter,
  { unit, texts }: NamedUnit,
  kind: number,
  buffer: Uint8Array,
): void {
  const row = writer.count;
  const bits = unit.counts[kind]!;
  const set = (name: string, value: number): void => void (writer.column(name).u32[row] = value);
  const runs = (on: boolean): number => codes.of(runsText(buffer, bits, on));
  set("no", unit.no);
  set("unit", texts[0]!);
  set("kind", codes.of(BUFFER_NAMES[kind]!));
  set("bits", bits);
  set("bits_set", countBits(buffer, bits));
  set("covered", runs(true));
  set("missing", runs(false));
  HASH_COLUMNS.forEach((name, at) => set(name, texts[at + 1] ?? 0));
  if (++writer.count === BATCH_ROWS) writer.flush();
}

/** Formats bytes as hex, two digits each. */
export function hexOf(bytes: Uint8Array): string {
  return bytes.toHex();
}
