/**
 * What is in `trace=NAME/_quarry.json`: of which file the tables are, and what is in them. Readers of Parquet leave out
 * files whose names begin with a line below.
 * @module
 */

import { FILE_LIMITS } from "../../base/limits/file_limits.ts";
import type { ResultType } from "../../base/result_table.ts";
import { formatNamed } from "../../formats/registry.ts";
import { type FileIdentity, identityOf } from "../../index/file_identity.ts";
import type { ArgumentTypes } from "../../engine/dataset/argument_types.ts";
import { traceOfPartition } from "../../engine/dataset/partition_name.ts";
import { STANDARD_INPUT } from "../../ingest/file_source.ts";

/** Version of the layout: one more after each change of names, columns or types. */
export const LAYOUT = 3;
/** Name of the record in the folder of a trace. */
export const RECORD = "_quarry.json";

/** The file that a trace came from, and how it was read. */
export interface DatasetSource {
  /** Name that the file was given, or has by its path; its traces begin with it. */
  readonly operand: string;
  /** Absent for standard input. */
  readonly file?: Pick<FileIdentity, "path" | "size" | "modified" | "samples"> | undefined;
  /** Options that change what is read. */
  readonly options: string;
}

/** The record. */
interface DatasetRecord {
  readonly layout: number;
  /** Version of the program that wrote it. */
  readonly quarry: string;
  readonly name: string;
  readonly format: string;
  /** Version of the format's reader. */
  readonly reader: number | null;
  readonly source: DatasetSource;
  /** Names of all traces of the file. */
  readonly traces: readonly string[];
  /** Arguments of calls by name, with their types. */
  readonly arguments?: Readonly<Record<string, ArgumentTypes>> | undefined;
  /** Tables by name. */
  readonly tables: Readonly<Record<string, DatasetTableFacts>>;
}

/** What is in a file. */
export interface DatasetTableFacts {
  readonly rows: number;
  readonly rowGroups: number;
  readonly bytes: number;
  readonly columns: readonly { readonly name: string; readonly type: ResultType; readonly list?: true }[];
}

/** What is known of a file before it is read. */
export function sourceOfFile(operand: string, path: string, options: string): DatasetSource {
  const found = path === STANDARD_INPUT ? undefined : identityOf(path);
  if (!found) return { operand, options };
  const { size, modified, samples } = found;
  return { operand, options, file: { path, size, modified, samples } };
}

/** Whether the tables are those of this file, as this program would write them. */
export function isCurrent(record: DatasetRecord, source: DatasetSource): boolean {
  const { file, options } = record.source;
  return record.layout === LAYOUT && record.reader === readerOf(record.format) &&
    options === source.options &&
    file !== undefined && source.file !== undefined && file.size === source.file.size &&
    file.modified === source.file.modified && file.samples === source.file.samples;
}

/** Version of the reader of a format. */
export function readerOf(format: string): number | null {
  return formatNamed(format)?.readerVersion ?? null;
}

/** The record of a trace's folder; undefined where there is none that can be read. */
export function readRecord(folder: string): DatasetRecord | undefined {
  const path = `${folder}/${RECORD}`;
  try {
    const { isFile, size } = Deno.statSync(path);
    // A pipe would never answer, and a device never end.
    if (!isFile || size > FILE_LIMITS.footer.most) return undefined;
    const record: unknown = JSON.parse(Deno.readTextFileSync(path));
    return isRecord(record) ? record : undefined;
  } catch {
    return undefined;
  }
}

/** True for what has the parts that are used without a further look. */
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

/** The records of a dataset, by the name of the file that their traces came from. */
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
