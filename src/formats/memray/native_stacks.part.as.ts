// Native frames: a tree of return addresses, of which only those that an allocation names become stacks.

import { at4 } from "../../memory/cells.part.as";
import { UNKNOWN } from "./call_layout";
import { FRAMES_PER_STACK, Lack, NativeFrame, Natives, Place } from "./native_layout";

const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

/** A native frame by its number. */
@inline
function frameAt(c: usize, number: u32): usize {
  return <usize> load<u32>(c, Natives.Frames) + (<usize> (number - 1)) * NativeFrame.Bytes;
}

@inline
function slotOf(c: usize, address: u64): u32 {
  let hash = (address ^ load<u64>(c, Natives.Seed)) * FACTOR;
  hash = (hash ^ (hash >> 29)) * FACTOR;
  return <u32> (hash >> 32);
}

/** The number of an address, which may be a new one; `UNKNOWN` where there is no room for it. */
@inline
function placeOf(c: usize, address: u64): u32 {
  const places: usize = load<u32>(c, Natives.Places), slots: usize = load<u32>(c, Natives.Slots);
  const mask = load<u32>(c, Natives.SlotMask);
  let slot = slotOf(c, address) & mask;
  let known = load<u32>(at4(slots, slot));
  while (known != 0) {
    if (load<u64>(places + (<usize> (known - 1)) * Place.Bytes, Place.Address) == address) return known - 1;
    slot = (slot + 1) & mask;
    known = load<u32>(at4(slots, slot));
  }
  const count = load<u32>(c, Natives.PlaceCount);
  if (count == load<u32>(c, Natives.PlaceRoom) || (count << 1) >= mask) return UNKNOWN;
  const place = places + (<usize> count) * Place.Bytes;
  store<u64>(place, address, Place.Address);
  store<u32>(place, 0, Place.Generation);
  store<u32>(at4(slots, slot), count + 1);
  store<u32>(c, count + 1, Natives.PlaceCount);
  return count;
}

/** Adds a native frame; false where there is no room for it. */
@inline
export function addFrame(c: usize, address: u64, parent: u32): bool {
  const count = load<u32>(c, Natives.FrameCount);
  if (count == load<u32>(c, Natives.FrameRoom)) return false;
  const place = placeOf(c, address);
  if (place == UNKNOWN) return false;
  store<u32>(c, count + 1, Natives.FrameCount);
  const frame = frameAt(c, count + 1);
  store<u32>(frame, place, NativeFrame.Place);
  store<u32>(frame, parent <= count ? parent : 0, NativeFrame.Parent);
  store<u32>(frame, 0, NativeFrame.Generation);
  return true;
}

/** The stack of a native frame; `UNKNOWN` where it must be made first. */
@inline
export function stackOfFrame(c: usize, number: u32): u32 {
  if (number == 0 || number > load<u32>(c, Natives.FrameCount)) return 0;
  const frame = frameAt(c, number);
  if (load<u32>(frame, NativeFrame.Generation) != load<u32>(c, Natives.Generation)) return UNKNOWN;
  return load<u32>(frame, NativeFrame.Stack);
}

/** Writes the frames of a stack from `Next` on, `most` of them unless they are few; what it lacks, and it goes on there. */
export function listFrames(c: usize, most: u32): u32 {
  const places: usize = load<u32>(c, Natives.Places), ids: usize = load<u32>(c, Natives.Ids);
  const list: usize = load<u32>(c, Natives.List);
  const room = load<u32>(c, Natives.ListRoom), generation = load<u32>(c, Natives.Generation);
  let next = load<u32>(c, Natives.Next), depth = load<u32>(c, Natives.Depth);
  let lack: u32 = Lack.Nothing;
  while (next != 0) {
    if (depth >= <u32> FRAMES_PER_STACK && most <= depth) {
      store<u32>(c, 1, Natives.Cut);
      break;
    }
    const frame = frameAt(c, next);
    const place = places + (<usize> load<u32>(frame, NativeFrame.Place)) * Place.Bytes;
    if (load<u32>(place, Place.Generation) != generation) {
      lack = Lack.Names;
      break;
    }
    const count = load<u32>(place, Place.Count);
    if (depth + count > room) {
      lack = Lack.Room;
      break;
    }
    const first = load<u32>(place, Place.First);
    for (let each: u32 = 0; each < count; each++) {
      store<u32>(at4(list, depth + each), load<u32>(at4(ids, first + each)));
    }
    depth += count;
    next = load<u32>(frame, NativeFrame.Parent);
  }
  store<u32>(c, depth, Natives.Depth);
  store<u32>(c, next, Natives.Next);
  return lack;
}

/** Puts all addresses into the hash table, which is empty. */
export function fillPlaces(c: usize): void {
  const slots: usize = load<u32>(c, Natives.Slots), places: usize = load<u32>(c, Natives.Places);
  const mask = load<u32>(c, Natives.SlotMask), count = load<u32>(c, Natives.PlaceCount);
  for (let each: u32 = 0; each < count; each++) {
    let slot = slotOf(c, load<u64>(places + (<usize> each) * Place.Bytes, Place.Address)) & mask;
    while (load<u32>(at4(slots, slot)) != 0) slot = (slot + 1) & mask;
    store<u32>(at4(slots, slot), each + 1);
  }
}
