/** The driver of scripts: the lifetime of rows, and which definitions stay. */
import { assertEquals, assertRejects } from "@std/assert";
import { diagnose } from "../../src/assist/diagnose.ts";
import { QueryError } from "../../src/base/errors.ts";
import { queryForRows } from "../../src/engine/ask_rows.ts";
import { LastRows, runScript } from "../../src/engine/run_script.ts";
import type { Session } from "../../src/engine/session.ts";
import { sampleSession } from "../support/sample_session.ts";

/** Each result is larger than the one before, so that one that is kept would be noticed. */
const SCRIPT =
  "events | take 100\nevents | take 300\nassert (events | take 7 | count) == 0\nevents | take 900";

const opened = (): Promise<Session> => sampleSession({ t: "testdata/mpatrol/wordfreq-le64/trace.mtrc" });

/** Bytes of the arena that a script leaves in use once `_` is small again. */
async function bytesLeft(session: Session, run: () => Promise<unknown>): Promise<number> {
  const settle = (): Promise<void> => runScript(session, "events | count", {});
  await settle();
  const before = session.pools.arena.used;
  await run();
  await settle();
  return session.pools.arena.used - before;
}

Deno.test("rows are released after the receiver has seen them, also if it fails", async () => {
  const session = await opened();
  const seen: (number | string)[] = [];
  const receiver = {
    rows: ({ table }: { table: { rowCount: number } }) => void seen.push(table.rowCount),
    verdict: ({ found }: { found: string }) => void seen.push(found),
  };
  await bytesLeft(session, () => runScript(session, SCRIPT, receiver));
  seen.length = 0;
  assertEquals(await bytesLeft(session, () => runScript(session, SCRIPT, receiver)), 0);
  assertEquals(seen, [100, 300, "7", 900]);
  const failing = {
    rows(): void {
      throw new RangeError("Seen enough");
    },
  };
  assertEquals(
    await bytesLeft(session, () => assertRejects(() => runScript(session, SCRIPT, failing), RangeError)),
    0,
  );
});

Deno.test("a pivot has the values of a table that is built on demand, even if it is the first query", async () => {
  const open = (): Promise<Session> =>
    sampleSession({
      a: "testdata/gnatcov/wordfreq/missing.trace",
      b: "testdata/apitrace/real-egl-es1.trace",
    });
  const columnsOf = async (session: Session, query: string): Promise<string[]> => {
    let names: string[] = [];
    await runScript(session, query, {
      rows: ({ table }) => void (names = table.columns.map((each) => each.name)),
    });
    return names;
  };
  const query = "functions | by bytes pivot trace: n = count()";
  const session = await open();
  assertEquals(diagnose(query, session.catalog, session.environment), []);
  assertEquals(await columnsOf(session, query), ["bytes", "a", "b"]);
  const other = await open();
  await runScript(other, "functions | take 1", {});
  assertEquals(await columnsOf(other, query), ["bytes", "a", "b"]);
  // A result has its values only when it has run.
  await assertRejects(
    () => runScript(other, "functions | as f; f | by bytes pivot trace", {}),
    QueryError,
    "Values of trace are not known",
  );
  for (const each of [session, other]) each.closeAll();
});

Deno.test("keeping the last rows releases the previous ones immediately", async () => {
  const session = await opened();
  const last = new LastRows();
  const inUse: number[] = [];
  const rows = (): void => void inUse.push(session.pools.arena.used);
  await bytesLeft(session, () => runScript(session, SCRIPT, {}));
  const kept = await bytesLeft(session, () => runScript(session, SCRIPT, { keep: last.keep, rows }));
  assertEquals(last.outcome?.table.rowCount, 900);
  assertEquals(kept > 0, true);
  assertEquals(await bytesLeft(session, () => Promise.resolve(last.release())), -kept);
  assertEquals(last.outcome, null);
  assertEquals(inUse.length, 3);
});

Deno.test("definitions stay, except those of isolated scripts", async () => {
  const session = await opened();
  for (const script of ["let few = events | take 3", "let few = events | take 3; few | count"]) {
    await runScript(session, script, {}, { alone: true });
    await assertRejects(() => runScript(session, "few", {}));
  }
  await runScript(session, "let few = events | take 3; few | count", {});
  assertEquals(await queryForRows(session, "few", ({ rowCount }) => rowCount), 3);
});
