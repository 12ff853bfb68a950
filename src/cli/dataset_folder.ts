/**
 * The files of a dataset in a folder: `trace=NAME/TABLE.parquet`.
 * @module
 */

import { InputError } from "../base/errors.ts";
import { FILE_LIMITS } from "../base/limits/file_limits.ts";
import { partitionName, traceOfPartition } from "../engine/dataset/partition_name.ts";
import { displayPath } from "../ingest/file_source.ts";
import { requireRead } from "../ingest/permission.ts";
import { systemReason } from "../ingest/system_error.ts";
import { readRecord, RECORD_FILE } from "./dataset/dataset_record.ts";
import { Dataset } from "../sql/dataset.ts";
import { type FileSchema, FOOTER_END, footerLength, readFooter } from "../sql/parquet_schema.ts";

const ENDING = ".parquet";
/** Advice on what to do about a damaged file. */
const REPAIR_HINT = '"quarry export FILE... --to dataset -o DIR --replace" writes it again';

/** Opens a dataset: finds its traces and tables. Throws `InputError` if the folder is not a dataset. */
export function openDataset(folder: string): Dataset {
  requireRead(folder);
  const traces = new Map<string, ReadonlySet<string>>();
  for (const name of entryNames(folder, "isDirectory").sort()) {
    const trace = traceOfPartition(name);
    if (trace === undefined) continue;
    const tables = entryNames(`${folder}/${name}`, "isFile").filter((each) => each.endsWith(ENDING));
    if (tables.length === 0) continue;
    traces.set(trace, new Set(tables.map((each) => each.slice(0, -ENDING.length))));
  }
  if (traces.size === 0) {
    throw new InputError(
      `Cannot read "${folder}" as a dataset: it has no folders trace=NAME with Parquet files; ` +
        `"quarry export FILE... --to dataset -o ${folder}" writes them`,
      folder,
      "failed",
    );
  }
  return new Dataset({
    folder: absolute(folder),
    traces,
    schema: (trace, table) =>
      traces.get(trace)?.has(table) ? schemaOf(`${folder}/${partitionName(trace)}/${table}${ENDING}`) : null,
    arguments: (trace) => argumentsIn(`${folder}/${partitionName(trace)}`),
  });
}

/** Call arguments, from the record of a trace; undefined if another program wrote the folder. */
function argumentsIn(folder: string): ReturnType<ConstructorParameters<typeof Dataset>[0]["arguments"]> {
  const record = readRecord(folder);
  if (record === undefined && entryNames(folder, "isFile").includes(RECORD_FILE)) {
    const path = `${folder}/${RECORD_FILE}`;
    throw new InputError(`Cannot read ${displayPath(path)}: it is damaged; ${REPAIR_HINT}`, path, "failed");
  }
  return record?.arguments;
}

/** Makes a path absolute, because engines have working directories of their own. */
function absolute(folder: string): string {
  return Deno.realPathSync(folder);
}

function entryNames(folder: string, kind: "isDirectory" | "isFile"): string[] {
  try {
    return [...Deno.readDirSync(folder)].filter((entry) => entry[kind]).map(({ name }) => name);
  } catch (error) {
    const missing = error instanceof Deno.errors.NotFound;
    throw new InputError(
      `Cannot open "${folder}": ${missing ? "no such folder" : "it cannot be listed"}`,
      folder,
      missing ? "missing" : "failed",
    );
  }
}

/** Reads the schema in a file's footer. Throws `InputError` if the file is not valid Parquet. */
function schemaOf(path: string): FileSchema {
  try {
    using file = Deno.openSync(path);
    const { size } = file.statSync();
    if (size < FOOTER_END) throw new RangeError(`it has ${size} bytes`);
    const length = footerLength(readAt(file, size - FOOTER_END, FOOTER_END));
    if (length === null) throw new RangeError("it does not end like a Parquet file");
    if (length > Math.min(size - FOOTER_END, FILE_LIMITS.footer.most)) {
      throw new RangeError(`its footer cannot have ${length} bytes`);
    }
    return readFooter(readAt(file, size - FOOTER_END - length, length));
  } catch (error) {
    const [trouble, reason] = systemReason(error);
    throw new InputError(
      `Cannot read ${displayPath(path)} as Parquet: ${reason}; ${REPAIR_HINT}`,
      path,
      trouble,
    );
  }
}

function readAt(file: Deno.FsFile, offset: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  file.seekSync(offset, Deno.SeekMode.Start);
  for (let at = 0; at < length;) {
    const read = file.readSync(bytes.subarray(at));
    if (read === null) throw new RangeError("The file became shorter while it was read");
    at += read;
  }
  return bytes;
}
