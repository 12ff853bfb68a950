/** Queries that run directly on packed blocks, and the same queries over sorted rows, which take the slow path. */
import { assertEquals, assertGreater, assertRejects } from "@std/assert";
import type { Session } from "../../../src/engine/session.ts";
import { generatedSession } from "../../support/generated_session.ts";
import { rowsOf } from "../../support/rows_of.ts";
import { atFullEffort, seeds } from "../../support/effort.ts";
import { Random } from "../../support/random.ts";
import { onThreads } from "../../support/threads.ts";
import { sampleSession } from "../../support/sample_session.ts";

const memory = await sampleSession({ run: "testdata/mpatrol/wordfreq-le64/trace.mtrc" });

const CONDITIONS = ["", " | where size > 100", " | where kind == free"];

async function assertSameWhenSorted(question: string): Promise<void> {
  let rows = 0;
  for (const condition of CONDITIONS) rows += await sameWhenSorted(memory, `events${condition}`, question);
  assertGreater(rows, 0, question);
}

/** Runs both ways; returns the number of rows. */
async function sameWhenSorted(session: Session, source: string, question: string): Promise<number> {
  const quick = await rowsOf(session, `${source} | ${question}`);
  assertEquals(quick, await rowsOf(session, `${source} | sort seq | ${question}`), question);
  return quick.length;
}

Deno.test("keys computed from a column with few values are computed once per value", async () => {
  for (
    const keys of [
      "substr(func, 0, 3), len(file)",
      "upper(func)",
      "func is null",
      'file contains ".c", kind',
      "if(kind == alloc, func, file)",
      "line / 10, func",
      "bucket(size), len(func)",
    ]
  ) await assertSameWhenSorted(`by ${keys}: n = count(), b = sum(size), m = avg(line)`);
});

Deno.test("computed columns of a trace are packed, and give the same groups as sorted rows", async () => {
  for (
    const question of [
      "summarize s = sum(if(kind == alloc, size, 0)), m = max(if(kind != free, line, 0))",
      "by if(kind == free or kind == realloc, 1, 2), seq % 7: n = count(), b = sum(size % 100)",
      "by (seq + 1) % 1000, line % 3: n = count(), m = max(size), l = min(addr + size)",
      'by if(kind in {alloc, free}, "life", func): b = sum(if(size > 100, seq % 5, size))',
      "by kind: s = sum(if(thread is null, 1, 0)), d = distinct(addr - addr % 64)",
      "by live_bytes / 1000: n = count()",
    ]
  ) await assertSameWhenSorted(question);
});

Deno.test(
  atFullEffort("results that depend on one of 300,000 texts are cached, and equal those of sorted rows"),
  async () => {
    const session = await generatedSession(500_000, 300_000);
    for (
      const question of [
        "summarize s = sum(len(func) % 1000003), m = max(len(func) % 1000003), l = min(size + len(func))",
        "by substr(func, 0, 3), len(file): n = count()",
        'by k = len(upper(func)) % 5, func contains "7": n = count(), b = sum(size)',
        'extend site = replace(func, "_", "-") | where len(site) != 14 | by base(site) | count',
        'where func ~ /1[0-9]$/ and func startswith "h" | count',
        "sort func desc, size | take 30",
        "sort func, size desc | take 20",
      ]
    ) await sameWhenSorted(session, "events", question);
  },
);

Deno.test("text tests after other filters give the same rows as sorted rows, for few or many rows", async () => {
  const session = await generatedSession(6000, 3000);
  const largest = Number((await rowsOf(session, "events | summarize max(size)"))[0]!.at(-1));
  for (
    const condition of [
      'seq < 60 and func contains "1"',
      'func contains "1" and seq in 1000..1100',
      "not func ~ /[0-4]$/ and seq in 500..640 and line > 2",
      '(func contains "1" or line == 3) and seq < 90',
      'func in {"handle_request_step_1", "handle_request_step_17", "none"} or seq < 50 and func endswith "3"',
      // Zone maps promise few rows, and many are left.
      `size < ${Math.ceil(largest / 500)} and func contains "1"`,
      `func:*_1?? and size < ${Math.ceil(largest / 500)}`,
      'func contains "1" and seq < 80 and size * 4 > line',
    ]
  ) {
    assertGreater(await sameWhenSorted(session, "events", `where ${condition}`), 0, condition);
    await onThreads(3, () => sameWhenSorted(session, "events", `where ${condition} | count`));
    await sameWhenSorted(session, "events | where seq < 70", `where ${condition} | count`);
  }
});

