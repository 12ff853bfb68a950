/**
 * Everything that loading gives, as a list of lines that can be compared: a checksum over the decoded cells of every
 * column, with texts as letters and backtraces as frames, so that ids of pools do not matter.
 */

import type { LazyColumn } from "../../src/events/trace_sink.ts";
import type { Column } from "../../src/tables/column.ts";
import { BLOCK_ROWS } from "../../src/tables/block.ts";
import { RowStager } from "../../src/tables/row_stager.ts";
import type { Pools } from "../../src/tables/pools.ts";
import { Table } from "../../src/tables/table.ts";
import type { Trace } from "../../src/tables/trace.ts";

/** Columns whose values are ids of backtraces. */
const STACKS = new Set(["stack", "free.stack", "native"]);
/** Columns whose numbers are frames of the pool. */
const FRAMES = new Set(["frame_texts.frame"]);

/** Number of arguments that are read from a family of columns. */
const FAMILY_SAMPLES = 2;

/** A checksum that is updated word by word. */
class Checksum {
  #a = 0x811c9dc5 | 0;
  #b = 0x9e3779b9 | 0;

  add(word: number): void {
    this.#a = Math.imul(this.#a ^ word, 0x01000193);
    this.#a ^= this.#a >>> 15;
    this.#b = Math.imul(this.#b + word | 0, 0x85ebca6b);
    this.#b ^= this.#b >>> 13;
  }

  addText(text: string): void {
    this.add(text.length);
    for (let at = 0; at < text.length; at++) this.add(text.charCodeAt(at));
  }

  get word(): number {
    return this.#a;
  }

  get text(): string {
    return [this.#a, this.#b].map((half) => (half >>> 0).toString(16).padStart(8, "0")).join("");
  }
}

/** Turns rows into lines; keeps checksums of pool entries between traces. */
export class Snapshooter {
  readonly #pools: Pools;
  readonly #texts = new Map<number, number>();
  readonly #stacks = new Map<number, number>();

  /** All traces must be of these pools. */
  constructor(pools: Pools) {
    this.#pools = pools;
  }

  /** Lines of several traces of a file. */
  async lines(traces: readonly Trace[]): Promise<string[]> {
    const lines: string[] = [];
    for (const trace of traces) await this.#addTrace(trace, lines);
    return lines;
  }

  async #addTrace(trace: Trace, lines: string[]): Promise<void> {
    const { name, header, stats } = trace;
    lines.push(`${name}: ${JSON.stringify(header)}`);
    for (const [stat, value] of stats) lines.push(`${name}: ${stat} = ${value}`);
    for (const table of trace.tables.values()) this.#addTable(name, table, lines);
    for (const [key, maker] of trace.makers) {
      const table = await maker.make();
      if (table.name !== key) throw new Error(`The maker of ${key} makes ${table.name}`);
      this.#addTable(`${name} on demand`, table, lines);
      for (const column of table.columns) column.free();
    }
    for (const [key, open] of trace.families) {
      // Columns without an argument, and the first columns of each family.
      const words = trace.familyWords?.get(key)?.names.slice(0, FAMILY_SAMPLES) ?? [];
      for (const argument of ["", ...words]) {
        const lazy = open(argument);
        if (lazy) lines.push(`${name} by argument: ${key}("${argument}") ${await this.#lazySum(lazy)}`);
      }
    }
    const found = [...trace.problemCounts].map(([code, count]) => `${code} ${count}`).join(" ");
    lines.push(`${name}: problems ${found || "none"}`);
  }

  async #lazySum(lazy: LazyColumn): Promise<string> {
    const table = new Table("lazy", this.#pools);
    const stager = new RowStager(table, [lazy.spec]);
    await lazy.fill(stager);
    stager.finish(() => undefined);
    const column = table.column(lazy.spec.name)!;
    const line = `${column.type} ${table.rowCount} rows ${this.#columnSum(column, table)}`;
    column.free();
    return line;
  }

  #addTable(owner: string, table: Table, lines: string[]): void {
    for (const column of table.columns) {
      const { name, type, display } = column;
      const sum = this.#columnSum(column, table);
      lines.push(`${owner}: ${table.name}.${name} ${type} ${display} ${table.rowCount} rows ${sum}`);
    }
  }

  #columnSum(column: Column, table: Table): string {
    const sum = new Checksum();
    for (const row of this.rowSums(column, table)) sum.add(row);
    return sum.text;
  }

  /** A checksum per row of a column. */
  rowSums(column: Column, table: Table): Int32Array {
    const { arena } = this.#pools;
    const sums = new Int32Array(table.rowCount);
    const holdsFrames = FRAMES.has(`${table.name}.${column.name}`);
    const values = arena.alloc(BLOCK_ROWS * 8);
    const nulls = arena.alloc(BLOCK_ROWS);
    for (let block = 0, at = 0; block < table.blockCount; block++) {
      const rows = table.blockRows(block);
      const some = column.decode(block, rows, values, nulls);
      const words = arena.u32.subarray(values >>> 2, (values >>> 2) + 2 * rows);
      for (let row = 0; row < rows; row++, at++) {
        const low = words[2 * row]!;
        if (some && arena.u8[nulls + row] !== 0) sums[at] = 0x5a5a5a5a;
        else if (holdsFrames) sums[at] = this.#frameSum([low]);
        else sums[at] = this.#cellSum(column, low, words[2 * row + 1]!);
      }
    }
    arena.free(values);
    arena.free(nulls);
    return sums;
  }

  #cellSum({ name, type }: Column, low: number, high: number): number {
    if (type === "text" || type === "bytes") return this.#textOf(low);
    if (STACKS.has(name)) return this.#stackOf(low);
    const sum = Math.imul(low ^ Math.imul(high, 0x85ebca6b) ^ 0x9e3779b9, 0x01000193);
    return sum ^ (sum >>> 15);
  }

  #textOf(code: number): number {
    let sum = this.#texts.get(code);
    if (sum === undefined) {
      const letters = new Checksum();
      letters.addText(this.#pools.strings.text(code) ?? "none");
      this.#texts.set(code, sum = letters.word);
    }
    return sum;
  }

  #stackOf(id: number): number {
    let found = this.#stacks.get(id);
    if (found === undefined) {
      const { stacks } = this.#pools;
      const frames = Array.from({ length: stacks.depth(id) }, (_, level) => stacks.frameAt(id, level));
      this.#stacks.set(id, found = this.#frameSum(frames));
    }
    return found;
  }

  #frameSum(frames: readonly number[]): number {
    const { stacks, strings } = this.#pools;
    const sum = new Checksum();
    for (const id of frames) {
      const frame = stacks.describeFrame(id);
      for (const code of [frame.func, frame.module, frame.file]) sum.addText(strings.text(code) ?? "");
      for (const word of [frame.addrLow, frame.addrHigh, frame.line, frame.offsetLow, frame.offsetHigh]) {
        sum.add(word);
      }
      sum.add((frame.hasAddr ? 1 : 0) + (frame.hasOffset ? 2 : 0));
    }
    return sum.word;
  }
}
