/**
 * Runs the opcodes of a pickle that build lists, dictionaries, texts and numbers, and hands what is built to a builder as
 * soon as it is: no dictionary is kept. It runs nothing else, and refuses opcodes that would.
 * @module
 */

import { FormatError } from "../../base/errors.ts";
import type { ByteWindow } from "../../bytes/byte_window.ts";
import type { StringPool } from "../../events/string_pool.ts";
import { FORMAT_NAME } from "./header.ts";
import { SNAPSHOT_LIMITS } from "./limits.ts";
import { Op, UNSAFE } from "./opcodes.ts";
import { childRole, itemRole, KEYS, Role } from "./roles.ts";
import { Kind, Values } from "./values.ts";

/** Receives what a pickle builds. A record is whatever number the builder gave a container when it began. */
export interface PickleBuilder {
  /** A container begins; `parent` is the record of the one around it. Its own record. */
  open(role: Role, parent: number, offset: number): number;
  /** A dictionary gets a value. */
  set(role: Role, record: number, key: number, name: number, kind: Kind, low: number, high: number): void;
  /** A list gets an item that is what its items are, by its record. */
  append(role: Role, record: number, item: number): void;
  /** Something that cannot be so was left out. */
  odd(code: OddValue, offset: number): void;
}

/** What can be wrong inside a sound pickle. */
export type OddValue = "bad-key" | "bad-structure" | "missing-memo" | "long-text";

const MOST_TEXT = SNAPSHOT_LIMITS.text.most;
const MOST_NESTING = SNAPSHOT_LIMITS.nesting.most;
const MOST_VALUES = SNAPSHOT_LIMITS.values.most;
/** Bytes of numbers that are read; longer ones are none that a snapshot has. */
const WIDEST_NUMBER = 16;

/** Says where and why a pickle cannot be read on. */
export class DamagedPickle extends Error {
  /** Takes what is wrong, and where. */
  constructor(message: string, readonly offset: number) {
    super(message);
  }
}

/** One pickle. */
export class PickleMachine {
  readonly #builder: PickleBuilder;
  readonly #strings: StringPool;
  readonly #stack = new Values();
  #memo = new Values();
  readonly #marks: number[] = [];
  readonly #keys = new Map<number, number>();
  /** Offset in the stream of the first byte of the window. */
  #base = 0;
  /** The protocol that the pickle names. */
  protocol = 0;
  /** The end was read. */
  stopped = false;
  /** Bytes that must be at hand before the next opcode can be read, itself included. */
  wanted = 1;
  /** Bytes of a text that is too long, to be skipped. */
  skips = 0;

