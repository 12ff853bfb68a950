/** Tables and columns on demand are built only for the queries that read them. */
import { assert, assertEquals } from "@std/assert";
import type { Table } from "../../src/tables/table.ts";
import { ask, sessionOf } from "../questions/gnatcov/asking.ts";

Deno.test("ranges of coverage traces are built when a query first reads them", async () => {
  const session = await sessionOf({ t: "qemu-arm-history-bare1.trace" });
  const [open] = session.traces;
  const makers = open!.trace.makers as Map<string, { make(check?: () => void): Promise<Table> }>;
  const maker = makers.get("ranges")!;
  let made = 0;
  makers.set("ranges", {
    ...maker,
    make: (check) => {
      made++;
      return maker.make(check);
    },
  });
  for (const query of ["events | count", "entries | count", "blocks | count", "traces"]) {
    await ask(session, query);
    assertEquals(made, 0, query);
  }
  const gaps = await ask(session, "gaps in 0x10000..0x10100 | select addr, size");
  assert(gaps.length > 0);
  assertEquals(made, 1);
  // There are no rows after all the covered code.
  for (const source of ["gaps in 0xffff_0000_0000..", "heat in 0xffff_0000_0000.."]) {
    assertEquals(await ask(session, source), [], source);
  }
});
