// The cursor over the window, and reading numbers and strings there. If the window ends within an event, the
// event is walked again from its start when more bytes are available.

import * as S from "./state";

export let s: usize = 0; // state
export let p: usize = 0; // next byte
export let e: usize = 0; // end of the bytes
export let origin: u64 = 0;
export let cut: bool = false;
export let failed: u32 = 0;
export let failAt: usize = 0;
export let version: u32 = 0;
export let mode: u32 = 0;
export let start: usize = 0; // of the current event

// Output buffer.
export let o: usize = 0;
export let oEnd: usize = 0;
export let options: u32 = 0;

@inline
export function word(place: usize): u32 {
  return load<u32>(s + place);
}

export function cutHere(bytes: u64): bool {
  cut = true;
  const need = <u64> (p - start) + bytes;
  store<u32>(s + S.NEED, need > 0xffff_ffff ? 0xffff_ffff : <u32> need);
  return false;
}

export function fail(code: u32, at: usize): bool {
  failed = code;
  failAt = at;
  return false;
}

export function longUint(first: u32): u64 {
  let value: u64 = first & 0x7f;
  let shift: u64 = 7;
  while (true) {
    if (p >= e) {
      cutHere(1);
      return 0;
    }
    const byte = <u64> load<u8>(p++);
    if (shift < 64) value |= (byte & 0x7f) << shift;
    if (byte < 0x80) return value;
    shift = shift < 64 ? shift + 7 : shift;
  }
}

@inline
export function uint(): u64 {
  if (p >= e) {
    cutHere(1);
    return 0;
  }
  const byte = <u32> load<u8>(p++);
  return byte < 0x80 ? <u64> byte : longUint(byte);
}

/** Skips a length and that many bytes; returns the length. */
@inline
export function skipString(): u64 {
  const length = uint();
  if (cut) return 0;
  if (length > <u64> (e - p)) {
    cutHere(length);
    return 0;
  }
  p += <usize> length;
  return length;
}
