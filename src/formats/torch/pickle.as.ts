// Runs the opcodes of a pickle that build lists, dictionaries, strings and numbers. Entries of traces, their
// frames and lists of frames become records as they are read. For items of other lists and dictionaries the
// loop stops, and the TypeScript side handles them. An opcode has no effect before all of its bytes are
// available.

import { cell32At } from "../../memory/cells.part.as";
import { Op } from "./opcodes";
import {
  CHUNK_SHIFT,
  Entry,
  Frame,
  FRAMES_PER_STACK,
  KEY_COUNT,
  Kind,
  List,
  Reason,
  Role,
  State,
  Stop,
  TextSlot,
  Value,
} from "./pickle_layout";
import { noteStack, recordAt, setEntry, setFrame } from "./pickle_records.part.as";
import { noteText, slotOf } from "./pickle_texts.part.as";

/** Maximum bytes of a number; longer ones do not occur in snapshots. */
const WIDEST_NUMBER: u32 = 16;

/** Why the last function returned 0. */
let stop: u32 = 0;

@inline
function kindOf(value: usize): u32 {
  return load<u32>(value, Value.Kind);
}

@inline
function lowOf(value: usize): u32 {
  return load<u32>(value, Value.Low);
}

@inline
function highOf(value: usize): u32 {
  return load<u32>(value, Value.High);
}

/** Pushes a value; returns the new end of the values. The loop has checked that there is room. */
@inline
function push(top: usize, kind: u32, low: u32, high: u32): usize {
  store<u32>(top, kind, Value.Kind);
  store<u32>(top, low, Value.Low);
  store<u32>(top, high, Value.High);
  return top + Value.Bytes;
}

@inline
function damage(s: usize, reason: u32): usize {
  store<u32>(s, reason, State.Reason);
  stop = Stop.Damage;
  return 0;
}

/** The address of a value. */
@inline
function valueAt(s: usize, place: u32): usize {
  return <usize> load<u32>(s, State.Stack) + (<usize> place) * Value.Bytes;
}

/** The last mark, or 0. */
@inline
function lastMark(s: usize): usize {
  const count = load<u32>(s, State.MarkCount);
  return count == 0 ? 0 : valueAt(s, load<u32>(cell32At(load<u32>(s, State.Marks), count - 1)));
}

@inline
function dropMark(s: usize): void {
  store<u32>(s, load<u32>(s, State.MarkCount) - 1, State.MarkCount);
}

/** Whether there are this many values on the stack, without a mark among them. */
@inline
function has(s: usize, top: usize, count: u32): bool {
  const first = top - (<usize> count) * Value.Bytes;
  return first >= <usize> load<u32>(s, State.Stack) && lastMark(s) < first;
}

/** Records that a value was put into the memo: from here on, records may be referred to again. */
@inline
function keep(s: usize): void {
  store<u32>(s, load<u32>(s, State.Kept) + 1, State.Kept);
}

/** Puts the last value into the memo; returns the unchanged end of the values. */
@inline
function remember(s: usize, top: usize, place: u32, p: usize): usize {
  if (!has(s, top, 1)) return damage(s, Reason.Values);
  // A pickler numbers values consecutively and may skip numbers, so a number cannot exceed the count of bytes
  // so far.
  if (<u64> place > load<u64>(s, State.Bias) + <u64> p) {
    store<u32>(s, place, State.Wanted);
    return damage(s, Reason.Memo);
  }
  const chunk = place >> CHUNK_SHIFT;
  const value = chunk < load<u32>(s, State.MemoRoom)
    ? load<u32>(cell32At(load<u32>(s, State.Memo), chunk))
    : 0;
  if (value == 0) {
    store<u32>(s, place, State.Wanted);
    stop = Stop.Memo;
    return 0;
  }
  const to = <usize> value + <usize> (place & ((1 << CHUNK_SHIFT) - 1)) * Value.Bytes;
  push(to, kindOf(top - Value.Bytes), lowOf(top - Value.Bytes), highOf(top - Value.Bytes));
  if (place >= load<u32>(s, State.MemoLength)) store<u32>(s, place + 1, State.MemoLength);
  keep(s);
  return top;
}

