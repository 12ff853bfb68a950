/** Columns of `allocs` have the same values looked up, stored, and stored with too little memory. */
import { assert, assertEquals } from "@std/assert";
import { openSpillFile } from "../../src/ingest/spill_file.ts";
import { dataSettings, setDataSettings } from "../../src/memory/data_settings.ts";
import { CachedColumn } from "../../src/tables/cached_column.ts";
import { generatedSession } from "../support/generated_session.ts";
import { rowsOf } from "../support/rows_of.ts";
import { onThreads } from "../support/threads.ts";

/** More blocks than fit into one block of rows. */
const EVENTS = 300_000;
const COLUMNS = ["thread", "func", "file", "line", "type", "addr", "size", "time", "end"];
/** A range of rows too short for whole blocks, around the end of a block. */
const FROM = 65_300, TO = 65_800;
const QUESTIONS = [
  "allocs | by func, file, line, thread: n = count(), bytes = sum(size), a = min(addr) | sort func, file, line, thread",
  "allocs | where size > 100 and addr > 0x1000 | by step = bin(seq, 5000), class = bucket(size): n = count() | sort step, class",
  "leaks | summarize count(), sum(size), min(addr), max(end), distinct(func)",
];

for (const [threads, budget] of [[1, Infinity], [4, Infinity], [1, 1 << 20], [4, 1 << 20]] as const) {
  Deno.test(`stored columns of allocs equal those of events, on ${threads} threads in ${budget} bytes`, () =>
    onThreads(threads, async () => {
      const before = dataSettings();
      setDataSettings({ budget, openFile: () => openSpillFile([]) });
      try {
        const session = await generatedSession(EVENTS);
        const some = `where alloc >= ${FROM} and alloc < ${TO}`;
        const select = `select alloc, seq, ${COLUMNS.join(", ")}`;
        const lookedUp = await rowsOf(session, `allocs | ${some} | ${select}`);
        assertEquals(lookedUp.length, TO - FROM);
        // The same values from the events: each allocation has its own record.
        const events = await rowsOf(
          session,
          `events | join (allocs | ${some} | select alloc, at = seq) on seq == at | sort seq | ` +
            `select seq, ${COLUMNS.join(", ")}`,
        );
        const bySeq = new Map(events.map(([seq, ...values]) => [seq, values]));
        for (const [, seq, ...values] of lookedUp) {
          // A block that was resized has its last place and size.
          assertEquals(values.slice(0, 5), bySeq.get(seq!)!.slice(0, 5), String(seq));
        }
        const answers: unknown[] = [];
        for (const question of QUESTIONS) answers.push(await rowsOf(session, question));
        const whole = await rowsOf(session, `allocs | ${select}`);
        assertEquals(whole.filter(([alloc]) => Number(alloc) >= FROM && Number(alloc) < TO), lookedUp);
        for (const [at, question] of QUESTIONS.entries()) {
          assertEquals(await rowsOf(session, question), answers[at], question);
          // Sorted rows take the other path.
          assertEquals(
            await rowsOf(session, question.replace(/^(\w+)/, "$1 | sort addr, seq")),
            answers[at],
            question,
          );
        }
        assertEquals(await rowsOf(session, `allocs | ${some} | ${select}`), lookedUp);
        session.closeAll();
      } finally {
        setDataSettings(before);
      }
    }));
}

Deno.test("a column of allocs without values is not stored", async () => {
  const session = await generatedSession(3000);
  const allocs = session.traces[0]!.trace.tables.get("allocs")!;
  const kept = [...allocs.columns].filter((column) => column instanceof CachedColumn).map(({ name }) => name);
  assert(["addr", "size", "func", "file", "line"].every((name) => kept.includes(name)), kept.join());
  assert(!kept.includes("module") && !kept.includes("stack"), kept.join());
});
