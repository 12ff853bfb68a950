/**
 * Interesting inputs: damage that was once read wrongly, and inputs that reach code which no others reach. `deno task
 * fuzz --keep` adds to them.
 */
import { assert } from "@std/assert";
import { inputsIn, keptFolder } from "./places.ts";
import { targets } from "./targets.ts";
import { entriesOf } from "../support/effort.ts";

/** Bytes of all kept inputs together: every clone of the repository has them. */
const MOST_BYTES = 300_000;

for (const target of targets) {
  Deno.test({
    name: `fuzz: all properties hold for every kept input of ${target.name}`,
    // The language server is a separate process, with pipes.
    sanitizeOps: target.name !== "lsp",
    sanitizeResources: target.name !== "lsp",
  }, async () => {
    const inputs = inputsIn(keptFolder(target.name));
    assert(inputs.length > 0, "deno task fuzz --keep has kept nothing");
    const runner = await target.start();
    try {
      for (const { name, bytes } of entriesOf(inputs, 1)) {
        try {
          await runner.run(bytes);
        } catch (error) {
          throw new Error(`testdata/fuzz/${target.name}/${name}`, { cause: error });
        }
      }
    } finally {
      await runner.close();
    }
  });
}

Deno.test("fuzz: kept inputs stay small", () => {
  const sizes = targets.flatMap(({ name }) => inputsIn(keptFolder(name)).map(({ bytes }) => bytes.length));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  assert(total < MOST_BYTES, `${total} bytes`);
});
