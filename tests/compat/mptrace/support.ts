/**
 * A host for stand-ins that opens cases of `testdata/mpatrol` and keeps what is written.
 * @module
 */

import { joinBytes } from "../../../src/base/join_bytes.ts";
import { newPools } from "../../../src/tables/pools.ts";
import { sourceOf } from "../../../src/bytes/byte_source.ts";
import { ByteWindow } from "../../../src/bytes/byte_window.ts";
import type { CompatHost, StandIn } from "../../../src/compat/stand_in.ts";
import { mptl } from "../../../src/formats/mptl/mod.ts";
import { mtrc } from "../../../src/formats/mtrc/mod.ts";
import type { Trace } from "../../../src/tables/trace.ts";
import { TraceBuilder } from "../../../src/tables/trace_builder.ts";
import { writesTo } from "../../support/written_files.ts";

/** Loads bytes into tables. */
export async function loadTraces(bytes: Uint8Array): Promise<Trace[]> {
  const pools = newPools();
  const window = new ByteWindow(sourceOf(bytes), pools.arena);
  const builder = new TraceBuilder(pools);
  const format = mptl.sniff(bytes) ? mptl : mtrc;
  await format.read(window, builder, {});
  window.close();
  return builder.finish("a");
}

/** The results of a run. */
export interface Outcome {
  readonly code: number;
  readonly out: Uint8Array;
  readonly errors: string;
  readonly files: Map<string, Uint8Array>;
}

/** Runs a stand-in over one file, which it can open under any name. */
export async function runStandIn(
  tool: StandIn,
  args: readonly string[],
  bytes: Uint8Array,
): Promise<Outcome> {
  const pieces: Uint8Array[] = [];
  const files = new Map<string, Uint8Array>();
  let errors = "";
  const host: CompatHost = {
    open: () => loadTraces(bytes),
    writeOut: (chunk) => {
      pieces.push(typeof chunk === "string" ? new TextEncoder().encode(chunk) : chunk.slice());
    },
    writeError: (text) => {
      errors += text;
    },
    writeFile: writesTo((path, bytes) => files.set(path, bytes)),
  };
  const code = await tool.run(args, host);
  return { code, out: joinBytes(pieces), errors, files };
}
