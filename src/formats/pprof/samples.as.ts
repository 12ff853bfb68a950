// Samples of profiles. `keep` finds well-formed samples and stores their bytes, because names and locations
// come after them; `decode` turns them into rows, lists of frames and labels. Both stop before anything that
// is not a sample or needs the TypeScript reader.

import { cell32At, cell64At } from "../../memory/cells.part.as";
import { Label, LargeIdLocation, Location, REQUESTED_IDS, State, Stop } from "./samples_layout";

const SAMPLE: u64 = 2 << 3 | 2;
const VARINT: u32 = 0;
const FIXED_64: u32 = 1;
const BYTES: u32 = 2;
const FIXED_32: u32 = 5;
/** Maximum bytes of a number. */
const VARINT_BYTES: usize = 10;
const HIGH_BITS: u64 = 0x8080_8080_8080_8080;
const WORD: u64 = 0xffff_ffff;
/** Frames per sample that are always kept. */
const FRAMES_PER_SAMPLE: u32 = 256;
/** Stored in place of a string whose number is too large. */
const NO_TEXT: u32 = 0xffff_ffff;

/** The end of the number or field that was read last; 0 if it was invalid. */
let after: usize = 0;
/** The last field: its number, its wire type, its value, and the start of its bytes. */
let field: u32 = 0;
let type: u32 = 0;
let value: u64 = 0;
let from: usize = 0;

/** Reads a number of more than one byte. */
function longNumber(p: usize, end: usize): u64 {
  const last = min(end, p + VARINT_BYTES);
  let number: u64 = 0, shift: u64 = 0;
  for (; p < last; p++, shift += 7) {
    const byte = <u64> load<u8>(p);
    number |= (byte & 0x7f) << shift;
    if (byte < 0x80) {
      after = p + 1;
      return number;
    }
  }
  after = 0;
  return 0;
}

function number(p: usize, end: usize): u64 {
  if (p < end) {
    const byte = <u64> load<u8>(p);
    if (byte < 0x80) {
      after = p + 1;
      return byte;
    }
    const next = p + 1 < end ? <u64> load<u8>(p + 1) : 0x80;
    if (next < 0x80) {
      after = p + 2;
      return (byte & 0x7f) | (next << 7);
    }
  }
  return longNumber(p, end);
}

/** Reads the field at `p`; returns false if it is invalid or incomplete. */
@inline
function nextField(p: usize, end: usize): bool {
  const tag = number(p, end);
  if (after == 0 || tag > WORD || tag < 8) return false;
  field = <u32> tag >> 3;
  type = <u32> tag & 7;
  if (type == VARINT) {
    value = number(after, end);
    return after != 0;
  }
  let length: u64 = 0;
  if (type == BYTES) {
    length = number(after, end);
    if (after == 0) return false;
  } else if (type == FIXED_64) length = 8;
  else if (type == FIXED_32) length = 4;
  else return false;
  from = after;
  if (length > <u64> (end - from)) return false;
  after = from + <usize> length;
  return true;
}

/** Whether bytes are a sequence of numbers. */
function areNumbers(p: usize, end: usize): bool {
  let run: u64 = 0;
  for (; p + 8 <= end; p += 8) {
    const ends = ~load<u64>(p) & HIGH_BITS;
    if (ends == 0) run += 8;
    else {
      if (run + (ctz(ends) >> 3) >= <u64> VARINT_BYTES) return false;
      run = clz(ends) >> 3;
    }
    if (run >= <u64> VARINT_BYTES) return false;
  }
  for (; p < end; p++) {
    run = load<u8>(p) < 0x80 ? 0 : run + 1;
    if (run >= <u64> VARINT_BYTES) return false;
  }
  return run == 0;
}

/** Whether bytes are a sequence of fields. */
function areFields(p: usize, end: usize): bool {
  for (; p < end; p = after) {
    if (!nextField(p, end)) return false;
  }
  return true;
}

/** Whether bytes form a valid sample. */
@inline
function isSample(p: usize, end: usize): bool {
  while (p < end) {
    if (!nextField(p, end)) return false;
    const next = after;
    if (type == BYTES) {
      if (field == 1 || field == 2) {
        if (!areNumbers(from, next)) return false;
      } else if (field == 3 && !areFields(from, next)) return false;
    }
    p = next;
  }
  return true;
}

