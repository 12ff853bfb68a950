// Sorts the entries of the traces of all devices by time, determines which blocks are older than the traces,
// and writes the rows.

import { KindCode } from "../../events/kind_code";
import { cell32At, cell64At } from "../../memory/cells.part.as";
import { Address, AddressSlot, Backtrace, EventState, OlderBlock } from "./event_layout";
import { CHUNK_SHIFT, DEVICE_FREE, Entry, INVALID_VALUE } from "./pickle_layout";

/** Nanoseconds per microsecond: rows have nanoseconds, entries have microseconds. */
const NANOSECONDS: u64 = 1000;
const NO_TIME: u64 = 0xffff_ffff_ffff_ffff;

/** The effect of an entry on a block. */
enum Effect {
  /** Entries that do not affect blocks: segments, errors, snapshots, notes. */
  None,
  Alloc,
  /** The program has freed the block; another stream may still use it. */
  Request,
  Free,
}

@inline
function entryAt(s: usize, number: u32): usize {
  const chunk: usize = load<u32>(cell32At(load<u32>(s, EventState.Entries), number >> CHUNK_SHIFT));
  return chunk + (<usize> (number & ((1 << CHUNK_SHIFT) - 1))) * Entry.Bytes;
}

@inline
function has(entry: usize, field: u32): bool {
  return (load<u32>(entry, Entry.Has) & (1 << (field >> 2))) != 0;
}

@inline
function effectOf(s: usize, action: u32): Effect {
  if (action == load<u32>(s, EventState.AllocText)) return Effect.Alloc;
  if (action == load<u32>(s, EventState.CompletedText)) return Effect.Free;
  if (action == load<u32>(s, EventState.RequestText)) return Effect.Request;
  return action == load<u32>(s, EventState.FreeText) ? Effect.Free : Effect.None;
}

/** Appends the valid entries from `from` to `to` to the order, and marks the others as invalid. */
export function addEntries(s: usize, from: u32, to: u32): void {
  const order: usize = load<u32>(s, EventState.Order);
  const oom = load<u32>(s, EventState.OomText);
  let count = load<u32>(s, EventState.Count);
  let first = load<u64>(s, EventState.First);
  for (let number = from; number < to; number++) {
    const entry = entryAt(s, number);
    // An out-of-memory error has no address.
    const isSound = has(entry, Entry.Action) && !has(entry, INVALID_VALUE) && has(entry, Entry.Size) &&
      (has(entry, Entry.Addr) || load<u32>(entry, Entry.Action) == oom);
    if (!isSound) {
      store<u32>(entry, load<u32>(entry, Entry.Has) | 1 << (INVALID_VALUE >> 2), Entry.Has);
      continue;
    }
    store<u32>(cell32At(order, count++), number);
    if (has(entry, Entry.Time)) first = min(first, load<u64>(entry, Entry.Time));
  }
  store<u32>(s, count, EventState.Count);
  store<u64>(s, first, EventState.First);
}

/**
 * Writes sort keys for the entries of one device. The key is the latest time so far, so that a clock that
 * goes backwards does not reorder the list.
 */
export function keyEntries(s: usize, keys: usize, from: u32, to: u32): void {
  const order: usize = load<u32>(s, EventState.Order);
  let latest: u64 = 0;
  for (let at = from; at < to; at++) {
    const entry = entryAt(s, load<u32>(cell32At(order, at)));
    latest = max(latest, load<u64>(entry, Entry.Time));
    store<u64>(cell64At(keys, at), latest);
  }
}

/**
 * Merges two sorted runs of entries, `from` to `middle` and `middle` to `to`; of equal entries, those of the
 * first run come first.
 */
export function mergeRuns(
  order: usize,
  keys: usize,
  from: u32,
  middle: u32,
  to: u32,
  mergedOrder: usize,
  mergedKeys: usize,
): void {
  let left = from, right = middle;
  for (let at = from; at < to; at++) {
    const isLeft = left < middle &&
      (right == to || load<u64>(cell64At(keys, left)) <= load<u64>(cell64At(keys, right)));
    const taken = isLeft ? left++ : right++;
    store<u32>(cell32At(mergedOrder, at), load<u32>(cell32At(order, taken)));
    store<u64>(cell64At(mergedKeys, at), load<u64>(cell64At(keys, taken)));
  }
}

