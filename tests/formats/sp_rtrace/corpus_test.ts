import { assertEquals } from "@std/assert";
import { readBytes, sample, samplesWith } from "./read_sample.ts";
import { pairRows } from "./obvious_pairing.ts";
import { later } from "../../support/effort.ts";
import { unless } from "../../support/programs.ts";

interface TypeCounts {
  allocs: number;
  alloc_bytes: number;
  frees: number;
  leaks: number;
  leak_bytes: number;
}

interface Summary extends TypeCounts {
  calls: number;
  freed_pairs: number;
  unmatched_frees: number;
  double_allocs: number;
  by_resource: Record<string, TypeCounts>;
  args: number;
  frames: number;
  mmap: number;
  ctx: number;
  att: number;
  comments: number;
}

for (const [turn, name] of samplesWith(".summary.json").entries()) {
  const left = (place: number): string | null => turn % 3 === place ? null : later;
  const summary = JSON.parse(
    new TextDecoder().decode(sample(name + ".summary.json")),
  ) as Summary;

  Deno.test(
    unless([left(0)], `spRtrace.read() agrees with the counts of the independent reader for ${name}`),
    async () => {
      const sink = await readBytes(sample(name + ".txt"));
      const rows = sink.rows("events");
      const refcounted = new Set(
        [...sink.eventsOptions!.refcounted!].map((code) => sink.strings.text(code)),
      );
      const { leaks, pairs, unmatchedFrees, doubleAllocs } = pairRows(
        rows,
        refcounted,
      );
      const bytes = (of: typeof rows): number => of.reduce((sum, row) => sum + Number(row["size"] ?? 0), 0);
      const byType: Record<string, TypeCounts> = {};
      for (const row of rows) {
        const counts = byType[String(row["type"])] ??= {
          allocs: 0,
          alloc_bytes: 0,
          frees: 0,
          leaks: 0,
          leak_bytes: 0,
        };
        if (row["kind"] === "free") counts.frees++;
        else {
          counts.allocs++;
          counts.alloc_bytes += Number(row["size"]);
        }
      }
      for (const row of leaks) {
        byType[String(row["type"])]!.leaks++;
        byType[String(row["type"])]!.leak_bytes += Number(row["size"]);
      }
      assertEquals(rows.length, summary.calls);
      assertEquals(
        rows.filter((row) => row["kind"] === "alloc").length,
        summary.allocs,
      );
      assertEquals(bytes(rows), summary.alloc_bytes);
      assertEquals([leaks.length, bytes(leaks)], [
        summary.leaks,
        summary.leak_bytes,
      ]);
      assertEquals(pairs.length, summary.freed_pairs);
      assertEquals([unmatchedFrees, doubleAllocs], [
        summary.unmatched_frees,
        summary.double_allocs,
      ]);
      assertEquals(byType, summary.by_resource);
      assertEquals(sink.count("args"), summary.args);
      assertEquals(sink.count("maps"), summary.mmap);
      assertEquals(sink.count("contexts"), summary.ctx);
      assertEquals(sink.count("attachments"), summary.att);
      assertEquals(sink.count("comments"), summary.comments);
      const frames = rows.reduce(
        (sum, row) => sum + sink.stacks.depth(Number(row["stack"] ?? 0)),
        0,
      );
      assertEquals(frames, summary.frames);
      assertEquals(sink.codes.filter((code) => code !== "out-of-order"), []);
    },
  );

  Deno.test(
    unless([left(1)], `spRtrace.read() gives the pairs of the independent reader for ${name}`),
    async () => {
      const sink = await readBytes(sample(name + ".txt"));
      const refcounted = new Set(
        [...sink.eventsOptions!.refcounted!].map((code) => sink.strings.text(code)),
      );
      const { pairs } = pairRows(sink.rows("events"), refcounted);
      pairs.sort((a, b) => Number(a[1]["no"]! as bigint - (b[1]["no"] as bigint)));
      const lines = pairs.map(([alloc, free]) => {
        const times = [alloc, free].map((row) => Number(row["time"]! as bigint / 1_000_000n));
        return [
          alloc["no"],
          free["no"],
          alloc["type"],
          `0x${(alloc["addr"] as bigint).toString(16)}`,
          alloc["size"],
          ...times,
          times[1]! - times[0]!,
          (alloc["context"] ?? 0).toString(16),
          (free["context"] ?? 0).toString(16),
        ].join("\t");
      });
      const expected = new TextDecoder().decode(sample(name + ".pairs.tsv"))
        .trimEnd().split("\n").slice(1);
      assertEquals(lines, expected);
    },
  );
}
