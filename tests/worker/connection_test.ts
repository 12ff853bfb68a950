/** Requests and replies over messages. */
import { assertEquals, assertRejects } from "@std/assert";
import { Connection } from "../../src/worker/connection.ts";

/** One end that sends requests, and one that answers each with a piece for every character. */
function connected(): { asking: Connection; close(): void } {
  const { port1, port2 } = new MessageChannel();
  new Connection(port2, async function* (request) {
    if (request === "fail") throw new RangeError("Cannot answer");
    yield* `${request}`;
  });
  return {
    asking: new Connection(port1),
    close() {
      port1.close();
      port2.close();
    },
  };
}

/** A signal that counts its listeners. */
function countingSignal(): { signal: AbortSignal; count(): number } {
  const { signal } = new AbortController();
  let listeners = 0;
  const { addEventListener: add, removeEventListener: remove } = signal;
  signal.addEventListener = (...args: Parameters<typeof add>) => {
    listeners++;
    add.apply(signal, args);
  };
  signal.removeEventListener = (...args: Parameters<typeof remove>) => {
    listeners--;
    remove.apply(signal, args);
  };
  return { signal, count: () => listeners };
}

Deno.test("a reply stops listening to its signal once it is over, has failed, or is cancelled", async () => {
  const { asking, close } = connected();
  try {
    const { signal, count } = countingSignal();
    const read = asking.send("abc", signal);
    assertEquals(count(), 1);
    assertEquals(await Array.fromAsync(read), ["a", "b", "c"]);
    assertEquals(count(), 0);
    await assertRejects(() => asking.ask("fail", signal), RangeError, "Cannot answer");
    assertEquals(count(), 0);
    const cancelled = asking.send("abc", signal);
    await cancelled.next();
    await cancelled.return();
    assertEquals(count(), 0);
    assertEquals(await asking.ask("abc", signal), "a");
    assertEquals(count(), 0);
  } finally {
    close();
  }
});
