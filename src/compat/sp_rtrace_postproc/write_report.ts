/**
 * Writes a report in the text protocol.
 * @module
 */

import { joinHalves } from "../../base/u64.ts";
import { HEADER_KEYS } from "../../formats/sp_rtrace/header.ts";
import type { Frame } from "../../events/stack_pool.ts";
import type { CallBatch } from "./call_batch.ts";
import type { Group } from "./group.ts";
import type { Options } from "./options.ts";
import type { Comment, Report } from "./report.ts";
import { frameTextOf, functionName } from "./resolved_frame.ts";
import { TextOut } from "./text_out.ts";

/** Options of writing: types and contexts that are filtered out are also left out of the registries. */
interface WriteOptions extends Pick<Options, "resource" | "context" | "depth" | "removeArgs" | "resolve"> {
  /** Names of applied filters, for the header. */
  readonly filters: readonly string[];
}

const ENCODER = new TextEncoder();
/** Header fields that only a binary log has. */
const OWN_KEYS: ReadonlySet<string> = new Set(["unix time", "output directory", "postprocessor options"]);
/** Name and version that the post-processor writes for binary logs. */
const ORIGIN = "sp-rtrace 1.8";
const HALF = 0x1_0000_0000;
const NEWLINE = 10;
/** What the resolver writes after an address that is in no map. */
const UNKNOWN_TEXT = "in ??";
/** Maximum bytes of cached backtrace texts. */
const KEPT_BYTES = 1 << 26;

/** Writes one report to `out`. */
export class ReportWriter {
  readonly #report: Report;
  readonly #options: WriteOptions;
  readonly #out: TextOut;
  readonly #typeText = new Map<number, Uint8Array>();
  readonly #nameText = new Map<number, Uint8Array>();
  readonly #stackText = new Map<number, Uint8Array>();
  #stackBytes = 0;
  readonly #comments: readonly Comment[];
  #nextComment = 0;
  readonly #leaks = new Map<number, { count: number; low: number; high: number }>();

  /** Creates the writer without writing anything. */
  constructor(report: Report, options: WriteOptions, out: TextOut) {
    this.#report = report;
    this.#options = options;
    this.#out = out;
    this.#comments = report.binary ? [] : report.comments;
  }