Deno.test("a text test stays before a test that would fail for other rows", async () => {
  const session = await generatedSession(6000, 3000);
  const few = "events | where seq < 60", fails = "size * 500000000000000000 > 0";
  await assertRejects(() => rowsOf(session, `${few} and ${fails} | count`));
  const names = await rowsOf(
    session,
    `${few} | by func: m = max(size) | where m < 37 and func != "" | select func`,
  );
  assertGreater(names.length, 0);
  for (const [name] of names) {
    for (const test of [`func == "${name}"`, `func ~ /^${name}$/`, `func:${name}`]) {
      const rows = await rowsOf(session, `${few} and ${test} and ${fails} | count`);
      assertGreater(Number(rows[0]![0]), 0, test);
    }
  }
});

Deno.test("a computed key fails only for values that selected rows have", async () => {
  const key = "by size * 500000000000000000: n = count()";
  await assertRejects(() => rowsOf(memory, `events | ${key}`));
  await assertSameWhenSorted("where size < 20 | by size * 500000000000000000: n = count()");
});

Deno.test("a histogram of powers of two is the same over sorted rows", async () => {
  for (const question of ["hist size", "hist line", "hist size bins 7", "hist seq bins 3"]) {
    await assertSameWhenSorted(question);
  }
});

Deno.test("slices of records are the same over sorted rows", async () => {
  for (const every of ["1", "7", "100", "1000", "99999999", "3%"]) {
    for (
      const values of [
        "n = count(), bytes = max(live_bytes), blocks = min(live_blocks)",
        "a = min(addr), b = max(line), c = max(time), d = min(size), n = count()",
      ]
    ) {
      await assertSameWhenSorted(`timeline every ${every} ${values}`);
      await assertSameWhenSorted(`where seq >= 20 and seq < 900 | timeline every ${every} ${values}`);
    }
    if (every !== "1") {
      await assertSameWhenSorted(`timeline every ${every} by kind: n = count(), b = sum(size)`);
    }
  }
});

Deno.test("steps of numbers with many values give the same groups as sorted rows", async () => {
  for (
    const keys of [
      "bin(seq, 7)",
      "seq / 100, kind",
      "bin(addr, 0x1000)",
      "bin(addr, 1M), bin(seq, 10)",
      "addr / 0x10000, bucket(size)",
      "bin(addr, 3), func",
      "bin(size, 5000000000)",
    ]
  ) {
    await assertSameWhenSorted(`by ${keys}: n = count(), b = sum(size), m = avg(line)`);
    await assertSameWhenSorted(`where seq > 50 | by ${keys}: n = count()`);
  }
  for (const freed of ["bin(freed, 10)", "bin(freed, 10), bin(seq, 100), func"]) {
    assertEquals(
      await rowsOf(memory, `allocs | by ${freed}: n = count(), b = sum(size)`),
      await rowsOf(memory, `allocs | sort seq | by ${freed}: n = count(), b = sum(size)`),
      freed,
    );
  }
});

Deno.test("steps of four-byte numbers give the same groups as sorted rows", async () => {
  const long = await generatedSession(300_000);
  for (const condition of ["", " | where freed is not null", " | where size > 3000", " | where size < 40"]) {
    for (
      const keys of ["bin(freed, 5003)", "bin(addr, 70001), bin(seq, 997), func", "freed / 3, bin(addr, 1M)"]
    ) {
      const question = `by ${keys}: n = count(), b = sum(size)`;
      assertEquals(
        await rowsOf(long, `allocs${condition} | ${question}`),
        await rowsOf(long, `allocs${condition} | sort seq | ${question}`),
        question + condition,
      );
    }
  }
  long.closeAll();
});

Deno.test("distinct counts are the same over sorted rows", async () => {
  for (
    const value of [
      "bin(addr, 4096)",
      "func",
      "kind",
      "size",
      "bucket(size)",
      "len(file)",
      "time",
      "line / 7",
    ]
  ) {
    await assertSameWhenSorted(`summarize n = distinct(${value})`);
    await assertSameWhenSorted(`summarize n = distinct(${value}) if size > 20, m = count()`);
  }
});

Deno.test("smallest and largest values from zone maps equal those of the rows", async () => {
  for (const column of ["size", "seq", "addr", "line", "thread", "stack", "index", "time"]) {
    await assertSameWhenSorted(`summarize a = min(${column}), b = max(${column})`);
    await assertSameWhenSorted(`where kind == realloc | summarize a = min(${column}), b = max(size)`);
  }
});

Deno.test("comparisons of computed numbers in packed blocks agree with sorted rows", async () => {
  for (
    const test of [
      "size * 2 > 100",
      "size + line < 1000",
      "addr + size >= 0x1000",
      "size * 3 + 1 in 100..900",
      "not (size - 0 == 8)",
      "line + 7 != 20",
      "size * 2 <= line + 5",
      "addr - line > size",
      "index * 0 == 0",
      "end > 0x1000",
      "end - 8 != addr",
      "not (end in 0x1000..0x55d000200000)",
      "addr overlaps 0x55d000100000..+1M",
    ]
  ) {
    assertEquals(
      await rowsOf(memory, `events | where ${test} | summarize n = count(), s = sum(seq)`),
      await rowsOf(
        memory,
        `events | sort size desc | tail 9999999 | where ${test} | summarize n = count(), s = sum(seq)`,
      ),
      test,
    );
  }
  for (const test of ["size - 1000 > 5", "size * 5000000000000000000 > 5", "line - 5000 < 100 + size"]) {
    await assertRejects(() => rowsOf(memory, `events | where ${test} | count`), test);
  }
});

