/**
 * Runs the stand-in on files of `testdata/gnatcov`.
 * @module
 */

import { sourceOf } from "../../../src/bytes/byte_source.ts";
import { gnatcov } from "../../../src/compat/gnatcov/mod.ts";
import { bytesOf } from "../../formats/gnatcov/samples.ts";
import { writesTo } from "../../support/written_files.ts";

/** The results of a run. Texts have a character per byte. */
export interface Outcome {
  readonly status: number;
  readonly output: string;
  readonly errors: string;
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/** Runs a command line; `more` has additional files. */
export async function run(
  args: readonly string[],
  more: ReadonlyMap<string, Uint8Array> = new Map(),
): Promise<Outcome> {
  const files = new Map<string, Uint8Array>();
  const pieces: string[] = [];
  const latin1 = new TextDecoder("latin1");
  let errors = "";
  const status = await gnatcov.run(args, {
    open: () => Promise.reject(new Error("The stand-in needs no tables")),
    openBytes: (path) => sourceOf(more.get(path) ?? bytesOf(path)),
    writeOut: (chunk) => void pieces.push(typeof chunk === "string" ? chunk : latin1.decode(chunk.slice())),
    writeError: (text) => void (errors += text),
    writeFile: writesTo((path, bytes) => files.set(path, bytes)),
  });
  return { status, output: pieces.join(""), errors, files };
}
