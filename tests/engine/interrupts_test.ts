/**
 * Every stage, source, function, aggregate and operator reacts to cancellation: a run ends at any check at which it is
 * cancelled, and frees its memory. The time between two checks is measured by `tests/bench/interrupts_bench.ts`.
 */
import { assert, assertEquals } from "@std/assert";
import { byEffort, entriesOf } from "../support/effort.ts";
import { examples, largeSession, looksOf } from "../bench/interrupts_bench.ts";

/** More than one block of records, so that there is something to cancel. */
const ROWS = 70_000;

/** One session for both tests: the last one closes it. */
const opened = largeSession(ROWS);

/** Data that is read from the file on demand the first time. */
const ON_DEMAND = [
  "args of c | count",
  'calls of c | where arg("mode") is not null | count',
  "calls of c | by redundant",
];

Deno.test("building tables on demand can be cancelled, and frees its memory", async () => {
  const session = await opened;
  for (const query of ON_DEMAND) {
    const before = session.pools.arena.used;
    for (const at of [1, 2]) {
      assertEquals((await looksOf(session, query, at))!.outcome, "cancelled", query);
      assertEquals(session.pools.arena.used, before, `${query}, given up at look ${at}`);
    }
    const { outcome, count } = (await looksOf(session, query))!;
    assertEquals(outcome, "ended", query);
    assert(count > 2, `${query} looks ${count} times`);
  }
});

Deno.test("every example of the registries can be cancelled at any check, and leaks nothing", async () => {
  const session = await opened;
  const { arena, strings } = session.pools;
  const used = (): number[] => [arena.used, strings.inUse];
  let cancelled = 0;
  const names = new Set<string>();
  for (const { kind, name, query } of entriesOf(await examples(), 1)) {
    // The first run builds what stays: tables and columns that are read on demand.
    const whole = await looksOf(session, query);
    if (!whole) continue;
    assert(whole.count > 0, `${query} never looks`);
    names.add(`${kind} ${name}`);
    const before = used();
    const moments = [...new Set([1, Math.ceil(whole.count / 2), whole.count])];
    for (const at of entriesOf(moments, moments.length, names.size)) {
      const { outcome } = (await looksOf(session, query, at))!;
      // Results of a first run are reused by the next one, which may check less often.
      if (outcome === "cancelled") cancelled++;
      else assert(at > 1, `${query} does not stop at its first look: ${outcome}`);
      assertEquals(used()[1], before[1], `${query}, given up at look ${at}`);
    }
  }
  assert(names.size > byEffort(90, 4), `${names.size} entries have an example that fits the traces`);
  // Only few of them can have been cancelled at a check that the second run did not need.
  assert(cancelled > names.size * byEffort(0.8, 0.2), `${cancelled} runs were cancelled`);
  session.closeAll();
  assertEquals(used(), [0, 0]);
});
