/** Runs the stand-in on samples and on files of the test. */
import { sourceOf } from "../../../src/bytes/byte_source.ts";
import { unwrap } from "../../../src/containers/unwrap.ts";
import { apitrace } from "../../../src/compat/apitrace/mod.ts";
import type { CompatHost } from "../../../src/compat/stand_in.ts";
import { apitrace as format } from "../../../src/formats/apitrace/mod.ts";
import { SAMPLES } from "../../formats/apitrace/support.ts";
import { writesTo } from "../../support/written_files.ts";

/** The results of a run. */
export interface Outcome {
  readonly status: number;
  readonly out: Uint8Array;
  readonly errors: string;
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/** Runs a command line; `more` has additional files. */
export async function run(
  args: readonly string[],
  more: ReadonlyMap<string, Uint8Array> = new Map(),
): Promise<Outcome> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  const files = new Map<string, Uint8Array>();
  let errors = "";
  const bytesOf = (path: string): Uint8Array => more.get(path) ?? Deno.readFileSync(new URL(path, SAMPLES));
  const host: CompatHost = {
    open: () => Promise.reject(new Error("apitrace reads bytes")),
    openRaw: (path) => sourceOf(bytesOf(path)),
    openBytes: async (path) => (await unwrap(sourceOf(bytesOf(path)), (head) => format.sniff(head))).source,
    writeOut: (chunk) =>
      void pieces.push(typeof chunk === "string" ? new TextEncoder().encode(chunk) : chunk.slice()),
    writeError: (text) => void (errors += text),
    writeFile: writesTo((path, bytes) => files.set(path, bytes)),
  };
  const status = await apitrace.run(args, host);
  return { status, out: new Uint8Array(await new Blob(pieces).arrayBuffer()), errors, files };
}