  /** Reads nothing yet. */
  constructor(builder: PickleBuilder, strings: StringPool) {
    this.#builder = builder;
    this.#strings = strings;
    KEYS.forEach((name, at) => this.#keys.set(strings.internText(name), at + 1));
  }

  /** Kind of the value that the pickle is so far. */
  get root(): Kind {
    return this.#stack.length > 0 ? this.#stack.kinds[0]! : Kind.None;
  }

  /** Nothing is read any more: the memory of what was remembered goes. */
  close(): void {
    this.#memo = new Values();
  }

  /** Runs the opcodes that are complete; the first unread byte. */
  run({ bytes, at, end, base }: ByteWindow): number {
    this.#base = base;
    const stack = this.#stack;
    while (at < end) {
      const op = bytes[at]!;
      switch (op) {
        case Op.Get:
          if (at + 2 > end) return this.#wants(2, at);
          this.#recall(bytes[at + 1]!, at);
          at += 2;
          continue;
        case Op.LongGet:
          if (at + 5 > end) return this.#wants(5, at);
          this.#recall(word(bytes, at + 1), at);
          at += 5;
          continue;
        case Op.Memoize:
          this.#remember(this.#memo.length, at);
          break;
        case Op.Put:
          if (at + 2 > end) return this.#wants(2, at);
          this.#remember(bytes[at + 1]!, at);
          at += 2;
          continue;
        case Op.LongPut:
          if (at + 5 > end) return this.#wants(5, at);
          this.#remember(word(bytes, at + 1), at);
          at += 5;
          continue;
        case Op.Int1:
          if (at + 2 > end) return this.#wants(2, at);
          stack.push(Kind.Number, bytes[at + 1]!, 0);
          at += 2;
          continue;
        case Op.Int2:
          if (at + 3 > end) return this.#wants(3, at);
          stack.push(Kind.Number, bytes[at + 1]! | (bytes[at + 2]! << 8), 0);
          at += 3;
          continue;
        case Op.Int4: {
          if (at + 5 > end) return this.#wants(5, at);
          const value = word(bytes, at + 1);
          if (value < 0x8000_0000) stack.push(Kind.Number, value, 0);
          else stack.push(Kind.Negative, value, 0xffff_ffff);
          at += 5;
          continue;
        }
        case Op.Long1: {
          if (at + 2 > end) return this.#wants(2, at);
          const length = bytes[at + 1]!;
          if (at + 2 + length > end) return this.#wants(2 + length, at);
          this.#pushLong(bytes, at + 2, length);
          at += 2 + length;
          continue;
        }
        case Op.Mark:
          if (this.#marks.length >= 2 * MOST_NESTING) this.#refuseNesting(at);
          this.#marks.push(stack.length);
          stack.push(Kind.Mark, 0, 0);
          break;
        case Op.EmptyDict:
        case Op.EmptyList:
          this.#open(op === Op.EmptyList, at);
          break;
        case Op.SetItems: {
          const mark = this.#popMark(at);
          this.#setItems(mark - 1, mark + 1, at);
          break;
        }
        case Op.SetItem:
          this.#need(3, at);
          this.#setItems(stack.length - 3, stack.length - 2, at);
          break;
        case Op.Appends: {
          const mark = this.#popMark(at);
          this.#appendItems(mark - 1, mark + 1, at);
          break;
        }
        case Op.Append:
          this.#need(2, at);
          this.#appendItems(stack.length - 2, stack.length - 1, at);
          break;
        case Op.ShortText: {
          if (at + 2 > end) return this.#wants(2, at);
          const length = bytes[at + 1]!;
          if (at + 2 + length > end) return this.#wants(2 + length, at);
          this.#pushText(bytes, at + 2, length);
          at += 2 + length;
          continue;
        }
        case Op.Text: {
          if (at + 5 > end) return this.#wants(5, at);
          const length = word(bytes, at + 1);
          if (length > MOST_TEXT || at + 5 + length > end) {
            const next = this.#readSized(true, bytes, at, 5, length, end);
            return next < 0 ? at : next;
          }
          this.#pushText(bytes, at + 5, length);
          at += 5 + length;
          continue;
        }
        case Op.None:
          stack.push(Kind.None, 0, 0);
          break;
        case Op.True:
        case Op.False:
          stack.push(Kind.Bool, op === Op.True ? 1 : 0, 0);
          break;
        case Op.Tuple2:
          this.#need(2, at);
          this.#pushTuple(stack.length - 2, stack.length - 2);
          break;
        case Op.Frame:
          // A hint at how much to read at once, which need not be true.
          if (at + 9 > end) return this.#wants(9, at);
          at += 9;
          continue;
        case Op.Stop:
          this.stopped = true;
          if (stack.length !== 1) this.#builder.odd("bad-structure", base + at);
          return at + 1;
        default: {
          const next = this.#runSeldom(op, bytes, at, end);
          if (next < 0) return at;
          at = next;
          if (this.skips > 0) return at;
          continue;
        }
      }
      at++;
    }
    this.wanted = 1;
    return at;
  }

  /** Opcodes that come once, or seldom; -1 when more bytes are needed. */
  #runSeldom(op: number, bytes: Uint8Array, at: number, end: number): number {
    const stack = this.#stack;
    const short = (count: number): boolean => {
      if (at + count <= end) return false;
      this.wanted = count;
      return true;
    };
    switch (op) {
      case Op.Proto:
        if (short(2)) return -1;
        this.protocol = bytes[at + 1]!;
        return at + 2;
      case Op.Float:
        if (short(9)) return -1;
        stack.push(Kind.Other, 0, 0);
        return at + 9;
      case Op.Long4: {
        if (short(5)) return -1;
        const length = word(bytes, at + 1);
        if (length > WIDEST_NUMBER) this.#break(`a number of ${length} bytes`, at);
        if (short(5 + length)) return -1;
        this.#pushLong(bytes, at + 5, length);
        return at + 5 + length;
      }
      case Op.Bytes:
        return short(5) ? -1 : this.#readSized(false, bytes, at, 5, word(bytes, at + 1), end);
      case Op.ShortBytes:
        return short(2) ? -1 : this.#readSized(false, bytes, at, 2, bytes[at + 1]!, end);
      case Op.LongText:
      case Op.LongBytes: {
        if (short(9)) return -1;
        const length = word(bytes, at + 5) * 0x1_0000_0000 + word(bytes, at + 1);
        return this.#readSized(op === Op.LongText, bytes, at, 9, length, end);
      }
      case Op.EmptyTuple:
        stack.push(Kind.Other, 0, 0);
        return at + 1;
      case Op.EmptySet:
        stack.push(Kind.Other, 0, 0);
        return at + 1;
      case Op.Tuple1:
      case Op.Tuple3: {
        const count = op === Op.Tuple1 ? 1 : 3;
        this.#need(count, at);
        stack.length -= count;
        stack.push(Kind.Other, 0, 0);
        return at + 1;
      }
      case Op.Tuple: {
        const mark = this.#popMark(at);
        this.#pushTuple(mark + 1, mark);
        return at + 1;
      }
      case Op.FrozenSet:
        stack.length = this.#popMark(at);
        stack.push(Kind.Other, 0, 0);
        return at + 1;
      case Op.AddItems:
      case Op.PopMark:
        stack.length = this.#popMark(at);
        return at + 1;
      case Op.Pop:
        if (stack.length > 0 && stack.kinds[stack.length - 1] === Kind.Mark) this.#popMark(at);
        else this.#need(1, at);
        stack.length--;
        return at + 1;
      case Op.Dup: {
        this.#need(1, at);
        const top = stack.length - 1;
        stack.push(stack.kinds[top]!, stack.low[top]!, stack.high[top]!);
        return at + 1;
      }
    }
    const unsafe = UNSAFE.get(op);
    const code = `0x${op.toString(16).padStart(2, "0")}`;
    if (unsafe) this.#refuse(`the opcode ${unsafe} (${code}), which names something to run`, at);
    return this.#break(`the opcode ${code}, which no snapshot has`, at);
  }

  #wants(count: number, at: number): number {
    this.wanted = count;
    return at;
  }

