import { assertEquals } from "@std/assert";
import { mptl } from "../../../src/formats/mptl/mod.ts";
import type { Row } from "../../support/memory_sink.ts";
import { caseFile, casesWith, facts, readBytes } from "../mtrc/support.ts";
import { later } from "../../support/effort.ts";
import { unless } from "../../support/programs.ts";

function sum(rows: readonly Row[], column: string): number {
  return rows.reduce((total, row) => total + Number(row[column]), 0);
}

for (const [turn, name] of casesWith("profile.mptl").entries()) {
  const left = (place: number): string | null => turn % 3 === place ? null : later;
  Deno.test(unless([left(0)], `readMptl() agrees with an independent decoder on ${name}`), async () => {
    const sink = await readBytes(caseFile(name, "profile.mptl"), { format: mptl });
    const expected = facts(name, "profile.mptl");
    const [profile, sites, bins, symbols] = ["profile", "sites", "bins", "symbols"].map((table) =>
      sink.rows(table)
    );
    const records = profile!.filter((row) => row["index"] !== null);
    assertEquals(sink.problems, []);
    assertEquals([sink.header!.wordBits, sink.header!.byteOrder], [expected.word, expected.endian]);
    assertEquals(["small", "medium", "large"].map((bound) => Number(sink.stats.get(bound))), expected.bounds);
    assertEquals(bins!.length, expected.bins);
    assertEquals(bins!.filter((row) => row["allocs"] !== 0n).length, expected.nonzero_alloc_bins);
    const last = bins!.at(-1)!;
    assertEquals([Number(last["allocs"]), Number(last["alloc_bytes"])], expected.large_alloc);
    assertEquals([Number(last["frees"]), Number(last["freed_bytes"])], expected.large_dealloc);
    assertEquals([sum(bins!, "allocs"), sum(bins!, "alloc_bytes")], expected.allocated);
    assertEquals([sum(bins!, "frees"), sum(bins!, "freed_bytes")], expected.deallocated);
    assertEquals([sum(bins!, "live"), sum(bins!, "live_bytes")], expected.unfreed);
    // With the row of unrecorded requests, the profile is as complete as the bins.
    assertEquals([sum(profile!, "allocs"), sum(profile!, "alloc_bytes")], expected.allocated);
    assertEquals([sum(profile!, "live"), sum(profile!, "live_bytes")], expected.unfreed);
    assertEquals(records.length, expected.profdata);
    assertEquals([sum(records, "allocs"), sum(records, "alloc_bytes")], expected.data_allocated);
    assertEquals([sum(records, "frees"), sum(records, "freed_bytes")], expected.data_deallocated);
    assertEquals(sites!.length, expected.callsites);
    assertEquals(sites!.filter((row) => row["parent"] === null).length, expected.roots);
    assertEquals(sites!.filter((row) => row["profile"] !== null).length, expected.leaf_sites);
    assertEquals(sites!.filter((row) => row["symbol"] === null).length, expected.sites_without_symbol);
    assertEquals(symbols!.length, expected.symbols);
    const stats = ["allocated.count", "allocated.bytes"].map((stat) => Number(sink.stats.get(stat)));
    assertEquals(stats, expected.allocated);
  });

  Deno.test(unless([left(1)], `readMptl() gives the same rows for any split of ${name}`), async () => {
    const bytes = caseFile(name, "profile.mptl");
    const whole = await readBytes(bytes, { format: mptl });
    const split = await readBytes(bytes, { format: mptl, window: 64, piece: 50 });
    for (const table of ["profile", "sites", "bins", "symbols"]) {
      assertEquals(split.rows(table).length, whole.rows(table).length);
      // Ids of texts and stacks continue through a session, so that only names and numbers are compared.
      assertEquals(
        split.rows(table).map((row) => ({ ...row, stack: 0 })),
        whole.rows(table).map((row) => ({ ...row, stack: 0 })),
      );
    }
  });
}

Deno.test("readMptl() builds stacks from the callers of a site", async () => {
  const sink = await readBytes(caseFile("tutorial2-le64", "profile.mptl"), { format: mptl });
  const row = sink.rows("profile").find((each) => each["func"] === "strtoupper")!;
  const stack = row["stack"] as number;
  const names = Array.from({ length: sink.stacks.depth(stack) }, (_, level) => {
    const frame = sink.stacks.describeFrame(sink.stacks.frameAt(stack, level));
    return frame.func
      ? `${sink.strings.text(frame.func)}+${frame.offsetLow}`
      : `0x${frame.addrLow.toString(16)}`;
  });
  assertEquals(names, ["strtoupper+64", "main+84", "0x237eb24a", "0x237eb305", "_start+33"]);
});

Deno.test("readMptl() gives allocations outside of all records a separate row", async () => {
  const sink = await readBytes(caseFile("shapes-cpp-le64", "profile.mptl"), { format: mptl });
  const rest = sink.rows("profile").find((row) => row["index"] === null)!;
  assertEquals([rest["allocs"], rest["live_bytes"], rest["xlarge_allocs"], rest["small_allocs"]], [
    1n,
    72704n,
    1n,
    0n,
  ]);
  assertEquals([rest["site"], rest["stack"], rest["func"]], [null, null, null]);
});