  /** Writes header, attachments, registries and memory map. */
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
    // The remaining types are renumbered with consecutive bits.
    for (const [at, type] of shown.entries()) {
      out.ascii(`<${((1 << at) >>> 0).toString(16)}> : `).bytes(
        ENCODER.encode(`${type.name} (${type.description})`),
      );
      if (type.flags !== "") out.bytes(ENCODER.encode(` [${type.flags}]`));
      out.ascii("\n");
      if (shown.length > 1) this.#typeText.set(type.code, ENCODER.encode(`<${type.name}>`));
    }
    for (const [path, from, to] of maps) {
      this.#text(": ", path).ascii(` => 0x${from.toString(16)}-0x${to.toString(16)}\n`);
    }
  }

  /** Writes calls one after another, each with its backtrace. */
  writeCalls(batch: CallBatch, count: number): void {
    for (let at = 0; at < count; at++) {
      this.#writeCall(batch, at);
      this.#writeFrames(batch.stack(at));
    }
  }

  /** Writes calls of the batch that share a backtrace. */
  writeSharing(batch: CallBatch, from: number, to: number): void {
    for (let at = from; at < to; at++) this.#writeCall(batch, at);
  }

  /** Writes the lines that end a group. */
  writeGroupEnd(group: Group): void {
    this.#out.ascii(`# allocation summary: ${group.count} block(s) with total size ${group.size}\n`);
    this.#writeFrames(group.stack);
  }

  /** Writes comments after the last call. */
  writeRest(): void {
    this.#writeComments();
  }

  /** Writes counts and bytes of the written calls, by type. */
  writeLeakSummary(): void {
    for (const type of this.#report.types) {
      if (this.#options.resource && (type.mask & this.#options.resource) === 0) continue;
      this.#out.bytes(ENCODER.encode(`# Resource - ${type.name} (${type.description}):\n`));
      const { count, low, high } = this.#leaks.get(type.code) ?? { count: 0, low: 0, high: 0 };
      const size = BigInt(high) * BigInt(HALF) + BigInt(low);
      this.#out.ascii(`# ${count} block(s) leaked with total size of ${size} bytes\n`);
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
    for (const key of [...HEADER_KEYS, ...[...values.keys()].filter((each) => !HEADER_KEYS.includes(each))]) {
      const value = values.get(key);
      if (value === undefined || OWN_KEYS.has(key)) continue;
      this.#out.bytes(ENCODER.encode(key)).ascii("=").bytes(value).ascii(", ");
    }
    this.#out.ascii("\n");
  }

  /** Writes comments for packets of a binary log: those about the heap before those about modules. */
  #writeLogComments(): void {
    const { strings } = this.#report.pools;
    const isHeap = (comment: Comment): boolean => strings.text(comment.code).startsWith("##   ");
    const { comments } = this.#report;
    for (const comment of [...comments.filter(isHeap), ...comments.filter((each) => !isHeap(each))]) {
      this.#text("", comment.code).ascii("\n");
    }
  }

  /** The type of a call as text; empty if only that type is registered. */
  #typeTextOf(code: number): Uint8Array {
    let text = this.#typeText.get(code);
    if (!text) {
      const isPlain = code === 0 || this.#report.types.some((type) => type.code === code);
      text = ENCODER.encode(isPlain ? "" : `<${this.#report.pools.strings.text(code)}>`);
      this.#typeText.set(code, text);
    }
    return text;
  }

  #writeCall(batch: CallBatch, at: number): void {
    const out = this.#out;
    const no = batch.no[2 * at + 1]! * HALF + batch.no[2 * at]!;
    if (this.#nextComment < this.#comments.length) this.#writeComments(no);
    if (no <= Number.MAX_SAFE_INTEGER) out.decimal(no).ascii(". ");
    else out.ascii(`${BigInt.asIntN(64, joinHalves(batch.no[2 * at]!, batch.no[2 * at + 1]!))}. `);
    const context = batch.context(at);
    if (context !== 0) out.ascii("@").hex(context).ascii(" ");
    const time = batch.time(at);
    // The original treats a time of zero as missing.
    const fine = time < 0 ? 0 : batch.fine(at);
    if (time > 0 || fine > 0) this.#writeTime(time, fine);
    const type = batch.type(at);
    out.bytes(this.#nameOf(batch.name(at)));
    out.bytes(this.#typeTextOf(type));
    const addrLow = batch.addr[2 * at]!;
    const addrHigh = batch.addr[2 * at + 1]!;
    if (batch.isFree(at)) out.ascii("(0x").hex(addrLow, addrHigh).ascii(")\n");
    else {
      const low = batch.size[2 * at]!;
      const high = batch.size[2 * at + 1]! | 0;
      this.#count(type, low, high);
      if (high === 0) out.ascii("(").decimal(low);
      else out.ascii(`(${BigInt(high) * BigInt(HALF) + BigInt(low)}`);
      out.ascii(") = 0x").hex(addrLow, addrHigh).byte(NEWLINE);
    }
    if (this.#report.args.size > 0 && !this.#options.removeArgs) this.#writeArgs(no);
  }

  #writeArgs(no: number): void {
    const args = this.#report.args.get(no);
    for (let at = 0; args && at < args.length; at += 2) {
      this.#text("\t$", args[at]!);
      this.#text(" = ", args[at + 1]!).byte(NEWLINE);
    }
  }

  #count(type: number, low: number, high: number): void {
    const known = this.#leaks.get(type);
    if (known) {
      known.count++;
      known.low += low;
      known.high += high;
    } else this.#leaks.set(type, { count: 1, low, high });
  }

  #nameOf(code: number): Uint8Array {
    let bytes = this.#nameText.get(code);
    if (!bytes) this.#nameText.set(code, bytes = this.#report.pools.strings.bytes(code).slice());
    return bytes;
  }

  /** Writes three decimals like the original; times that are finer in the report get six or nine. */
  #writeTime(time: number, fine: number): void {
    const seconds = Math.floor(time / 1000);
    this.#out.ascii("[").decimal(Math.floor(seconds / 3600), 2).ascii(":")
      .decimal(Math.floor(seconds / 60) % 60, 2).ascii(":").decimal(seconds % 60, 2)
      .ascii(".").decimal(time % 1000, 3);
    if (fine > 0 && fine % 1000 === 0) this.#out.decimal(fine / 1000, 3);
    else if (fine > 0) this.#out.decimal(fine, 6);
    this.#out.ascii("] ");
  }

  #writeFrames(stack: number): void {
    let bytes = this.#stackText.get(stack);
    if (!bytes) {
      bytes = this.#framesOf(stack);
      this.#stackBytes += bytes.length;
      if (this.#stackBytes > KEPT_BYTES) {
        this.#stackText.clear();
        this.#stackBytes = bytes.length;
      }
      this.#stackText.set(stack, bytes);
    }
    this.#out.bytes(bytes);
  }

  /** The frames of a stack, followed by an empty line. */
  #framesOf(stack: number): Uint8Array {
    const { stacks, strings } = this.#report.pools;
    const depth = Math.min(stacks.bareDepth(stack), this.#options.depth ?? Infinity);
    const out = new TextOut(() => undefined, 1024);
    for (let level = 0; level < depth; level++) {
      // The text is that of the frame in the report; a frame that was named later does not replace it.
      const id = stacks.bareFrameAt(stack, level);
      const frame = stacks.describeFrame(this.#options.resolve ? stacks.frameAt(stack, level) : id);
      out.ascii("\t0x").hex(frame.addrLow, frame.addrHigh);
      const text = this.#report.frameTexts.get(id);
      const found = this.#options.resolve && (text === undefined || this.#isOvertaken(text, frame))
        ? frameTextOf(frame, strings)
        : undefined;
      if (found !== undefined) out.ascii(" ").bytes(ENCODER.encode(found));
      else if (text !== undefined) out.ascii(" ").bytes(strings.bytes(text));
      out.byte(NEWLINE);
    }
    return out.byte(NEWLINE).take();
  }

  /** Returns whether the report marks a function as unknown although an available program knows it. */
  #isOvertaken(text: number, frame: Frame): boolean {
    const { strings } = this.#report.pools;
    return strings.text(text) === UNKNOWN_TEXT && functionName(frame, strings) !== "";
  }

  /** Writes comments before call `before`, or all remaining ones. */
  #writeComments(before?: number): void {
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
