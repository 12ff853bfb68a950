// Turns trace entries into dictionary codes. Large traces repeat few distinct (pc, size, op), so an entry becomes
// the row number of its triple. Keys are the entry's bytes as they stand (padding masked off), whatever the byte
// order: nothing is swapped until somebody looks at a row of the dictionary.
//
// State, u32 words at `state`:
//   0 slots   1 64 - log2(number of slots)   2 rows   3 row count   4 row capacity   5 epoch (from 1)
//   6 number of the next record   7 why the last call stopped   8-11 two odd multipliers of the hash, u64 each: random, so that no file can
//   be made to collide
//
// Slot, 32 bytes: 0 pc u64 · 8 size, op u32 · 12 epoch u32 · 16 row + 1, 0 = empty · 20 count · 24 last record.
// An empty slot never equals a key because its epoch is 0.
// Row, 24 bytes: 0 pc u64 · 8 size, op u32 · 12 epoch u32 · 16 first record · 20 unused.

const FULL: u32 = 1; // the dictionary must grow
const SPECIAL: u32 = 2; // the next entry is a special one
const MAGIC: u32 = 3; // the next entry looks like the head of another trace

// @ts-ignore: AssemblyScript decorator
@inline
function decode(at: usize, count: u32, codes: usize, state: usize, accept: u32, wide: bool): u32 {
  const slots: usize = load<u32>(state);
  const shift: u64 = load<u32>(state, 4);
  const limit: usize = slots + ((<usize> 1) << (69 - <u32> shift));
  const epoch: u64 = (<u64> load<u32>(state, 20)) << 32;
  const byPc: u64 = load<u64>(state, 32);
  const byRest: u64 = load<u64>(state, 40);
  const byEpoch: u64 = epoch * byRest;
  const firstRecord: u32 = load<u32>(state, 24);
  let record: u32 = firstRecord;
  let stop: u32 = 0;
  for (let left: u32 = count; left != 0; left--) {
    const word: u64 = load<u64>(at);
    const pc: u64 = wide ? word : word & 0xffffffff;
    const meta: u64 = wide ? <u64> (load<u32>(at, 8) & 0xffffff) : (word >> 32) & 0xffffff;
    const rest: u64 = meta | epoch;
    let slot: usize = slots + ((<usize> ((pc * byPc + meta * byRest + byEpoch) >> shift)) << 5);
    while (load<u64>(slot) != pc || load<u64>(slot, 8) != rest) {
      if (load<u32>(slot, 16) != 0) {
        slot += 32;
        if (slot == limit) slot = slots;
        continue;
      }
      if (accept == 0) {
        if ((<u32> meta & 0xff0000) == 0x800000) stop = SPECIAL;
        // "#QEM" "U-T" as they stand in a file.
        else if (<u32> word == 0x4d455123 && (<u32> (word >> 32) & 0xffffff) == 0x542d55) stop = MAGIC;
        if (stop != 0) break;
      }
      const row: u32 = load<u32>(state, 12);
      if (row == load<u32>(state, 16)) {
        stop = FULL;
        break;
      }
      store<u64>(slot, pc);
      store<u64>(slot, rest, 8);
      store<u64>(slot, <u64> (row + 1), 16);
      const place: usize = <usize> load<u32>(state, 8) + <usize> row * 24;
      store<u64>(place, pc);
      store<u64>(place, rest, 8);
      store<u32>(place, record, 16);
      store<u32>(state, row + 1, 12);
      break;
    }
    if (stop != 0) break;
    accept = 0;
    // Row and count side by side: one load, one store.
    const found: u64 = load<u64>(slot, 16) + 0x100000000;
    store<u64>(slot, found, 16);
    store<u32>(slot, record, 24);
    store<u32>(codes, <u32> found - 1);
    codes += 4;
    at += wide ? 16 : 8;
    record++;
  }
  store<u32>(state, record, 24);
  store<u32>(state, stop, 28);
  return record - firstRecord;
}

/** Up to `count` entries of 8 bytes at `at`; how many became codes. `accept` takes the first one as it is. */
export function decode8(
  at: usize,
  count: u32,
  codes: usize,
  state: usize,
  accept: u32,
): u32 {
  return decode(at, count, codes, state, accept, false);
}

/** Up to `count` entries of 16 bytes. */
export function decode16(
  at: usize,
  count: u32,
  codes: usize,
  state: usize,
  accept: u32,
): u32 {
  return decode(at, count, codes, state, accept, true);
}

/** Puts the used ones of `count` slots into the empty slots that the state names. */
export function rehash(from: usize, count: u32, state: usize): void {
  const slots: usize = load<u32>(state);
  const shift: u64 = load<u32>(state, 4);
  const limit: usize = slots + ((<usize> 1) << (69 - <u32> shift));
  const byPc: u64 = load<u64>(state, 32);
  const byRest: u64 = load<u64>(state, 40);
  const end: usize = from + ((<usize> count) << 5);
  for (; from < end; from += 32) {
    if (load<u32>(from, 16) == 0) continue;
    const pc: u64 = load<u64>(from);
    const rest: u64 = load<u64>(from, 8);
    let slot: usize = slots +
      ((<usize> ((pc * byPc + rest * byRest) >> shift)) << 5);
    while (load<u32>(slot, 16) != 0) {
      slot += 32;
      if (slot == limit) slot = slots;
    }
    memory.copy(slot, from, 32);
  }
}

/** Count and last record of every row, 8 bytes each at `out`. */
export function collect(from: usize, count: u32, out: usize): void {
  const end: usize = from + ((<usize> count) << 5);
  for (; from < end; from += 32) {
    const row: u32 = load<u32>(from, 16);
    if (row == 0) continue;
    const place: usize = out + ((<usize> (row - 1)) << 3);
    store<u32>(place, load<u32>(from, 20));
    store<u32>(place, load<u32>(from, 24), 4);
  }
}
