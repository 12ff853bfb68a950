/**
 * Offers arguments as tables and as columns of `calls`; they are read from the file again on demand.
 * @module
 */

import type {
  ColumnType,
  FamilyInfo,
  LazyColumn,
  OnDemandSink,
  OpenFamilyColumn,
} from "../../events/trace_sink.ts";
import type { ReadOptions } from "../format.ts";
import { fillArgs } from "./args_table.ts";
import { argumentFinder, codeColumn, textColumn, typedColumn } from "./argument_columns.ts";
import { areAllOfType, argumentType, containsNumbers, hasFloats, numberType } from "./argument_kinds.ts";
import { readContents } from "./contents.ts";
import { groupCall, GroupCollector } from "./groups_table.ts";
import * as S from "./kernel/state.ts";
import { argsLayout, GROUPS } from "./layouts.ts";
import { normalTexts } from "./normal_text.ts";
import { type CurrentCall, Replay, type StreamFacts } from "./replay.ts";
import { VIEW_NAMES, viewTexts } from "./typed_views.ts";
import type { ValueReader } from "./values.ts";

/** Declares `args`, `arg(NAME)`, `number(NAME)` and `text(NAME)` if the file can be read again. */
export function declareArguments(sink: OnDemandSink, options: ReadOptions, stream: StreamFacts): void {
  if (!options.reopen) return;
  const { kinds, symbols } = stream;
  const replay = new Replay(sink, options.reopen, stream);
  const isHuge = [...kinds.values(), stream.undeclared].some((each) => !containsNumbers(each, "i64"));
  sink.lazyTable(argsLayout(isHuge), (writer) => fillArgs(writer, replay));
  const declare = (name: string, open: OpenFamilyColumn, known?: FamilyInfo): void =>
    sink.columnFamily("calls", name, open, known);
  // Allows opening a column in another type if that type can represent all values.
  const family = (
    name: string,
    typeOf: (kinds: number) => ColumnType,
    holds: (kinds: number, type: ColumnType) => boolean,
    known?: FamilyInfo,
  ): void =>
    declare(name, (argument, as) => {
      const found = kinds.get(argument);
      if (found === undefined || (as !== undefined && !holds(found, as))) return null;
      return typedColumn(replay, as ?? typeOf(found), argumentFinder(argument));
    }, known);
  family("arg", argumentType, areAllOfType, { names: [...kinds.keys()], symbols });
  family("number", numberType, containsNumbers);
  for (const [name, type] of [["signed", "i64"], ["unsigned", "u64"]] as const) {
    family(name, () => type, (_, as) => as === type);
  }
  const allArguments = typedColumn(replay, "text", () => 0, S.COLUMN_ALL_TEXT);
  const returned = typedColumn(replay, "text", () => S.WANT_RETURN);
  declare("float", (name) => {
    return hasFloats(kinds.get(name) ?? 0)
      ? typedColumn(replay, "f64", argumentFinder(name), S.COLUMN_FLOAT)
      : null;
  });
  declare("text", (name) => {
    if (name === "args") return allArguments;
    if (name === "ret") return returned;
    return kinds.has(name) ? typedColumn(replay, "text", argumentFinder(name)) : null;
  });
  for (const kind of VIEW_NAMES) {
    declare(kind, (name) => kinds.has(name) ? textColumn(replay, () => viewTexts(name, kind)) : null);
  }
  const plain = (name: string, column: LazyColumn): void =>
    declare(name, (argument) => argument === "" ? column : null);
  plain("args", allArguments);
  plain("ret", returned);
  plain("normal", codeColumn(replay, "text", () => normalTexts(sink.strings)));
  plain("redundant", codeColumn(replay, "bool", repeatFinder));
  sink.contents((cellsOf, visit) => readContents(replay, cellsOf, visit));
  sink.lazyTable(GROUPS, async (writer) => {
    const groups = new GroupCollector();
    if (stream.hasMarkers) await replay.walk((call) => groups.see(groupCall(call)));
    groups.write(writer, sink);
  });
}

/** A 64-bit hash, computed in two 32-bit halves. */
class Hash {
  low = 0;
  high = 0;

  /** Hashes the next value, with all values inside it. */
  add(reader: ValueReader): void {
    for (let left = 1; left > 0; left--) {
      left += reader.read();
      this.word(reader.kind);
      this.word(reader.low);
      this.word(reader.high);
      if (reader.signature) this.word(reader.signature.record);
      this.#bytes(reader.content);
      for (const unit of reader.units) this.word(unit);
    }
  }

  word(value: number): void {
    this.low = Math.imul(this.low ^ value, 0x9e37_79b1);
    this.low ^= this.low >>> 15;
    this.high = Math.imul(this.high ^ value ^ (this.low >>> 7), 0x85eb_ca6b);
    this.high ^= this.high >>> 13;
  }

  #bytes(content: Uint8Array): void {
    let { low, high } = this;
    for (let at = 0; at < content.length; at++) {
      low = Math.imul(low ^ content[at]!, 0x0100_0193);
      high = Math.imul(high ^ content[at]! ^ (low >>> 15), 0x0100_01b3);
    }
    this.low = low;
    this.high = high;
  }
}

/**
 * Creates a function that is given each call in turn and tells whether the call repeats the previous one on
 * its thread: equal function and equal arguments, including the content of blobs.
 */
function repeatFinder(): (call: CurrentCall) => number {
  const before = new Map<number, { low: number; high: number }>();
  return ({ kernel, reader }) => {
    const hash = new Hash();
    hash.word(kernel.get(S.CALL_FUNCTION));
    const count = reader.argCount;
    for (let arg = 0; arg < count; arg++) {
      if (!reader.placeArg(arg)) continue;
      hash.word(arg);
      hash.add(reader);
    }
    const thread = kernel.get(S.CALL_THREAD);
    const last = before.get(thread);
    const same = last !== undefined && last.low === hash.low && last.high === hash.high;
    before.set(thread, hash);
    return same ? 1 : 0;
  };
}
