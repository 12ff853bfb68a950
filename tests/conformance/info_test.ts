/** The facts of `info --json` about a sample are complete, and agree with queries. */
import { assert, assertEquals } from "@std/assert";
import type { Session } from "../../src/engine/session.ts";
import { formatNamed, formats } from "../../src/formats/registry.ts";
import { quarry } from "../cli/program.ts";
import { byEffort, turnsOf } from "../support/effort.ts";
import { unless } from "../support/programs.ts";
import { unwrapped } from "./loading.ts";
import { ask, openSamples } from "./opened.ts";
import { someSamples } from "./samples.ts";
import { plain } from "./slow_reference.ts";

/** Every fact that is documented for a trace. */
const FACTS = [
  "name",
  "path",
  "format",
  "headline",
  "version",
  "word_bits",
  "byte_order",
  "container",
  "file_bytes",
  "bytes",
  "rows",
  "seconds",
  "kinds",
  "distinct",
  "stats",
  "peak",
  "tables",
  "tags",
  "problem_counts",
  "problems",
];

type Json = number | string | null | readonly Json[] | { readonly [name: string]: Json };
type Facts = { readonly [name: string]: Json };

/** An integer in JSON: a text if a double cannot hold it. */
function whole(value: Json | undefined): bigint {
  return BigInt(value as number | string);
}

async function rows(session: Session, query: string): Promise<Json[][]> {
  const [answer] = await ask(session, query);
  const { columns } = answer!;
  return answer!.rows.map((row) =>
    row.map((value, at) => {
      const found = plain(value, columns[at]!.type);
      return typeof found === "bigint" ? Number(found) : found as Json;
    })
  );
}

async function count(session: Session, query: string): Promise<bigint> {
  const [answer] = await ask(session, `${query} | count`);
  return BigInt(answer!.rows[0]![0] as bigint);
}

/** Names with their values, in a fixed order. */
function ordered(pairs: readonly (readonly Json[])[]): Json[][] {
  return pairs.map((pair) => [...pair]).sort((one, other) => String(one) < String(other) ? -1 : 1);
}

/** The counts per value of a column. */
async function valueCounts(session: Session, table: string, column: string): Promise<Json[][]> {
  return ordered(await rows(session, `${table} | where ${column} is not null | by ${column}: n = count()`));
}

/** Totals of lifetimes equal those of queries. */
async function checkLives(session: Session, { stats, peak, format }: Facts): Promise<void> {
  const { allocated, unfreed, freed, peak: most } = stats as Record<string, Facts>;
  const [[blocks, bytes]] = await rows(session, "leaks | summarize count(), coalesce(sum(size), 0)") as [
    Json[],
  ];
  assertEquals([unfreed!.count, unfreed!.bytes], [blocks, bytes], "unfreed");
  assertEquals(whole(allocated!.count) - whole(freed!.count), whole(unfreed!.count));
  assertEquals(whole(allocated!.bytes) - whole(freed!.bytes), whole(unfreed!.bytes));
  const [[, mostBytes]] = await rows(
    session,
    "events | summarize coalesce(max(live_blocks), 0), coalesce(max(live_bytes), 0)",
  ) as [Json[]];
  assertEquals(most!.bytes, mostBytes, "bytes of the peak");
  if (peak !== null) {
    const { seq, no } = peak as Facts;
    const [found] = await rows(
      session,
      `events | where live_bytes == ${mostBytes} | take 1 | select seq, no`,
    );
    assertEquals([seq, no], found, `peak of ${format}`);
  }
}

for (const { entry: { name: format }, left } of turnsOf(formats, 3, 1)) {
  const name = `conformance of ${format}: the facts of info are complete and agree with queries`;
  Deno.test(unless([left], name), async () => {
    const samples = someSamples(format, byEffort(8, 4), 30_000);
    const { code, out } = await quarry([
      "info",
      "--json",
      ...samples.map(({ path }, at) => `t${at}=testdata/${path}`),
    ]);
    assertEquals(code, 0);
    const { traces, errors } = JSON.parse(out) as { traces: Facts[]; errors: Json[] };
    assertEquals(errors, []);
    let at = -1;
    for (const facts of traces) {
      const name = facts.name as string;
      // A file of several traces lists them one after the other.
      if (!name.includes("#")) at++;
      const sample = samples[at]!;
      const label = `${name}, ${sample.path}`;
      const guessed = formatNamed(format)?.guessed === undefined ? [] : ["guessed"];
      assertEquals(Object.keys(facts).sort(), [...FACTS, ...guessed].sort(), label);
      const session = await openSamples({ [`t${at}`]: sample }, { programs: "beside" });
      const trace = session.traces.findIndex((each) => each.name === name);
      assert(trace >= 0, label);
      for (const other of session.traces.map((each) => each.name)) if (other !== name) session.close(other);
      assertEquals(facts.path, `testdata/${sample.path}`, label);
      const [told] = await rows(
        session,
        "traces | select name, format, version, word_bits, byte_order, container, bytes, rows, problems",
      );
      const problems = Object.values(facts.problem_counts as Facts).reduce<bigint>(
        (sum, each) => sum + whole(each),
        0n,
      );
      assertEquals(
        [
          facts.name,
          facts.format,
          facts.version,
          facts.word_bits ?? 0,
          facts.byte_order ?? "none",
          facts.container,
          facts.bytes,
          facts.rows,
          Number(problems),
        ],
        told,
        label,
      );
      if (!name.includes("#") && session.traces.length === 1) {
        assertEquals(facts.bytes, (await unwrapped(sample.bytes)).length, label);
      }
      assertEquals(facts.file_bytes, sample.bytes.length, label);
      const tables = facts.tables as Facts;
      for (const [table, rowCount] of Object.entries(tables)) {
        assertEquals(await count(session, table), whole(rowCount), `${label}: rows of ${table}`);
      }
      const main = session.catalog.mainTable;
      if (main in tables) assertEquals(whole(facts.rows), whole(tables[main]), label);
      assertEquals(
        await rows(session, "problems | select code, severity, offset, record, message, handling"),
        (facts.problems as Facts[]).map((each) =>
          ["code", "severity", "offset", "record", "message", "handling"].map((key) => each[key]!)
        ),
        label,
      );
      assertEquals(
        ordered(await rows(session, "tags | select name, value")),
        ordered(
          Object.entries(facts.tags as Facts).flatMap(([tag, value]) =>
            Array.isArray(value) ? value.map((each) => [tag, each as Json]) : [[tag, value]]
          ),
        ),
        label,
      );
      if ("events" in tables) {
        assertEquals(
          ordered(Object.entries(facts.kinds as Facts)),
          await valueCounts(session, "events", "kind"),
          label,
        );
        for (const [column, distinct] of Object.entries(facts.distinct as Facts)) {
          const values = await count(session, `events | where ${column} is not null | distinct ${column}`);
          assertEquals(whole(distinct), values, `${label}: distinct ${column}`);
        }
      }
      if ("allocs" in tables) await checkLives(session, facts);
      // Figures named after a table are its numbers of rows; a frame counts once it has ended.
      for (const [stat, value] of Object.entries(facts.stats as Facts)) {
        if (!(stat in tables) || typeof value !== "number") continue;
        const table = stat === "frames" ? "frames | where ended" : stat;
        assertEquals(whole(value), await count(session, table), `${label}: ${stat}`);
      }
    }
    assertEquals(at, samples.length - 1, "every sample is told of");
  });
}
