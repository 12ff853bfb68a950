/** Groups of columns derived from one code are counted on the codes: the result is the same as row by row. */
import { assertEquals } from "@std/assert";
import { entriesOf, turnsOf } from "../../support/effort.ts";
import { unless } from "../../support/programs.ts";
import { ask, sessionOf } from "./asking.ts";

const SAMPLES = [
  "qemu-arm-history-fault.trace",
  "qemu-x86_64-so-load-unload.trace",
  "medium-arm-history-mix.trace",
];
const AGGREGATES = [
  "count()",
  "count(type)",
  "sum(size)",
  "avg(size)",
  "min(addr)",
  "max(size)",
  "distinct(addr)",
];
const KEYS = ["kind", "type", "op, module", "addr, size", "fault, outcome, trace"];
const FILTERS = ["", "where op == 17 | ", "where seq % 3 == 0 | ", "where size > 1000000 | "];

for (const { entry: sample, left } of turnsOf(SAMPLES, 3, 1)) {
  Deno.test(unless([left], `groups by code agree with groups by row on ${sample}`), async () => {
    const session = await sessionOf({ a: sample, b: "qemu-arm-flat-bare1.trace" });
    for (const [at, keys] of KEYS.entries()) {
      for (const filter of entriesOf(FILTERS, 1, at)) {
        const quick = AGGREGATES.map((each, at) => `a${at} = ${each}`).join(", ");
        // A condition that always holds takes the slow path.
        const slow = AGGREGATES.map((each, at) => `a${at} = ${each} if seq > 0`).join(", ");
        const query = (aggregates: string) => `events | ${filter}by ${keys}: ${aggregates}`;
        assertEquals(await ask(session, query(quick)), await ask(session, query(slow)), query(quick));
      }
    }
  });
}