/** Stores samples up to the next field that is not a sample. */
export function keep(s: usize): u32 {
  let p: usize = load<u32>(s, State.Place);
  const end: usize = load<u32>(s, State.End);
  let kept: usize = load<u32>(s, State.Kept);
  const keptEnd: usize = load<u32>(s, State.KeptEnd);
  let samples: u32 = load<u32>(s, State.Samples);
  let reason: u32 = Stop.End;
  while (p < end) {
    reason = Stop.Other;
    const tag = number(p, end);
    if (after == 0 || tag != SAMPLE) break;
    const length = number(after, end);
    if (after == 0 || length > <u64> (end - after)) break;
    const first = after;
    if (<u64> (keptEnd - kept) < length + 4) {
      store<u32>(s, <u32> length, State.Need);
      reason = Stop.Kept;
      break;
    }
    if (!isSample(first, first + <usize> length)) {
      reason = Stop.Bad;
      break;
    }
    store<u32>(kept, <u32> length);
    memory.copy(kept + 4, first, <usize> length);
    kept += 4 + <usize> length;
    p = first + <usize> length;
    samples++;
    reason = Stop.End;
  }
  store<u32>(s, <u32> p, State.Place);
  store<u32>(s, <u32> kept, State.Kept);
  store<u32>(s, samples, State.Samples);
  return reason;
}

/** The slot of a large id. */
@inline
function farSlot(s: usize, id: u64): usize {
  const table: usize = load<u32>(s, State.Far), mask: u32 = load<u32>(s, State.FarMask);
  let hash = id * load<u64>(s, State.Factor);
  hash ^= hash >> 32;
  let slot = <u32> hash & mask;
  let at = table + (<usize> slot) * LargeIdLocation.Bytes;
  while (load<u32>(at, LargeIdLocation.Number) != 0 && load<u64>(at, LargeIdLocation.Id) != id) {
    slot = (slot + 1) & mask;
    at = table + (<usize> slot) * LargeIdLocation.Bytes;
  }
  return at;
}

/** The number of a location plus one; 0 if it is unknown. */
@inline
function placeOf(s: usize, id: u64): u32 {
  return id < <u64> load<u32>(s, State.NearCount)
    ? load<u32>(cell32At(load<u32>(s, State.Near), <u32> id))
    : load<u32>(farSlot(s, id), LargeIdLocation.Number);
}

/**
 * Whether one of the unknown locations that stopped the loop is known by now: a sample may contain it twice.
 */
export function isLocationKnown(s: usize, at: u32): bool {
  return placeOf(s, load<u64>(cell64At(load<u32>(s, State.Ids), at))) != 0;
}

/**
 * Assigns a number to one of the locations that stopped the loop, if its id is large. There must be room for
 * it.
 */
export function addLargeId(s: usize, ofIds: u32, location: u32): void {
  const id = load<u64>(cell64At(load<u32>(s, State.Ids), ofIds));
  const at = farSlot(s, id);
  store<u64>(at, id, LargeIdLocation.Id);
  store<u32>(at, location + 1, LargeIdLocation.Number);
}

/** Copies `count` slots of the previous table into the current one. */
export function moveLargeIds(s: usize, before: usize, count: u32): void {
  for (
    const end = before + (<usize> count) * LargeIdLocation.Bytes;
    before < end;
    before += LargeIdLocation.Bytes
  ) {
    const location = load<u32>(before, LargeIdLocation.Number);
    if (location == 0) continue;
    const id = load<u64>(before, LargeIdLocation.Id);
    const at = farSlot(s, id);
    store<u64>(at, id, LargeIdLocation.Id);
    store<u32>(at, location, LargeIdLocation.Number);
  }
}

/**
 * Frames of the sample that is being decoded: how many it has, and the budget of frames beyond the guaranteed
 * ones.
 */
let frames: u32 = 0;
let budget: u32 = 0;
let isCut: u32 = 0;
let unknown: u32 = 0;
/**
 * Number of unknown locations of the sample. They are requested together, since the sample is decoded again
 * once they are known.
 */
let newIds: u32 = 0;
/** Length of the lists so far, in words. */
let listLength: u32 = 0;
/** Innermost location of the sample, or 0. */
let innermost: usize = 0;

/** Whether the sample may have another frame. */
@inline
function mayHaveFrame(): bool {
  if (++frames <= FRAMES_PER_SAMPLE) return true;
  if (budget == 0) {
    isCut = 1;
    return false;
  }
  budget--;
  return true;
}

