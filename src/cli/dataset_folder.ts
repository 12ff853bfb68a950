/**
 * The files of a dataset in a folder: `trace=NAME/TABLE.parquet`.
 * @module
 */

import { InputError } from "../base/errors.ts";
import { partitionName, traceOfPartition } from "../engine/dataset/partition_name.ts";
import { needRead } from "../ingest/permission.ts";
import { readRecord } from "./dataset/dataset_record.ts";
import { Dataset } from "../sql/dataset.ts";
import { type FileSchema, FOOTER_END, footerLength, readFooter } from "../sql/parquet_schema.ts";

const ENDING = ".parquet";

/** Reads which traces and tables a folder has. Throws `InputError` for one that is no dataset. */
export function openDataset(folder: string): Dataset {
  needRead(folder);
  const traces = new Map<string, ReadonlySet<string>>();
  for (const name of names(folder, "isDirectory").sort()) {
    const trace = traceOfPartition(name);
    if (trace === undefined) continue;
    const tables = names(`${folder}/${name}`, "isFile").filter((each) => each.endsWith(ENDING));
    if (tables.length === 0) continue;
    traces.set(trace, new Set(tables.map((each) => each.slice(0, -ENDING.length))));
  }
  if (traces.size === 0) {
    throw new InputError(
      `Cannot read "${folder}" as a dataset: it has no folders trace=NAME with files of Parquet; ` +
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
    arguments: (trace) => readRecord(`${folder}/${partitionName(trace)}`)?.arguments,
  });
}

/** Engines have working directories of their own. */
function absolute(folder: string): string {
  return Deno.realPathSync(folder);
}

function names(folder: string, kind: "isDirectory" | "isFile"): string[] {
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

/** What the footer of a file says; null for a file that cannot be read as Parquet. */
function schemaOf(path: string): FileSchema | null {
  try {
    using file = Deno.openSync(path);
    const { size } = file.statSync();
    const end = readAt(file, size - FOOTER_END, FOOTER_END);
    const length = footerLength(end);
    return length === null ? null : readFooter(readAt(file, size - FOOTER_END - length, length));
  } catch {
    return null;
  }
}

function readAt(file: Deno.FsFile, offset: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  file.seekSync(offset, Deno.SeekMode.Start);
  for (let at = 0; at < length;) {
    const read = file.readSync(bytes.subarray(at));
    if (read === null) throw new RangeError("File is shorter than it was");
    at += read;
  }
  return bytes;
}
