/**
 * GNATcoverage traces: loading, and queries that are first computed on the dictionary.
 * @module
 */

import type { Session } from "../../src/engine/session.ts";
import { generateTrace } from "./generate_gnatcov.ts";
import { benchLoad } from "./load_bench.ts";
import type { BenchRow } from "./report.ts";
import { writePieces } from "./write_pieces.ts";

/** The queries; all of them depend on columns derived from an entry's code. */
const QUESTIONS: readonly string[] = [
  "by type",
  "by addr, size: n = count() | top 10 by n",
  "where op == 17 | count",
  "where op == 18 | by kind, addr | top 10 by count",
  "where addr in 0x10000..0x11000 | count",
  "where fault | count",
  "blocks | top 10 by count",
  "ranges | summarize covered = sum(size)",
];

/** Loads a generated trace and queries it. */
export async function benchGnatcov(folder: string, entries: number): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const pcSize of [4, 8] as const) {
    const path = `${folder}/entries${pcSize * 8}.trace`;
    writePieces(path, generateTrace({ entries, pcSize, bigEndian: pcSize === 8 }));
    const { row, session } = await benchLoad(`gnatcov ${pcSize * 8}-bit`, path, 3);
    rows.push(row);
    if (pcSize === 4) { for (const question of QUESTIONS) rows.push(await benchQuestion(session, question)); }
    Deno.removeSync(path);
  }
  return rows;
}

/** Best of three, with the first time separate: tables that are built on demand stay. */
async function benchQuestion(session: Session, question: string): Promise<BenchRow> {
  let least = Infinity, first = 0;
  for (let run = 0; run < 4; run++) {
    const start = performance.now();
    for await (const outcome of session.run(session.prepare(question))) {
      if (outcome.kind === "query") outcome.release();
    }
    const spent = performance.now() - start;
    if (run === 0) first = spent;
    else least = Math.min(least, spent);
  }
  return {
    group: "gnatcov",
    work: question,
    quarry: least,
    peers: {},
    notes: `first time ${first.toFixed(1)} ms`,
  };
}
