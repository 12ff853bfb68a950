/** A signal that is aborted by polling. */
import { assertEquals, assertThrows } from "@std/assert";
import { polledSignal } from "../../src/base/polled_signal.ts";

Deno.test("polledSignal() is aborted at the first poll that finds a reason, and notifies its listeners once", () => {
  const reasons: Error[] = [];
  let asked = 0;
  let heard = 0;
  const signal = polledSignal(() => {
    asked++;
    return reasons[0];
  });
  signal.addEventListener("abort", () => heard++);
  signal.throwIfAborted();
  assertEquals([signal.aborted, asked, heard], [false, 2, 0]);
  const reason = new Error("stop");
  reasons.push(reason);
  assertThrows(() => signal.throwIfAborted(), Error, "stop");
  assertEquals([signal.aborted, signal.reason, heard, asked], [true, reason, 1, 3]);
});
