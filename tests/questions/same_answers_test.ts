/** Two ways to write the same query: one takes the fast path of an operator, the other does not. */
import { assert, assertEquals } from "@std/assert";
import type { Session } from "../../src/engine/session.ts";
import { rowsOf } from "../support/rows_of.ts";
import { sampleSession } from "../support/sample_session.ts";
import { entriesOf } from "../support/effort.ts";

const memory = await sampleSession({ run: "testdata/mpatrol/wordfreq-le64/trace.mtrc" });
const coverage = await sampleSession({ run: "testdata/gnatcov/qemu-arm-history-life.trace.gz" });

async function assertSame(session: Session, one: string, other: string): Promise<void> {
  const found = await rowsOf(session, one);
  assert(found.length > 0, one);
  assertEquals(found, await rowsOf(session, other), `${one}\n${other}`);
}

Deno.test("leaked:true and leaked:false select leaked and freed blocks", async () => {
  await assertSame(memory, "allocs | where leaked:true | select alloc", "leaks | select alloc");
  await assertSame(
    memory,
    "allocs | where leaked:false | select alloc",
    "allocs | where freed is not null | select alloc",
  );
  await assertSame(memory, "allocs | where leaked == true | count", "leaks | count");
  await assertSame(memory, "allocs | where leaked != true | count", "allocs | where not leaked | count");
  const [[all]] = await rowsOf(memory, "allocs | count") as [[bigint]];
  const [[leaks]] = await rowsOf(memory, "leaks | count") as [[bigint]];
  assert(leaks > 0n && leaks < all, "both kinds are there");
});

Deno.test("stored signed numbers equal computed ones", async () => {
  const signed = "events | where size is not null | extend d = size + -5000, e = -seq";
  for (
    const question of [
      "summarize sum(d), min(d), max(d), avg(d), count() if d < 0",
      "where d < 0 | count",
      "where d in -4000..-100 | summarize count(), sum(e)",
      "where e >= -20 | select seq, d, e",
      "by kind: sum(d), min(e), max(d)",
      "sort d, e | take 5 | select seq, d, e",
    ]
  ) {
    await assertSame(
      memory,
      `${signed} | sort seq | as kept\n\nkept | ${question}`,
      `${signed} | ${question}`,
    );
    await assertSame(
      memory,
      `${signed} | sort d, seq desc | as kept\n\nkept | sort seq | ${question}`,
      `${signed} | ${question}`,
    );
  }
});

Deno.test("signed numbers from groups and joins are compared as signed numbers", async () => {
  const signed = "events | where size is not null | extend d = size + -5000";
  for (const condition of ["< 0", "< -1", "> -4000", ">= 0", "in -900000..-1"]) {
    const groups = `${signed} | by func, kind: s = sum(d), m = min(d)`;
    await assertSame(
      memory,
      `${groups} | where s ${condition} | sort func, kind`,
      `${groups} | where s + 0 ${condition} | sort func, kind`,
    );
    await assertSame(
      memory,
      `${groups} | where m ${condition} | count`,
      `${groups} | where m + 0 ${condition} | count`,
    );
    await assertSame(
      memory,
      `${signed} | join (${signed} | select seq, m = d) on seq | where m ${condition} | summarize count(), sum(m), min(m), max(m)`,
      `${signed} | where d ${condition} | summarize count(), sum(d), min(d), max(d)`,
    );
  }
});

Deno.test("groups of entries by code equal groups by row", async () => {
  // A condition that always holds is counted row by row.
  const always = "if seq >= 0";
  const columns = ["op", "size", "pc", "addr"];
  for (const key of columns) {
    for (const value of entriesOf(columns, 0.45, columns.indexOf(key))) {
      const aggregates = (condition: string): string =>
        ["count()", `count(${value})`, `distinct(${value})`]
          .concat(value === "op" ? [] : [`sum(${value})`, `min(${value})`, `max(${value})`, `avg(${value})`])
          .map((each, at) => `a${at} = ${each} ${condition}`).join(", ");
      await assertSame(
        coverage,
        `events | by ${key}: ${aggregates("")}`,
        `events | by ${key}: ${aggregates(always)}`,
      );
    }
  }
  await assertSame(
    coverage,
    `events | where seq > 10 | by op, size: n = count(), d = distinct(pc)`,
    `events | where seq > 10 | by op, size: n = count() ${always}, d = distinct(pc) ${always}`,
  );
});

Deno.test("a timeline without a step has at most about fifty slices, and its step is 1, 2 or 5 times a power of ten", async () => {
  for (const rows of [3, 49, 51, 70, 120, 260, 499, 501, 700, 1257]) {
    const slices = await rowsOf(memory, `events | where seq <= ${rows} | timeline n = count()`);
    const step = Number(slices[0]![1] as bigint) - Number(slices[0]![0] as bigint);
    assert(/^[125]0*$/.test(String(step)), `${rows} rows have steps of ${step}`);
    assert(slices.length <= 51, `${rows} rows have ${slices.length} slices`);
    // The next smaller step would give too many slices.
    const smaller = Number(String(step)[0] === "5" ? step / 2.5 : step / 2);
    if (step > 1) assert(rows / smaller > 50, `${rows} rows have steps of ${step}`);
    assertEquals(slices.reduce((sum, [, , count]) => sum + Number(count), 0), rows);
  }
});
