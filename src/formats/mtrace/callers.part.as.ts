// Numbers callers by their text. A text is hashed and compared in words of eight bytes; `hash` and `tail` are those of
// the last text.

import { cell32At } from "../../memory/cells.part.as";
import { Call, Caller, CallerTable, Slot } from "./decoder_layout";

const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
const ONES: u64 = 0x0101_0101_0101_0101;
const HIGH_BITS: u64 = 0x8080_8080_8080_8080;
const BLANK: u64 = 32;

/** Hash of the last text. */
let hash: u64 = 0;
/** Bytes of the last text after its last complete word, padded with zeros. */
let tail: u64 = 0;

@inline
function mix(word: u64): void {
  hash = (hash ^ word) * FACTOR;
  hash ^= hash >> 32;
}

/** Hashes a text that ends at the first space from `p` on; returns its end, or 0 if there is no space before `end`. */
@inline
export function hashUpToBlank(t: usize, p: usize, end: usize): usize {
  hash = load<u64>(t, CallerTable.Seed);
  for (; p + 8 <= end; p += 8) {
    const word = load<u64>(p);
    const others = word ^ (ONES * BLANK);
    const blanks = (others - ONES) & ~others & HIGH_BITS;
    if (blanks == 0) {
      mix(word);
      continue;
    }
    const bits = ctz(blanks) - 7;
    tail = word & ((<u64> 1 << bits) - 1);
    mix(tail);
    return p + <usize> (bits >> 3);
  }
  return 0;
}

/** Hashes a text of a known length. */
export function hashText(t: usize, p: usize, length: u32): void {
  hash = load<u64>(t, CallerTable.Seed);
  const whole = p + <usize> (length & ~7);
  for (; p < whole; p += 8) mix(load<u64>(p));
  tail = 0;
  for (let at: u32 = 0; at < (length & 7); at++) tail |= (<u64> load<u8>(p + <usize> at)) << (at << 3);
  mix(tail);
}

/** Stores the hash and tail of the last text in a `Call`. */
@inline
export function keepHash(call: usize): void {
  store<u32>(call, <u32> hash, Call.Hash);
  store<u64>(call, tail, Call.Tail);
}

/** Makes the text of a `Call` the last one, by restoring its hash and tail. */
@inline
export function useHash(call: usize): void {
  hash = load<u32>(call, Call.Hash);
  tail = load<u64>(call, Call.Tail);
}

/** Whether a caller has the text at `p`, which was hashed last. */
@inline
function hasText(caller: usize, p: usize, length: u32): bool {
  if (load<u32>(caller, Caller.Length) != length) return false;
  const whole = p + <usize> (length & ~7);
  for (; p < whole; p += 8, caller += 8) {
    if (load<u64>(caller, Caller.Bytes) != load<u64>(p)) return false;
  }
  return (length & 7) == 0 || load<u64>(caller, Caller.Bytes) == tail;
}

/** The number of the caller with the text at `p`, which was hashed last; 0 if it is new and there is no room. */
@inline
export function numberOfCaller(t: usize, p: usize, length: u32): u32 {
  const slots: usize = load<u32>(t, CallerTable.Slots), mask: u32 = load<u32>(t, CallerTable.Mask);
  const key = <u32> hash;
  let place: usize = 0;
  for (let slot = key & mask;; slot = (slot + 1) & mask) {
    place = slots + (<usize> slot) * Slot.Bytes;
    const caller: usize = load<u32>(place, Slot.Caller);
    if (caller == 0) break;
    if (load<u32>(place, Slot.Hash) == key && hasText(caller, p, length)) {
      return load<u32>(caller, Caller.Number);
    }
  }
  return addCaller(t, p, length, place);
}

/** Adds a caller to an empty slot; returns its number, or 0 if there is no room. */
function addCaller(t: usize, p: usize, length: u32, place: usize): u32 {
  const number = load<u32>(t, CallerTable.Count), caller: usize = load<u32>(t, CallerTable.Next);
  const bytes = <usize> Caller.Bytes + <usize> ((length + 7) & ~7);
  const left = <usize> load<u32>(t, CallerTable.End) - caller;
  if (left < bytes || (number << 1) > load<u32>(t, CallerTable.Mask)) return 0;
  store<u32>(caller, number, Caller.Number);
  store<u32>(caller, length, Caller.Length);
  const whole = <usize> (length & ~7);
  for (let at: usize = 0; at < whole; at += 8) store<u64>(caller + at, load<u64>(p + at), Caller.Bytes);
  if ((length & 7) != 0) store<u64>(caller + whole, tail, Caller.Bytes);
  store<u32>(place, <u32> hash, Slot.Hash);
  store<u32>(place, <u32> caller, Slot.Caller);
  store<u32>(cell32At(load<u32>(t, CallerTable.Callers), number), <u32> caller);
  store<u32>(t, <u32> (caller + bytes), CallerTable.Next);
  store<u32>(t, number + 1, CallerTable.Count);
  return number;
}

/** Puts `count` slots of a smaller hash table into the one that replaces it, which is empty. */
export function moveCallers(t: usize, from: usize, count: u32): void {
  const slots: usize = load<u32>(t, CallerTable.Slots), mask: u32 = load<u32>(t, CallerTable.Mask);
  for (const end = from + (<usize> count) * Slot.Bytes; from < end; from += Slot.Bytes) {
    const caller = load<u32>(from, Slot.Caller);
    if (caller == 0) continue;
    const key = load<u32>(from, Slot.Hash);
    let slot = key & mask;
    while (load<u32>(slots + (<usize> slot) * Slot.Bytes, Slot.Caller) != 0) slot = (slot + 1) & mask;
    store<u32>(slots + (<usize> slot) * Slot.Bytes, key, Slot.Hash);
    store<u32>(slots + (<usize> slot) * Slot.Bytes, caller, Slot.Caller);
  }
}