/** The slot of an address, which may be empty. */
function slotOf(s: usize, device: u32, addr: u64): usize {
  const slots: usize = load<u32>(s, EventState.Slots);
  const mask = load<u32>(s, EventState.SlotCount) - 1;
  const owner = device + 1;
  let hash = (addr ^ <u64> owner << 40) * (<u64> load<u32>(s, EventState.Factor) << 32 | 0x9e37_79b1);
  // Addresses are multiples of 512, so their lowest bits are zero; a multiplication alone would keep them
  // zero.
  hash = (hash ^ hash >> 32) * 0x2c1b_3c6d;
  let slot = <u32> (hash >> 16) & mask;
  let at = slots + (<usize> slot) * AddressSlot.Bytes;
  while (
    load<u32>(at, AddressSlot.Owner) != 0 &&
    (load<u32>(at, AddressSlot.Owner) != owner || load<u64>(at, AddressSlot.Addr) != addr)
  ) {
    slot = (slot + 1) & mask;
    at = slots + (<usize> slot) * AddressSlot.Bytes;
  }
  return at;
}

/** Inserts the contents of this many slots into the new table that the state refers to. */
export function moveSlots(s: usize, before: usize, count: u32): void {
  for (let slot: u32 = 0; slot < count; slot++) {
    const from = before + (<usize> slot) * AddressSlot.Bytes;
    const owner = load<u32>(from, AddressSlot.Owner);
    if (owner == 0) continue;
    memory.copy(slotOf(s, owner - 1, load<u64>(from, AddressSlot.Addr)), from, AddressSlot.Bytes);
  }
}

/** Returns what the entries imply about an address, as an `Address`. */
export function stateOf(s: usize, device: u32, addr: u64): u32 {
  const slot = slotOf(s, device, addr);
  if (load<u32>(slot, AddressSlot.Owner) == 0) return Address.Unknown;
  return load<u32>(slot, AddressSlot.Live) == 0 ? Address.Gone : Address.Live;
}

/** Stores the request that ends a block, unless an earlier one was stored. */
@inline
function noteRequest(s: usize, begin: u32, at: u32): void {
  const isOlder = <i32> begin < 0;
  const request = isOlder
    ? <usize> load<u32>(s, EventState.Older) + (<usize> ~begin) * OlderBlock.Bytes + OlderBlock.Request
    : entryAt(s, load<u32>(cell32At(load<u32>(s, EventState.Order), begin - 1))) + Entry.Request;
  if (load<u32>(request) == 0) store<u32>(request, at + 1);
}

/**
 * Processes the entries in order, up to the end or until the slots or the list of older blocks are full:
 * determines which blocks existed before, which are live at the end, and which request ends which block.
 */
