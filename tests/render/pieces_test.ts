/** Every mode writes long results in pieces, and no frame for results without columns. */
import { assert, assertEquals } from "@std/assert";
import { renderers } from "../../src/render/registry.ts";
import { PLAIN_OPTIONS } from "../../src/render/renderer.ts";
import { rendered, tableOf } from "./support.ts";

const ROWS = 30_000;

for (const { name, render } of renderers) {
  // A chart has as many lines as the screen, for any number of rows.
  if (name === "none" || name === "plot") continue;
  Deno.test(`${name} writes long results in pieces of several rows`, async () => {
    const pieces: string[] = [];
    await render(
      {
        columns: [{ name: "n", type: "u64" }, { name: "t", type: "text" }],
        rowCount: ROWS,
        value: (row, column) => column === 0 ? BigInt(row) : "main",
      },
      (text) => void pieces.push(text),
      PLAIN_OPTIONS,
    );
    const text = pieces.join("");
    assertEquals(text.match(/main/g)?.length, ROWS);
    for (const piece of pieces) assert(piece.length < 70_000, `${piece.length}`);
    assert(pieces.length > 3 && pieces.length < text.length / 20_000, `${pieces.length} of ${text.length}`);
  });
}

Deno.test("box writes no frame for a result without columns, with or without rows", async () => {
  for (const rows of [[], [[], []]]) assertEquals(await rendered("box", tableOf([], rows)), "");
});
