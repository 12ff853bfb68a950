/**
 * Tests a match expression on the bytes of many texts at once. Texts that cannot be decided by their bytes
 * are tested one by one.
 * @module
 */

import { asciiBytes } from "../../patterns/byte_finder.ts";
import { type BytePattern, bytePattern } from "../../patterns/byte_pattern.ts";
import type { KnownTransitions } from "../../patterns/known_transitions.ts";
import { kernelsOf } from "./kernels.ts";
import { LetterPlace, PatternLayout as Field } from "./kernels/texts_layout.ts";
import { KernelState } from "../../memory/kernel_state.ts";
import type { TextPattern } from "./match_test.ts";
import type { Workspace } from "./relation.ts";
import type { TextBatch } from "./text_batch.ts";

const PLACES = {
  anywhere: LetterPlace.Anywhere,
  start: LetterPlace.Start,
  end: LetterPlace.End,
  whole: LetterPlace.Whole,
  nowhere: LetterPlace.Nowhere,
} as const;

/** Maximum length of the last word of a name. */
const LONGEST_WORD = 64;
/** Characters of ASCII. */
const CHARACTERS = 0x80;

/** A match expression in the form that the kernel reads. */
export class ByteTest {
  readonly #work: Workspace;
  readonly #state: KernelState<Field>;
  readonly #pattern: BytePattern;
  /** Version of the transitions that were copied to the kernel's memory; their addresses follow. */
  #version = -1;
  #symbols = 0;
  #table = 0;
  #ends = 0;

  constructor(work: Workspace, { how, pattern, flags, ofNames }: TextPattern) {
    this.#work = work;
    const state = this.#state = new KernelState(work.arena, Field.Bytes);
    const { literal, place, decides, orTail } = this.#pattern = bytePattern(how, pattern, flags);
    state.set(Field.Letters, this.#put(literal.bytes));
    state.set(Field.Masks, this.#put(literal.masks));
    state.set(Field.Count, literal.bytes.length);
    state.set(Field.Place, PLACES[place]);
    state.set(Field.IsExact, literal.isExact ? 1 : 0);
    state.set(Field.Decides, decides ? 1 : 0);
    state.set(Field.OrTail, orTail ? 1 : 0);
    state.set(Field.OfNames, ofNames ? 1 : 0);
    const word = ofNames && how === "equal" ? lastWordOf(pattern) : undefined;
    if (!word) return;
    const masks = new Uint8Array(word.length).fill(0xff);
    state.set(Field.Word, this.#put(Uint8Array.of(...word, ...masks)));
    state.set(Field.WordCount, word.length);
  }

  /** Writes a `TextVerdict` for each text of a batch. */
  test({ entries, count, results }: TextBatch): void {
    const transitions = this.#pattern.transitions?.();
    if (transitions && transitions.version !== this.#version) this.#update(transitions);
    kernelsOf(this.#work.arena).texts.testTexts(this.#state.pointer, entries, count, results);
  }

  #update({ version, start, symbols, states, stride, table, ends }: KnownTransitions): void {
    const state = this.#state;
    this.#work.give(this.#symbols, this.#table, this.#ends);
    this.#symbols = this.#put(bytesOf(symbols.subarray(0, CHARACTERS)));
    this.#table = this.#put(bytesOf(table.subarray(0, states * stride)));
    this.#ends = this.#put(ends);
    state.set(Field.Symbols, this.#symbols);
    state.set(Field.Table, this.#table);
    state.set(Field.Shift, Math.log2(stride));
    state.set(Field.First, start);
    state.set(Field.Ends, this.#ends);
    this.#version = version;
  }

  #put(bytes: Uint8Array): number {
    const pointer = this.#work.take(bytes.length);
    this.#work.arena.u8.set(bytes, pointer);
    return pointer;
  }
}

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/**
 * The last word of a short name, as far as the full name contains it: `wstring` is short for
 * `basic_string<wchar_t>`.
 */
function lastWordOf(short: string): Uint8Array | undefined {
  const word = /\w+(?=\W*$)/.exec(short)?.[0].replace(/^w(?=string|\w*stream|\w+buf)/, "");
  return word === undefined || word.length > LONGEST_WORD ? undefined : asciiBytes(word);
}