/** Pushes a value from the memo. */
@inline
function recall(s: usize, top: usize, place: u32): usize {
  if (place >= load<u32>(s, State.MemoLength)) {
    stop = Stop.MissingMemo;
    return push(top, Kind.Other, 0, 0);
  }
  const chunk = place >> CHUNK_SHIFT;
  // Numbers that were skipped have values without a kind.
  const values = chunk < load<u32>(s, State.MemoRoom)
    ? load<u32>(cell32At(load<u32>(s, State.Memo), chunk))
    : 0;
  if (values == 0) return push(top, Kind.Other, 0, 0);
  const value = <usize> values + <usize> (place & ((1 << CHUNK_SHIFT) - 1)) * Value.Bytes;
  return push(top, kindOf(value), lowOf(value), highOf(value));
}

/** Pushes a number in two's complement, lowest byte first. */
@inline
function pushLong(top: usize, at: usize, length: u32, end: usize): usize {
  if (length == 0) return push(top, Kind.Number, 0, 0);
  const isNegative = load<u8>(at + length - 1) >= 0x80;
  let value: u64 = isNegative ? <u64> -1 : 0;
  if (length >= 8 || at + 8 <= end) {
    const read = load<u64>(at);
    if (length >= 8) value = read;
    else {
      const bits = <u64> (8 * length);
      value = (value << bits) | (read & ~((<u64> -1) << bits));
    }
  } else {
    for (let each = length; each > 0; each--) value = (value << 8) | <u64> load<u8>(at + each - 1);
  }
  let kind: u32 = isNegative ? Kind.Negative : Kind.Number;
  if (length > 8) {
    const filler: u8 = isNegative ? 0xff : 0;
    for (let each: u32 = 8; each < length; each++) if (load<u8>(at + each) != filler) kind = Kind.Huge;
    // In nine bytes, the last of which contains only the sign, a positive number fits in 64 bits, but a
    // negative one does not.
    if (isNegative && <i64> value >= 0) kind = Kind.Huge;
  }
  return push(top, kind, <u32> value, <u32> (value >> 32));
}

/** Pushes a string whose bytes are all available. */
@inline
function pushText(s: usize, top: usize, at: usize, length: u32): usize {
  if (length == 0) return push(top, Kind.Text, 0, 0);
  const slot = slotOf(s, at, length);
  if (slot == 0) {
    store<u32>(s, <u32> at, State.TextAt);
    store<u32>(s, length, State.TextLength);
    stop = Stop.Text;
    // The reader fills in the string code.
    return push(top, Kind.Text, 0, 0);
  }
  return push(top, Kind.Text, load<u32>(slot, TextSlot.Code), load<u32>(slot, TextSlot.Key));
}

/**
 * Combines the values from `from` on into one value at `to`: a pair of small numbers, or else a value that is
 * ignored.
 */
function pushTuple(top: usize, from: usize, to: usize): usize {
  const second = from + Value.Bytes;
  if (
    top - from == 2 * Value.Bytes && kindOf(from) == Kind.Number && kindOf(second) == Kind.Number &&
    highOf(from) == 0 && highOf(second) == 0
  ) return push(to, Kind.Pair, lowOf(from), lowOf(second));
  return push(to, Kind.Other, 0, 0);
}

/** Returns the role of a container that is an item of another container (key 0) or the value of a key. */
@inline
function roleOf(s: usize, around: u32, key: u32, list: u32): u32 {
  return <u32> load<u8>(<usize> load<u32>(s, State.Roles) + (<usize> (around * KEY_COUNT + key) << 1) + list);
}

/**
 * Returns the container that a new one will be added to, or 0 if there is none. Values after a mark are items
 * of the container before the mark. Without a mark, the container is directly below, or below the key.
 */