export function followBlocks(s: usize): void {
  const order: usize = load<u32>(s, EventState.Order);
  const count = load<u32>(s, EventState.Count);
  let at = load<u32>(s, EventState.At);
  let live = load<u32>(s, EventState.Live);
  let used = load<u32>(s, EventState.Used);
  let older = load<u32>(s, EventState.OlderCount);
  const room = load<u32>(s, EventState.OlderRoom);
  const most = load<u32>(s, EventState.SlotCount) >> 1;
  for (; at < count && used < most && older < room; at++) {
    const number = load<u32>(cell32At(order, at));
    const entry = entryAt(s, number);
    const effect = effectOf(s, load<u32>(entry, Entry.Action));
    if (effect == Effect.None) continue;
    const device = load<u32>(entry, Entry.Device);
    const addr = load<u64>(entry, Entry.Addr);
    const slot = slotOf(s, device, addr);
    const isNew = load<u32>(slot, AddressSlot.Owner) == 0;
    if (isNew) {
      used++;
      store<u64>(slot, addr, AddressSlot.Addr);
      store<u32>(slot, device + 1, AddressSlot.Owner);
    }
    const wasLive = load<u32>(slot, AddressSlot.Live);
    if (effect == Effect.Alloc) {
      if (wasLive == 0) live++;
      store<u32>(slot, 1, AddressSlot.Live);
      store<u32>(slot, at + 1, AddressSlot.Begin);
      continue;
    }
    // The request of a completed free may have been dropped from the trace.
    if (isNew) {
      const known = <usize> load<u32>(s, EventState.Older) + (<usize> older) * OlderBlock.Bytes;
      store<u32>(known, number, OlderBlock.Entry);
      store<u32>(known, 0, OlderBlock.Request);
      store<u32>(slot, ~older, AddressSlot.Begin);
      older++;
    }
    if (effect == Effect.Free) {
      live -= wasLive;
      store<u32>(slot, 0, AddressSlot.Live);
    } else {
      if (isNew) {
        live++;
        store<u32>(slot, 1, AddressSlot.Live);
      }
      noteRequest(s, load<u32>(slot, AddressSlot.Begin), at);
    }
  }
  store<u32>(s, at, EventState.At);
  store<u32>(s, live, EventState.Live);
  store<u32>(s, used, EventState.Used);
  store<u32>(s, older, EventState.OlderCount);
}

/** Writes a 64-bit number, or null if the entry has none. */
@inline
function putField(row: u32, entry: usize, field: u32, values: u32, nulls: u32): void {
  if (has(entry, field)) store<u64>(cell64At(values, row), load<u64>(entry + field));
  else store<u8>(<usize> nulls + row, 1);
}

/** Writes the time of an entry; null if its distance from the first exceeds 64 bits. */
@inline
function putTime(s: usize, row: u32, entry: usize): void {
  const since = load<u64>(entry, Entry.Time) - load<u64>(s, EventState.First);
  if (!has(entry, Entry.Time) || since > NO_TIME / NANOSECONDS) {
    store<u8>(<usize> load<u32>(s, EventState.TimeNulls) + row, 1);
  } else store<u64>(cell64At(load<u32>(s, EventState.Times), row), since * NANOSECONDS);
}

/** Writes the row of a request to free a block. */
@inline
function putRequest(s: usize, row: u32, request: u32): void {
  if (request == 0) store<u8>(<usize> load<u32>(s, EventState.RequestNulls) + row, 1);
  else {store<u64>(
      cell64At(load<u32>(s, EventState.Requests), row),
      <u64> request + <u64> load<u32>(s, EventState.Before),
    );}
}

@inline
function putPlace(s: usize, row: u32, number: u32): void {
  const backtrace = <usize> load<u32>(s, EventState.Backtraces) + (<usize> number) * Backtrace.Bytes;
  store<u32>(cell32At(load<u32>(s, EventState.Stacks), row), load<u32>(backtrace, Backtrace.Stack));
  store<u32>(cell32At(load<u32>(s, EventState.Funcs), row), load<u32>(backtrace, Backtrace.Func));
  store<u32>(cell32At(load<u32>(s, EventState.Files), row), load<u32>(backtrace, Backtrace.File));
  store<u32>(cell32At(load<u32>(s, EventState.Lines), row), load<u32>(backtrace, Backtrace.Line));
}

/** Returns the kind for pairing, by effect. */
@inline
function pairingOf(s: usize, effect: Effect): u32 {
  if (effect == Effect.Alloc) return KindCode.Alloc;
  return effect == Effect.Free ? KindCode.Free : load<u32>(s, EventState.CallKind);
}

/**
 * Writes `rows` rows of entries, starting at `At`, but stops after an entry whose device reports free memory.
 * `At` and `Row` advance. If `countsLeft` is set, the entries are not read again.
 */
