/** Output as long as the trace is written piece by piece if the host can do that, and has the same bytes. */
import { assert, assertEquals } from "@std/assert";
import { joinBytes } from "../../../src/base/join_bytes.ts";
import { mptrace } from "../../../src/compat/mptrace/mod.ts";
import { BLOCK_ROWS } from "../../../src/tables/block.ts";
import { byEffort } from "../../support/effort.ts";
import { generateMtrc } from "../../bench/generate_mtrc.ts";
import { loadTraces, runStandIn } from "./support.ts";

Deno.test("mptrace -H writes each piece before it creates the next", async () => {
  const bytes = joinBytes([...generateMtrc({ events: byEffort(3, 2) * BLOCK_ROWS })]);
  const whole = (await runStandIn(mptrace, ["-H", "OUT", "FILE"], bytes)).files.get("OUT")!;
  const pieces: Uint8Array[] = [];
  const open: number[] = [];
  await mptrace.run(["-H", "OUT", "FILE"], {
    open: () => loadTraces(bytes),
    writeOut: () => {},
    writeError: () => {},
    writeFile: async (path, work) => {
      assertEquals(path, "OUT");
      let unwritten = 0;
      await work(async (piece) => {
        open.push(++unwritten);
        pieces.push(piece.slice());
        await Promise.resolve();
        unwritten--;
      });
    },
  });
  assert(pieces.length > 3);
  assertEquals(Math.max(...open), 1);
  assertEquals(joinBytes(pieces), whole);
});
