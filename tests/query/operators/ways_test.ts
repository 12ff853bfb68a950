/** Every strategy for a query gives the same answer as all others: each alone, and none of them. */
import { assertEquals, assertThrows } from "@std/assert";
import { UsageError } from "../../../src/base/errors.ts";
import type { Session } from "../../../src/engine/session.ts";
import { setDataPlaces } from "../../../src/cli/data_settings.ts";
import { dataSettings, setDataSettings } from "../../../src/memory/data_settings.ts";
import { restrictStrategies, STRATEGIES } from "../../../src/query/execution/strategies.ts";
import { ask } from "../../conformance/opened.ts";
import { byEffort } from "../../support/effort.ts";
import { generatedSession } from "../../support/generated_session.ts";
import { Random } from "../../support/random.ts";
import { rowsOf } from "../../support/rows_of.ts";

const random = new Random(Date.now());

const QUESTIONS: readonly string[] = [
  "summarize a = max(size), b = min(addr), n = count()",
  "summarize a = max(size), b = min(addr)",
  "by kind: d = distinct(kind), n = count()",
  "where size % 3 == 1 or line > 500 | summarize n = count(), s = sum(size)",
  "where kind == alloc | summarize s = sum(size + line), m = avg(size)",
  "summarize d = stddev(size), m = avg(size), l = min(addr)",
  "summarize d = stddev(addr), e = stddev(size * 3 + line), n = count()",
  "where size > 100 | by kind: d = stddev(line), s = sum(size), m = max(addr)",
  "by kind, size % 3: d = stddev(size) if line > 500, e = stddev(seq)",
  "by addr: d = stddev(size), n = count() | top 9 by d",
  "by kind: s = avg(addr * 3 + size), m = min(addr / 3 + seq)",
  "summarize n = distinct(func)",
  "summarize n = distinct(size % 100)",
  "by kind, func: n = count(), s = sum(size)",
  "by size % 10, line % 3: n = count(), m = max(size)",
  "by if(kind == alloc, size, 0) | top 7 by n",
  "by kind: s = sum(if(size > 100, 1, 0)), d = distinct(addr)",
  "by func: first(file), n = count()",
  "by size % 70: d = distinct(addr), e = distinct(func)",
  "by func, line: d = distinct(addr), e = distinct(thread)",
  "top 9 by size | select seq, size",
  "sort func, size desc | take 11 | select seq",
  "where size * 2 + 1 > line * 3 | take 5 | select seq",
  "where size >> 3 == 12 | count",
  "sort seq desc | take 7 | select seq, size",
  "sort kind desc, func, size | take 30 | select seq, kind",
  "join (events | by func: n = count()) on func | summarize s = sum(n)",
  "join left (events | where size > 900 | select addr, line) on addr | summarize s = sum(line_right), n = count()",
  "join semi (events | where size > 990) on addr | summarize s = sum(size), n = count()",
  "join anti (events | where line > 500) on addr, func | summarize s = sum(size), n = count()",
].map((each) => each.replace("| top 7 by n", ": n = count() | top 7 by n"));

/** Queries about many functions. */
const OF_MANY: readonly string[] = [
  "sort func, size desc | take 11 | select seq, func",
  "where size % 3 == 1 | sort func desc, file, size | take 30 | select seq",
];

Deno.test("each strategy gives the same rows", async () => {
  const met = new Set<string>();
  await compareWays(await generatedSession(150_000), QUESTIONS, met);
  await compareWays(await generatedSession(80_000, 500_000), OF_MANY, met);
  // With little memory, sets of keys do not fit.
  const isTight = Deno.env.get("QUARRY_TEST_MEMORY") !== undefined;
  const missed = STRATEGIES.filter((way) => !met.has(way) && !(isTight && way === "rows by a set of keys"));
  assertEquals(missed, [], "ways that no question takes");
});

async function compareWays(session: Session, questions: readonly string[], met: Set<string>): Promise<void> {
  try {
    for (const question of questions) {
      const query = `events | ${question}`;
      const expected = await rowsOf(session, query);
      const [steps] = await ask(session, `${query} | explain | select how`);
      const own = new Set(steps!.rows.flatMap(([how]) => String(how ?? "").split(", ")));
      for (const way of own) met.add(way);
      // A strategy that a query does not choose by itself may still be its second choice.
      const ways = byEffort([...STRATEGIES], STRATEGIES.filter((way) => own.has(way) || random.oneIn(5)));
      for (const way of [undefined, ...ways]) {
        restrictStrategies(way === undefined ? [] : [way]);
        assertEquals(await rowsOf(session, query), expected, `${query}, with ${way ?? "none of them"}`);
      }
      restrictStrategies(undefined);
    }
  } finally {
    restrictStrategies(undefined);
    session.closeAll();
  }
}

Deno.test("an unknown strategy is refused by its name", () => {
  const places = (plan: string): void =>
    setDataPlaces({ env: (name) => name === "QUARRY_PLAN" ? plan : undefined }, {
      value: () => undefined,
      has: () => true,
    });
  const before = dataSettings();
  try {
    places("dense groups, zone maps");
    assertThrows(() => places("magic"), UsageError, '"magic" is not a strategy: use one of zone maps,');
  } finally {
    restrictStrategies(undefined);
    setDataSettings(before);
  }
});