export function writeRows(s: usize, rows: u32, countsLeft: bool): void {
  const order: usize = load<u32>(s, EventState.Order);
  let at = load<u32>(s, EventState.At);
  let row = load<u32>(s, EventState.Row);
  const end = row + rows;
  let isLast = false;
  while (row < end && !isLast) {
    const number = load<u32>(cell32At(order, at++));
    const entry = entryAt(s, number);
    const action = load<u32>(entry, Entry.Action), device = load<u32>(entry, Entry.Device);
    const effect = effectOf(s, action);
    store<u32>(
      cell32At(load<u32>(s, EventState.Kinds), row),
      effect == Effect.Free ? load<u32>(s, EventState.FreeText) : action,
    );
    store<u32>(cell32At(load<u32>(s, EventState.Pairings), row), pairingOf(s, effect));
    store<u32>(cell32At(load<u32>(s, EventState.Spaces), row), device);
    store<u32>(cell32At(load<u32>(s, EventState.Devices), row), device);
    putPlace(s, row, load<u32>(entry, Entry.Stack));
    putField(row, entry, Entry.Addr, load<u32>(s, EventState.Addrs), load<u32>(s, EventState.AddrNulls));
    putField(row, entry, Entry.Size, load<u32>(s, EventState.Sizes), load<u32>(s, EventState.SizeNulls));
    putField(
      row,
      entry,
      Entry.Stream,
      load<u32>(s, EventState.Streams),
      load<u32>(s, EventState.StreamNulls),
    );
    putTime(s, row, entry);
    putRequest(s, row, load<u32>(entry, Entry.Request));
    store<u32>(cell32At(load<u32>(s, EventState.Metadatas), row), load<u32>(entry, Entry.Metadata));
    store<u32>(cell32At(load<u32>(s, EventState.Compiles), row), load<u32>(entry, Entry.Compile));
    store<u32>(cell32At(load<u32>(s, EventState.Pools), row), load<u32>(entry, Entry.Pool));
    store<u8>(<usize> load<u32>(s, EventState.FreeNulls) + row, 1);
    store<u64>(cell64At(load<u32>(s, EventState.Offsets), row), load<u64>(entry, Entry.Offset));
    isLast = has(entry, DEVICE_FREE);
    if (countsLeft) {
      const left = cell32At(load<u32>(s, EventState.Left), number >> CHUNK_SHIFT);
      store<u32>(left, load<u32>(left) - 1);
    }
    row++;
  }
  store<u32>(s, at, EventState.At);
  store<u32>(s, row, EventState.Row);
}

/**
 * Writes the row of a block that is older than the first entry, using the first entry that mentions it; `Row`
 * does not advance.
 */
export function writeOlder(s: usize, older: u32, existing: u32): void {
  const row = load<u32>(s, EventState.Row);
  const known = <usize> load<u32>(s, EventState.Older) + (<usize> older) * OlderBlock.Bytes;
  const entry = entryAt(s, load<u32>(known, OlderBlock.Entry));
  const device = load<u32>(entry, Entry.Device);
  store<u32>(cell32At(load<u32>(s, EventState.Kinds), row), existing);
  store<u32>(cell32At(load<u32>(s, EventState.Pairings), row), KindCode.Alloc);
  store<u32>(cell32At(load<u32>(s, EventState.Spaces), row), device);
  store<u32>(cell32At(load<u32>(s, EventState.Devices), row), device);
  putPlace(s, row, load<u32>(entry, Entry.Stack));
  store<u64>(cell64At(load<u32>(s, EventState.Addrs), row), load<u64>(entry, Entry.Addr));
  store<u64>(cell64At(load<u32>(s, EventState.Sizes), row), load<u64>(entry, Entry.Size));
  putField(
    row,
    entry,
    Entry.Stream,
    load<u32>(s, EventState.Streams),
    load<u32>(s, EventState.StreamNulls),
  );
  store<u8>(<usize> load<u32>(s, EventState.TimeNulls) + row, 1);
  putRequest(s, row, load<u32>(known, OlderBlock.Request));
  store<u32>(cell32At(load<u32>(s, EventState.Metadatas), row), 0);
  store<u32>(cell32At(load<u32>(s, EventState.Compiles), row), 0);
  store<u32>(cell32At(load<u32>(s, EventState.Pools), row), 0);
  store<u8>(<usize> load<u32>(s, EventState.FreeNulls) + row, 1);
  store<u64>(cell64At(load<u32>(s, EventState.Offsets), row), 0);
}