/** Adds the frames of a location to the list; returns what is missing, or `Stop.End`. */
function addLocation(s: usize, id: u64): u32 {
  if (id == 0) return Stop.End;
  const place = placeOf(s, id);
  if (place == 0) {
    if (newIds == REQUESTED_IDS) return Stop.Locations;
    store<u64>(cell64At(load<u32>(s, State.Ids), newIds++), id);
    return Stop.End;
  }
  const location = <usize> load<u32>(s, State.Locations) + (<usize> (place - 1)) * Location.Bytes;
  const depth = load<u32>(location, Location.Depth);
  if (depth > load<u32>(s, State.ListRoom) - listLength) return Stop.Lists;
  const list = cell32At(load<u32>(s, State.Lists), listLength);
  const frame = load<u32>(location, Location.Frame);
  if (depth == 1) store<u32>(list, frame);
  else memory.copy(list, cell32At(load<u32>(s, State.Frames), frame), (<usize> depth) << 2);
  listLength += depth;
  unknown += load<u32>(location, Location.IsUnknown);
  if (innermost == 0) innermost = location;
  return Stop.End;
}

/**
 * Adds the locations whose ids are from `p` to `end`: nearly all ids are small, and nearly all locations have
 * one frame.
 */
@inline
function addLocations(s: usize, p: usize, end: usize): u32 {
  const singles: usize = load<u32>(s, State.Singles), lists: usize = load<u32>(s, State.Lists);
  const count: u32 = load<u32>(s, State.NearCount), room: u32 = load<u32>(s, State.ListRoom);
  while (p < end) {
    let id = <u64> load<u8>(p++);
    if (id >= 0x80) {
      const next = <u64> load<u8>(p);
      if (next < 0x80) {
        id = (id & 0x7f) | (next << 7);
        p++;
      } else {
        id = number(p - 1, end);
        p = after;
      }
    }
    if (!mayHaveFrame()) continue;
    if (id < <u64> count && innermost != 0 && listLength < room) {
      const frame = load<u32>(cell32At(singles, <u32> id));
      if (frame != 0) {
        store<u32>(cell32At(lists, listLength), frame);
        listLength++;
        continue;
      }
    }
    const needed = addLocation(s, id);
    if (needed != Stop.End) return needed;
  }
  return Stop.End;
}

let outOfRange: u32 = 0;

/** The code of a string; 0 if its number is too large. */
@inline
function textNumber(): u32 {
  if (value <= WORD) return <u32> value;
  outOfRange++;
  return 0;
}

/** Writes a label. */
function addLabel(label: usize, sample: u32, p: usize, end: usize): void {
  let key: u32 = 0, text: u32 = 0, unit: u32 = 0;
  let number: u64 = 0;
  while (p < end && nextField(p, end)) {
    if (type == VARINT) {
      if (field == 1) key = textNumber();
      else if (field == 2) {
        text = textNumber();
        // A label with an invalid string number does not count as numeric.
        if (value > WORD) text = NO_TEXT;
      } else if (field == 3) number = value;
      else if (field == 4) unit = textNumber();
    }
    p = after;
  }
  store<u32>(label, sample, Label.Sample);
  store<u32>(label, key, Label.Key);
  store<u32>(label, text, Label.Text);
  store<u32>(label, unit, Label.Unit);
  store<u64>(label, number, Label.Number);
}

/** Writes the row of a sample without its stack. */
@inline
function writeRow(s: usize, row: u32, sample: u32): void {
  store<u64>(cell64At(load<u32>(s, State.Indexes), row), <u64> sample);
  let func: u32 = 0, file: u32 = 0, line: u32 = 0, module: u32 = 0, hasAddr: u32 = 0;
  let addr: u64 = 0;
  if (innermost != 0) {
    func = load<u32>(innermost, Location.Func);
    file = load<u32>(innermost, Location.File);
    line = load<u32>(innermost, Location.Line);
    addr = load<u64>(innermost, Location.Addr);
    hasAddr = load<u32>(innermost, Location.HasAddr);
    module = load<u32>(innermost, Location.Module);
  }
  store<u32>(cell32At(load<u32>(s, State.Funcs), row), func);
  store<u32>(cell32At(load<u32>(s, State.Files), row), file);
  store<u32>(cell32At(load<u32>(s, State.Lines), row), line);
  store<u8>(<usize> load<u32>(s, State.LineNulls) + row, line == 0 ? 1 : 0);
  store<u64>(cell64At(load<u32>(s, State.Addrs), row), addr);
  store<u8>(<usize> load<u32>(s, State.AddrNulls) + row, hasAddr == 0 ? 1 : 0);
  store<u32>(cell32At(load<u32>(s, State.Modules), row), module);
}