Deno.test("totals of filtered rows are right, also for two traces and on three threads", async () => {
  const both = await sampleSession({
    a: "testdata/mpatrol/wordfreq-le64/trace.mtrc",
    b: "testdata/mpatrol/grow-be32/trace.mtrc",
  });
  const long = await generatedSession(70_000);
  const totals = "summarize n = count(), a = sum(size), b = count(line), c = avg(line), d = sum(addr / 4096)";
  const stored = "summarize n = count(), a = sum(size), b = count(line), c = avg(line)";
  for (const session of [both, long]) {
    for (
      const test of [
        "size > 100",
        "kind == alloc and size > 16 and thread is not null",
        "line is null or size in 20..90",
        "addr > 0",
        "addr == 1",
        'func contains "e" and not (size * 2 > 100)',
        "size in (events | where kind == free | take 5 | select size)",
      ]
    ) {
      for (const question of [stored, totals]) {
        const expected = await rowsOf(session, `events | sort size, seq | where ${test} | ${question}`);
        for (const threads of [1, 3]) {
          const found = await onThreads(
            threads,
            () => rowsOf(session, `events | where ${test} | ${question}`),
          );
          assertEquals(found, expected, `${test}, ${threads} threads`);
        }
      }
    }
    const failing = "events | where size * 500000000000000000 > 5 | summarize sum(size)";
    const { message } = await assertRejects(
      () => rowsOf(session, `events | where seq > 0 | ${failing.slice(9)}`),
      Error,
    );
    for (const threads of [1, 3]) {
      await onThreads(threads, () => assertRejects(() => rowsOf(session, failing), Error, message));
    }
  }
  both.closeAll();
  long.closeAll();
});

Deno.test("aggregates of some rows are the same over sorted rows", async () => {
  for (
    const values of [
      "n = count(), k = count() if kind == free",
      "a = sum(size) if size > 100, b = count(line) if size > 100, c = avg(size)",
      "a = count() if kind == free and size > 5000, b = sum(size) if func is null, c = sum(size)",
      "a = sum(size) if 1 == 2, b = count() if 1 == 2, c = avg(size) if 1 == 2",
      "a = count(size) if line > 10, b = max(size) if line > 10",
    ]
  ) {
    for (const keys of ["kind", "func, kind", "file, step = bin(seq, 50)", "bucket(size), func"]) {
      await assertSameWhenSorted(`by ${keys}: ${values}`);
    }
    await assertSameWhenSorted(`summarize ${values}`);
  }
});

Deno.test("groups of many blocks are the same over sorted rows, wherever a key occurs in a block", async () => {
  const long = await generatedSession(300_000);
  for (
    const question of [
      "by step = bin(seq, 5000), func: n = count(), bytes = sum(size)",
      "by func, step = bin(freed, 5000): n = count(), bytes = sum(size)",
      "by place = bin(addr, 65536), step = bin(seq, 1500): n = count(), bytes = sum(size), m = avg(size)",
      "by step = seq / 40000, file, func: n = count()",
      "by a = bin(seq, 3000), b = bin(freed, 90000): bytes = sum(size)",
      "by leaked, step = bin(seq, 9000): n = count(), bytes = sum(size) if leaked",
      "by file: leaked_bytes = sum(size) if leaked, leaked_blocks = count() if leaked, bytes = sum(size)",
    ]
  ) {
    for (
      const source of ["allocs", "allocs | where seq >= 100000 and seq < 250000", "allocs | where size > 64"]
    ) {
      assertGreater(await sameWhenSorted(long, source, question), 1, question);
    }
  }
});

Deno.test("few remaining keys after a filter give the same groups as sorted rows, including nulls", async () => {
  const long = await generatedSession(300_000);
  const [[func], [other]] = await rowsOf(long, "allocs | by func | take 2 | select func") as [
    [string],
    [string],
  ];
  const [[line]] = await rowsOf(long, "allocs | where line is not null | by line | take 1 | select line") as [
    [bigint],
  ];
  for (
    const source of [
      `allocs | where func in {"${func}", "${other}"}`,
      `allocs | where func == "${func}" or func is null`,
      `allocs | where line == ${line} or size > 4000`,
      `allocs | where seq > 200000 and (line == ${line} or func == "${other}")`,
      "allocs | where func is null",
      "allocs | where line is null or size < 20",
    ]
  ) {
    for (
      const keys of ["func, line", "bin(seq, 1000), func", "leaked, line", "substr(func, 0, 3), file, line"]
    ) {
      const question = `by ${keys}: n = count(), b = sum(size), m = avg(line)`;
      await sameWhenSorted(long, source, question);
    }
  }
  assertGreater(
    await sameWhenSorted(
      long,
      `allocs | where func == "${func}"`,
      "by func, step = bin(freed, 5000): n = count()",
    ),
    1,
  );
  long.closeAll();
});

