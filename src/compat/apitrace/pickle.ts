/**
 * `apitrace pickle`: every call as a pickled tuple of number, thread, name, arguments, return value and class
 * bits. Tuples of release 11.1 have no thread, and scripts for it expect five fields.
 * @module
 */

import { UsageError } from "../../base/errors.ts";
import { type CallRange, packRanges } from "../../formats/apitrace/call_set.ts";
import * as S from "../../formats/apitrace/kernel/state.ts";
import {
  beforeNul,
  DefinitionReader,
  type Signature,
  type SignatureEntry,
} from "../../formats/apitrace/signatures.ts";
import { StreamKernel } from "../../formats/apitrace/stream_kernel.ts";
import { Tag, ValueReader } from "../../formats/apitrace/values.ts";
import type { CompatHost } from "../stand_in.ts";
import { requireFiles, type TraceCommand } from "./command.ts";
import { PickleBytes } from "./pickle_bytes.ts";
import { addCallSet, openStream, readThrough } from "./stream.ts";

/** Supported releases, and whether their tuples include the thread. */
const THREAD_OF_RELEASE: Readonly<Record<string, boolean>> = { "11.1": false, "13.0": true };
const RELEASES = Object.keys(THREAD_OF_RELEASE).join(" or ");
/** Calls may finish long after others with higher numbers, so the whole stream is read. */
const ALL_CALLS = 0xffff_ffff;
/** Output is written in chunks of about this size. */
const PIECE_BYTES = 1 << 20;

/** Pickles the calls of each given file. */
export const pickle: TraceCommand = {
  name: "pickle",
  operands: "FILE...",
  options: [
    { name: "symbolic", letter: "s", summary: "names of enumerations and flags instead of numbers" },
    { name: "calls", value: "SET", summary: "only these calls" },
    { name: "release", value: "RELEASE", summary: `in the format of this release: ${RELEASES}` },
  ],
  async run({ options, files }, host) {
    requireFiles("pickle", files);
    let symbolic = false;
    let withThread = true;
    let calls: CallRange[] | undefined;
    for (const [name, value] of options) {
      if (name === "symbolic") symbolic = true;
      else if (name === "release") withThread = hasThread(value!);
      else calls = await addCallSet(host, calls, value!);
    }
    for (const file of files) await pickleFile(file, host, calls, { symbolic, withThread });
    return 0;
  },
};

function hasThread(release: string): boolean {
  const found = Object.hasOwn(THREAD_OF_RELEASE, release) ? THREAD_OF_RELEASE[release] : undefined;
  if (found !== undefined) return found;
  throw new UsageError(`apitrace pickle: expected release ${RELEASES}, found ${release}`);
}

/** The form of the tuples. */
interface PickleStyle {
  /** Writes names of enumerations and flags instead of numbers. */
  readonly symbolic: boolean;
  /** Includes the thread after the call number. */
  readonly withThread: boolean;
}

async function pickleFile(
  file: string,
  host: CompatHost,
  calls: readonly CallRange[] | undefined,
  style: PickleStyle,
): Promise<void> {
  const { basis, window } = await openStream(host, file);
  const queue: Uint8Array[] = [];
  const out = new PickleBytes();
  const kernel: StreamKernel = new StreamKernel({ ...basis, mode: S.MODE_CALLS }, {
    call: () => {
      pickler.addCall();
      if (out.length >= PIECE_BYTES) queue.push(out.take());
    },
    write: () => write(),
  });
  const pickler = new CallPickler(kernel, new ValueReader(basis.arena, kernel, basis.version), out, style);
  const write = async (): Promise<void> => {
    for (const bytes of queue.splice(0)) await host.writeOut(bytes);
  };
  if (calls) kernel.setRanges(packRanges(calls), ALL_CALLS);
  await readThrough(kernel, window, () => {
    queue.push(out.take());
    return write();
  });
}

/** An array or structure whose members are being written. */
interface Nest {
  readonly members: readonly Uint8Array[] | undefined;
  left: number;
}

interface Names {
  readonly name: Uint8Array;
  readonly args: readonly Uint8Array[];
}

class CallPickler {
  readonly #kernel: StreamKernel;
  readonly #reader: ValueReader;
  readonly #out: PickleBytes;
  readonly #symbolic: boolean;
  readonly #withThread: boolean;
  readonly #names = new Map<Signature, Names>();
  readonly #entries = new Map<Signature, SignatureEntry[]>();

  constructor(kernel: StreamKernel, reader: ValueReader, out: PickleBytes, style: PickleStyle) {
    this.#kernel = kernel;
    this.#reader = reader;
    this.#out = out;
    this.#symbolic = style.symbolic;
    this.#withThread = style.withThread;
  }