@inline
function parentOf(s: usize, top: usize, list: u32): usize {
  const last = top - Value.Bytes;
  const mark = lastMark(s);
  const marked: usize = mark > <usize> load<u32>(s, State.Stack) ? mark - Value.Bytes : 0;
  const kind = kindOf(last);
  if (kind == Kind.Text) {
    if (marked != 0 && kindOf(marked) == Kind.Dict && (((last - mark) / Value.Bytes) & 1) == 1) return marked;
    if (last > <usize> load<u32>(s, State.Stack) && kindOf(last - Value.Bytes) == Kind.Dict) {
      return last - Value.Bytes;
    }
  } else if (kind == Kind.List) {
    // Without a mark, this is the only item to append to a list.
    const within = highOf(last);
    if (
      marked == 0 || kindOf(marked) == Kind.Dict || within == Role.Ignored ||
      roleOf(s, within, 0, list) != Role.Ignored
    ) {
      return last;
    }
  }
  return marked != 0 && kindOf(marked) == Kind.List ? marked : 0;
}

/** Begins a list or dictionary, whose role depends on the containers around it. */
function open(s: usize, top: usize, list: u32, p: usize): usize {
  const kind: u32 = list != 0 ? Kind.List : Kind.Dict;
  if (top == <usize> load<u32>(s, State.Stack)) {
    return push(top, kind, 0, list != 0 ? Role.Segments : Role.Root);
  }
  const parent = parentOf(s, top, list);
  const key: u32 = parent == 0 || kindOf(parent) == Kind.List ? 0 : highOf(top - Value.Bytes);
  const around: u32 = parent == 0 ? Role.Ignored : highOf(parent);
  const role = roleOf(s, around, key, list);
  if (role == Role.Ignored) {
    const depth: u32 = around == Role.Ignored && parent != 0 ? lowOf(parent) + 1 : 1;
    if (depth > load<u32>(s, State.Deepest)) return damage(s, Reason.Nesting);
    return push(top, kind, depth, Role.Ignored);
  }
  const above = lowOf(parent);
  if (role == Role.Entry) {
    const entry = load<u32>(s, State.EntryCount);
    if (entry == load<u32>(s, State.EntryRoom)) return full();
    const at = recordAt(load<u32>(s, State.Entries), entry, Entry.Bytes);
    memory.fill(at, 0, Entry.Bytes);
    store<u32>(at, 1 << (Entry.Device >> 2) | 1 << (Entry.Offset >> 2), Entry.Has);
    store<u32>(at, above, Entry.Device);
    store<u64>(at, load<u64>(s, State.Bias) + <u64> p, Entry.Offset);
    store<u32>(s, entry + 1, State.EntryCount);
    return push(top, kind, entry, role);
  }
  if (role == Role.Frame) {
    const frame = load<u32>(s, State.FrameCount);
    if (frame == load<u32>(s, State.FrameRoom)) return full();
    memory.fill(recordAt(load<u32>(s, State.Frames), frame, Frame.Bytes), 0, Frame.Bytes);
    store<u32>(s, frame + 1, State.FrameCount);
    return push(top, kind, frame, role);
  }
  if (role == Role.Frames) {
    const made = load<u32>(s, State.ListCount);
    if (made == load<u32>(s, State.ListRoom)) return full();
    const at = recordAt(load<u32>(s, State.Lists), made, List.Bytes);
    store<u32>(at, load<u32>(s, State.PoolLength), List.Start);
    store<u32>(at, 0, List.Length);
    store<u32>(at, 0, List.Stack);
    store<u32>(at, load<u32>(s, State.Kept), List.Kept);
    store<u32>(at, load<u32>(s, State.FrameCount), List.First);
    store<u32>(s, made + 1, State.ListCount);
    return push(top, kind, made, role);
  }
  // Other roles are rare. A list shares the record of the container that it belongs to.
  if (
    role == Role.Trace || role == Role.Segment || role == Role.Block || role == Role.HistoryItem ||
    role == Role.Annotation
  ) stop = Stop.Open;
  return push(top, kind, above, role);
}

