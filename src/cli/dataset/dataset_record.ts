/**
 * The record `trace=NAME/_quarry.json`: which file the tables come from, and what they contain. Parquet
 * readers ignore files whose names begin with an underscore.
 * @module
 */

import { FILE_LIMITS } from "../../base/limits/file_limits.ts";
import type { ResultType } from "../../base/result_table.ts";
import { formatNamed } from "../../formats/registry.ts";
import { type FileIdentity, identityOf } from "../../index/file_identity.ts";
import type { ArgumentTypes } from "../../engine/dataset/argument_types.ts";
import { traceOfPartition } from "../../engine/dataset/partition_name.ts";
import { STANDARD_INPUT } from "../../ingest/file_source.ts";

/** Version of the layout; increased after each change of names, columns or types. */
export const LAYOUT_VERSION = 3;
/** Name of the record in the folder of a trace. */
export const RECORD_FILE = "_quarry.json";

/** The file that a trace came from, and how it was read. */
export interface DatasetSource {
  /** The file's name, given by the user or taken from its path; the names of its traces begin with it. */
  readonly operand: string;
  /** Absent for standard input. */
  readonly file?: Pick<FileIdentity, "path" | "size" | "modified" | "samples"> | undefined;
  /** Options that affect what is read. */
  readonly options: string;
}

/** The content of the record. */
interface DatasetRecord {
  readonly layout: number;
  /** Version of Quarry that wrote the record. */
  readonly quarry: string;
  readonly name: string;
  readonly format: string;
  /** Version of the format's reader. */
  readonly reader: number | null;
  readonly source: DatasetSource;
  /** Names of all traces of the file. */
  readonly traces: readonly string[];
  /** Call arguments by name, with their types. */
  readonly arguments?: Readonly<Record<string, ArgumentTypes>> | undefined;
  /** Tables by name. */
  readonly tables: Readonly<Record<string, DatasetTableFacts>>;
}

/** Facts about the file of a table. */
export interface DatasetTableFacts {
  readonly rows: number;
  readonly rowGroups: number;
  readonly bytes: number;
  readonly columns: readonly { readonly name: string; readonly type: ResultType; readonly list?: true }[];
}

/** The source of a file, before it is read. */
export function sourceOfFile(operand: string, path: string, options: string): DatasetSource {
  const found = path === STANDARD_INPUT ? undefined : identityOf(path);
  if (!found) return { operand, options };
  const { size, modified, samples } = found;
  return { operand, options, file: { path, size, modified, samples } };
}

/**
 * Whether the tables are up to date: written from this file, with the content that this version of Quarry
 * would write.
 */
export function isUpToDate(record: DatasetRecord, source: DatasetSource): boolean {
  const { file, options } = record.source;
  return record.layout === LAYOUT_VERSION && record.reader === readerVersionOf(record.format) &&
    options === source.options &&
    file !== undefined && source.file !== undefined && file.size === source.file.size &&
    file.modified === source.file.modified && file.samples === source.file.samples;
}

/** Version of a format's reader; null if unknown. */
export function readerVersionOf(format: string): number | null {
  return formatNamed(format)?.readerVersion ?? null;
}

/** Reads the record of a trace's folder; undefined if it is missing or unreadable. */
export function readRecord(folder: string): DatasetRecord | undefined {
  const path = `${folder}/${RECORD_FILE}`;
  try {
    const { isFile, size } = Deno.statSync(path);
    // Do not read a pipe, which would block, or a device, which may never end.
    if (!isFile || size > FILE_LIMITS.footer.most) return undefined;
    const record: unknown = JSON.parse(Deno.readTextFileSync(path));
    return isRecord(record) ? record : undefined;
  } catch {
    return undefined;
  }
}

/** Whether all parts that are used without further checks are valid. */
function isRecord(value: unknown): value is DatasetRecord {
  if (!isObject(value) || !isObject(value.source)) return false;
  const { name, format, source, traces, arguments: known = {} } = value;
  return typeof name === "string" && typeof format === "string" && typeof source.operand === "string" &&
    (source.file === undefined || isObject(source.file)) &&
    Array.isArray(traces) && traces.every((each) => typeof each === "string") &&
    isObject(known) &&
    Object.values(known).every((each) =>
      isObject(each) &&
      [each.arg, each.number].every((type) =>
        isObject(type) && typeof type.type === "string" && Array.isArray(type.holds)
      )
    );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Reads the records of a dataset, grouped by the name of the source file. */
export function recordsIn(place: string): Map<string, DatasetRecord[]> {
  const records = new Map<string, DatasetRecord[]>();
  for (const { name, isDirectory } of Deno.readDirSync(place)) {
    if (!isDirectory || traceOfPartition(name) === undefined) continue;
    const record = readRecord(`${place}/${name}`);
    if (!record) continue;
    const { operand } = record.source;
    const list = records.get(operand);
    if (list) list.push(record);
    else records.set(operand, [record]);
  }
  return records;
}
