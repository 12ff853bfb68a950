/** Answers of queries about every sample, compared with the counts of an independent decoder. */
import { assertEquals } from "@std/assert";
import type { Session } from "../../src/engine/session.ts";
import { sampleSession } from "../support/sample_session.ts";

const SAMPLES = "testdata/mpatrol";
const FOLDER = new URL(`../../${SAMPLES}/`, import.meta.url);

type Pair = readonly [number, number];

/** The part of `facts.json` that queries can compute. */
interface TraceFacts {
  readonly records: Readonly<Record<"I" | "H" | "A" | "R" | "F", number>>;
  readonly events: number;
  readonly allocated: Pair;
  readonly unfreed: Pair;
  readonly peak: Pair;
  readonly reserved: Pair;
  readonly internal: Pair;
  readonly threads: number;
  readonly functions: number;
  readonly files: number;
  readonly max_index: number;
  readonly zero_size_allocs: number;
  readonly realloc_moved: number;
}

const TRACE_QUERIES: readonly (readonly [string, (facts: TraceFacts) => readonly (number | null)[]])[] = [
  ["kind:internal | summarize count(), coalesce(sum(size), 0)", (facts) => facts.internal],
  ["kind:reserve | summarize count(), coalesce(sum(size), 0)", (facts) => facts.reserved],
  [
    "summarize count() if kind == alloc, count() if kind == realloc, count() if kind == free",
    ({ records }) => [records.A, records.R, records.F],
  ],
  ["no is not null | count", (facts) => [facts.events]],
  ["kind in {alloc, realloc} | summarize count(), sum(size)", (facts) => facts.allocated],
  ["leaks | summarize count(), coalesce(sum(size), 0)", (facts) => facts.unfreed],
  ["summarize max(live_blocks), max(live_bytes)", (facts) => facts.peak],
  ["live @ peak | summarize sum(size)", (facts) => [facts.peak[1]]],
  ["live @ peak blocks | count", (facts) => [facts.peak[0]]],
  ["thread > 0 | summarize distinct(thread)", (facts) => [facts.threads]],
  ["summarize distinct(func), distinct(file)", (facts) => [facts.functions, facts.files]],
  ["summarize max(index)", (facts) => [facts.max_index]],
  ["kind == alloc and size == 0 | count", (facts) => [facts.zero_size_allocs]],
  ["allocs | summarize coalesce(sum(moves), 0)", (facts) => [facts.realloc_moved]],
  ["allocs | summarize count(), sum(resizes)", ({ records }) => [records.A, records.R]],
  ["allocs | where freed is not null | count", ({ records }) => [records.F]],
];

/** Known facts of a profile. */
interface ProfileFacts {
  readonly bounds: readonly number[];
  readonly bins: number;
  readonly allocated: Pair;
  readonly deallocated: Pair;
  readonly unfreed: Pair;
  readonly profdata: number;
  readonly callsites: number;
  readonly roots: number;
  readonly leaf_sites: number;
  readonly sites_without_symbol: number;
  readonly symbols: number;
  readonly large_alloc: Pair;
  readonly large_dealloc: Pair;
  readonly data_allocated: Pair;
}

const PROFILE_QUERIES: readonly (readonly [string, (facts: ProfileFacts) => readonly number[]])[] = [
  ["profile | summarize sum(allocs), sum(alloc_bytes)", (facts) => facts.allocated],
  ["profile | summarize sum(frees), sum(freed_bytes)", (facts) => facts.deallocated],
  ["profile | summarize sum(live), sum(live_bytes)", (facts) => facts.unfreed],
  ["bins | summarize sum(allocs), sum(alloc_bytes)", (facts) => facts.allocated],
  ["bins | summarize sum(live), sum(live_bytes)", (facts) => facts.unfreed],
  ["bins | where at_least | select allocs, alloc_bytes", (facts) => facts.large_alloc],
  ["bins | where at_least | select frees, freed_bytes", (facts) => facts.large_dealloc],
  ["bins | count", (facts) => [facts.bins]],
  ["index is not null | count", (facts) => [facts.profdata]],
  [
    "index is not null | summarize coalesce(sum(allocs), 0), coalesce(sum(alloc_bytes), 0)",
    (facts) => facts.data_allocated,
  ],
  ["sites | count", (facts) => [facts.callsites]],
  ["sites | where parent is null | count", (facts) => [facts.roots]],
  ["sites | where profile is not null | count", (facts) => [facts.leaf_sites]],
  ["sites | where symbol is null | count", (facts) => [facts.sites_without_symbol]],
  ["symbols | count", (facts) => [facts.symbols]],
];

async function firstRow(session: Session, query: string): Promise<(number | null)[]> {
  for await (const { kind, ...outcome } of session.run(session.prepare(query))) {
    if (kind !== "query" || !("table" in outcome)) continue;
    const { table } = outcome;
    return table.columns.map((_, column) => {
      const value = table.value(0, column);
      return value === null ? null : Number(value);
    });
  }
  return [];
}

for (const { name } of [...Deno.readDirSync(FOLDER)].sort((a, b) => a.name < b.name ? -1 : 1)) {
  if (name === "README.md") continue;
  Deno.test(`queries give the known facts of ${name}`, async () => {
    const facts = JSON.parse(await Deno.readTextFile(new URL(`${name}/facts.json`, FOLDER)));
    const trace: TraceFacts = facts["trace.mtrc"];
    const session = await sampleSession({ t: `${SAMPLES}/${name}/trace.mtrc` });
    for (const [query, wanted] of TRACE_QUERIES) {
      assertEquals(await firstRow(session, query), [...wanted(trace)], query);
    }
    const profile: ProfileFacts = facts["profile.mptl"];
    const profiled = await sampleSession({ p: `${SAMPLES}/${name}/profile.mptl` });
    for (const [query, wanted] of PROFILE_QUERIES) {
      assertEquals(await firstRow(profiled, query), [...wanted(profile)], query);
    }
  });
}
