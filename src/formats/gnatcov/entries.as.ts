// Encodes trace entries as dictionary codes. Large traces repeat few distinct (pc, size, op) triples, so an
// entry becomes the row number of its triple. Keys are the raw bytes of the entry with padding masked off, in
// either byte order; bytes are swapped only when a row of the dictionary is read.

import { EntryCounts, Row, Slot, State, Stop } from "./entry_layout";

/** Offset of size and op in an entry with 8-byte addresses. */
const WIDE_REST: usize = 8;

@inline
function decode(at: usize, count: u32, codes: usize, state: usize, accept: u32, wide: bool): u32 {
  const slots: usize = load<u32>(state, State.Slots);
  const shift: u64 = load<u32>(state, State.Shift);
  const limit: usize = slots + ((<usize> 1) << (69 - <u32> shift));
  const epoch: u64 = (<u64> load<u32>(state, State.Epoch)) << 32;
  const byPc: u64 = load<u64>(state, State.PcFactor);
  const byRest: u64 = load<u64>(state, State.RestFactor);
  const byEpoch: u64 = epoch * byRest;
  const firstRecord: u32 = load<u32>(state, State.NextRecord);
  let record: u32 = firstRecord;
  let stop: u32 = 0;
  for (let left: u32 = count; left != 0; left--) {
    const word: u64 = load<u64>(at);
    const pc: u64 = wide ? word : word & 0xffffffff;
    const meta: u64 = wide ? <u64> (load<u32>(at, WIDE_REST) & 0xffffff) : (word >> 32) & 0xffffff;
    const rest: u64 = meta | epoch;
    let slot: usize = slots + (<usize> ((pc * byPc + meta * byRest + byEpoch) >> shift)) * Slot.Bytes;
    while (load<u64>(slot, Slot.Pc) != pc || load<u64>(slot, Slot.Rest) != rest) {
      if (load<u32>(slot, Slot.Row) != 0) {
        slot += Slot.Bytes;
        if (slot == limit) slot = slots;
        continue;
      }
      if (accept == 0) {
        if ((<u32> meta & 0xff0000) == 0x800000) stop = Stop.Special;
        // "#QEM" "U-T" in file byte order.
        else if (<u32> word == 0x4d455123 && (<u32> (word >> 32) & 0xffffff) == 0x542d55) stop = Stop.Magic;
        if (stop != 0) break;
      }
      const row: u32 = load<u32>(state, State.RowCount);
      if (row == load<u32>(state, State.RowCapacity)) {
        stop = Stop.Full;
        break;
      }
      store<u64>(slot, pc, Slot.Pc);
      store<u64>(slot, rest, Slot.Rest);
      store<u64>(slot, <u64> (row + 1), Slot.Row);
      const place: usize = <usize> load<u32>(state, State.Rows) + <usize> row * Row.Bytes;
      store<u64>(place, pc, Row.Pc);
      store<u64>(place, rest, Row.Rest);
      store<u32>(place, record, Row.First);
      store<u32>(state, row + 1, State.RowCount);
      break;
    }
    if (stop != 0) break;
    accept = 0;
    // Row and count are adjacent, so one load and one store are enough.
    const found: u64 = load<u64>(slot, Slot.Row) + 0x100000000;
    store<u64>(slot, found, Slot.Row);
    store<u32>(slot, record, Slot.Last);
    store<u32>(codes, <u32> found - 1);
    codes += 4;
    at += wide ? 16 : 8;
    record++;
  }
  store<u32>(state, record, State.NextRecord);
  store<u32>(state, stop, State.Stopped);
  return record - firstRecord;
}

/**
 * Encodes up to `count` 8-byte entries at `at`; returns how many were encoded. With `accept`, the first one
 * is encoded without checks.
 */
export function decode8(at: usize, count: u32, codes: usize, state: usize, accept: u32): u32 {
  return decode(at, count, codes, state, accept, false);
}

/** Encodes up to `count` 16-byte entries. */
export function decode16(at: usize, count: u32, codes: usize, state: usize, accept: u32): u32 {
  return decode(at, count, codes, state, accept, true);
}

/** Inserts the used ones among `count` slots into the empty table that the state refers to. */
export function rehash(from: usize, count: u32, state: usize): void {
  const slots: usize = load<u32>(state, State.Slots);
  const shift: u64 = load<u32>(state, State.Shift);
  const limit: usize = slots + ((<usize> 1) << (69 - <u32> shift));
  const byPc: u64 = load<u64>(state, State.PcFactor);
  const byRest: u64 = load<u64>(state, State.RestFactor);
  const end: usize = from + (<usize> count) * Slot.Bytes;
  for (; from < end; from += Slot.Bytes) {
    if (load<u32>(from, Slot.Row) == 0) continue;
    const pc: u64 = load<u64>(from, Slot.Pc);
    const rest: u64 = load<u64>(from, Slot.Rest);
    let slot: usize = slots +
      (<usize> ((pc * byPc + rest * byRest) >> shift)) * Slot.Bytes;
    while (load<u32>(slot, Slot.Row) != 0) {
      slot += Slot.Bytes;
      if (slot == limit) slot = slots;
    }
    memory.copy(slot, from, Slot.Bytes);
  }
}

/** Writes count and last record of each row to `out`, 8 bytes each. */
export function collect(from: usize, count: u32, out: usize): void {
  const end: usize = from + (<usize> count) * Slot.Bytes;
  for (; from < end; from += Slot.Bytes) {
    const row: u32 = load<u32>(from, Slot.Row);
    if (row == 0) continue;
    const place: usize = out + (<usize> (row - 1)) * EntryCounts.Bytes;
    store<u32>(place, load<u32>(from, Slot.Count), EntryCounts.Count);
    store<u32>(place, load<u32>(from, Slot.Last), EntryCounts.Last);
  }
}
