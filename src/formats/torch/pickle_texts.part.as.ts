// A cache of recent strings with their codes in the pool, because keys are repeated all the time in a pickle
// without a memo.

import { State, TEXT_BYTES, TEXT_SLOTS, TextSlot } from "./pickle_layout";

/** Strings up to this length are determined by their first and last eight bytes. */
const SHORT_TEXT: u32 = 16;
/** Maximum length of a string in one slot. */
const SLOT_TEXT: u32 = 1024;

/** Returns the first eight bytes of a string, or all bytes if there are fewer. */
@inline
function firstOf(at: usize, length: u32): u64 {
  if (length >= 8) return load<u64>(at);
  if (length >= 4) return <u64> load<u32>(at);
  // For a string of one to three bytes, these three loads read all bytes.
  return <u64> load<u8>(at) | <u64> load<u8>(at + (length >> 1)) << 8 | <u64> load<u8>(at + length - 1) << 16;
}

/** Returns the last eight bytes of a string, or all bytes if there are fewer. */
@inline
function lastOf(at: usize, length: u32): u64 {
  if (length >= 8) return load<u64>(at + length - 8);
  return length >= 4 ? <u64> load<u32>(at + length - 4) : 0;
}

/** Returns the only slot that may contain this string. */
@inline
function placeOf(s: usize, first: u64, last: u64, length: u32): usize {
  let hash = (first ^ (last << 23 | last >> 41) ^ <u64> length) *
    (<u64> load<u32>(s, State.Factor) << 32 | 0x9e37_79b1);
  hash ^= hash >> 32;
  return <usize> load<u32>(s, State.Texts) + (<usize> (hash & (TEXT_SLOTS - 1))) * TextSlot.Bytes;
}

function isSame(left: usize, right: usize, length: u32): bool {
  let at: usize = 8;
  // The first and last eight bytes have been compared already.
  for (; at + 8 < length; at += 8) if (load<u64>(left + at) != load<u64>(right + at)) return false;
  return true;
}

/** Returns the slot that contains a string of at least one byte, or 0. */
@inline
export function slotOf(s: usize, at: usize, length: u32): usize {
  const first = firstOf(at, length), last = lastOf(at, length);
  const slot = placeOf(s, first, last, length);
  if (
    load<u32>(slot, TextSlot.Length) != length || load<u64>(slot, TextSlot.First) != first ||
    load<u64>(slot, TextSlot.Last) != last
  ) return 0;
  return length <= SHORT_TEXT || isSame(load<u32>(slot, TextSlot.Text), at, length) ? slot : 0;
}

/** Caches the code and the key number of a string; no string is empty. */
export function noteText(s: usize, at: usize, length: u32, code: u32, key: u32): void {
  if (length > SLOT_TEXT) return;
  let used = load<u32>(s, State.TextUsed);
  if (length > SHORT_TEXT) {
    if (used + length > <u32> TEXT_BYTES) {
      memory.fill(load<u32>(s, State.Texts), 0, TEXT_SLOTS * TextSlot.Bytes);
      used = 0;
    }
    memory.copy(<usize> load<u32>(s, State.TextBytes) + used, at, length);
  }
  const first = firstOf(at, length), last = lastOf(at, length);
  const slot = placeOf(s, first, last, length);
  store<u64>(slot, first, TextSlot.First);
  store<u64>(slot, last, TextSlot.Last);
  store<u32>(slot, length, TextSlot.Length);
  store<u32>(slot, code, TextSlot.Code);
  store<u32>(slot, key, TextSlot.Key);
  store<u32>(slot, load<u32>(s, State.TextBytes) + used, TextSlot.Text);
  store<u32>(s, length > SHORT_TEXT ? used + length : used, State.TextUsed);
}
