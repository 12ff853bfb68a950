// Decodes allocations and frees of interpreted heaptrack data from a window straight into staging columns. Every other line,
// and whatever is odd about these, stops the loop before it: the TypeScript reader takes it over.
//
// A free says only of which size and backtrace the block was. It ends the latest such block, as heaptrack counts temporary
// allocations: live blocks of a kind are a chain of slots, the latest first.

import { KindCode } from "../../events/kind_code";
import { at4, at8 } from "../../memory/cells.part.as";
import { Kind, Slot, State, Stop } from "./decoder_layout";

/** A letter, a blank, eight digits and the line end. */
const SAFE_LINE: usize = 11;
/** Digits of a number that is surely one of 32 bits. */
const DIGITS: usize = 8;
const PLUS: u32 = 43;
const MINUS: u32 = 45;
const SPACE: u32 = 32;
const NEWLINE: u32 = 10;

/** A slot by its number plus one. */
@inline
function slotAt(s: usize, slot: u32): usize {
  return <usize> load<u32>(s, State.Slots) + (<usize> (slot - 1)) * Slot.Bytes;
}

/** A free slot plus one; 0 where there is none and no room for another. */
@inline
function freeSlot(s: usize): u32 {
  const free = load<u32>(s, State.Free);
  if (free != 0) return free;
  const count = load<u32>(s, State.SlotCount);
  return count < load<u32>(s, State.SlotRoom) ? count + 1 : 0;
}

@inline
function writeHead(s: usize, row: u32, code: u32, number: u32, offset: u64): void {
  store<u32>(at4(load<u32>(s, State.Codes), row), code);
  store<u64>(at8(load<u32>(s, State.Indexes), row), <u64> number);
  store<u64>(at8(load<u32>(s, State.Times), row), load<u64>(s, State.Time));
  store<u64>(at8(load<u32>(s, State.Offsets), row), offset);
}

/** Writes an allocation of a kind into a slot that is free. */
@inline
function writeAlloc(s: usize, row: u32, number: u32, slot: u32, offset: u64): void {
  const kind = <usize> load<u32>(s, State.Kinds) + (<usize> number) * Kind.Bytes;
  const block = slotAt(s, slot);
  if (slot > load<u32>(s, State.SlotCount)) store<u32>(s, slot, State.SlotCount);
  else store<u32>(s, load<u32>(block, Slot.Before), State.Free);
  const allocation = load<u32>(s, State.Allocations) + 1;
  store<u32>(s, allocation, State.Allocations);
  store<u32>(block, allocation, Slot.Number);
  store<u32>(block, load<u32>(kind, Kind.Latest), Slot.Before);
  store<u32>(kind, slot, Kind.Latest);
  store<u32>(s, number + 1, State.Last);
  writeHead(s, row, KindCode.Alloc, allocation, offset);
  store<u64>(at8(load<u32>(s, State.Sizes), row), load<u64>(kind, Kind.Size));
  store<u32>(at4(load<u32>(s, State.Stacks), row), load<u32>(kind, Kind.Stack));
  store<u32>(at4(load<u32>(s, State.Funcs), row), load<u32>(kind, Kind.Func));
  store<u32>(at4(load<u32>(s, State.Files), row), load<u32>(kind, Kind.File));
  store<u32>(at4(load<u32>(s, State.Lines), row), load<u32>(kind, Kind.Line));
  store<u32>(at4(load<u32>(s, State.Modules), row), load<u32>(kind, Kind.Module));
}

/** Writes a free of a kind. No allocation has the number 0: pairing says of a free with it that it has none. */
@inline
function writeFree(s: usize, row: u32, number: u32, offset: u64): void {
  if (load<u32>(s, State.Last) == number + 1) {
    store<u32>(s, load<u32>(s, State.Temporary) + 1, State.Temporary);
  }
  store<u32>(s, 0, State.Last);
  const kind = <usize> load<u32>(s, State.Kinds) + (<usize> number) * Kind.Bytes;
  const slot = load<u32>(kind, Kind.Latest);
  let allocation: u32 = 0;
  if (slot != 0) {
    const block = slotAt(s, slot);
    allocation = load<u32>(block, Slot.Number);
    store<u32>(kind, load<u32>(block, Slot.Before), Kind.Latest);
    store<u32>(block, load<u32>(s, State.Free), Slot.Before);
    store<u32>(s, slot, State.Free);
  }
  writeHead(s, row, KindCode.Free, allocation, offset);
  store<u8>(<usize> load<u32>(s, State.SizeNulls) + row, 1);
  store<u32>(at4(load<u32>(s, State.Stacks), row), 0);
  store<u32>(at4(load<u32>(s, State.Funcs), row), 0);
  store<u32>(at4(load<u32>(s, State.Files), row), 0);
  store<u32>(at4(load<u32>(s, State.Lines), row), 0);
  store<u32>(at4(load<u32>(s, State.Modules), row), 0);
}

/** Decodes lines until something stops it, and says what; `s` is a `State`. */
export function decode(s: usize): u32 {
  let p: usize = load<u32>(s, State.Place);
  const end: usize = load<u32>(s, State.End);
  let row: u32 = load<u32>(s, State.Row);
  const rows: u32 = load<u32>(s, State.Rows);
  const kinds = load<u32>(s, State.KindCount);
  const bias = load<u64>(s, State.Bias);
  let reason: u32 = Stop.Full;
  while (row < rows) {
    if (p + SAFE_LINE > end) {
      reason = Stop.NearEnd;
      break;
    }
    reason = Stop.Other;
    const letter = <u32> load<u8>(p);
    if ((letter != PLUS && letter != MINUS) || load<u8>(p, 1) != SPACE) break;
    const first = p + 2;
    let at = first;
    let number: u32 = 0;
    for (; at < first + DIGITS; at++) {
      let digit = <u32> load<u8>(at) - 48;
      if (digit > 9) {
        digit -= 39;
        if (digit < 10 || digit > 15) break;
      }
      number = (number << 4) | digit;
    }
    if (at == first || load<u8>(at) != NEWLINE || number >= kinds) break;
    const offset = bias + <u64> p;
    if (letter == PLUS) {
      const slot = freeSlot(s);
      if (slot == 0) {
        reason = Stop.Slots;
        break;
      }
      writeAlloc(s, row, number, slot, offset);
    } else writeFree(s, row, number, offset);
    reason = Stop.Full;
    row++;
    p = at + 1;
  }
  store<u32>(s, <u32> p, State.Place);
  store<u32>(s, row, State.Row);
  return reason;
}

/** Writes one row for a caller that has read the line by itself; there is room for another live block. */
export function write(s: usize, kind: u32, offset: u64, isAlloc: u32): void {
  const row = load<u32>(s, State.Row);
  if (isAlloc) writeAlloc(s, row, kind, freeSlot(s), offset);
  else writeFree(s, row, kind, offset);
  store<u32>(s, row + 1, State.Row);
}
