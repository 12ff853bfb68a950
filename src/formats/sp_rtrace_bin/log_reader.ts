/**
 * Reads one binary log: a handshake, then packets of type, length and data. A call consists of a CALL packet,
 * an ARGS packet if the call has arguments, and a BTRC packet that ends it.
 * @module
 */

import { utcText } from "../../base/time_text.ts";
import type { ProblemSeverity, TraceSink } from "../../events/trace_sink.ts";
import type { FunctionAt } from "../../events/code_place.ts";
import { CALL_CONTEXT, CALL_FREE, CALL_NEGATIVE_SIZE, CALL_TIME } from "../sp_rtrace/call_bits.ts";
import { CallLine } from "../sp_rtrace/call_line.ts";
import { CallStacks } from "../sp_rtrace/call_stacks.ts";
import { EventRows } from "../sp_rtrace/event_rows.ts";
import { BufferedRows } from "../sp_rtrace/held_rows.ts";
import { reportOrder } from "../sp_rtrace/order_report.ts";
import { SideTables } from "../sp_rtrace/registries.ts";
import { FORMAT_NAME, type Handshake } from "./handshake.ts";
import { ARGS, BTRC, CALL, CTXR, FILE, HINF, MINF, MMAP, OCFG, PINF, RESR } from "./packet_types.ts";
import { PacketCursor } from "./packet_cursor.ts";
import { heapComments, moduleComment } from "./comments.ts";

const KIND_FREE = 1;
const KIND_ALLOC = 2;
const HALF = 0x1_0000_0000;

/** Reads the packets of one log, from its handshake to the next one or the end. */
export class LogReader {
  readonly #sink: TraceSink;
  readonly #handshake: Handshake;
  readonly #packet: PacketCursor;
  readonly #registries: SideTables;
  readonly #stacks: CallStacks;
  readonly #rows: BufferedRows;
  readonly #events: EventRows;
  readonly #types = new Map<number, number>();
  readonly #call = new CallLine();
  readonly #hex = new Uint8Array(18);
  #bytes: Uint8Array = new Uint8Array(0);
  #offset = 0;
  #packets = 0;
  #calls = 0;
  #openRow = -1;
  #callName = 0;

  /** Describes the log to the sink and opens the tables. */
  constructor(sink: TraceSink, handshake: Handshake, functionAt?: FunctionAt) {
    this.#sink = sink;
    this.#handshake = handshake;
    const version = `${handshake.major}.${handshake.minor}`;
    sink.describe({
      format: FORMAT_NAME,
      version,
      wordBits: handshake.pointerSize === 8 ? 64 : 32,
      byteOrder: handshake.littleEndian ? "little" : "big",
      mainTable: "events",
    });
    sink.tag("version", version);
    sink.tag("arch", handshake.arch);
    this.#packet = new PacketCursor(handshake.littleEndian, handshake.pointerSize);
    this.#registries = new SideTables(sink);
    this.#stacks = new CallStacks(sink, this.#registries.map, functionAt);
    this.#rows = new BufferedRows(sink.arena, true);
    this.#events = EventRows.open(sink, this.#stacks, this.#registries);
  }

  /** Reads one packet, whose data is `bytes[at..end)`. */
  take(type: number, bytes: Uint8Array, at: number, end: number, offset: number): void {
    this.#offset = offset;
    this.#packets++;
    this.#bytes = bytes;
    this.#packet.open(bytes, at, end);
    this.#dispatch(type);
    if (this.#packet.short) {
      this.#problem("error", "short-packet", "A packet ends before its fields", "used what is present");
    }
  }

  /** Reports a problem with the packet at `offset`. */
  problemAt(
    offset: number,
    severity: ProblemSeverity,
    code: string,
    message: string,
    handling: string,
  ): void {
    this.#offset = offset;
    this.#problem(severity, code, message, handling);
  }

