/** The first rows of an order, found while scanning, equal those of the full sort. */
import { assertEquals } from "@std/assert";
import { byEffort, entriesOf, seeds } from "../../support/effort.ts";
import { generatedSession } from "../../support/generated_session.ts";
import { Random } from "../../support/random.ts";
import { rowsOf } from "../../support/rows_of.ts";
import { onThreads } from "../../support/threads.ts";
import { randomTable } from "./random_table.ts";

const memory = await generatedSession(68_000);

const KEYS = [
  "size desc",
  "size",
  "size desc, addr",
  "addr, size desc",
  "func",
  "func desc, size desc",
  "func, file, line desc, addr",
  "kind, func, size",
  "index, size",
  "line, seq desc",
  "index desc",
  "size desc nulls first, seq",
  "thread, size",
  "thread desc, kind, addr desc",
  "kind desc, seq desc",
  "kind, thread, seq",
  "size, seq desc",
  "kind",
];

Deno.test("sort and take give the same first rows as a full sort", async () => {
  for (const condition of ["", " | where size > 40"]) {
    for (const keys of entriesOf(KEYS, 0.15, condition.length)) {
      const source = `events${condition} | select seq, func, kind, size, addr, line, index, file, thread`;
      assertEquals(
        await rowsOf(memory, `${source} | sort ${keys} | take 20`),
        // All rows are requested, so that nothing is left out before the sort.
        await rowsOf(memory, `${source} | sort ${keys} | tail 99999999 | take 20`),
        `${condition} ${keys}`,
      );
    }
  }
});

/** Keys of a sort and of the next one. */
const TWICE: readonly (readonly [string, string])[] = [
  ["addr", "kind"],
  ["size desc", "func"],
  ["func desc, seq desc", "kind, size"],
  ["size", "size desc"],
  ["index nulls first, seq desc", "line desc nulls first"],
];

Deno.test("rows that are sorted again keep their order if the second keys are equal", async () => {
  // At low effort, only the rows around the end of the first block.
  const events = byEffort("events", "events | where seq > 60000");
  for (const [first, second] of entriesOf(TWICE, 0.1)) {
    const columns = second.split(", ").map((key) => key.split(" ")[0]).join(", ");
    const places = new Map(
      (await rowsOf(memory, `${events} | sort ${first} | select seq`)).map(([seq], at) => [seq, at]),
    );
    const apart = await rowsOf(memory, `${events} | sort ${second} | select seq, ${columns}`);
    const expected = [...Map.groupBy(apart, ([_, ...keys]) => keys.join(";")).values()].flatMap((rows) =>
      rows.map(([seq]) => seq).sort((left, right) => places.get(left)! - places.get(right)!)
    );
    for (const rows of [20, 5000]) {
      const once = await rowsOf(
        memory,
        `${events} | sort ${first} | sort ${second} | select seq | take ${rows}`,
      );
      assertEquals(once.flat(), expected.slice(0, rows), `${first} | ${second}`);
    }
  }
});

/** Columns of random tables: numbers and texts with few values and with many, with and without nulls. */
const COLUMNS = ["row", "a", "b", "small", "sign", "real", "word", "flag", "when"];

Deno.test("the first rows by random keys equal those of a full sort, first and second time, on any number of threads", async () => {
  for (let seed = 1; seed <= seeds(4); seed++) {
    const random = new Random(seed);
    const { session } = randomTable(random, 70_000);
    const questions = Array.from({ length: 12 }, () => {
      const keys = Array.from({ length: 1 + random.below(3) }, () => {
        const nulls = random.oneIn(12) ? " nulls first" : "";
        return `${random.pick(COLUMNS)}${random.oneIn(2) ? " desc" : ""}${nulls}`;
      });
      const condition = random.pick(["", " | where small > 2", " | where row % 3 != 1"]);
      return { sorted: `t${condition} | sort ${keys.join(", ")}`, rows: random.pick([1, 20, 3000]) };
    });
    const answers = async (all: string): Promise<unknown[]> => {
      const found: unknown[] = [];
      for (const { sorted, rows } of questions) {
        found.push([sorted, await rowsOf(session, `${sorted}${all} | take ${rows} | select row`)]);
      }
      return found;
    };
    const whole = await answers(" | tail 99999999");
    for (const threads of [1, 3]) {
      await onThreads(threads, async () => {
        for (const time of ["first", "second"]) {
          assertEquals(await answers(""), whole, `seed ${seed}, ${threads} threads, ${time} time`);
        }
      });
    }
  }
});