  /** Reads a text or bytes of some length; what is too long is skipped. */
  #readSized(
    isText: boolean,
    bytes: Uint8Array,
    at: number,
    head: number,
    length: number,
    end: number,
  ): number {
    if (length > MOST_TEXT) {
      this.#builder.odd("long-text", this.#base + at);
      this.#stack.push(Kind.Other, 0, 0);
      this.skips = length;
      return at + head;
    }
    if (at + head + length > end) {
      this.wanted = head + length;
      return -1;
    }
    if (isText) this.#pushText(bytes, at + head, length);
    else this.#stack.push(Kind.Other, 0, 0);
    return at + head + length;
  }

  #pushText(bytes: Uint8Array, from: number, length: number): void {
    const code = length === 0 ? 0 : this.#strings.intern(bytes, from, from + length);
    this.#stack.push(Kind.Text, code, this.#keys.get(code) ?? 0);
  }

  /** Two's complement, the lowest byte first. */
  #pushLong(bytes: Uint8Array, from: number, length: number): void {
    const isNegative = length > 0 && bytes[from + length - 1]! >= 0x80;
    const filler = isNegative ? 0xff : 0;
    let low = 0, high = 0;
    for (let at = 0; at < 4; at++) {
      low |= (at < length ? bytes[from + at]! : filler) << (8 * at);
      high |= (at + 4 < length ? bytes[from + at + 4]! : filler) << (8 * at);
    }
    let kind = isNegative ? Kind.Negative : Kind.Number;
    for (let at = 8; at < length; at++) if (bytes[from + at] !== filler) kind = Kind.Huge;
    // Nine bytes of which the last says only the sign are 64 bits for a number, and too many for one below 0.
    if (isNegative && length > 8 && high >= 0) kind = Kind.Huge;
    this.#stack.push(kind, low >>> 0, high >>> 0);
  }

  /** Makes one value of those from `from` on, at `to`: a pair of small numbers, or something that nobody looks at. */
  #pushTuple(from: number, to: number): void {
    const { kinds, low, high } = this.#stack;
    const isPair = this.#stack.length - from === 2 && kinds[from] === Kind.Number &&
      kinds[from + 1] === Kind.Number && high[from] === 0 && high[from + 1] === 0;
    const [first, second] = isPair ? [low[from]!, low[from + 1]!] : [0, 0];
    this.#stack.length = to;
    this.#stack.push(isPair ? Kind.Pair : Kind.Other, first, second);
  }

  #recall(place: number, at: number): void {
    const memo = this.#memo;
    if (place < memo.length) this.#stack.push(memo.kinds[place]!, memo.low[place]!, memo.high[place]!);
    else {
      this.#builder.odd("missing-memo", this.#base + at);
      this.#stack.push(Kind.Other, 0, 0);
    }
    this.#checkRoom(at);
  }

  #remember(place: number, at: number): void {
    this.#need(1, at);
    const { kinds, low, high, length } = this.#stack;
    // A pickler counts up, and may leave out what nobody reads again: no place is far beyond those before.
    if (place > this.#base + at) this.#break(`a memo entry of number ${place}`, at);
    this.#memo.put(place, kinds[length - 1]!, low[length - 1]!, high[length - 1]!);
  }

  /** A list or dictionary begins: what it is follows from what is around it. */
  #open(list: boolean, at: number): void {
    const { kinds, low, high, length } = this.#stack;
    this.#checkRoom(at);
    const kind = list ? Kind.List : Kind.Dict;
    if (length === 0) {
      const role = list ? Role.Segments : Role.Root;
      this.#stack.push(kind, this.#builder.open(role, 0, this.#base + at), role);
      return;
    }
    const parent = this.#parentOf(list);
    const isItem = parent < 0 || kinds[parent] === Kind.List;
    const key = isItem ? 0 : high[length - 1]!;
    const around: Role = parent < 0 ? Role.Ignored : high[parent]!;
    const role = childRole(around, key, list);
    if (role === Role.Ignored) {
      const depth = around === Role.Ignored && parent >= 0 ? low[parent]! + 1 : 1;
      if (depth > MOST_NESTING) this.#refuseNesting(at);
      this.#stack.push(kind, depth, Role.Ignored);
    } else {
      this.#stack.push(kind, this.#builder.open(role, low[parent]!, this.#base + at), role);
    }
  }

  /**
   * Where the container is that the one which begins will belong to; -1 where that cannot be. Between a mark and the end
   * are its items. Without a mark it is directly below, or below the key.
   */
  #parentOf(list: boolean): number {
    const { kinds, high, length } = this.#stack;
    const top = length - 1;
    const mark = this.#marks.length > 0 ? this.#marks[this.#marks.length - 1]! : -1;
    const marked = mark > 0 ? mark - 1 : -1;
    if (kinds[top] === Kind.Text) {
      if (marked >= 0 && kinds[marked] === Kind.Dict && ((top - mark) & 1) === 1) return marked;
      if (top > 0 && kinds[top - 1] === Kind.Dict) return top - 1;
    } else if (kinds[top] === Kind.List) {
      // The only item of a list comes without a mark.
      const within: Role = high[top]!;
      const fits = within === Role.Ignored || childRole(within, 0, list) !== Role.Ignored;
      if (marked < 0 || kinds[marked] === Kind.Dict || fits) return top;
    }
    return marked >= 0 && kinds[marked] === Kind.List ? marked : -1;
  }

  /** Gives the values from `from` on, keys and values in turn, to the dictionary at `into`. */
  #setItems(into: number, from: number, at: number): void {
    const { kinds, low, high, length } = this.#stack;
    if (into < 0 || kinds[into] !== Kind.Dict || (length - from) % 2 !== 0) {
      this.#break("SETITEMS without a dictionary or with half a pair", at);
    }
    const role: Role = high[into]!, record = low[into]!;
    if (role !== Role.Ignored) {
      for (let each = from; each < length; each += 2) {
        if (kinds[each] !== Kind.Text) this.#builder.odd("bad-key", this.#base + at);
        else {
          const value = each + 1;
          this.#builder.set(role, record, high[each]!, low[each]!, kinds[value]!, low[value]!, high[value]!);
        }
      }
    }
    this.#stack.length = into + 1;
  }

  /** Gives the values from `from` on to the list at `into`. */
  #appendItems(into: number, from: number, at: number): void {
    const { kinds, low, high, length } = this.#stack;
    if (into < 0 || kinds[into] !== Kind.List) this.#break("APPENDS to what is not a list", at);
    const role: Role = high[into]!, record = low[into]!;
    if (role !== Role.Ignored) {
      const item = itemRole(role);
      for (let each = from; each < length; each++) {
        const fits = (kinds[each] === Kind.Dict || kinds[each] === Kind.List) && high[each] === item;
        if (fits) this.#builder.append(role, record, low[each]!);
        else this.#builder.odd("bad-structure", this.#base + at);
      }
    }
    this.#stack.length = into + 1;
  }

  /** Takes the last mark; its place. */
  #popMark(at: number): number {
    const mark = this.#marks.pop();
    if (mark === undefined) return this.#break("the end of items that did not begin", at);
    return mark;
  }

  /** Sees to it that so many values are on the stack, and no mark among them. */
  #need(count: number, at: number): void {
    const { length } = this.#stack;
    const mark = this.#marks.length > 0 ? this.#marks[this.#marks.length - 1]! : -1;
    if (length < count || mark >= length - count) {
      this.#break("an opcode without the values that it takes", at);
    }
  }

  #checkRoom(at: number): void {
    if (this.#stack.length >= MOST_VALUES) this.#refuse(`more than ${MOST_VALUES} values in one list`, at);
  }

  #refuseNesting(at: number): never {
    return this.#refuse(`lists that are nested more than ${MOST_NESTING} deep`, at);
  }

  /** Ends the reading of a pickle that would run something or take memory without end. */
  #refuse(what: string, at: number): never {
    throw new FormatError(`Cannot read a snapshot of PyTorch: it has ${what}`, {
      format: FORMAT_NAME,
      offset: this.#base + at,
    });
  }

  /** Ends the reading of a pickle in which something is wrong: what was read before is kept. */
  #break(what: string, at: number): never {
    throw new DamagedPickle(`The pickle has ${what}`, this.#base + at);
  }
}

function word(bytes: Uint8Array, at: number): number {
  return (bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)) >>> 0;
}
