/** A host for the stand-in that reads samples and keeps what is written. */

import { sourceOf } from "../../../src/bytes/byte_source.ts";
import { ByteWindow } from "../../../src/bytes/byte_window.ts";
import type { CompatHost, CompatOpenOptions } from "../../../src/compat/stand_in.ts";
import { spRtracePostproc } from "../../../src/compat/sp_rtrace_postproc/mod.ts";
import type { ReadOptions } from "../../../src/formats/format.ts";
import { spRtrace } from "../../../src/formats/sp_rtrace/mod.ts";
import type { FunctionAt } from "../../../src/events/code_place.ts";
import { load } from "../../../src/ingest/load.ts";
import { spRtraceBin } from "../../../src/formats/sp_rtrace_bin/mod.ts";
import { newPools } from "../../../src/tables/pools.ts";
import { TraceBuilder } from "../../../src/tables/trace_builder.ts";
import type { Trace } from "../../../src/tables/trace.ts";
import { sample } from "../../formats/sp_rtrace/read_sample.ts";
import { writesTo } from "../../support/written_files.ts";

/** Loads a report of either form. */
export async function openReport(bytes: Uint8Array, options: ReadOptions = {}): Promise<Trace[]> {
  const pools = newPools();
  const builder = new TraceBuilder(pools);
  const window = new ByteWindow(sourceOf(bytes), pools.arena);
  await (bytes[0] === 0xf0 ? spRtraceBin : spRtrace).read(window, builder, options);
  window.close();
  return builder.finish("test");
}

/** Loads a report of either form whose names are looked up later. */
export async function openForLater(bytes: Uint8Array, functionAt: FunctionAt): Promise<Trace[]> {
  const { traces } = await load(sourceOf(bytes), newPools(), { name: "test", functionAt });
  return traces;
}

/** The output of a run. */
export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly errors: string;
  readonly files: Map<string, string>;
  /** Options with which the report was opened. */
  readonly opened: CompatOpenOptions | undefined;
}

/** Runs the stand-in; `-i NAME` names a sample, or a text of `texts`. */
export async function runPostproc(
  args: string[],
  texts: Record<string, string> = {},
  options: ReadOptions = {},
  open = openReport,
): Promise<Ran> {
  const decoder = new TextDecoder("latin1");
  const bytesOf = (path: string): Uint8Array =>
    texts[path] === undefined ? sample(path) : new TextEncoder().encode(texts[path]);
  let out = "";
  let errors = "";
  const files = new Map<string, string>();
  let opened: CompatOpenOptions | undefined;
  const host: CompatHost = {
    machine: "x86_64",
    open: (path, how) => {
      opened = how;
      return open(bytesOf(path), options);
    },
    writeOut: (chunk) => void (out += typeof chunk === "string" ? chunk : decoder.decode(chunk)),
    writeError: (text) => void (errors += text),
    openBytes: (path) => sourceOf(bytesOf(path)),
    writeFile: writesTo((path, bytes) => files.set(path, decoder.decode(bytes))),
  };
  const code = await spRtracePostproc.run(args, host);
  return { code, out, errors, files, opened };
}
