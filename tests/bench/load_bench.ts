/**
 * Loading, compared with a C program that decodes the same data.
 * @module
 */

import { tracesOf } from "../../src/engine/open_trace.ts";
import { Session } from "../../src/engine/session.ts";
import { openInput } from "../../src/ingest/file_source.ts";
import { load } from "../../src/ingest/load.ts";
import type { BenchRow } from "./report.ts";

/** Larger traces are decoded less often. */
const LARGE_BYTES = 1e9;

/** A loaded file with the costs of loading. */
export interface Loaded {
  readonly session: Session;
  readonly milliseconds: number;
  readonly bytes: number;
  readonly rows: number;
  /** Bytes of columns and of the data that they refer to. */
  readonly resident: number;
}

/** Loads a file into a new session. */
export async function loadFile(path: string): Promise<Loaded> {
  const session = new Session();
  const { source } = await openInput(path);
  const start = performance.now();
  const file = await load(source, session.pools, { name: "bench" });
  const milliseconds = performance.now() - start;
  source.close();
  session.add(tracesOf(file, path));
  const trace = file.traces[0]!;
  const rows = trace.tables.get(trace.header.mainTable)!.rowCount;
  return { session, milliseconds, bytes: file.bytes, rows, resident: session.pools.arena.used };
}

/** The best of several loads, and the session of the last one. */
export async function benchLoad(
  group: string,
  path: string,
  runs: number,
  peers: Readonly<Record<string, number>> = {},
): Promise<{ row: BenchRow; session: Session }> {
  let least: Loaded | undefined;
  let last: Loaded | undefined;
  for (let run = 0; run < runs; run++) {
    last = await loadFile(path);
    if (!least || last.milliseconds < least.milliseconds) least = last;
  }
  const { milliseconds, rows, bytes, resident } = least!;
  const notes = [
    `${(rows / milliseconds / 1000).toFixed(1)} M rows/s`,
    `${(bytes / milliseconds / 1000).toFixed(0)} MB/s`,
    `${(resident / rows).toFixed(1)} bytes a row`,
  ].join(", ");
  const row = { group, work: `load ${rows} rows`, quarry: milliseconds, peers, notes };
  return { row, session: last!.session };
}

/** Time of the C decoder of tracing files; undefined without a compiler. */
export async function cDecoder(folder: string, path: string): Promise<number | undefined> {
  const program = `${folder}/baseline_mtrc`;
  const source = new URL("baseline_mtrc.c", import.meta.url).pathname;
  try {
    const compiled = await new Deno.Command("gcc", { args: ["-O3", "-march=native", "-o", program, source] })
      .output();
    if (!compiled.success) return undefined;
  } catch {
    return undefined;
  }
  let least = Infinity;
  // The program itself decodes several times, if that does not take long.
  const rounds = Deno.statSync(path).size < LARGE_BYTES ? "3" : "1";
  for (let run = 0; run < 3; run++) {
    const { stdout } = await new Deno.Command(program, { args: [path, rounds] }).output();
    const seconds = /seconds ([\d.]+)/.exec(new TextDecoder().decode(stdout))?.[1];
    if (seconds) least = Math.min(least, Number(seconds) * 1000);
  }
  return Number.isFinite(least) ? least : undefined;
}
