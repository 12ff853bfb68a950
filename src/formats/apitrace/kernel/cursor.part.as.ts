// The cursor over the window, and functions that read numbers and strings there. If the window ends within an
// event, the event is walked again from its start when more bytes are available.

import * as S from "./state";

export let statePtr: usize = 0; // state
export let cursor: usize = 0; // next byte
export let bytesEnd: usize = 0; // end of the bytes
export let origin: u64 = 0;
export let isCut: bool = false;
export let hasFailed: u32 = 0;
export let failAt: usize = 0;
export let version: u32 = 0;
export let mode: u32 = 0;
export let start: usize = 0; // start of the current event

// Address of the next byte of output.
export let outPtr: usize = 0;
export let outEnd: usize = 0;
export let options: u32 = 0;

@inline
export function stateWord(place: usize): u32 {
  return load<u32>(statePtr + place);
}

export function markCut(bytes: u64): bool {
  isCut = true;
  const need = <u64> (cursor - start) + bytes;
  store<u32>(statePtr + S.BYTES_NEEDED, need > 0xffff_ffff ? 0xffff_ffff : <u32> need);
  return false;
}

export function failWith(code: u32, at: usize): bool {
  hasFailed = code;
  failAt = at;
  return false;
}

export function readLongUint(first: u32): u64 {
  let value: u64 = first & 0x7f;
  let shift: u64 = 7;
  while (true) {
    if (cursor >= bytesEnd) {
      markCut(1);
      return 0;
    }
    const byte = <u64> load<u8>(cursor++);
    if (shift < 64) value |= (byte & 0x7f) << shift;
    if (byte < 0x80) return value;
    shift = shift < 64 ? shift + 7 : shift;
  }
}

@inline
export function readUint(): u64 {
  if (cursor >= bytesEnd) {
    markCut(1);
    return 0;
  }
  const byte = <u32> load<u8>(cursor++);
  return byte < 0x80 ? <u64> byte : readLongUint(byte);
}

/** Reads a length and skips that many bytes; returns the length. */
@inline
export function skipString(): u64 {
  const length = readUint();
  if (isCut) return 0;
  if (length > <u64> (bytesEnd - cursor)) {
    markCut(length);
    return 0;
  }
  cursor += <usize> length;
  return length;
}
