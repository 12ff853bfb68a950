/** Decoded columns of a block compared with the cells of its table. */
import { assertEquals } from "@std/assert";
import { TableBlock } from "../../../src/compat/mptrace/table_block.ts";
import { caseFile } from "../../formats/mtrc/support.ts";
import { loadTraces } from "./support.ts";

Deno.test("TableBlock has the cells of each table, null as 0, and frees its scratch memory", async () => {
  for (
    const [name, file] of [["tutorial2-le64", "trace.mtrc"], ["shapes-cpp-le64", "profile.mptl"]] as const
  ) {
    const [trace] = await loadTraces(caseFile(name, file));
    for (const table of trace!.tables.values()) {
      const names = [...table.columns].filter(({ type }) => type === "u64" || type === "u32")
        .map((column) => column.name);
      const block = new TableBlock(table);
      for (let at = 0; at < block.blocks; at++) {
        // A column may be cached on the first or second request.
        block.load(at, names);
        block.load(at, names);
        const { used } = trace!.pools.arena;
        const columns = block.load(at, names);
        assertEquals(trace!.pools.arena.used, used, table.name);
        assertEquals(block.rows, table.blockRows(at));
        for (const column of names) {
          const cells = table.cells(column, at * 65_536, block.rows);
          const found = cells.map((_, row) => columns[column]!.wide(row));
          assertEquals(found, cells.map((cell) => (cell ?? 0n) as bigint), `${table.name}.${column}`);
        }
      }
    }
  }
});
