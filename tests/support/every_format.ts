/**
 * One sample of every format and of every container, and the expected answers about them.
 * @module
 */

import { brotliCompressSync, gzipSync, zstdCompressSync } from "node:zlib";
import { Session } from "../../src/engine/session.ts";
import { CONFORMANCE, folderOf } from "../conformance/profile.ts";
import { openSample } from "./sample_session.ts";

const ROOT = new URL("../../", import.meta.url);
const MTRC = "testdata/mpatrol/wordfreq-le64/trace.mtrc";

/** Samples by the name they are opened under: formats, then containers. */
export const EVERY_FORMAT: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    CONFORMANCE.entries().map(([name, { trace, small = trace }]) => [folderOf(name), `testdata/${small}`]),
  ),
  base64: "testdata/gnatcov/shop-console.base64.txt",
  snappy: "testdata/apitrace/cont-snappy-mixed-chunks.trace",
  brotli: "testdata/apitrace/cont-brotli-q11.trace",
  gzip: "testdata/apitrace/cont-gzip-multimember.trace",
  zstd: "testdata/apitrace/cont-zstd-noseek.trace",
  seekable: "testdata/apitrace/cont-zstd-seekable-2frames.trace",
};

/** The query over `EVERY_FORMAT` whose answer is compared. */
export const EVERY_QUERY = "traces | select name, format, container, rows";

/** A folder with copies of all samples and compressed ones; the paths are in `files`. */
export interface SampleFolder {
  readonly folder: string;
  /** `NAME=FILE` for the command line. */
  readonly operands: readonly string[];
  /** The answer of `EVERY_QUERY` as tab-separated values, computed in this process. */
  readonly answer: string;
}

/** Copies the samples to a new folder, compresses one in three ways, and queries them. */
export async function sampleFolder(folder: string): Promise<SampleFolder> {
  const names: string[] = [];
  const session = new Session();
  const add = async (name: string, bytes: Uint8Array): Promise<void> => {
    await Deno.writeFile(`${folder}/${name}`, bytes);
    await openSample(session, name, `${folder}/${name}`);
    names.push(name);
  };
  for (const [name, path] of Object.entries(EVERY_FORMAT)) {
    await add(name, await Deno.readFile(new URL(path, ROOT)));
  }
  const plain = await Deno.readFile(new URL(MTRC, ROOT));
  await add("packed_gzip", gzipSync(plain));
  await add("packed_zstd", zstdCompressSync(plain));
  await add("packed_brotli", brotliCompressSync(zstdCompressSync(gzipSync(plain))));
  const lines = ["name\tformat\tcontainer\trows"];
  for await (const outcome of session.run(session.prepare(EVERY_QUERY))) {
    if (outcome.kind === "assert") continue;
    for (let row = 0; row < outcome.table.rowCount; row++) {
      lines.push(outcome.table.columns.map((_, column) => outcome.table.value(row, column) ?? "").join("\t"));
    }
  }
  const operands = names.map((name) => `${name}=${folder}/${name}`);
  return { folder, operands, answer: lines.join("\n") + "\n" };
}
