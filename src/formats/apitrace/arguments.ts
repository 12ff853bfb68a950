/**
 * Arguments by column: the stream is walked once more, and only what was asked for becomes rows.
 * @module
 */

import { CLASS_BITS } from "./call_classes.ts";
import type { ColumnType, FamilyWords, LazyColumn, RowWriter, TraceSink } from "../../events/trace_sink.ts";
import type { ByteWindow } from "../../bytes/byte_window.ts";
import type { ReadOptions } from "../format.ts";
import { fillArgs } from "./args_table.ts";
import {
  argumentType,
  formOf,
  hasFloats,
  holdsNumbers,
  isAll,
  kindsByName,
  numberType,
} from "./argument_kinds.ts";
import { readContents } from "./contents.ts";
import { type CallCluster, clustersOf, rangesOf } from "./few_calls.ts";
import { GroupCollector } from "./groups_table.ts";
import { readHeader, type StreamHeader } from "./header.ts";
import * as S from "./kernel/state.ts";
import { argsLayout, GROUPS } from "./layouts.ts";
import { normalTexts } from "./normal_text.ts";
import { repeatFinder } from "./repeated_calls.ts";
import type { FunctionSignature } from "./signatures.ts";
import { type PassEvents, type PassOptions, StreamKernel } from "./stream_kernel.ts";
import { VIEW_NAMES, viewTexts } from "./typed_views.ts";
import { type CallAtHand, fillPerCall, walkCalls } from "./walk_calls.ts";

/** The stream that was read, and how. */
interface ReadStream {
  /** Offset of its head in the file's bytes. */
  readonly offset: number;
  /** Its head. */
  readonly header: StreamHeader;
  /** The pass over it. */
  readonly kernel: StreamKernel;
  /** Bytes of the stream. */
  readonly bytes: number;
  /** KIND_* bits of arguments that their functions do not have. */
  readonly undeclared: number;
}

/** Declares `args`, `arg(NAME)`, `number(NAME)` and `text(NAME)` where the file can be read again. */
export function declareArguments(sink: TraceSink, options: ReadOptions, stream: ReadStream): void {
  const { reopen } = options;
  if (!reopen) return;
  const kinds = kindsByName(sink, stream.kernel.signatures.functions);
  const { offset, header } = stream;
  const again: Again = async (kernelOptions, events, steps, cluster) => {
    const kernel = new StreamKernel({
      arena: sink.arena,
      strings: sink.strings,
      version: header.version,
      mode: S.MODE_COLUMN,
      ...kernelOptions,
      ...(cluster ? { firstNo: cluster.firstNo } : {}),
    }, events);
    let window: ByteWindow | undefined;
    try {
      window = await reopen(cluster?.start ?? offset);
      if (cluster) {
        kernel.signatures.adopt(stream.kernel.signatures, cluster.start);
        kernel.setRanges(rangesOf(cluster.numbers), 0);
      } else await readHeader(window);
      steps.begin(kernel);
      await kernel.run(window);
      if (!cluster) await kernel.completeOpen();
      steps.end();
    } finally {
      kernel.close();
      window?.close();
    }
  };
  const isHuge = [...kinds.values(), stream.undeclared].some((each) => !holdsNumbers(each, "i64"));
  sink.lazyTable(argsLayout(isHuge), (writer) => fillArgs(writer, sink, header.version, again));
  const open = (
    type: ColumnType,
    wantedOf: (fn: FunctionSignature) => number,
    form = formOf(type),
  ): LazyColumn => ({
    spec: { name: "value", type, nullable: type !== "text" },
    fill: (writer) => fillColumn(writer, sink, again, form, wantedOf),
    fillFew: async (writer, cellsOf) => {
      const clusters = clustersOf(cellsOf, stream.bytes);
      for (const cluster of clusters ?? []) {
        await fillColumn(writer, sink, again, form, wantedOf, cluster);
      }
      return clusters !== null && writer.count === cellsOf("no").length;
    },
  });
  // A column in another type than its own is there when that holds all values too.
  const family = (
    name: string,
    typeOf: (kinds: number) => ColumnType,
    holds: (kinds: number, type: ColumnType) => boolean,
    known?: FamilyWords,
  ): void =>
    sink.columnFamily("calls", name, (argument, as) => {
      const found = kinds.get(argument);
      if (found === undefined || (as !== undefined && !holds(found, as))) return null;
      return open(as ?? typeOf(found), wants(argument));
    }, known);
  const words = { names: [...kinds.keys()], symbols: stream.kernel.signatures.symbols() };
  family("arg", argumentType, isAll, words);
  family("number", numberType, holdsNumbers);
  for (const [name, type] of [["signed", "i64"], ["unsigned", "u64"]] as const) {
    family(name, () => type, (_, as) => as === type);
  }
  const allArguments = open("text", () => 0, S.COLUMN_ALL_TEXT);
  const returned = open("text", () => S.WANT_RETURN);
  sink.columnFamily("calls", "float", (name) => {
    return hasFloats(kinds.get(name) ?? 0) ? open("f64", wants(name), S.COLUMN_FLOAT) : null;
  });
  sink.columnFamily("calls", "text", (name) => {
    if (name === "args") return allArguments;
    if (name === "ret") return returned;
    return kinds.has(name) ? open("text", wants(name)) : null;
  });
  const plain = (name: string, column: LazyColumn): void => {
    sink.columnFamily("calls", name, (argument) => argument === "" ? column : null);
  };
  plain("args", allArguments);
  plain("ret", returned);
  const walk = (visit: (call: CallAtHand) => void) => walkCalls(sink, header.version, again, visit);
  const codeOf = (text: string | null): number =>
    text === null || text === "" ? 0 : sink.strings.internText(text);
  const ownText = (textsOf: () => (call: CallAtHand) => string | null): LazyColumn => ({
    spec: { name: "value", type: "text" },
    fill: (writer) => {
      const textOf = textsOf();
      return fillPerCall(writer, walk, (call) => codeOf(textOf(call)));
    },
    fillFew: async (writer, cellsOf) => {
      const clusters = clustersOf(cellsOf, stream.bytes);
      const { u32 } = writer.column("value");
      const textOf = textsOf();
      for (const cluster of clusters ?? []) {
        await walkCalls(sink, header.version, again, (call) => {
          u32[writer.count++] = codeOf(textOf(call));
        }, cluster);
      }
      return clusters !== null && writer.count === cellsOf("no").length;
    },
  });
  plain("normal", {
    spec: { name: "value", type: "text" },
    fill: (writer) => {
      const textOf = normalTexts(header.version);
      return fillPerCall(writer, walk, (call) => {
        const { bytes, length } = textOf(call);
        return sink.strings.intern(bytes, 0, length);
      });
    },
  });
  plain("redundant", {
    spec: { name: "value", type: "bool" },
    fill: (writer) => {
      const repeats = repeatFinder(header.version);
      return fillPerCall(writer, walk, (call) => repeats(call) ? 1 : 0);
    },
  });
  for (const kind of VIEW_NAMES) {
    sink.columnFamily("calls", kind, (name) => kinds.has(name) ? ownText(() => viewTexts(name, kind)) : null);
  }
  const contentStream = { version: header.version, bytes: stream.bytes, again };
  sink.contents((cellsOf, visit) => readContents(sink, contentStream, cellsOf, visit));
  sink.lazyTable(GROUPS, async (writer) => {
    const groups = new GroupCollector();
    if (stream.kernel.signatures.functions.some(({ classes }) => classes & CLASS_BITS["marker-push"]!)) {
      await walk((call) => groups.see(call));
    }
    groups.write(writer, sink);
  });
}

