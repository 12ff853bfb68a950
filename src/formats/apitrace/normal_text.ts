/**
 * The text of a call that two recordings of the same program share: addresses and handles differ from run to run, so
 * each is named after the place where it first occurred.
 * @module
 */

import * as S from "./kernel/state.ts";
import type { CallAtHand } from "./walk_calls.ts";
import { walkValue } from "./walk_value.ts";

const DECODER = new TextDecoder();
/** Quoted text, or an address as a dump prints it. */
const QUOTED_OR_ADDRESS = /"(?:[^"\\]|\\.)*"|0x[0-9a-f]+/g;

/** Writes one call after the other as text. */
export function normalTexts(version: number): (call: CallAtHand) => string {
  const names = new Map<bigint, string>();
  const perPlace = new Map<string, number>();
  /** The name of a handle; the first call that shows it gives the name. */
  const nameOf = (pointer: bigint, place: string): string => {
    const known = names.get(pointer);
    if (known !== undefined) return known;
    const number = (perPlace.get(place) ?? 0) + 1;
    perPlace.set(place, number);
    const name = `<${place} ${number}>`;
    names.set(pointer, name);
    return name;
  };
  return ({ kernel, reader }) => {
    const signature = kernel.signatures.of(kernel.get(S.CALL_FUNCTION))!;
    const { name } = signature;
    const valueAt = (argument: string): string => {
      const { at, side } = reader;
      let inside: Set<string> | undefined;
      walkValue(reader, version, {
        word: () => {},
        pointer: (value) => {
          if (value !== 0n) (inside ??= new Set()).add("0x" + value.toString(16));
        },
      });
      const text = DECODER.decode(kernel.valueText(at, side).slice());
      if (inside === undefined) return text;
      const handles = inside;
      return text.replace(
        QUOTED_OR_ADDRESS,
        (found) => handles.has(found) ? nameOf(BigInt(found), `${name}.${argument}`) : found,
      );
    };
    const parts: string[] = [];
    const count = Math.max(reader.argCount, signature.names.length);
    for (let arg = 0; arg < count; arg++) {
      const label = signature.names[arg] ?? "";
      const value = arg < reader.argCount && reader.placeArg(arg) ? valueAt(label) : "?";
      parts.push(label === "" ? value : `${label} = ${value}`);
    }
    const result = reader.placeReturn() ? ` = ${valueAt("return")}` : "";
    return `${name}(${parts.join(", ")})${result}`;
  };
}