  /** Writes the remaining rows and closes all tables. */
  finish(offset: number): void {
    this.#drain(true);
    this.#events.close();
    this.#registries.close();
    this.#stacks.close();
    reportOrder(this.#sink, this.#rows.counts, true, offset);
  }

  /** Writes what `finish` would write without changing any state, since the rows may be discarded. */
  show(offset: number): void {
    const rows = this.#rows.copy();
    const stacks = this.#stacks.copy();
    const counts = this.#registries.counts.copy();
    const events = this.#events.copy(stacks, counts);
    rows.drain(true, (block, from, to) => events.write(block, from, to));
    events.close();
    this.#registries.show(counts);
    stacks.close();
    reportOrder(this.#sink, rows.counts, true, offset);
  }

  /** Frees the memory if `show` has already written everything. */
  close(): void {
    this.#rows.close();
  }

  #dispatch(type: number): void {
    switch (type) {
      case CALL:
        return this.#takeCall();
      case BTRC:
        return this.#takeBacktrace();
      case ARGS:
        return this.#takeArguments();
      case MMAP:
        return this.#takeMap();
      case RESR:
        return this.#takeType();
      case CTXR:
        return this.#registries.addContext(this.#packet.u32(), this.#text());
      case FILE:
        return this.#registries.addAttachment(this.#text(), this.#text());
      case MINF:
        return this.#comment(moduleComment(this.#packet.u32(), this.#packet.u32(), this.#string()));
      case HINF:
        return heapComments(this.#packet).forEach((text) => this.#comment(text));
      case PINF:
        return this.#takeProcess();
      case OCFG:
        this.#sink.tag("output directory", this.#string());
        this.#sink.tag("postprocessor options", this.#string());
    }
  }

  #takeCall(): void {
    const packet = this.#packet;
    const call = this.#call;
    const no = ++this.#calls;
    const type = packet.u32();
    const context = packet.i32();
    const time = packet.u32();
    const kind = packet.u32();
    packet.text();
    const name = packet.textEnd > packet.textStart
      ? this.#sink.strings.intern(this.#bytes, packet.textStart, packet.textEnd)
      : 0;
    const size = packet.i32();
    packet.pointer();
    if (packet.short) return void this.#calls--;
    if (kind !== KIND_FREE && kind !== KIND_ALLOC) {
      this.#problem(
        "warning",
        "unknown-kind",
        `A call has the unknown kind ${kind}`,
        "read as an allocation",
      );
    }
    const isFree = kind === KIND_FREE;
    call.flags = (isFree ? CALL_FREE : 0) | (time !== 0 ? CALL_TIME : 0) | (context !== 0 ? CALL_CONTEXT : 0);
    call.noLow = no | 0;
    call.noHigh = Math.floor(no / HALF);
    call.context = context;
    call.time = time;
    call.sizeLow = isFree ? 0 : size;
    call.sizeHigh = isFree || size >= 0 ? 0 : -1;
    call.idLow = packet.low;
    call.idHigh = packet.high;
    if (!isFree && size < 0) this.#noteNegative(call);
    if (this.#rows.full) this.#drain(false);
    this.#openRow = this.#rows.append(call, name, this.#typeOf(type));
    this.#callName = name;
    this.#registries.noteCall(call.noLow, call.noHigh);
  }

  #takeBacktrace(): void {
    const packet = this.#packet;
    const count = packet.u32();
    if (this.#openRow < 0) {
      const message = "A backtrace has no call before it";
      return this.#problem("warning", "frame-without-call", message, "skipped it");
    }
    const present = Math.min(count, Math.floor(packet.left / packet.pointerSize));
    for (let level = 0; level < present; level++) {
      packet.pointer();
      const start = this.#writeHex(packet.low, packet.high);
      this.#stacks.addFrame(this.#hex, start, this.#hex.length);
    }
    if (present < count) packet.short = true;
    if (present > 0) this.#rows.setStack(this.#openRow, this.#stacks.finish());
    this.#openRow = -1;
  }

