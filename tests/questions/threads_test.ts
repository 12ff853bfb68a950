/** Answers do not depend on the number of threads of a query, or on failures of threads. */
import { assert, assertEquals } from "@std/assert";
import { currentCrew } from "../../src/memory/crew.ts";
import { CrewWord, WorkerWord } from "../../src/memory/crew_words.ts";
import { looksOf } from "../bench/interrupts_bench.ts";
import { ask } from "../conformance/opened.ts";
import { atFullEffort, byEffort, entriesOf } from "../support/effort.ts";
import { Random } from "../support/random.ts";
import { generatedSession } from "../support/generated_session.ts";
import { onThreads, withWorkers } from "../support/threads.ts";
import { randomTable } from "../query/operators/random_table.ts";

/** Three or four blocks, the last of them not full. */
const ROWS = byEffort(3, 2) * 65536 + 1000;

const ALL_QUESTIONS = [
  "t | where a > 1000 | count",
  "t | where small < 200 and b != 5 and flag | select row | tail 50",
  "t | where small in {1, 2, 7} or a is null or row in 70000..70010 | summarize n = count(), sum(row)",
  't | where not (word == "a" or not (flag or small > 10)) | where row % 3 == 0 | summarize sum(row), sum(small)',
  't | where word in {"main", "z"} and sign > -5 and when is not null | count',
  "t | summarize n = count(), c = count(small), s = sum(small), v = avg(row)",
  "t | where row < 200000 | summarize sum(small), sum(row), count(a)",
  "t | where a > 18446744073709551615 | summarize n = count(), s = sum(small)",
  "t | where small > 20 and row % 7 != 3 and small * 2 > 70 | summarize n = count(), sum(row)",
  "t | where (flag or row / 3 > 20000) and small > 2 and a is not null | count",
  "t | by word",
  "t | where small > 20 | by word, flag: n = count(), s = sum(row), a = avg(small)",
  "t | summarize n = count(small), s = sum(small) by flag",
  "t | by bucket(small): n = count(), s = sum(row)",
  "t | where row > 60000 and row < 70000 | by word, flag | top 3 by count",
  "t | by small: n = count() | top 5 by n",
  "t | where flag | hist small",
  "t | sort small desc, a | select row | sample 300",
  "t | where small > 3 | sort b nulls first, row desc | select row | sample 300",
  "t | by row: n = count() | sample 300",
  "t | summarize n = count(), s = sum(small), m = max(when), d = stddev(sign) by k = row % 70001 | sample 300",
  "t | where a is not null and small > 3 | by a, flag: n = count(b), v = avg(small), f = first(row) | sample 300",
  "t | where row < 100000 and row != 70000 | by a: n = count(), s = sum(real), c = count(b) if flag | tail 200",
  "t | by page(row * 7), word: n = count(), x = max(real), l = last(small), o = sum(sign) | tail 200",
  't | by k = row % 5: n = count(), s = sum(row), c = min(small) if word != "z"',
  "t | by b: n = count(), t = avg(row - small * 0)",
  "t | where small in {3, 40} | by small, word, row / 5000: n = count(), s = sum(row)",
  "t | where small is null or small < 4 and row > 66000 | by bin(row, 700), small, flag: n = count(), s = sum(row)",
  "t | where row * 3 > small + 7 and flag | count",
  "t | where page(row) != row + small and a + 0 > b | summarize n = count(), sum(row)",
  "t | where row + small > 70000 and small * 3 + 7 in 10..400 | summarize n = count(), sum(row)",
  "t | where row * 2 + 1 != 140001 and not (row + row in 100000..150000) and small - 0 >= 0 | summarize n = count(), sum(row)",
  "t | where small * 2 + 1 <= 100 or b + 0 >= 0 and row - 0 == row | summarize n = count(), sum(row)",
  "t | where small * 3 + 1000 > row | summarize n = count(), sum(row)",
  "t | where row - 0 >= small * 1000 and b <= a | summarize n = count(), sum(row)",
  "t | where 7 * small == row + 3 or 5 + row < small or a != b | summarize n = count(), sum(row)",
  "t | where not (small * 2 < small + 100) and row * 5000000 != a | select row | sample 300",
  "t | where sign * 2 in -9..400 and row / 2 * 2 == row | select row | sample 300",
  "t | join (t | where row % 3 == 0 | select k = row, w = small) on row == k | summarize n = count(), s = sum(w), sum(row)",
  "t | where small > 5 | join left (t | where row % 2 == 0 | select k = row, w = small) on row == k | by flag: n = count(w), sum(w)",
  "t | where row != 70000 | join (t | where small < 3 | select small, b) on small | count",
  "t | join left (t | where row < 100 | select a, w = small) on a | count",
  "t | join (t | where small > 4 | select k = row * 999999999999, w = small) on row == k | summarize n = count(), s = sum(w)",
  "t | select j = row * 70000000000000, small | join left (t | where flag | select j = row * 70000000000000, w = row) on j | summarize n = count(w), s = sum(w), sum(small)",
  "t | join (t | where row % 5 < 2 | select row, small, w = row) on row, small | summarize n = count(), s = sum(w)",
  "t | join left (t | where small < 40 | select small, flag, when) on small, flag | count",
  "t | select k = if(row % 3 == 0, null, row), small | join left (t | select k = if(row % 4 == 0, null, row), small, w = row) on k, small | summarize n = count(w), s = sum(w)",
  "t | join semi (t | where row % 3 == 0 | select row, small) on row, small | summarize n = count(), s = sum(row)",
  "t | where row > 10 | join anti (t | where row % 3 == 0 | select row, small) on row, small | summarize n = count(), s = sum(row)",
  "t | where flag | join anti (t | where row < 70 | select small, flag) on small, flag | select row | sample 300",
  "t | join (t | select k = if(row == 190000, 5, row), w = small) on row == k | summarize n = count(), s = sum(w)",
  "t | join left (t | where row in 70000..70100 | select k = row, w = small) on row == k | summarize count(w), sum(w), count()",
  "t | select k = row % 90001, row | join (t | where flag or small > 3 | select k = row % 70001, w = row) on k | select row, w | sample 400",
  "t | select k = row % 60000 * 70000000000000, row | join left (t | where flag | select k = row % 50000 * 70000000000000, w = row) on k | select row, w | tail 400",
  "t | where flag | select k = if(row % 3 == 0, null, row % 9001), small, row | join (t | select k = if(row % 4 == 0, null, row % 9001), small, w = row) on k, small | summarize n = count(w), s = sum(w), l = last(w)",
  "t | join (t | select small = row % 65537, w = row) on row == small | by row % 7: n = count(), s = sum(w), f = first(w), l = last(w)",
  "t | where row % 7 == 0 | join left (t | select k = row % 3001, w = row) on row == k | count",
  "t | by row % 70001: n = count(), s = sum(a / 100000), m = max(small) | tail 300",
  "t | by row % 50: n = count(), s = sum(b / 100000)",
  "t | where flag | by small, row % 3000: n = count(), s = sum(if(row % 7 == 0, null, row)) | tail 300",
  "t | top 30 by a | select row, a",
  "t | sort b, row desc | take 30 | select row, b",
  "t | where small > 3 | sort when | take 900 | select row, when",
  "t | sort small, sign desc, real | take 40 | select row",
  "t | top 50 by row % 70001 | select row",
  "t | sort row * 7 % 1000, a desc | take 60 | select row, a",
  "t | sort row % 10, row desc | take 25 | select row",
  "t | top 20 by sign * 3 | select row",
  "t | sort sign - small | take 30 | select row",
  "t | sort real * -2.0, row desc | take 30 | select row, real",
  "t | where row % 3 != 1 | sort real * 0.0, flag, row desc | take 10 | select row",
  "t | sort row - row, a | take 20 | select row",
  "t | sort word desc, small, row % 5 | take 70 | select row",
  "t | sort flag, sign | take 20 | select row",
];
const QUESTIONS = entriesOf(ALL_QUESTIONS, 0.4);