@inline
function full(): usize {
  stop = Stop.Room;
  return 0;
}

/**
 * Adds the values from `from` on, alternating keys and values, to the dictionary at `into`; returns the new
 * end of the values.
 */
function setItems(s: usize, top: usize, into: usize, from: usize): usize {
  const stack: usize = load<u32>(s, State.Stack);
  if (into < stack || kindOf(into) != Kind.Dict || (((top - from) / Value.Bytes) & 1) != 0) {
    return damage(s, Reason.Pairs);
  }
  const role = highOf(into), record = lowOf(into);
  if (role != Role.Ignored) {
    const item = load<u32>(s, State.Item);
    let each = item == 0 ? from : valueAt(s, item);
    for (; each < top; each += 2 * Value.Bytes) {
      const value = each + Value.Bytes;
      const isTaken = kindOf(each) == Kind.Text &&
        (role == Role.Entry
          ? setEntry(s, record, highOf(each), kindOf(value), lowOf(value), highOf(value))
          : role == Role.Frame && setFrame(s, record, highOf(each), kindOf(value), lowOf(value)));
      if (!isTaken) {
        store<u32>(s, <u32> ((into - stack) / Value.Bytes), State.Into);
        store<u32>(s, <u32> ((each - stack) / Value.Bytes), State.Item);
        stop = Stop.Set;
        return 0;
      }
    }
    store<u32>(s, 0, State.Item);
  }
  return into + Value.Bytes;
}

/** Appends a frame to a list if that only takes one more slot in the pool. */
@inline
function appendFrame(s: usize, list: u32, frame: u32): bool {
  const at = recordAt(load<u32>(s, State.Lists), list, List.Bytes);
  const length = load<u32>(at, List.Length);
  const used = load<u32>(s, State.PoolLength);
  if (
    load<u32>(at, List.Stack) != 0 || load<u32>(at, List.Start) + length != used ||
    length >= <u32> FRAMES_PER_STACK || used == load<u32>(s, State.PoolRoom)
  ) return false;
  // A list that is not the newest one may be followed by frames of newer lists.
  if (list + 1 != load<u32>(s, State.ListCount)) keep(s);
  store<u32>(cell32At(load<u32>(s, State.Pool), used), frame);
  store<u32>(s, used + 1, State.PoolLength);
  store<u32>(at, length + 1, List.Length);
  return true;
}

/** Adds the values from `from` on to the list at `into`; returns the new end of the values. */
function appendItems(s: usize, top: usize, into: usize, from: usize): usize {
  const stack: usize = load<u32>(s, State.Stack);
  if (into < stack || kindOf(into) != Kind.List) return damage(s, Reason.Items);
  const role = highOf(into), record = lowOf(into);
  if (role != Role.Ignored) {
    const item = load<u32>(s, State.Item);
    let each = item == 0 ? from : valueAt(s, item);
    for (; each < top; each += Value.Bytes) {
      const isTaken = kindOf(each) == Kind.Dict &&
        (role == Role.Trace
          ? highOf(each) == Role.Entry
          : role == Role.Frames && highOf(each) == Role.Frame && appendFrame(s, record, lowOf(each)));
      if (!isTaken) {
        store<u32>(s, <u32> ((into - stack) / Value.Bytes), State.Into);
        store<u32>(s, <u32> ((each - stack) / Value.Bytes), State.Item);
        stop = Stop.Append;
        return 0;
      }
    }
    store<u32>(s, 0, State.Item);
  }
  return into + Value.Bytes;
}

/** Saves the position of the loop and returns why it stopped. */
@inline
function leave(s: usize, from: usize, p: usize, top: usize, reason: u32): u32 {
  store<u32>(s, <u32> from, State.From);
  store<u32>(s, <u32> p, State.Place);
  store<u32>(s, <u32> ((top - <usize> load<u32>(s, State.Stack)) / Value.Bytes), State.Depth);
  return reason;
}

