/**
 * Formats calls so that two recordings of one program give equal texts: addresses and handles differ from run
 * to run, so each is named after the place where it first occurred, and GL objects are named by kind and
 * order.
 * @module
 */

import { ByteWriter } from "../../base/byte_writer.ts";
import type { StringPool } from "../../events/string_pool.ts";
import { CALL_LIMITS } from "./limits.ts";
import * as S from "./kernel/state.ts";
import type { Signature } from "./signatures.ts";
import { Tag, type ValueReader } from "./values.ts";
import type { CurrentCall } from "./replay.ts";
import { isNumberOrList, ObjectNames } from "./objects/object_names.ts";

const DECODER = new TextDecoder();
/** Maximum number of handles that are replaced; later ones stay as addresses. */
const MOST_HANDLES = CALL_LIMITS.followed.most;
/** Maximum number of handles to look for in one value; no more are visible in its text. */
const MOST_INSIDE = 1 << 18;
/** Matches quoted text, or an address in the form that a dump prints. */
const QUOTED_OR_ADDRESS = /"(?:[^"\\]|\\.)*"|0x[0-9a-f]+/g;

/** The parts of a function's text that are equal in all its calls. */
interface FixedTexts {
  /** Text up to the first argument. */
  readonly head: Uint8Array;
  /** Text before each argument. */
  readonly labels: readonly Uint8Array[];
}

const ENCODER = new TextEncoder();

/** Creates a function that is given each call in turn and returns the string id of its text. */
export function normalTexts(strings: StringPool): (call: CurrentCall) => number {
  const objects = new ObjectNames();
  const handles = new HandleNames();
  const fixed = new Map<Signature, FixedTexts>();
  const out = new ByteWriter();
  return (call) => {
    const { kernel, reader } = call;
    const signature = kernel.signatures.of(kernel.get(S.CALL_FUNCTION))!;
    const uses = objects.usesOf(signature);
    if (uses.moves) objects.follow(call);
    let texts = fixed.get(signature);
    if (!texts) fixed.set(signature, texts = fixedTexts(signature));
    const put = (argument: string): void => {
      const { at, side } = reader;
      const kind = uses.kinds.get(argument);
      const text = (): string => DECODER.decode(kernel.valueText(at, side).slice());
      if (kind !== undefined && isNumberOrList(reader)) {
        const changed = objects.exchange(text(), kind, kernel.get(S.CALL_THREAD), uses.deletes);
        return out.text(changed);
      }
      const inside = MAY_HOLD_HANDLES.has(reader.peek()) ? handlesIn(reader) : null;
      if (inside === null) return out.raw(kernel.valueText(at, side));
      const place = `${signature.name}.${argument}`;
      out.text(handles.exchange(text(), inside, place));
    };
    out.clear();
    out.raw(texts.head);
    const count = Math.max(reader.argCount, signature.names.length);
    for (let arg = 0; arg < count; arg++) {
      const label = texts.labels[arg];
      if (label) out.raw(label);
      else if (arg > 0) out.text(", ");
      if (arg < reader.argCount && reader.placeArg(arg)) put(signature.names[arg] ?? "");
      else out.text("?");
    }
    out.text(")");
    if (reader.placeReturn()) {
      out.text(" = ");
      put("return");
    }
    return strings.intern(out.bytes);
  };
}

function fixedTexts({ name, names }: Signature): FixedTexts {
  return {
    head: ENCODER.encode(`${name}(`),
    labels: names.map((label, at) =>
      ENCODER.encode(`${at > 0 ? ", " : ""}${label === "" ? "" : `${label} = `}`)
    ),
  };
}

/** Tags of values that are handles or may contain some. */
const MAY_HOLD_HANDLES: ReadonlySet<number> = new Set([Tag.Opaque, Tag.Array, Tag.Struct, Tag.Repr]);

/** Returns the handles in a value as they are printed; null if there are none. */
function handlesIn(reader: ValueReader): Set<string> | null {
  let inside: Set<string> | null = null;
  for (let left = 1; left > 0 && (inside?.size ?? 0) < MOST_INSIDE; left--) {
    left += reader.read();
    const handle = reader.kind === Tag.Opaque ? reader.bits() : 0n;
    if (handle !== 0n) (inside ??= new Set()).add("0x" + handle.toString(16));
  }
  return inside;
}

/** Names handles after the place where each first occurs. */
class HandleNames {
  readonly #names = new Map<string, string>();
  readonly #counts = new Map<string, number>();

  exchange(text: string, handles: ReadonlySet<string>, place: string): string {
    return text.replace(
      QUOTED_OR_ADDRESS,
      (found) => handles.has(found) ? this.#nameOf(found, place) : found,
    );
  }

  #nameOf(handle: string, place: string): string {
    let name = this.#names.get(handle);
    if (name === undefined) {
      if (this.#names.size >= MOST_HANDLES) return handle;
      const number = (this.#counts.get(place) ?? 0) + 1;
      this.#counts.set(place, number);
      this.#names.set(handle, name = `<${place} ${number}>`);
    }
    return name;
  }
}