  addCall(): void {
    const out = this.#out;
    const reader = this.#reader;
    const { name, args } = this.#namesOf(this.#kernel.signatures.of(this.#kernel.get(S.CALL_FUNCTION))!);
    out.raw(0x80, 0x03, 0x28);
    out.uint(this.#kernel.get(S.CALL_NO), 0);
    if (this.#withThread) out.uint(this.#kernel.get(S.CALL_THREAD), 0);
    out.string(name);
    out.raw(0x5d);
    out.put();
    out.raw(0x28);
    const count = reader.argCount;
    for (let arg = 0; arg < count; arg++) {
      out.string(args[arg] ?? NO_NAME);
      if (reader.placeArg(arg)) this.#value();
      else out.raw(0x4e);
      out.raw(0x86);
    }
    out.raw(0x65);
    if (reader.placeReturn()) this.#value();
    else out.raw(0x4e);
    out.uint(this.#kernel.get(S.CALL_CLASS), 0);
    out.raw(0x74, 0x2e);
  }

  #namesOf(signature: Signature): Names {
    let names = this.#names.get(signature);
    if (!names) {
      const reader = new DefinitionReader(signature.definition, 0);
      const name = reader.bytes();
      names = { name, args: Array.from({ length: reader.small() }, () => reader.bytes()) };
      this.#names.set(signature, names);
    }
    return names;
  }

  /** Writes the value at the reader, however deeply nested. */
  #value(): void {
    const out = this.#out;
    const reader = this.#reader;
    const stack: Nest[] = [];
    while (true) {
      const inside = reader.read();
      const { kind, signature } = reader;
      let opened = true;
      if (kind === Tag.Array) {
        out.raw(0x5d);
        out.put();
        out.raw(0x28);
        stack.push({ members: undefined, left: inside });
      } else if (kind === Tag.Struct) {
        const members = this.#namesOf(signature!).args;
        out.raw(0x7d);
        out.put();
        stack.push({ members, left: members.length });
      } else if (kind === Tag.Repr) {
        // Symbolic output uses the readable view, other output the bytes; the other one is skipped.
        if (this.#symbolic) stack.push({ members: VIEWS, left: 1 });
        else reader.skip();
        if (!this.#symbolic || this.#next(stack, true)) continue;
      } else {
        this.#plain();
        opened = false;
      }
      if (!this.#next(stack, opened)) return;
    }
  }

  /**
   * Continues with the next member of the innermost open value; `opened` if that value has just been opened.
   * Returns false if no value is open.
   */
  #next(stack: Nest[], opened: boolean): boolean {
    const out = this.#out;
    for (let nest = stack.at(-1); nest; nest = stack.at(-1)) {
      const { members } = nest;
      if (!opened && members === VIEWS) this.#reader.skip();
      else if (!opened && members) out.raw(0x73);
      opened = false;
      if (nest.left > 0) {
        if (members && members !== VIEWS) out.string(members[members.length - nest.left]!);
        nest.left--;
        return true;
      }
      if (!members) out.raw(0x65);
      stack.pop();
    }
    return false;
  }

  #plain(): void {
    const out = this.#out;
    const reader = this.#reader;
    const { low, high, content } = reader;
    switch (reader.kind) {
      case Tag.Null:
        out.raw(0x4b, 0x00);
        break;
      case Tag.False:
        out.raw(0x89);
        break;
      case Tag.True:
        out.raw(0x88);
        break;
      case Tag.Sint:
        out.int(BigInt.asIntN(64, reader.bits()));
        break;
      case Tag.Uint:
        out.uint(low, high);
        break;
      case Tag.Float:
        this.#float(wordAt(content, 0));
        break;
      case Tag.Double:
        out.doubleBits(wordAt(content, 0), wordAt(content, 4));
        break;
      case Tag.String:
        out.string(beforeNul(content));
        break;
      case Tag.Blob:
        out.blob(content);
        break;
      case Tag.Enum:
        this.#enum();
        break;
      case Tag.Mask:
        this.#mask();
        break;
      case Tag.Opaque:
        out.beginPointer();
        out.uint(low, high);
        out.endPointer();
        break;
      default:
        this.#wide();
    }
  }

  #enum(): void {
    const value = this.#reader.bits();
    const entry = this.#symbolic
      ? this.#entriesOf(this.#reader.signature!).find((each) => each.value === value)
      : undefined;
    if (entry) this.#out.string(entry.bytes);
    else this.#out.int(BigInt.asIntN(64, value));
  }

  #mask(): void {
    const { low, high, signature } = this.#reader;
    if (!this.#symbolic) return this.#out.uint(low, high);
    let rest = this.#reader.bits();
    this.#out.raw(0x28);
    for (const entry of this.#entriesOf(signature!)) {
      if (entry.value !== 0n ? (rest & entry.value) === entry.value : rest === 0n) {
        this.#out.string(entry.bytes);
        rest &= ~entry.value;
      }
      if (rest === 0n) break;
    }
    if (rest !== 0n) this.#out.uint(Number(rest & 0xffff_ffffn), Number(rest >> 32n));
    this.#out.raw(0x74);
  }

  /** Writes a float as a double; the payload of a NaN is kept, which a JavaScript number would lose. */
  #float(bits: number): void {
    FLOATS.setUint32(0, bits, true);
    const value = FLOATS.getFloat32(0, true);
    if (!Number.isNaN(value)) {
      FLOATS.setFloat64(0, value, true);
      return this.#out.doubleBits(FLOATS.getUint32(0, true), FLOATS.getUint32(4, true));
    }
    const high = (bits & 0x8000_0000) | 0x7ff8_0000 | ((bits & 0x7f_ffff) >>> 3);
    this.#out.doubleBits((bits << 29) >>> 0, high >>> 0);
  }

  #wide(): void {
    const { units } = this.#reader;
    const end = units.indexOf(0);
    const text = (end < 0 ? units : units.slice(0, end)).map((unit) =>
      unit < 0x80 ? String.fromCharCode(unit) : "?"
    );
    this.#out.unicode(text.join(""));
  }

  #entriesOf(signature: Signature): SignatureEntry[] {
    let entries = this.#entries.get(signature);
    if (!entries) this.#entries.set(signature, entries = this.#kernel.signatures.entries(signature));
    return entries;
  }
}

/** Reads a 32-bit number. */
function wordAt(bytes: Uint8Array, at: number): number {
  return (bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)) >>> 0;
}

const FLOATS = new DataView(new ArrayBuffer(8));
const NO_NAME = new Uint8Array(0);
const VIEWS: readonly Uint8Array[] = [];
