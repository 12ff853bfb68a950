/**
 * sp-rtrace reports: loading, leaks as the post-processor writes them, and queries on backtraces. The original is a
 * peer if it is installed.
 * @module
 */

import { spRtracePostproc } from "../../src/compat/sp_rtrace_postproc/mod.ts";
import type { CompatHost } from "../../src/compat/stand_in.ts";
import type { Session } from "../../src/engine/session.ts";
import { generateReport } from "./generate_sp_rtrace.ts";
import { benchLoad, loadFile } from "./load_bench.ts";
import { type BenchRow, best } from "./report.ts";

const QUESTIONS: readonly string[] = [
  "leaks | by type, name",
  "leaks | by stack | top 10 by bytes",
  "leaks | tree | take 20",
  "allocs | callers of *+0x1000 | take 5",
  "diff (live @ 25%), (live @ 75%) by stack | take 10",
  "timeline every 1s b = max(live_bytes), n = count()",
];

/** Writes a report of `megabytes`, loads it, filters it and queries it. */
export async function benchSpRtrace(folder: string, megabytes: number): Promise<BenchRow[]> {
  const path = `${folder}/report.txt`;
  const encoder = new TextEncoder();
  {
    using file = Deno.openSync(path, { write: true, create: true, truncate: true });
    for (const piece of generateReport(megabytes * 1e6)) {
      const bytes = encoder.encode(piece);
      for (let at = 0; at < bytes.length;) at += file.writeSync(bytes.subarray(at));
    }
  }
  const { row, session } = await benchLoad("sp-rtrace", path, 3);
  const rows = [row];
  for (const filters of ["-l", "-lc"]) {
    const quarry = await best(2, () => postprocess([filters, "-i", path]));
    const original = await timeOriginal([filters, "-i", path]);
    rows.push({
      group: "sp-rtrace",
      work: `sp-rtrace-postproc ${filters}`,
      quarry,
      peers: original === undefined ? {} : { original },
      notes: `${(row.notes ?? "").split(", ")[1]} to load; ${
        (megabytes * 1000 / quarry).toFixed(0)
      } MB/s in all`,
    });
  }
  for (const question of QUESTIONS) {
    const quarry = await best(3, () => askOnce(session, question));
    rows.push({ group: "sp-rtrace", work: question, quarry, peers: {} });
  }
  Deno.removeSync(path);
  return rows;
}

async function postprocess(args: readonly string[]): Promise<void> {
  const host: CompatHost = {
    open: async (path) => (await loadFile(path)).session.traces.map(({ trace }) => trace),
    writeOut: () => undefined,
    writeError: () => undefined,
    writeFile: () => Promise.resolve(),
  };
  await spRtracePostproc.run(args, host);
}

async function timeOriginal(args: readonly string[]): Promise<number | undefined> {
  try {
    const start = performance.now();
    const { success } = await new Deno.Command("sp-rtrace-postproc", {
      args: [...args],
      stdout: "null",
      stderr: "null",
    })
      .output();
    return success ? performance.now() - start : undefined;
  } catch {
    return undefined;
  }
}

async function askOnce(session: Session, question: string): Promise<void> {
  for await (const outcome of session.run(session.prepare(question))) {
    if (outcome.kind === "query") outcome.release();
  }
}
