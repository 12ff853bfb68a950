/** Outputs that are opened only when there is something to write. */
import { assertEquals, assertRejects } from "@std/assert";
import { allOrNothing, writeWhole } from "../../src/output/all_or_nothing.ts";
import type { Output } from "../../src/output/output.ts";

/** An output that records its calls; it fails where requested. */
function loggingOutput(fails?: string): { readonly log: string[]; readonly open: () => Promise<Output> } {
  const log: string[] = [];
  const note = (what: string): Promise<void> => {
    log.push(what);
    return what === fails ? Promise.reject(new RangeError(what)) : Promise.resolve();
  };
  const open = async (): Promise<Output> => {
    await note("open");
    return {
      write: (piece) => note(`write ${piece}`),
      finish: () => note("finish"),
      discard: () => void note("discard"),
    };
  };
  return { log, open };
}

Deno.test("writeWhole() opens its output with the first piece, also if pieces arrive at once, and finishes it", async () => {
  const { log, open } = loggingOutput();
  await writeWhole(open, async (write) => {
    log.push("work");
    await Promise.all([write("a"), write("b")]);
  });
  assertEquals(log, ["work", "open", "write a", "write b", "finish"]);
});

Deno.test("without pieces, writeWhole() writes an empty file and allOrNothing() opens nothing", async () => {
  const { log, open } = loggingOutput();
  await writeWhole(open, () => Promise.resolve());
  assertEquals(log.splice(0), ["open", "finish"]);
  await allOrNothing(open, () => Promise.resolve());
  assertEquals(log, []);
});

for (
  const [fails, expected] of [
    ["open", ["open"]],
    ["write b", ["open", "write a", "write b", "discard"]],
    ["finish", ["open", "write a", "write b", "finish", "discard"]],
  ] as const
) {
  Deno.test(`writeWhole() leaves nothing behind when "${fails}" fails`, async () => {
    const { log, open } = loggingOutput(fails);
    await assertRejects(
      () =>
        writeWhole(open, async (write) => {
          await write("a");
          await write("b");
        }),
      RangeError,
      fails,
    );
    assertEquals(log, expected);
  });
}

Deno.test("allOrNothing() opens nothing for work that fails before it writes", async () => {
  const { log, open } = loggingOutput();
  await assertRejects(() => allOrNothing(open, () => Promise.reject(new RangeError("work"))), RangeError);
  assertEquals(log, []);
});
