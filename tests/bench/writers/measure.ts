/**
 * One writer over this many rows, in its own process: `measure.ts FORMAT NAME ROWS [FILE]` prints figures as JSON.
 * @module
 */

import process from "node:process";
import { rowBatches } from "../../../src/engine/row_batches.ts";
import { tracesOf } from "../../../src/engine/open_trace.ts";
import { runScript } from "../../../src/engine/run_script.ts";
import { Session } from "../../../src/engine/session.ts";
import type { RowSource } from "../../../src/export/exporter.ts";
import { load } from "../../../src/ingest/load.ts";
import { generateMtrc } from "../generate_mtrc.ts";
import { streamSource } from "../../../src/bytes/blob_source.ts";
import { typedTable, typedTrace } from "../../support/typed_tables.ts";
import { arrowWriters } from "./arrow.ts";
import type { Work } from "./contestant.ts";
import { parquetWriters } from "./parquet.ts";
import { protobufWriters } from "./protobuf.ts";

/** All writers. */
export const CONTESTANTS = [...parquetWriters, ...arrowWriters, ...protobufWriters];

/** Columns of unusual values: the ends of ranges, nulls, texts that need care. */
const ODD = `u:u64? i:i64? f:f64? b:bool? t:text
18446744073709551615 -9223372036854775808 -0.5 true "a,\\"b"
9223372036854775808 9223372036854775807 1e308 false ""
- - - - -
0 -1 0.1 - "\\ud83d\\ude00"
`;

/** The results of a run. */
export interface Figures {
  /** Seconds of processor time. */
  readonly seconds: number;
  /** Maximum memory while writing, minus the memory in use before, in bytes. */
  readonly memory: number;
  readonly bytes: number;
}

/** A line of the system's figures about this process, in kilobytes. */
function processFigure(name: string): number {
  const text = Deno.readTextFileSync("/proc/self/status");
  return Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(text)?.[1] ?? 0);
}

async function main([format, name, count = "0", file]: string[]): Promise<void> {
  const contestant = CONTESTANTS.find((each) => each.format === format && each.name === name)!;
  const session = new Session();
  const rows = Number(count);
  if (rows === 0) {
    session.add([typedTrace("t", session.pools, [typedTable("events", session.pools, ODD)])]);
  } else {
    const source = streamSource(ReadableStream.from(generateMtrc({ events: rows })));
    session.add(tracesOf(await load(source, session.pools, { name: "t" }), "t"));
  }
  await runScript(session, rows === 0 ? "events | select u, i, f, b, t" : "events", {
    async rows({ table }) {
      const { pools } = session;
      const source: RowSource = { table, pools, query: "events", batches: () => rowBatches(pools, table) };
      const work: Work = { rows: source, ...makeWork(rows) };
      const pieces: Uint8Array<ArrayBuffer>[] = [];
      let bytes = 0;
      // Resets the process's maximum memory in the system.
      Deno.writeTextFileSync("/proc/self/clear_refs", "5");
      const [before, start] = [processFigure("VmRSS"), process.cpuUsage()];
      await contestant.write(work, (piece) => {
        const made = typeof piece === "string" ? new TextEncoder().encode(piece) : piece;
        bytes += made.length;
        if (file !== undefined) pieces.push(made.slice());
        return Promise.resolve();
      });
      const { user, system } = process.cpuUsage();
      const figures: Figures = {
        seconds: (user + system - start.user - start.system) / 1e6,
        memory: Math.max(0, processFigure("VmHWM") - before) * 1024,
        bytes,
      };
      if (file !== undefined) await Deno.writeFile(file, new Blob(pieces).stream());
      await Deno.stdout.write(new TextEncoder().encode(JSON.stringify(figures) + "\n"));
    },
  });
}

/** Samples and counters: as many as rows, except for samples of twenty frames, of which there are fewer. */
function makeWork(rows: number): Pick<Work, "samples" | "counters"> {
  const frames = Array.from({ length: 5000 }, (_, at) => ({
    name: `function_${at}`,
    module: "",
    file: `file_${at % 97}.c`,
    line: at,
    address: BigInt(at * 64),
  }));
  const samples = Array.from({ length: rows / 10 }, (_, at) => ({
    frames: Array.from({ length: 20 }, (_, level) => (at * 31 + level * 7) % frames.length),
    values: [BigInt(at), BigInt(at) * 1000n],
    trace: null,
  }));
  return {
    samples: {
      name: "t",
      weights: [{ name: "count", unit: "count" }, { name: "bytes", unit: "bytes" }],
      frames,
      samples,
    },
    counters: Array.from({ length: rows }, (_, at) => [BigInt(at) * 1000n, BigInt(at) * 4096n] as const),
  };
}

if (import.meta.main) await main(Deno.args);