async function answers(
  session: Parameters<typeof ask>[0],
  questions: readonly string[] = QUESTIONS,
): Promise<string[]> {
  const all: string[] = [];
  for (const question of questions) {
    const [found] = await ask(session, question);
    all.push(`${question}\n${found!.rows.map((row) => row.join("\t")).join("\n")}`);
  }
  return all;
}

const { session } = randomTable(new Random(7), ROWS);
const alone = await onThreads(1, () => answers(session));

Deno.test("answers are the same on 1, 2, 3 and 7 threads", async () => {
  for (const threads of byEffort([2, 3, 7], [3])) {
    await onThreads(threads, async () => {
      const found = await answers(session);
      found.forEach((each, at) => assertEquals(each, alone[at], `${threads} threads`));
      assertEquals(currentCrew().workerCount, threads - 1);
    });
  }
});

Deno.test("the column end is the same on several threads", async () => {
  const session = await generatedSession(68_000);
  const questions = [
    "events | where end > 0x55d000100000 and end % 3 != 1 | summarize n = count(), sum(seq)",
    "events | where addr overlaps 0x55d000100000..+1M | summarize n = count(), sum(seq)",
    "events | where not (end in 0x1000..0x55d000200000) or end is null | summarize n = count(), sum(seq)",
    "events | by end: n = count() | summarize count(), sum(n), max(end)",
    "events | join (events | where size > 60000 | select end, other = seq) on addr == end | summarize count(), sum(other)",
  ];
  const expected = await onThreads(1, () => answers(session, questions));
  assertEquals(await onThreads(3, () => answers(session, questions)), expected);
});

Deno.test("joins with null keys on the left side are the same on several threads", async () => {
  const session = await generatedSession(68_000);
  const questions = [
    "events | join left (allocs | select alloc, life, first = seq) on alloc | by kind: n = count(first), sum(life), sum(first) | sort kind",
    "events | join semi (allocs | select alloc) on alloc | by kind: n = count(), sum(seq) | sort kind",
    "events | join anti (allocs | where alloc > 900 | select alloc) on alloc | by kind: n = count(), sum(seq) | sort kind",
    "events | join left (allocs | select alloc, size, first = seq) on alloc, size | by kind: n = count(first), sum(first) | sort kind",
  ];
  const expected = await onThreads(1, () => answers(session, questions));
  // Earlier queries leave data in memory that is reused.
  for (let times = 0; times < 2; times++) {
    assertEquals(await onThreads(3, () => answers(session, questions)), expected);
  }
});

