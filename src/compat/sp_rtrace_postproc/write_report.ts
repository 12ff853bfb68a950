/**
 * Writes a report in the text protocol.
 * @module
 */

import type { Group } from "./group.ts";
import type { Comment, Report } from "./report.ts";
import type { TextOut } from "./text_out.ts";

/** What is written, and how. */
export interface WriteOptions {
  /** Names of filters that were applied, for the header. */
  readonly filters: readonly string[];
  /** Bits of resource types; others are left out of the registry. */
  readonly resource?: number | undefined;
  /** Bits of contexts; others are left out of the registry. */
  readonly context?: number | undefined;
  /** Frames to write. */
  readonly depth?: number | undefined;
  /** Leave arguments out. */
  readonly removeArgs?: boolean;
}

const ENCODER = new TextEncoder();
/** Keys that the header begins with, in this order. */
const KEYS = [
  "version",
  "arch",
  "timestamp",
  "process",
  "pid",
  "filter",
  "backtrace depth",
  "origin",
] as const;
/** What only a binary log says. */
const OWN_KEYS: ReadonlySet<string> = new Set(["unix time", "output directory", "postprocessor options"]);
/** Name and version that the post-processor gives to what it reads from binary logs. */
const ORIGIN = "sp-rtrace 1.8";

/** Writes one report to `out`. */
export class ReportWriter {
  readonly #report: Report;
  readonly #options: WriteOptions;
  readonly #out: TextOut;
  readonly #typeText = new Map<number, Uint8Array>();
  #comments: readonly Comment[];
  #nextComment = 0;

  /** Writes nothing yet. */
  constructor(report: Report, options: WriteOptions, out: TextOut) {
    this.#report = report;
    this.#options = options;
    this.#out = out;
    this.#comments = report.binary ? [] : report.comments;
  }