/** What is done before and after a pass runs. */
export interface PassSteps {
  /** The kernel is made; nothing is read yet. */
  begin(kernel: StreamKernel): void;
  /** Everything is read. */
  end(): void;
}

/** Runs another pass over the stream, or over a cluster of calls in it. */
export type Again = (
  options: Partial<PassOptions>,
  events: PassEvents,
  steps: PassSteps,
  cluster?: CallCluster,
) => Promise<void>;

function wants(name: string): (fn: FunctionSignature) => number {
  if (name === "return") return () => S.WANT_RETURN;
  return (fn) => {
    const number = fn.names.indexOf(name);
    return number < 0 ? S.WANT_NOTHING : number;
  };
}

async function fillColumn(
  writer: RowWriter,
  sink: TraceSink,
  again: Again,
  form: number,
  wantedOf: (fn: FunctionSignature) => number,
  cluster?: CallCluster,
): Promise<void> {
  let pass: StreamKernel | undefined;
  const flush = (): void => {
    writer.count = pass!.get(S.COLUMN_ROWS);
    if (writer.count > 0) writer.flush();
    pass!.put(S.COLUMN_ROWS, 0);
  };
  // Few rows stay staged: the next cluster goes on behind them.
  const end = cluster ? () => void (writer.count = pass!.get(S.COLUMN_ROWS)) : flush;
  await again(
    { mode: S.MODE_COLUMN, wantedOf, symbolCodes: true },
    { full: flush, intern: (bytes, start, end) => sink.strings.intern(bytes, start, end) },
    {
      begin: (kernel) => {
        pass = kernel;
        const column = writer.column("value");
        kernel.put(S.COLUMN, column.pointer);
        kernel.put(S.COLUMN_NULLS, column.nullsPointer);
        kernel.put(S.COLUMN_FORM, form);
        kernel.put(S.TEXT_OPTIONS, S.TEXT_LINES);
        if (!cluster) return;
        kernel.put(S.COLUMN_ROWS, writer.count);
        kernel.put(S.COLUMN_LIMIT, writer.count + cluster.numbers.length);
      },
      end,
    },
    cluster,
  );
}
