/** The memory of a session does not grow with the number of queries, or of traces that were open. */
import { assert, assertEquals } from "@std/assert";
import { sourceOf } from "../../src/bytes/byte_source.ts";
import { tracesOf } from "../../src/engine/open_trace.ts";
import { Session } from "../../src/engine/session.ts";
import { load } from "../../src/ingest/load.ts";
import { type Footprint, madeSession, soak } from "../bench/memory_soak.ts";
import { ask } from "../conformance/opened.ts";
import { someSamples } from "../conformance/samples.ts";
import { formats } from "../../src/formats/registry.ts";
import { atFullEffort, byEffort, seeds } from "../support/effort.ts";

/** Twice as many rows take twice as long and find the same errors. */
const ROWS = 10_000;
/** Number of queries between two checks of the memory. */
const STEP = byEffort(seeds(300), 40);
/** With few queries, peaks vary with how far each gets before it is cancelled. */
const ROOM = byEffort(1.05, 1.5);

Deno.test("sorts, groups, joins, kept results, failures and cancels leave no memory behind in a session", async () => {
  const session = await madeSession(ROWS);
  const before = session.pools.arena.used;
  const footprints: Footprint[] = [];
  const endings = await soak(session, {
    queries: 3 * STEP,
    rows: ROWS,
    seed: 3,
    step: STEP,
    look: (each) => footprints.push(each),
  });
  assert(endings.failed > STEP / 20 && endings.answered > 1.5 * STEP, JSON.stringify(endings));
  const [first, , last] = footprints;
  assert(last!.highWater <= first!.highWater * ROOM, JSON.stringify(footprints));
  session.closeAll();
  assertEquals([session.pools.arena.used, session.pools.strings.inUse], [0, 0], `${before} bytes before`);
});

/** Opens a trace, queries some of its tables or all, and closes it. */
async function visit(
  session: Session,
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
  all: boolean,
): Promise<void> {
  const reopen = () => Promise.resolve(sourceOf(bytes));
  const file = await load(sourceOf(bytes), session.pools, { name, reopen });
  session.add(tracesOf(file, name));
  // A file that ends before its first record has only tables about the file.
  const tables = all || !session.catalog.table(session.catalog.mainTable, null)
    ? session.catalog.tableNames
    : [session.catalog.mainTable];
  for (const table of tables.filter((each) => each !== "traces")) {
    await ask(session, `${table} of "${name}" | count; ${table} of "${name}" | take 2 | as kept`);
  }
  for (const trace of [...session.traces]) if (trace.name.startsWith(name)) session.close(trace.name);
}

Deno.test(atFullEffort("opening and closing traces by the thousand leaves no memory behind"), async () => {
  const session = new Session();
  const samples = formats.flatMap(({ name }) => someSamples(name, 4, 20_000));
  assert(samples.length >= 20, `${samples.length} samples`);
  const { arena, strings, stacks } = session.pools;
  const held = (): number[] => [arena.used, strings.inUse, stacks.inUse];
  for (const [at, { bytes }] of samples.entries()) {
    await visit(session, `t${at}`, bytes, true);
    assertEquals(held(), [0, 0, 0], samples[at]!.path);
  }
  const [{ highWater }, codes] = [arena.heap, strings.size];
  for (let opened = 0; opened < seeds(1000); opened++) {
    await visit(session, `t${opened}`, samples[opened % samples.length]!.bytes, false);
  }
  assertEquals(held(), [0, 0, 0]);
  // Pieces are placed in a different order, and a name may be one letter longer.
  assert(arena.heap.highWater < highWater * 1.05, `${arena.heap.highWater} after ${highWater}`);
  // Codes of texts without owners are reused once there are as many of them as in use.
  assert(strings.size < 2 * codes + 4096, `${strings.size} codes after ${codes}`);
});
