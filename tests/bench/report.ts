/** Rows of the benchmark: a table for people, JSON for machines. */

/** One measured piece of work. */
export interface BenchRow {
  /** The part of the benchmark. */
  readonly group: string;
  /** The work that was measured. */
  readonly work: string;
  /** Best time of Quarry in milliseconds. */
  readonly quarry: number;
  /** Best times of the peers, in the same run. */
  readonly peers: Readonly<Record<string, number>>;
  /** The text in place of a peer's missing time. */
  readonly without?: Readonly<Record<string, string>>;
  /** Rates, sizes and other figures. */
  readonly notes?: string;
}

/** Best of several runs, in milliseconds. */
export async function best(runs: number, work: () => unknown): Promise<number> {
  let least = Infinity;
  for (let run = 0; run < runs; run++) {
    const start = performance.now();
    await work();
    least = Math.min(least, performance.now() - start);
  }
  return least;
}

/** The table. A ratio is the peer's time divided by Quarry's. */
export function renderRows(rows: readonly BenchRow[]): string {
  const peers = [...new Set(rows.flatMap((row) => Object.keys({ ...row.without, ...row.peers })))];
  const lines = [[
    "group",
    "work",
    "quarry ms",
    ...peers.flatMap((peer) => [`${peer} ms`, "ratio"]),
    "notes",
  ]];
  for (const row of rows) {
    const cells = peers.flatMap((peer) => {
      const time = row.peers[peer];
      return time === undefined
        ? [row.without?.[peer] ?? "", ""]
        : [time.toFixed(1), `${(time / row.quarry).toFixed(2)} ×`];
    });
    lines.push([row.group, row.work, row.quarry.toFixed(1), ...cells, row.notes ?? ""]);
  }
  const widths = lines[0]!.map((_, at) => Math.max(...lines.map((line) => line[at]!.length)));
  return lines.map((line) => line.map((cell, at) => cell.padEnd(widths[at]!)).join("  ").trimEnd()).join(
    "\n",
  );
}