/** Decodes samples that were kept. */
export function decode(s: usize): u32 {
  let p: usize = load<u32>(s, State.Place);
  const end: usize = load<u32>(s, State.End);
  let row: u32 = load<u32>(s, State.Row), sample: u32 = load<u32>(s, State.Samples);
  const rows: u32 = load<u32>(s, State.Rows), weights: u32 = load<u32>(s, State.WeightCount);
  const columns: usize = load<u32>(s, State.Weights), depths: usize = load<u32>(s, State.Depths);
  const labels: usize = load<u32>(s, State.Labels), labelRoom: u32 = load<u32>(s, State.LabelRoom);
  let decoded: u32 = load<u32>(s, State.Decoded);
  let reason: u32 = Stop.End;
  while (p < end) {
    if (row == rows) {
      reason = Stop.Rows;
      break;
    }
    const start = load<u32>(s, State.ListLength);
    const sampleEnd = p + 4 + <usize> load<u32>(p);
    let labelCount = load<u32>(s, State.LabelCount), count: u32 = 0;
    budget = load<u32>(s, State.Budget);
    listLength = start;
    frames =
      isCut =
      unknown =
      newIds =
      outOfRange =
        0;
    innermost = 0;
    let at = p + 4;
    while (at < sampleEnd && nextField(at, sampleEnd)) {
      const first = from;
      at = after;
      if (type == BYTES) {
        if (field == 1) {
          reason = addLocations(s, first, at);
        } else if (field == 2) {
          for (let place = first; place < at; place = after, count++) {
            const weight = number(place, at);
            if (count < weights) store<u64>(cell64At(load<u32>(cell32At(columns, count)), row), weight);
          }
        } else if (field == 3) {
          if (labelCount == labelRoom) reason = Stop.Labels;
          else {
            addLabel(labels + (<usize> labelCount) * Label.Bytes, sample, first, at);
            labelCount++;
          }
        }
      } else if (type == VARINT) {
        if (field == 1) {
          if (mayHaveFrame()) reason = addLocation(s, value);
        } else if (field == 2) {
          if (count < weights) store<u64>(cell64At(load<u32>(cell32At(columns, count)), row), value);
          count++;
        }
      }
      if (reason != Stop.End) break;
    }
    if (newIds > 0) {
      store<u32>(s, newIds, State.IdCount);
      reason = Stop.Locations;
    }
    if (reason != Stop.End) break;
    if (count < weights) store<u32>(s, load<u32>(s, State.Missing) + 1, State.Missing);
    else if (count > weights) store<u32>(s, load<u32>(s, State.Extra) + 1, State.Extra);
    for (; count < weights; count++) store<u64>(cell64At(load<u32>(cell32At(columns, count)), row), 0);
    writeRow(s, row, sample);
    store<u32>(cell32At(depths, decoded), listLength - start);
    store<u32>(s, listLength, State.ListLength);
    store<u32>(s, labelCount, State.LabelCount);
    store<u32>(s, budget, State.Budget);
    store<u32>(s, load<u32>(s, State.IsCut) | isCut, State.IsCut);
    store<u32>(s, load<u32>(s, State.Unknown) + unknown, State.Unknown);
    store<u32>(s, load<u32>(s, State.OutOfRange) + outOfRange, State.OutOfRange);
    row++;
    sample++;
    decoded++;
    p = sampleEnd;
  }
  store<u32>(s, <u32> p, State.Place);
  store<u32>(s, row, State.Row);
  store<u32>(s, sample, State.Samples);
  store<u32>(s, decoded, State.Decoded);
  return reason;
}

/** Adds the weights of the last rows to their sums. */
export function sum(s: usize, count: u32): void {
  const end = load<u32>(s, State.Row), weights = load<u32>(s, State.WeightCount);
  for (let weight: u32 = 0; weight < weights; weight++) {
    const column: usize = load<u32>(cell32At(load<u32>(s, State.Weights), weight));
    const sums = cell64At(load<u32>(s, State.Sums), weight << 1);
    let low = load<u64>(sums), high = load<i64>(sums + 8);
    for (let row = end - count; row < end; row++) {
      const number = load<u64>(cell64At(column, row));
      low += number & WORD;
      high += <i64> number >> 32;
    }
    store<u64>(sums, low);
    store<i64>(sums + 8, high);
  }
}