@inline
function want(s: usize, p: usize, top: usize, count: u32): u32 {
  store<u32>(s, count, State.Wanted);
  return leave(s, p, p, top, Stop.Limit);
}

/**
 * Returns the number of bytes of an opcode that precede its string or bytes, or in total if it has none; 0 if
 * it has one byte or is unknown.
 */
@inline
function headOf(op: u32): u32 {
  switch (op) {
    case Op.Get:
    case Op.Put:
    case Op.Int1:
    case Op.Long1:
    case Op.ShortText:
    case Op.ShortBytes:
    case Op.Proto:
      return 2;
    case Op.Int2:
      return 3;
    case Op.LongGet:
    case Op.LongPut:
    case Op.Int4:
    case Op.Text:
    case Op.Bytes:
    case Op.Long4:
      return 5;
    case Op.Float:
    case Op.Frame:
    case Op.LongText:
    case Op.LongBytes:
      return 9;
    default:
      return 1;
  }
}

/** Runs opcodes until something stops it; returns the reason. `s` is a `State`. */
export function run(s: usize): u32 {
  let p: usize = load<u32>(s, State.Place);
  const end: usize = load<u32>(s, State.End);
  const stack: usize = load<u32>(s, State.Stack);
  const room = stack + (<usize> load<u32>(s, State.StackRoom)) * Value.Bytes;
  let top = stack + (<usize> load<u32>(s, State.Depth)) * Value.Bytes;
  while (p < end) {
    if (top == room) return leave(s, p, p, top, Stop.Room);
    const op = <u32> load<u8>(p);
    const head = headOf(op);
    if (p + head > end) return want(s, p, top, head);
    let next: usize = top;
    let size: usize = head;
    stop = Stop.Limit;
    switch (op) {
      case Op.Get:
        next = recall(s, top, <u32> load<u8>(p + 1));
        break;
      case Op.LongGet:
        next = recall(s, top, load<u32>(p + 1));
        break;
      case Op.Memoize:
        next = remember(s, top, load<u32>(s, State.MemoLength), p);
        break;
      case Op.Put:
        next = remember(s, top, <u32> load<u8>(p + 1), p);
        break;
      case Op.LongPut:
        next = remember(s, top, load<u32>(p + 1), p);
        break;
      case Op.Int1:
        next = push(top, Kind.Number, <u32> load<u8>(p + 1), 0);
        break;
      case Op.Int2:
        next = push(top, Kind.Number, <u32> load<u16>(p + 1), 0);
        break;
      case Op.Int4: {
        const value = load<u32>(p + 1);
        next = <i32> value >= 0
          ? push(top, Kind.Number, value, 0)
          : push(top, Kind.Negative, value, 0xffff_ffff);
        break;
      }
      case Op.Long1:
      case Op.Long4: {
        const length = op == Op.Long1 ? <u32> load<u8>(p + 1) : load<u32>(p + 1);
        if (op == Op.Long4 && length > WIDEST_NUMBER) {
          store<u32>(s, length, State.Wanted);
          next = damage(s, Reason.Number);
          break;
        }
        size += length;
        if (p + size > end) return want(s, p, top, <u32> size);
        next = pushLong(top, p + head, length, end);
        break;
      }
      case Op.ShortText:
      case Op.Text:
      case Op.LongText:
      case Op.ShortBytes:
      case Op.Bytes:
      case Op.LongBytes: {
        const length = head == 2
          ? <u64> load<u8>(p + 1)
          : head == 5
          ? <u64> load<u32>(p + 1)
          : load<u64>(p + 1);
        if (length > <u64> load<u32>(s, State.LongestText)) return leave(s, p, p, top, Stop.Long);
        size += <usize> length;
        if (p + size > end) return want(s, p, top, <u32> size);
        next = op == Op.ShortText || op == Op.Text || op == Op.LongText
          ? pushText(s, top, p + head, <u32> length)
          : push(top, Kind.Other, 0, 0);
        break;
      }
      case Op.Mark: {
        const count = load<u32>(s, State.MarkCount);
        if (count >= 2 * load<u32>(s, State.Deepest)) {
          next = damage(s, Reason.Nesting);
          break;
        }
        store<u32>(cell32At(load<u32>(s, State.Marks), count), <u32> ((top - stack) / Value.Bytes));
        store<u32>(s, count + 1, State.MarkCount);
        next = push(top, Kind.Mark, 0, 0);
        break;
      }
      case Op.EmptyDict:
      case Op.EmptyList:
        next = open(s, top, op == Op.EmptyList ? 1 : 0, p);
        break;
      case Op.SetItems:
      case Op.Appends: {
        const mark = lastMark(s);
        if (mark == 0) {
          next = damage(s, Reason.Mark);
          break;
        }
        const into = mark - Value.Bytes, from = mark + Value.Bytes;
        next = op == Op.SetItems ? setItems(s, top, into, from) : appendItems(s, top, into, from);
        if (next != 0) dropMark(s);
        break;
      }
      case Op.SetItem:
      case Op.Append: {
        const count: u32 = op == Op.SetItem ? 3 : 2;
        const into = top - (<usize> count) * Value.Bytes, from = into + Value.Bytes;
        if (!has(s, top, count)) next = damage(s, Reason.Values);
        else next = op == Op.SetItem ? setItems(s, top, into, from) : appendItems(s, top, into, from);
        break;
      }
      case Op.None:
        next = push(top, Kind.None, 0, 0);
        break;
      case Op.True:
      case Op.False:
        next = push(top, Kind.Bool, op == Op.True ? 1 : 0, 0);
        break;
      case Op.Tuple1:
      case Op.Tuple2:
      case Op.Tuple3: {
        const count: u32 = op - Op.Tuple1 + 1;
        const from = top - (<usize> count) * Value.Bytes;
        next = has(s, top, count) ? pushTuple(top, from, from) : damage(s, Reason.Values);
        break;
      }
      case Op.Tuple:
      case Op.FrozenSet:
      case Op.AddItems:
      case Op.PopMark: {
        const mark = lastMark(s);
        if (mark == 0) {
          next = damage(s, Reason.Mark);
          break;
        }
        dropMark(s);
        next = op == Op.Tuple
          ? pushTuple(top, mark + Value.Bytes, mark)
          : op == Op.FrozenSet
          ? push(mark, Kind.Other, 0, 0)
          : mark;
        break;
      }
      case Op.Pop: {
        const last = top - Value.Bytes;
        if (top > stack && kindOf(last) == Kind.Mark) dropMark(s);
        else if (!has(s, top, 1)) {
          next = damage(s, Reason.Values);
          break;
        }
        next = last;
        break;
      }
      case Op.Dup: {
        const last = top - Value.Bytes;
        if (!has(s, top, 1)) {
          next = damage(s, Reason.Values);
          break;
        }
        keep(s);
        next = push(top, kindOf(last), lowOf(last), highOf(last));
        break;
      }
      case Op.Float:
      case Op.EmptyTuple:
      case Op.EmptySet:
        next = push(top, Kind.Other, 0, 0);
        break;
      case Op.Proto:
        store<u32>(s, <u32> load<u8>(p + 1), State.Protocol);
        break;
      case Op.Frame:
        // This opcode only hints at how much to read at once, and the hint may be wrong.
        break;
      case Op.Stop:
        return leave(s, p, p + 1, top, Stop.End);
      default:
        return leave(s, p, p, top, Stop.Opcode);
    }
    if (next == 0) return leave(s, p, p, top, stop);
    top = next;
    if (stop != Stop.Limit) return leave(s, p, p + size, top, stop);
    p += size;
  }
  return want(s, p, top, 1);
}

/** Caches the code and the key number of a string; no string is empty. */
export function cacheText(s: usize, at: usize, length: u32, code: u32, key: u32): void {
  noteText(s, at, length, code, key);
}

/** Caches the backtrace of a list whose frame ids are known. */
export function cacheStack(s: usize, list: u32): void {
  noteStack(s, list);
}