  /** Header, attachments, registries, memory map. */
  writeHead(): void {
    const { types, maps, contexts, attachments } = this.#report;
    const out = this.#out;
    this.#writeHeader();
    for (const [name, path] of attachments) {
      this.#text("& ", name);
      this.#text(" : ", path).ascii("\n");
    }
    if (this.#report.binary) this.#writeLogComments();
    for (const [mask, name] of contexts) {
      if (this.#options.context !== undefined && (mask & this.#options.context) === 0) continue;
      out.ascii(`@ ${mask.toString(16)} : `);
      this.#text("", name).ascii("\n");
    }
    const shown = types.filter((type) =>
      !this.#options.resource || (type.mask & this.#options.resource) !== 0
    );
    // What is left of the registry is numbered anew, one bit after the other.
    for (const [at, type] of shown.entries()) {
      out.ascii(`<${((1 << at) >>> 0).toString(16)}> : `).bytes(
        ENCODER.encode(`${type.name} (${type.description})`),
      );
      if (type.flags !== "") out.bytes(ENCODER.encode(` [${type.flags}]`));
      out.ascii("\n");
      if (shown.length > 1) this.#typeText.set(type.code, ENCODER.encode(`<${type.name}>`));
    }
    if (shown.length !== 1) this.#nameOtherTypes();
    for (const [path, from, to] of maps) {
      this.#text(": ", path).ascii(" => ").hex(from).ascii("-").hex(to).ascii("\n");
    }
  }

  /** Calls one after another, each with its backtrace. */
  writeCalls(rows: Uint32Array): void {
    for (const row of rows) {
      this.#writeCall(row);
      this.#writeFrames(this.#report.calls.stack[row]!);
    }
  }

  /** Groups of calls that share a backtrace. */
  writeGroups(groups: readonly Group[]): void {
    for (const group of groups) {
      for (const row of group.rows) this.#writeCall(row);
      this.#out.ascii(`# allocation summary: ${group.rows.length} block(s) with total size ${group.size}\n`);
      this.#writeFrames(group.stack);
    }
  }

  /** Comments behind the last call. */
  writeRest(): void {
    this.#writeComments();
  }

  /** Counts and bytes of what is left, by type. */
  writeLeakSummary(rows: Uint32Array): void {
    const { calls, types } = this.#report;
    const counts = new Map<number, number>();
    const sizes = new Map<number, bigint>();
    for (const row of rows) {
      const type = calls.type[row]!;
      counts.set(type, (counts.get(type) ?? 0) + 1);
      sizes.set(type, (sizes.get(type) ?? 0n) + calls.size[row]!);
    }
    for (const type of types) {
      if (this.#options.resource && (type.mask & this.#options.resource) === 0) continue;
      this.#out.bytes(ENCODER.encode(`# Resource - ${type.name} (${type.description}):\n`));
      const count = counts.get(type.code) ?? 0;
      this.#out.ascii(`# ${count} block(s) leaked with total size of ${sizes.get(type.code) ?? 0n} bytes\n`);
    }
  }

  #writeHeader(): void {
    const values = new Map(this.#report.fields);
    const set = (key: string, value: string): void => void values.set(key, ENCODER.encode(value));
    set("version", "2.0");
    if (this.#report.binary) set("origin", ORIGIN);
    if (this.#options.filters.length > 0) set("filter", this.#options.filters.join("|"));
    else values.delete("filter");
    const depth = this.#report.depth;
    if (depth !== undefined && this.#options.depth !== undefined) {
      set("backtrace depth", String(Math.min(depth, this.#options.depth)));
    }
    for (const key of [...KEYS, ...[...values.keys()].filter((each) => !KEYS.includes(each as never))]) {
      const value = values.get(key);
      if (value === undefined || OWN_KEYS.has(key)) continue;
      this.#out.bytes(ENCODER.encode(key)).ascii("=").bytes(value).ascii(", ");
    }
    this.#out.ascii("\n");
  }

  /** Comments that stand for packets of a binary log: the heap before the modules. */
  #writeLogComments(): void {
    const { strings } = this.#report.pools;
    const isHeap = (comment: Comment): boolean => strings.text(comment.code).startsWith("##   ");
    const { comments } = this.#report;
    for (const comment of [...comments.filter(isHeap), ...comments.filter((each) => !isHeap(each))]) {
      this.#text("", comment.code).ascii("\n");
    }
  }

  /** Types that calls name and the registry does not. */
  #nameOtherTypes(): void {
    const registered = new Set(this.#report.types.map((type) => type.code));
    for (const code of new Set(this.#report.calls.type)) {
      if (code === 0 || registered.has(code)) continue;
      this.#typeText.set(code, ENCODER.encode(`<${this.#report.pools.strings.text(code)}>`));
    }
  }

  #writeCall(row: number): void {
    const { calls, pools } = this.#report;
    const out = this.#out;
    const no = calls.no[row]!;
    this.#writeComments(no);
    out.ascii(no.toString()).ascii(". ");
    const context = calls.context[row]!;
    if (context !== 0) out.ascii("@").ascii(context.toString(16)).ascii(" ");
    const time = calls.time[row]!;
    if (time >= 0) this.#writeTime(time);
    out.bytes(pools.strings.bytes(calls.name[row]!));
    const type = this.#typeText.get(calls.type[row]!);
    if (type) out.bytes(type);
    if (calls.free[row]) out.ascii("(").hex(calls.addr[row]!).ascii(")\n");
    else out.ascii("(").ascii(calls.size[row]!.toString()).ascii(") = ").hex(calls.addr[row]!).ascii("\n");
    const args = this.#options.removeArgs ? undefined : this.#report.args.get(no);
    for (let at = 0; args && at < args.length; at += 2) {
      this.#text("\t$", args[at]!);
      this.#text(" = ", args[at + 1]!).ascii("\n");
    }
  }

  #writeTime(time: number): void {
    const seconds = Math.floor(time / 1000);
    this.#out.ascii("[").padded(Math.floor(seconds / 3600), 2).ascii(":").padded(
      Math.floor(seconds / 60) % 60,
      2,
    );
    this.#out.ascii(":").padded(seconds % 60, 2).ascii(".").padded(time % 1000, 3).ascii("] ");
  }

  #writeFrames(stack: number): void {
    const { stacks } = this.#report.pools;
    const depth = Math.min(stacks.depth(stack), this.#options.depth ?? Infinity);
    for (let level = 0; level < depth; level++) {
      const id = stacks.frameAt(stack, level);
      const frame = stacks.describeFrame(id);
      this.#out.ascii("\t").hex((BigInt(frame.addrHigh) << 32n) | BigInt(frame.addrLow));
      const text = this.#report.frameTexts.get(id);
      if (text !== undefined) this.#text(" ", text);
      this.#out.ascii("\n");
    }
    this.#out.ascii("\n");
  }

  /** Comments that stand before the call `before`, or all that are left. */
  #writeComments(before?: bigint): void {
    for (; this.#nextComment < this.#comments.length; this.#nextComment++) {
      const comment = this.#comments[this.#nextComment]!;
      if (before !== undefined && comment.no >= before) return;
      this.#text("", comment.code).ascii("\n");
    }
  }

  #text(before: string, code: number): TextOut {
    return this.#out.ascii(before).bytes(this.#report.pools.strings.bytes(code));
  }
}