  #takeArguments(): void {
    const packet = this.#packet;
    const count = packet.u32();
    if (this.#openRow < 0) {
      return this.#problem(
        "warning",
        "argument-without-call",
        "Arguments have no call before them",
        "skipped them",
      );
    }
    for (let each = 0; each < count && packet.left >= 8; each++) {
      const arg = this.#text();
      const value = this.#text();
      if (packet.short) return;
      this.#registries.addArgument(this.#callName, arg, value);
    }
  }

  #takeMap(): void {
    const packet = this.#packet;
    packet.pointer();
    const { low, high } = packet;
    packet.pointer();
    const toLow = packet.low;
    const toHigh = packet.high;
    const module = this.#text();
    if (!packet.short) this.#registries.addMap(module, low, high, toLow, toHigh);
  }

  #takeType(): void {
    const packet = this.#packet;
    const ordinal = packet.u32();
    const { major, minor } = this.#handshake;
    const flags = major > 1 || minor >= 3 ? packet.u32() : 0;
    const name = this.#text();
    const description = this.#text();
    if (packet.short) return;
    if (ordinal < 1 || ordinal > 32) {
      const message = `Resource type number ${ordinal} is not in 1..32`;
      this.#problem("warning", "odd-type-number", message, "kept the name");
    }
    this.#types.set(ordinal, name);
    const refcount = (flags & 1) !== 0;
    const added = this.#registries.addType({
      name,
      mask: ordinal >= 1 && ordinal <= 32 ? 1 << (ordinal - 1) : 0,
      description,
      flags: refcount ? this.#sink.strings.internText("refcount") : 0,
      refcount,
    });
    if (!added) {
      this.#problem("note", "repeated-type", "A resource type is registered twice", "kept the first");
    }
  }

  #takeProcess(): void {
    const packet = this.#packet;
    const pid = packet.u32();
    const seconds = packet.u32();
    const micros = packet.u32();
    const { major, minor } = this.#handshake;
    const depth = major > 1 || minor >= 2 ? packet.u32() : undefined;
    this.#sink.tag("process", this.#string());
    this.#sink.tag("pid", String(pid));
    this.#sink.tag("unix time", `${seconds}.${String(micros).padStart(6, "0")}`);
    if (depth !== undefined) this.#sink.tag("backtrace depth", String(depth));
    this.#sink.stat("recorded", utcText(seconds));
  }

  #typeOf(ordinal: number): number {
    const known = this.#types.get(ordinal);
    if (known !== undefined) return known;
    if (ordinal === 0) return this.#registries.defaultType;
    const message = `Resource type ${ordinal} is not registered`;
    this.#problem("note", "unregistered-type", message, "named it by its number");
    const name = this.#sink.strings.internText(`type ${ordinal}`);
    this.#types.set(ordinal, name);
    return name;
  }

  #noteNegative(call: CallLine): void {
    call.flags |= CALL_NEGATIVE_SIZE;
    this.#problem(
      "note",
      "negative-size",
      "The size of an allocation is negative",
      "kept as a 64-bit number",
    );
  }

  #drain(all: boolean): void {
    this.#rows.drain(all, (block, from, to) => this.#events.write(block, from, to));
    this.#openRow = -1;
  }

  #comment(text: string): void {
    this.#registries.addComment(this.#sink.strings.internText(text), false);
  }

  /** Reads the next string; returns its string code. */
  #text(): number {
    this.#packet.text();
    const { textStart, textEnd } = this.#packet;
    return textStart < textEnd ? this.#sink.strings.intern(this.#bytes, textStart, textEnd) : 0;
  }

  #string(): string {
    return this.#sink.strings.text(this.#text());
  }

  /** Writes `0x` and digits at the end of the scratch bytes; returns where they begin. */
  #writeHex(low: number, high: number): number {
    let at = this.#hex.length;
    do {
      const digit = low & 15;
      this.#hex[--at] = digit < 10 ? 48 + digit : 87 + digit;
      low = (low >>> 4) | (high << 28);
      high >>>= 4;
    } while ((low | high) !== 0);
    this.#hex[--at] = 120;
    this.#hex[--at] = 48;
    return at;
  }

  #problem(severity: ProblemSeverity, code: string, message: string, handling: string): void {
    this.#sink.problem({ severity, code, offset: this.#offset, record: this.#packets, message, handling });
  }
}