Deno.test(
  atFullEffort("an error in a row has the same message on several threads"),
  async () => {
    const failing = [
      "t | where row - 7 > small | count",
      "t | where small - 3 <= row | count",
      "t | where a * 3 > b | count",
      "t | where small < 1000000 and row * 140000000000000 > a | count",
      "t | where row > 65600 and 70000 - row > 7 | count",
      "t | by k = 131000 - row",
      "t | summarize sum(131000 - row), count() by word, small",
      "t | where row < 131001 | summarize s = sum(131000 - row) by row",
      "t | by row % 50: n = count(), s = sum(18446744073709551615 - row * 0)",
      "t | by row % 70001: n = count(), s = sum(18446744073709551615 - row * 0)",
      "t | top 5 by 131000 - row",
      "t | sort (131000 - row) * 0 | take 5 | select row",
      "t | where row < 131001 | sort 131000 - row | take 5 | select row",
    ];
    const words = (): Promise<string[]> =>
      Promise.all(
        failing.map((question) =>
          ask(session, question).then(
            ([found]) => JSON.stringify(found!.rows, (_, value) => String(value)),
            String,
          )
        ),
      );
    const expected = await words();
    assert(
      expected.filter((each) => each.includes("does not fit")).length >= 3,
      `${expected.length} were asked`,
    );
    assertEquals(await onThreads(3, words), expected);
  },
);

Deno.test("no worker is started for one thread or for a short query", async () => {
  for (const threads of [1, 7]) {
    // Together they are too little work to start a worker.
    const some = threads > 1 ? QUESTIONS.filter((each) => ALL_QUESTIONS.indexOf(each) < 19) : QUESTIONS;
    const ask = async (): Promise<void> =>
      assertEquals(await answers(session, some), alone.slice(0, some.length));
    const made = await withWorkers(
      (real) => real,
      () => onThreads(threads, ask, { worthwhile: threads > 1 }),
    );
    assertEquals(made, 0, `${threads} threads`);
  }
});

/** Workers that fail in different ways. */
const OTHERS: Readonly<Record<string, (real: typeof Worker) => typeof Worker>> = {
  "cannot be created": () =>
    class {
      constructor() {
        throw new Error("No thread");
      }
    } as unknown as typeof Worker,
  "stop before they do anything": (real) =>
    class extends real {
      override postMessage(message: unknown): void {
        if (typeof message === "object" && message !== null && "memory" in message) failAll();
        else super.postMessage(message);
      }
    },
};

/** Sends the message of a ready worker, and then that a kernel has stopped itself. */
function failAll(): void {
  const { words, settings } = currentCrew();
  for (let worker = 0; worker < settings.threads - 1; worker++) {
    words[CrewWord.Workers + worker * WorkerWord.Count + WorkerWord.Epoch] = words[CrewWord.Epoch]!;
  }
  words[CrewWord.Failed] = 1;
}

Deno.test("answers are the same when threads take only large work", async () => {
  await onThreads(3, async () => assertEquals(await answers(session), alone), { worthwhile: true });
});

for (const [how, other] of Object.entries(OTHERS)) {
  Deno.test(`the main thread answers alone if workers ${how}`, async () => {
    const made = await withWorkers(
      other,
      () => onThreads(3, async () => assertEquals(await answers(session), alone), { failing: true }),
    );
    assert(made > 0 && made <= 2, `${made} workers: none is made after one has failed`);
  });
}

Deno.test(
  atFullEffort("a query on several threads can be cancelled at any check, and frees its memory"),
  async () => {
    await onThreads(2, async () => {
      let cancelled = 0;
      for (const question of QUESTIONS) {
        const { count } = (await looksOf(session, question))!;
        // The last result stays in memory.
        const before = session.pools.arena.used;
        for (const at of [1, 2, Math.ceil(count / 2)]) {
          if ((await looksOf(session, question, at))!.outcome === "cancelled") cancelled++;
          assertEquals(session.pools.arena.used, before, `${question}, given up at look ${at}`);
        }
      }
      assert(cancelled > 2 * QUESTIONS.length, `${cancelled} runs were cancelled`);
      assertEquals(await answers(session), alone);
    });
  },
);

Deno.test("explain shows how many threads took part", async () => {
  const threads = async (): Promise<unknown[]> => {
    const [found] = await ask(session, "t | where small > 7 and a > 9 | count | explain");
    const at = found!.columns.findIndex(({ name }) => name === "threads");
    return found!.rows.map((row) => row[at]);
  };
  assertEquals(await onThreads(1, threads), [1n, 1n, 1n]);
  const [scan, filter, count] = await onThreads(3, threads);
  assertEquals([scan, count], [1n, 1n], "they look at no rows");
  assert(Number(filter) >= 1 && Number(filter) <= 3);
});
