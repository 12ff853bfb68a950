/**
 * Provides arguments as a table and as columns of `calls`; they are read from the file again on demand.
 * @module
 */

import { writeWhole } from "../../events/cells.ts";
import type {
  ColumnType,
  FamilyInfo,
  LazyColumn,
  OnDemandSink,
  OpenFamilyColumn,
  RowWriter,
} from "../../events/trace_sink.ts";
import { BATCH_ROWS } from "../../events/trace_sink.ts";
import type { ReadOptions } from "../format.ts";
import { ArgRows } from "./args_table.ts";
import { callText, fingerprints, normalTexts } from "./call_text.ts";
import { Paths } from "./paths.ts";
import { type CaptureRecord, RecordPass } from "./record_pass.ts";
import { argsLayout } from "./table_docs.ts";
import { codeOf, floatOf, integerOf, KIND } from "./values.ts";

/**
 * What is known about a capture after it was read. Plain values, because they are stored in saved indexes.
 */
export interface CaptureFacts {
  /** Stream offset of the first byte of the record. */
  readonly offset: number;
  readonly bytes: number;
  /** KIND bits of the values at each path. */
  readonly kinds: ReadonlyMap<string, number>;
}

/** Declares `args`, `arg(PATH)` and similar columns if the file can be read again. */
export function declareArguments(sink: OnDemandSink, options: ReadOptions, capture: CaptureFacts): void {
  const { reopen } = options;
  if (!reopen) return;
  const { kinds } = capture;
  const walk = async (paths: Paths, visit: (call: CaptureRecord) => void): Promise<void> => {
    const window = await reopen(capture.offset);
    try {
      await new RecordPass(sink.arena, paths, (record) => {
        if (record.kind === "call") visit(record);
      }).run(window);
    } finally {
      window.close();
    }
  };
  const column = (type: ColumnType, writing: (paths: Paths) => WriteCell): LazyColumn => ({
    spec: { name: "value", type, nullable: type !== "text" && type !== "bool" },
    async fill(writer) {
      const paths = new Paths();
      const write = writing(paths);
      await walk(paths, (call) => {
        write(call, writer);
        if (++writer.count === BATCH_ROWS) writer.flush();
      });
      if (writer.count > 0) writer.flush();
    },
  });
  const isHuge = [...kinds.values()].some((bits) => (bits & KIND.huge) !== 0);
  sink.lazyTable(argsLayout(isHuge), async (writer) => {
    const paths = new Paths();
    const rows = new ArgRows(writer, sink, paths);
    await walk(paths, (call) => rows.addCall(call));
    rows.finish();
  });
  const declare = (name: string, open: OpenFamilyColumn, known?: FamilyInfo): void =>
    sink.columnFamily("calls", name, open, known);
  const typed = (path: string, type: ColumnType): LazyColumn =>
    column(type, (paths) => cellOf(path, type, paths, sink));
  declare("arg", (path, as) => {
    const bits = kinds.get(path);
    if (bits === undefined || (as !== undefined && !isAll(bits, as))) return null;
    return typed(path, as ?? argumentType(bits));
  }, { names: [...kinds.keys()], symbols: [] });
  declare("number", (path, as) => {
    const bits = kinds.get(path);
    if (bits === undefined || (as !== undefined && !containsNumbers(bits, as))) return null;
    return typed(path, as ?? numberType(bits));
  });
  for (const [name, type] of [["signed", "i64"], ["unsigned", "u64"]] as const) {
    declare(
      name,
      (path, as) => kinds.has(path) && (as === undefined || as === type) ? typed(path, type) : null,
    );
  }
  declare("float", (path) => ((kinds.get(path) ?? 0) & KIND.float) === 0 ? null : typed(path, "f64"));
  const args = column("text", () => (call, writer) => {
    writer.column("value").u32[writer.count] = sink.strings.internText(callText(call));
  });
  const returned = column("text", () => ({ text, returnAt }, writer) => {
    writer.column("value").u32[writer.count] = returnAt < 0 ? 0 : codeOf(text, returnAt, sink.strings);
  });
  declare(
    "text",
    (path) =>
      path === "args" ? args : path === "ret" ? returned : kinds.has(path) ? typed(path, "text") : null,
  );
  const plain = (name: string, filled: LazyColumn): void =>
    declare(name, (argument) => argument === "" ? filled : null);
  plain("args", args);
  plain("ret", returned);
  plain(
    "normal",
    column("text", () => {
      const normalText = normalTexts();
      return (call, writer) => {
        writer.column("value").u32[writer.count] = sink.strings.internText(normalText(call));
      };
    }),
  );
  plain(
    "redundant",
    column("bool", () => {
      const repeats = fingerprints();
      return (call, writer) => {
        writer.column("value").u32[writer.count] = Number(repeats(call));
      };
    }),
  );
}

