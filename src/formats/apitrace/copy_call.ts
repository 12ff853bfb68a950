/**
 * Copies calls from one stream to another: numbers in their shortest form, signatures at their first use.
 * @module
 */

import * as S from "./kernel/state.ts";
import { DefinitionReader, type Signature } from "./signatures.ts";
import type { StreamKernel } from "./stream_kernel.ts";
import { Tag, type ValueReader } from "./values.ts";
import { StreamWriter } from "./writer.ts";

/** Writes calls of a pass to a new stream of version 6. */
export class CallCopier {
  readonly #kernel: StreamKernel;
  readonly #reader: ValueReader;
  readonly #writer: StreamWriter;
  readonly #version: number;
  readonly #definitions = new Map<Signature, Uint8Array>();

  /** Copies calls of a pass over a stream of version `version`. */
  constructor(kernel: StreamKernel, reader: ValueReader, writer: StreamWriter, version: number) {
    this.#kernel = kernel;
    this.#reader = reader;
    this.#writer = writer;
    this.#version = version;
  }

  /** Copies the current call: all arguments into its enter event, the return value into its leave event. */
  copy(): void {
    const writer = this.#writer;
    const reader = this.#reader;
    const signature = this.#kernel.signatures.of(this.#kernel.get(S.CALL_FUNCTION))!;
    const no = writer.beginEnter(this.#kernel.get(S.CALL_THREAD));
    this.#reference(signature);
    if (this.#kernel.get(S.CALL_CLASS) & S.CLASS_FAKE) writer.flags(1);
    this.#backtrace();
    for (let arg = 0; arg < reader.argCount; arg++) {
      if (!reader.placeArg(arg)) continue;
      writer.arg(arg);
      this.#value();
    }
    writer.end();
    writer.leave(no);
    if (reader.placeReturn()) {
      writer.ret();
      this.#value();
    }
    writer.end();
  }

  #backtrace(): void {
    const count = this.#reader.placeBacktrace();
    if (count < 0) return;
    this.#writer.byte(4);
    this.#writer.uint(count);
    for (let frame = 0; frame < count; frame++) this.#reference(this.#reader.reference(S.FRAME));
  }

  #reference(signature: Signature): void {
    let definition = this.#definitions.get(signature);
    if (!definition) this.#definitions.set(signature, definition = canonical(signature, this.#version));
    this.#writer.reference(signature.kind, signature.id, definition);
  }

  #value(): void {
    const reader = this.#reader;
    const writer = this.#writer;
    for (let left = 1; left > 0; left--) {
      const inside = reader.read();
      const { kind, signature, content } = reader;
      left += inside;
      switch (kind) {
        case Tag.Sint:
          writer.int(BigInt.asIntN(64, reader.bits()));
          break;
        case Tag.Uint:
          writer.int(reader.bits());
          break;
        case Tag.Opaque:
          // An opaque null pointer is written as a null value, as the original tool does.
          writer.pointer(reader.bits());
          break;
        case Tag.String:
          writer.text(content);
          break;
        case Tag.Blob:
          writer.blob(content);
          break;
        case Tag.Array:
          writer.array(inside);
          break;
        case Tag.Wide:
          writer.wide(reader.units);
          break;
        default:
          writer.byte(kind);
          if (signature) this.#reference(signature);
          if (kind === Tag.Enum) writer.int(BigInt.asIntN(64, reader.bits()));
          else if (kind === Tag.Mask) writer.uint(reader.bits());
          else writer.raw(content);
      }
    }
  }
}

/** Rewrites a definition in the form that the newest version uses. */
function canonical(signature: Signature, version: number): Uint8Array {
  const from = new DefinitionReader(signature.definition, 0);
  const to = new StreamWriter(0);
  to.take();
  if (signature.kind === S.FRAME) {
    for (let part = from.byte(); part !== 0; part = from.byte()) {
      to.byte(part);
      if (part <= 3) to.string(from.bytes());
      else to.uint(from.uint());
    }
    to.byte(0);
    return to.take();
  }
  if (signature.kind === S.FUNCTION || signature.kind === S.STRUCT) to.string(from.bytes());
  // Before version 3, an enumeration has a single name and value.
  const single = signature.kind === S.ENUM && version < 3;
  const count = single ? 1 : from.small();
  to.uint(count);
  for (let each = 0; each < count; each++) {
    to.string(from.bytes());
    if (signature.kind === S.ENUM) to.int(BigInt.asIntN(64, from.integer()));
    else if (signature.kind === S.BIT_MASK) to.uint(from.uint());
  }
  return to.take();
}