Deno.test("leaks are the same in packed blocks and in rows", async () => {
  const long = await generatedSession(300_000);
  for (
    const test of [
      "leaked",
      "not leaked",
      "leaked:false",
      "leaked != true",
      "leaked in {true, false}",
      "leaked and size > 100",
      "leaked or size > 4000",
      "not (leaked or func is null)",
    ]
  ) {
    for (const session of [memory, long]) {
      const question = "summarize n = count(), s = sum(seq)";
      assertEquals(
        await rowsOf(session, `allocs | where ${test} | ${question}`),
        await rowsOf(session, `allocs | sort size | where ${test} | ${question}`),
        test,
      );
    }
  }
  long.closeAll();
});

Deno.test("if() of stored columns agrees with two filters, also over sorted rows and on three threads", async () => {
  const long = await generatedSession(140_000);
  const seed = Date.now() % 1_000_000;
  const random = new Random(seed);
  const columns = ["size", "addr", "line", "seq", "0", "18446744073709551615", "null"];
  const conditions = [
    () => `size > ${random.below(5000)}`,
    () => "kind == alloc",
    () => `line / (seq % ${1 + random.below(5)}) > ${random.below(100)}`,
    () => `thread is null or addr & ${random.below(4096)} == 0`,
    () => `if(seq % 2 == 0, size, line) < ${random.below(3000)}`,
    () => "size > null",
  ];
  for (let tried = 0; tried < 2 * seeds(40); tried++) {
    const condition = random.pick(conditions)();
    const yes = random.pick(columns.slice(0, 4));
    const no = random.pick(columns.slice(random.below(4)));
    const isSmall = (column: string): boolean => column.length < 10;
    const totals = (value: string, of: string): string =>
      `${of}: n = count(${value}), a = min(${value}), b = max(${value})` +
      (isSmall(no) ? `, s = sum(${value} & 0xffff)` : "");
    const chosen = `extend v = if(${condition}, ${yes}, ${no}) | ${totals("v", "by none = 1")}`;
    const label = `seed ${seed}: ${chosen}`;
    const expected = await rowsOf(long, `events | sort seq | ${chosen}`);
    for (const threads of [1, 3]) {
      const found = await onThreads(threads, () => rowsOf(long, `events | ${chosen}`));
      assertEquals(found, expected, `${label}, ${threads} threads`);
      const summed = `summarize s = sum(if(${condition}, ${yes}, 0))`;
      const sum = await onThreads(threads, () => rowsOf(long, `events | ${summed}`));
      const filtered = await rowsOf(long, `events | where ${condition} | summarize s = sum(${yes})`);
      const sums = [sum, filtered].map(([row]) => row!.map((cell) => cell ?? 0n));
      assertEquals(sums[0], sums[1], `${label}, ${threads} threads, ${summed}`);
    }
  }
  long.closeAll();
});

Deno.test("a computed branch of if() fails only in rows that take it", async () => {
  const long = "size * 500000000000000000";
  for (const source of ["events", "events | extend x = " + long]) {
    const branch = source === "events" ? long : "x";
    assertEquals(
      (await rowsOf(memory, `${source} | where if(size < 20, ${branch}, 0) > 0 | summarize count()`)).length,
      1,
    );
    const failing = `${source} | summarize sum(if(size > 20, ${branch}, 0))`;
    for (const threads of [1, 3]) {
      await onThreads(threads, () => assertRejects(() => rowsOf(memory, failing), failing));
    }
  }
});

Deno.test("the condition of if() fails only in selected rows, with the same message on any number of threads", async () => {
  const summed = "summarize sum(if(size * 500000000000000000 > 5, size, 0))";
  for (const threads of [1, 3]) {
    await onThreads(threads, async () => {
      for (const question of [summed, `by kind: ${summed.slice(10)}`]) {
        const few = `events | where size < 20 | ${question}`;
        const sorted = `events | where size < 20 | sort seq | ${question}`;
        assertEquals(await rowsOf(memory, few), await rowsOf(memory, sorted), few);
        const { message } = await assertRejects(
          () => rowsOf(memory, `events | sort seq | ${question}`),
          Error,
        );
        await assertRejects(() => rowsOf(memory, `events | ${question}`), Error, message);
      }
    });
  }
});
