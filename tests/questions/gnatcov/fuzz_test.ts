/** Damaged traces: every query gets an answer. */
import { assert } from "@std/assert";
import { FormatError } from "../../../src/base/errors.ts";
import { randomOf } from "../../formats/gnatcov/random_trace.ts";
import { bytesOf } from "../../formats/gnatcov/samples.ts";
import { ask, sessionOf } from "./asking.ts";
import { atFullEffort, seeds } from "../../support/effort.ts";

const SAMPLES = [
  "qemu-arm-history-bare1.trace",
  "syn-all-ops-64.trace",
  "syn-all-infos-32.trace",
  "merged-arm.trace",
  "qemu-ppc64-flat-be-bare1.trace",
];
const QUERIES = [
  "ranges | summarize n = sum(size)",
  "gaps in 0..",
  "gaps in 0x10000..0x20000 | count",
  "heat in 0..",
  "heat in 0..0xffffffffffffffff | count",
  "gaps in 0..=0xffffffffffffffff | count",
  "traces reaching 0x10094",
  "runs",
  'union of "*" | count',
  "difference of a, b by outcome | summarize sum(size)",
  "edges | top 3 by count",
  "blocks | by outcome",
  "functions | where covered > 0 | count",
  "uncovered | count",
  "sections",
  "by kind, module",
];

Deno.test(atFullEffort("queries over damaged coverage traces are answered"), async () => {
  let answered = 0;
  let rows = 0;
  for (let seed = 1; seed <= seeds(20); seed++) {
    const random = randomOf(seed);
    const bytes = bytesOf(SAMPLES[seed % SAMPLES.length]!).slice();
    for (let flips = 1 + random(6); flips > 0; flips--) bytes[random(bytes.length)] = random(256);
    const damaged = bytes.subarray(0, seed % 3 === 0 ? random(bytes.length) : bytes.length);
    try {
      const session = await sessionOf({ a: damaged, b: "qemu-arm-flat-bare1.trace" });
      for (const query of QUERIES) {
        const known = session.catalog.table(query.split(" ")[0]!, null) ||
          /^(heat|traces|union|diff|by)/.test(query);
        if (!known) continue;
        rows += (await ask(session, query)).length;
        answered++;
      }
    } catch (error) {
      if (!(error instanceof FormatError)) throw new Error(`seed ${seed}`, { cause: error });
    }
  }
  assert(answered >= seeds(8) * QUERIES.length && rows > answered, `${answered} answers, ${rows} rows`);
});
