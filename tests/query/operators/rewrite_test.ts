/**
 * Moving steps forward, so that later ones have less to do, gives the same rows: `tail 999999` and `extend` of a sum
 * keep a plan unchanged.
 */
import { assert, assertEquals, assertGreater } from "@std/assert";
import { rowsOf } from "../../support/rows_of.ts";
import { sampleSession } from "../../support/sample_session.ts";

const memory = await sampleSession({ run: "testdata/mpatrol/wordfreq-le64/trace.mtrc" });

const SIDES = "select alloc, kind, seq, size) on alloc";
const LIVES = "(allocs | select alloc, life, size)";

Deno.test("a filter gives the same rows before and after a join, a sort or groups", async () => {
  let rows = 0;
  for (
    const [before, condition] of [
      [`events | join ${LIVES} on alloc`, "seq in 100..400"],
      [`events | join ${LIVES} on alloc`, "life > 100 and size > 64"],
      [`events | join left ${LIVES} on alloc`, "seq in 100..400 and life > 10"],
      [`events | join left ${LIVES} on alloc`, "life is null and seq < 900"],
      [`events | join semi ${LIVES} on alloc`, "func is not null and seq < 500"],
      [`events | join anti (leaks | select alloc) on alloc`, "size > 1000"],
      [
        `allocs | select alloc, func | join (events | ${SIDES}`,
        "size > 100 and kind == free and alloc < 300",
      ],
      ["events | sort func, size desc", "seq in 50..90"],
      ["events | select seq, n = size, func | sort n desc", "n < 100 and func is not null"],
      ["events | by kind, func", "kind == free or func is null"],
      ["events | by kind, func", "kind == free and count > 3"],
      ["events | by k = kind, size | sort bytes", "size in 10..1000 and k != free"],
      [`events | join ${LIVES} on alloc | sort life | by func, kind`, "kind == free"],
    ] as const
  ) {
    const moved = await rowsOf(memory, `${before} | where ${condition}`);
    assertEquals(
      moved,
      await rowsOf(memory, `${before} | tail 999999 | where ${condition}`),
      `${before} ${condition}`,
    );
    rows += moved.length;
  }
  assertGreater(rows, 1000);
});

Deno.test("explain shows where a filter was moved", async () => {
  const steps = async (text: string): Promise<string> =>
    (await rowsOf(memory, `${text} | explain`)).map(([step]) => String(step).trim()).join("\n");
  const joined = await steps(`events | join ${LIVES} on alloc | where seq == 5`);
  assert(
    /filter seq == 5 before join\njoin inner/.test(joined.replaceAll(/\n(scan|project).*/g, "")),
    joined,
  );
  assert(/filter .* before sort\nsort/.test(await steps("events | sort size | where seq == 5")));
  assert(/filter .* before groups\naggregate/.test(await steps("events | by func | where func is null")));
});

Deno.test("a step that could fail for more rows is not moved", async () => {
  const steps = async (text: string): Promise<string> =>
    (await rowsOf(memory, `${text} | explain`)).map(([step]) => String(step)).join("\n");
  for (
    const text of [
      `events | extend big = seq * 4 | join ${LIVES} on alloc | where big > 5`,
      `events | join ${LIVES} on alloc | where seq * 2 > 5`,
      "events | sort seq * 2 | where seq > 5",
      "events | sort seq | take 10 | where seq > 5",
      "events | top 10 by size per func | where seq > 5",
    ]
  ) assert(!/ before /.test(await steps(text)), text);
  assert(!/ before groups/.test(await steps("events | by kind: n = count() | where n > 5")));
});

Deno.test("the shortcut for counting rows gives the same numbers as counting them", async () => {
  for (
    const text of [
      "events | by func, size, addr",
      "events | by size, kind | sort bytes",
      "events | sort func, size",
      `events | join ${LIVES} on alloc`,
      `events | join left ${LIVES} on alloc`,
      `events | join (events | where size > 100 | select addr, s2 = size) on addr`,
      `events | join left (events | where size > 100 | select addr, s2 = size) on addr`,
      `events | join semi (events | where size > 100 | select addr) on addr`,
    ]
  ) {
    const [[quick]] = await rowsOf(memory, `${text} | count`) as [[bigint]];
    const all = await rowsOf(memory, `${text} | extend one = 1 | summarize n = sum(one)`);
    assertEquals([[quick]], all, text);
  }
});

Deno.test("totals ignore sorting, which runs only if the order matters", async () => {
  const sorted = "events | sort func, size desc";
  for (
    const [totals, isSorted] of [
      ["count(), max(size)", false],
      ["n = count(func), s = sum(size), a = avg(line), d = distinct(addr)", false],
      ["a = min(seq) if kind == alloc, b = count() if size > 100", false],
      ["f = first(seq), n = count()", true],
      ["s = stddev(size)", true],
      ["t = max(func)", true],
      ["s = sum(size / 3.0)", true],
      ["s = sum(seq * 2)", true],
      ["n = count() by kind", true],
    ] as const
  ) {
    const text = `${sorted} | summarize ${totals}`;
    assertEquals(
      await rowsOf(memory, text),
      await rowsOf(memory, `${sorted} | tail 999999 | summarize ${totals}`),
      text,
    );
    const steps = await rowsOf(memory, `${text} | explain`);
    assertEquals(steps.some(([step]) => String(step).trim().startsWith("sort")), isSorted, text);
  }
  for (
    const least of ["events | sort size desc | take 5", "events | top 5 by size", "events | sort seq * 2"]
  ) {
    const steps = await rowsOf(memory, `${least} | summarize sum(size) | explain`);
    assert(steps.some(([step]) => String(step).trim().startsWith("sort")), least);
  }
});

Deno.test("numbers are grouped before conversion to text, into the same groups in the same order", async () => {
  for (
    const [keys, written] of [
      ["hex(addr)", "if(seq > 0, hex(addr), func)"],
      ["hex(page(addr)), kind", "if(seq > 0, hex(page(addr)), func), kind"],
      ["k = hex(size + line)", "k = if(seq > 0, hex(size + line), func)"],
      ["file, hex(line), hex(addr)", "file, if(seq > 0, hex(line), func), hex(addr)"],
    ] as const
  ) {
    for (
      const rest of [
        "n = count(), b = sum(size)",
        "n = count(), b = min(seq) | sort n desc, b | take 9",
        "b = max(seq) | summarize count(), sum(b)",
      ]
    ) {
      const [one, other] = [keys, written].map((each) => `events | by ${each}: ${rest}`);
      const rows = await rowsOf(memory, one!);
      assertEquals(rows, await rowsOf(memory, other!), one);
      assertGreater(rows.length, 0);
    }
  }
  assertEquals(
    await rowsOf(memory, 'events | by at = hex(addr) | where at contains "00" and count > 2'),
    await rowsOf(
      memory,
      'events | by at = if(seq > 0, hex(addr), func) | where at contains "00" and count > 2',
    ),
  );
});
