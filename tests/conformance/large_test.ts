/** Traces of more rows than a block holds: boundaries of blocks, batches and windows change nothing. */
import { assert, assertEquals } from "@std/assert";
import { gzipSync } from "node:zlib";
import { sourceOf } from "../../src/bytes/byte_source.ts";
import { tracesOf } from "../../src/engine/open_trace.ts";
import { Session } from "../../src/engine/session.ts";
import { load } from "../../src/ingest/load.ts";
import { BLOCK_ROWS } from "../../src/tables/block.ts";
import { later, turnsOf } from "../support/effort.ts";
import { unless } from "../support/programs.ts";
import { Loader } from "./loading.ts";
import { ask } from "./opened.ts";
import { CONFORMANCE } from "./profile.ts";
import { assertSameLines } from "./same_lines.ts";
import { type Plain, plain } from "./slow_reference.ts";

const MADE = CONFORMANCE.entries().flatMap(([format, { large }]) => large ? [[format, large] as const] : []);

for (const { entry: [format, make], left } of turnsOf([...MADE], 7)) {
  const bytes = left === null ? make() : new Uint8Array();
  const test = (name: string, fn: () => Promise<void>): void =>
    Deno.test(unless([left], `conformance of ${format}: ${name}`), fn);

  test("a trace of several blocks is the same for any window and container", async () => {
    const loader = new Loader();
    const whole = await loader.snapshot(bytes);
    const rows = Number(/: events\.seq \S+ \S+ (\d+) rows/.exec(whole.join("\n"))![1]);
    assert(rows > BLOCK_ROWS, `${rows} rows are no more than a block`);
    if (later === null) {
      assertSameLines(await loader.snapshot(bytes, { capacity: 4096 }), whole, "through a window of 4 KB");
    }
    const path = await Deno.makeTempFile();
    try {
      await Deno.writeFile(path, new Uint8Array(gzipSync(bytes, { level: 1 })));
      assertSameLines(await loader.snapshotOfFile(path), whole, "from a compressed file");
    } finally {
      await Deno.remove(path);
    }
  });

  test("filters and sums over several blocks equal those of a loop", async () => {
    const session = new Session();
    const file = await load(sourceOf(bytes), session.pools, { name: "t" });
    session.add(tracesOf(file, "t"));
    const events = file.traces[0]!.tables.get("events")!;
    const numbers = (name: string): Plain[] => events.cells(name).map((cell) => plain(cell, "u64"));
    const [addrs, sizes, seqs, threads] = ["addr", "size", "seq", "thread"].map(numbers) as [
      Plain[],
      Plain[],
      Plain[],
      Plain[],
    ];
    const kinds = events.cells("kind") as string[];
    const some = addrs.findLast((value) => typeof value === "bigint") as bigint | undefined ?? 0n;
    const [low, high] = [some - some % 4096n, some + 4096n];
    const thread = threads.findLast((value) => value !== null) ?? null;
    const kind = kinds.at(-1)!;
    const at = (value: Plain): bigint => value as bigint;
    const filters: [string, (row: number) => boolean][] = [
      [`kind:${kind}`, (row) => kinds[row] === kind],
      [`seq in 65000..66000`, (row) => at(seqs[row]!) >= 65000n && at(seqs[row]!) < 66000n],
      [
        `addr in ${low}..${high}`,
        (row) => addrs[row] !== null && at(addrs[row]!) >= low && at(addrs[row]!) < high,
      ],
      ["size:16..=64", (row) => sizes[row] !== null && at(sizes[row]!) >= 16n && at(sizes[row]!) <= 64n],
      ["size is null", (row) => sizes[row] === null],
      ...thread === null ? [] : [
        [`thread:${thread}`, (row: number) => threads[row] === thread] as [
          string,
          (row: number) => boolean,
        ],
      ],
    ];
    for (const [text, passes] of filters) {
      const rows = [...seqs.keys()].filter(passes);
      const [answer] = await ask(
        session,
        `${text} | summarize n = count(), s = sum(size), f = min(seq), l = max(seq)`,
      );
      const own = rows.map((row) => sizes[row]).filter((size) => typeof size === "bigint");
      assertEquals(
        answer!.rows[0]!.map((value, each) => plain(value, answer!.columns[each]!.type)),
        [
          BigInt(rows.length),
          own.length === 0 ? null : own.reduce((sum, size) => sum + size, 0n),
          rows.length === 0 ? null : seqs[rows[0]!]!,
          rows.length === 0 ? null : seqs[rows.at(-1)!]!,
        ],
        text,
      );
    }
  });
}
