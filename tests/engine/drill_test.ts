/** Queries that follow from others are built from their syntax trees, independent of the spelling of their text. */
import { assert, assertEquals } from "@std/assert";
import { queriesForRow } from "../../src/engine/drill/behind_row.ts";
import { drillQuery } from "../../src/engine/drill/drill_query.ts";
import type { AssertOutcome, QueryOutcome, Session } from "../../src/engine/session.ts";
import { violatingRowsQuery } from "../../src/language/offending_rows.ts";
import { parsePipeline, printTree } from "../../src/language/script.ts";
import { sameTree } from "../../src/query/syntax/walk.ts";
import { rowsOf } from "../support/rows_of.ts";
import { sampleSession } from "../support/sample_session.ts";
import { Temporary } from "../support/temporary.ts";

const SAMPLE = "testdata/mpatrol/wordfreq-le64/trace.mtrc";

async function outcomeOf(session: Session, text: string): Promise<QueryOutcome | AssertOutcome> {
  for await (const outcome of session.run(session.prepare(text))) return outcome;
  throw new Error(`${text} gave nothing`);
}

async function behind(session: Session, text: string, row = 0): Promise<string | null> {
  const outcome = await outcomeOf(session, text) as QueryOutcome;
  const query = drillQuery(outcome, row, session);
  outcome.release();
  return query && printTree(query);
}

Deno.test("drillQuery() finds the rows of a group, whatever comments and texts its query contains", async () => {
  const session = await sampleSession({ t: SAMPLE });
  for (
    const [text, expected] of [
      ["leaks | by func", "leaks | where func is null"],
      ["leaks -- with a | and a by\n  | BY func", "leaks | where func is null"],
      ['leaks | by f = concat(func, "|"), kind = size > 0 | top 1 by bytes', null],
      [
        'events | where func != "| by x" | by kind | take 1',
        'events | where func != "| by x" | where kind == "alloc"',
      ],
      [
        "events | by size & 0 == 0 or kind == free: n = count() | take 1",
        "events | where (size & 0 == 0 or kind == free) == true",
      ],
      ["(leaks | take 5) | by func | take 1", "(leaks | take 5) | where func is null"],
      ["leaks | by func | extend x = 1", null],
      ["events | by func pivot kind: n = count()", null],
      ["leaks", null],
    ] as const
  ) {
    const found = await behind(session, text);
    if (expected !== null) assertEquals(found, expected, text);
    if (found !== null) {
      const tree = parsePipeline(found);
      assert(tree !== null && session.understands(tree), found);
      assertEquals(printTree(tree!), found);
    }
    if (expected === null && !text.includes("concat")) assertEquals(found, null, text);
  }
  session.closeAll();
});

Deno.test("drillQuery() compares the full name if another function has the same short name", async () => {
  const lcov =
    "SF:a.c\nFN:1,make\nFNDA:2,make\nFN:5,make.part.0\nFNDA:3,make.part.0\nDA:1,2\nDA:5,3\nend_of_record\n";
  using file = Temporary.file(".info");
  await Deno.writeTextFile(file.path, lcov);
  const session = await sampleSession({ t: file.path });
  const names = await rowsOf(session, "functions | by func | sort func");
  assertEquals(names.map(([func]) => func), ["make", "make.part.0"]);
  const found = await behind(session, "functions | by func | sort func");
  assertEquals(found, 'functions | where full(func) == "make"');
  assertEquals((await rowsOf(session, `${found} | count`))[0], [1n]);
  assertEquals(
    await behind(session, "functions | by func | sort func", 1),
    'functions | where func == "make.part.0"',
  );
  session.closeAll();
});

Deno.test("drillQuery() never reads a text whose last owner has been released", async () => {
  const session = await sampleSession({ t: SAMPLE });
  const [before] = session.traces.map(({ trace }) => trace.pools.strings.inUse);
  await rowsOf(session, 'events | by x = concat(func, ":", seq) | sort x');
  await rowsOf(session, "leaks | count");
  assertEquals(session.traces[0]!.trace.pools.strings.inUse, before);
  assertEquals(
    await behind(session, "leaks | where func is not null | by func"),
    'leaks | where func is not null | where func == "read_word"',
  );
  session.closeAll();
});

Deno.test("queriesForRow() does not suggest a query equivalent to the current one", async () => {
  const session = await sampleSession({ t: SAMPLE });
  const proposed = async (text: string): Promise<string[]> => {
    const outcome = await outcomeOf(session, text) as QueryOutcome;
    const found = queriesForRow(outcome, 0, session);
    outcome.release();
    return found.flatMap((each) => each.kind === "query" ? [each.query] : []);
  };
  const life = "events | where alloc == 1";
  assertEquals((await proposed("events | where alloc == 1 and size > 0"))[0], life);
  for (const text of ["events|where (alloc==1)", `${life} | take 1`]) {
    assertEquals((await proposed(text)).includes(life), false, text);
  }
  session.closeAll();
});

Deno.test("a failed assertion shows the rows that an assertion counts", async () => {
  const session = await sampleSession({ t: SAMPLE });
  for (
    const [text, expected] of [
      ["assert leaks -- | count\n | count == 0", "leaks | take 100"],
      ["assert leaks | where size > 1M", "leaks | where size > 1M | take 100"],
      ["assert count == 0", "take 100"],
      ["assert leaks | summarize sum(size) == 0", null],
    ] as const
  ) {
    const { node } = await outcomeOf(session, text) as AssertOutcome;
    const query = violatingRowsQuery(node, 100);
    assertEquals(query && printTree(query), expected, text);
    if (query) assert(sameTree(parsePipeline(printTree(query))!, query));
  }
  session.closeAll();
});
