/** Two threads notice each Ctrl-C, one after the other, and it cancels only one query. */
import { assertEquals } from "@std/assert";
import { Interrupts } from "../../src/repl/interrupt.ts";
import { withClock } from "../support/clock.ts";

/** Interrupts, and the action of the other thread when it notices one. */
function interruptsOnTwoThreads(): { interrupts: Interrupts; elsewhere: () => void } {
  const counted = new Int32Array(new SharedArrayBuffer(4));
  return { interrupts: new Interrupts(counted.buffer), elsewhere: () => void Atomics.add(counted, 0, 1) };
}

for (const slower of ["this", "other"] as const) {
  Deno.test(`a Ctrl-C that ${slower} thread notices late does not cancel a second query`, () =>
    withClock(() => {
      const { interrupts, elsewhere } = interruptsOnTwoThreads();
      const here = (): void => interrupts.raise();
      const [first, second] = slower === "this" ? [elsewhere, here] : [here, elsewhere];
      interrupts.reset();
      const query = interrupts.signal();
      assertEquals(query.aborted, false);
      first();
      assertEquals(query.aborted, true);
      interrupts.lower();
      interrupts.reset();
      const next = interrupts.signal();
      second();
      assertEquals(next.aborted, false);
      first();
      assertEquals(next.aborted, true);
      interrupts.lower();
      second();
      interrupts.reset();
      assertEquals(interrupts.signal().aborted, false);
    }));
}

Deno.test("a Ctrl-C before a query, noticed by either thread, does not cancel it", () => {
  for (const both of [true, false]) {
    const { interrupts, elsewhere } = interruptsOnTwoThreads();
    elsewhere();
    if (both) interrupts.raise();
    interrupts.reset();
    const query = interrupts.signal();
    assertEquals(query.aborted, false);
    if (!both) interrupts.raise();
    assertEquals(query.aborted, false);
    elsewhere();
    assertEquals(query.aborted, true);
  }
});

Deno.test("two signals that one thread notices as one count as one for both threads, after the waiting time", () =>
  withClock((pass) => {
    const { interrupts, elsewhere } = interruptsOnTwoThreads();
    interrupts.reset();
    interrupts.raise();
    interrupts.raise();
    elsewhere();
    interrupts.lower();
    pass(2100);
    interrupts.reset();
    const query = interrupts.signal();
    elsewhere();
    assertEquals(query.aborted, true);
  }));

Deno.test("interrupts.heard tells whether this thread has noticed the interrupt", () => {
  const { interrupts, elsewhere } = interruptsOnTwoThreads();
  interrupts.reset();
  elsewhere();
  assertEquals(interrupts.heard, false);
  interrupts.raise();
  assertEquals(interrupts.heard, true);
  interrupts.reset();
  assertEquals(interrupts.heard, false);
});