/**
 * Declares the table and columns of arguments for a trace from a saved index. Throws `RangeError` if `kept`
 * is not valid.
 */
export function declareFromIndex(sink: OnDemandSink, kept: unknown, options: ReadOptions): void {
  const { offset, bytes, kinds } = (kept ?? {}) as CaptureFacts;
  if (![offset, bytes].every((each) => Number.isSafeInteger(each) && each >= 0) || !(kinds instanceof Map)) {
    throw new RangeError("Cannot read an index: it lacks what is needed to read calls again");
  }
  declareArguments(sink, options, { offset, bytes, kinds });
}

/** Writes the cell of a call into the current row. */
type WriteCell = (call: CaptureRecord, writer: RowWriter) => void;

/** Creates a function that writes the value at a path into a column of a type. */
function cellOf(wanted: string, type: ColumnType, paths: Paths, { strings }: OnDemandSink): WriteCell {
  /** Whether each path is the wanted one; undefined if not yet checked. */
  const isWanted: (boolean | undefined)[] = [];
  const find = ({ text, firstArg, endArg }: CaptureRecord): number => {
    for (let at = firstArg; at < endArg; at++) {
      const path = text.pathOf[at]!;
      isWanted[path] ??= paths.argumentText(path) === wanted;
      if (isWanted[path]) return at;
    }
    return -1;
  };
  return (call, writer) => {
    const row = writer.count;
    const column = writer.column("value");
    const at = find(call);
    if (type === "text") {
      column.u32[row] = at < 0 ? 0 : codeOf(call.text, at, strings);
      return;
    }
    const value = at < 0 ? undefined : type === "f64" ? floatOf(call.text, at) : integerOf(call.text, at);
    const fits = value !== undefined && (type !== "i64" || value < 1n << 63n) &&
      (type !== "u64" || value >= 0);
    column.nulls[row] = fits ? 0 : 1;
    if (!fits) return;
    if (type === "f64") column.f64[row] = Number(value);
    else writeWhole(column, row, value);
  };
}

/** Returns the type of `arg(PATH)`: numeric if all values are numbers that fit one type, else text. */
function argumentType(bits: number): ColumnType {
  if ((bits & ~KIND.null) === 0) return "text";
  return (["u64", "i64", "f64"] as const).find((type) => isAll(bits, type)) ?? "text";
}

/**
 * Returns the type of `number(PATH)`: signed unless a value needs all 64 bits; text if other values are
 * negative.
 */
function numberType(bits: number): ColumnType {
  return (["i64", "u64"] as const).find((type) => containsNumbers(bits, type)) ?? "text";
}

/** Whether every value is a number of the type. */
function isAll(bits: number, type: ColumnType): boolean {
  if (type === "text") return true;
  if ((bits & (KIND.text | KIND.bool)) !== 0) return false;
  return type === "f64" ? (bits & KIND.wide) === 0 : (bits & KIND.float) === 0 && containsNumbers(bits, type);
}

/** Whether the type holds all whole numbers among the values. */
function containsNumbers(bits: number, type: ColumnType): boolean {
  if (type === "i64") return (bits & KIND.huge) === 0;
  return type === "u64" ? (bits & KIND.negative) === 0 : type === "text";
}
