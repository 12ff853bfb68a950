/** Samples of raw data: compared with an independent reader and with heaptrack's interpreter. */
import { assert, assertEquals } from "@std/assert";
import { gunzipSync } from "node:zlib";
import type { Session } from "../../../src/engine/session.ts";
import { ask } from "../../conformance/opened.ts";
import { sampleSession } from "../../support/sample_session.ts";

const SAMPLES = new URL("../../../testdata/heaptrack-raw/", import.meta.url);
const FILES = ["", "joined/"].flatMap((folder) =>
  [...Deno.readDirSync(new URL(folder, SAMPLES))].map(({ name }) => folder + name)
).sort();

/** The rows of a query. */
async function rowsOf(session: Session, query: string): Promise<string[][]> {
  const [answer] = await ask(session, query);
  return answer!.rows.map((row) => row.map((cell) => cell === null ? "" : String(cell)));
}

function open(name: string): Promise<Session> {
  return sampleSession({ t: `testdata/heaptrack-raw/${name}` });
}

/** Events of the independent reader: number, kind, address, size, partner. */
function listed(file: string): string[][] {
  const text = new TextDecoder().decode(gunzipSync(Deno.readFileSync(new URL(file, SAMPLES))));
  return text.trimEnd().split("\n").slice(1).map((line) => line.split("\t"));
}

for (const file of FILES.filter((name) => name.endsWith(".events.tsv.gz"))) {
  const name = FILES.find((each) => each.startsWith(file.replace("events.tsv.gz", "raw.")))!;
  Deno.test(`${name}: address, size, time and partner of each event equal those of the independent reader`, async () => {
    const session = await open(name);
    const events = await rowsOf(session, "events | select seq, kind, addr, size, time");
    const freed = await rowsOf(session, "allocs | where freed is not null | select seq, freed");
    const partner = new Map(freed.flatMap(([seq, end]) => [[seq, end], [end, seq]] as [string, string][]));
    const expected = listed(file);
    assert(expected.length > 20);
    const sizes = new Map(expected.map(([seq, , , size]) => [seq, size]));
    const own = events.map(([seq, kind, addr, size, time]) => [
      seq,
      kind,
      `0x${BigInt(addr!).toString(16)}`,
      size,
      String(BigInt(time!) / 1_000_000n),
      partner.get(seq!) ?? "",
    ]);
    // A free has the size of its block.
    const theirs = expected.map(([seq, kind, addr, size, , time, other]) => [
      seq,
      kind,
      addr,
      kind === "free" ? sizes.get(other) ?? "" : size,
      time,
      other,
    ]);
    assertEquals(own, theirs);
  });
}

for (const file of FILES.filter((name) => name.endsWith(".counts.json"))) {
  const name = file.replace(".counts.json", "");
  Deno.test(`${name}: the numbers of allocations, leaks and temporary allocations equal those of the interpreter`, async () => {
    const session = await open(`${name}.raw.zst`);
    const counts = JSON.parse(Deno.readTextFileSync(new URL(file, SAMPLES)));
    const [row] = await rowsOf(session, "allocs | summarize n = count(), lost = count() if leaked");
    const { stats, problems } = session.traces[0]!.trace;
    const [all, leaked] = row!.map(Number);
    assertEquals({ all, leaked, temporary: Number(stats.get("temporary")) }, counts);
    assertEquals(problems.filter(({ severity }) => severity !== "note"), []);
  });
}

Deno.test("race: blocks have their own frees if their address was reused before the realloc was written", async () => {
  const session = await open("race.raw.zst");
  assertEquals(
    await rowsOf(
      session,
      "allocs | where addr == 0x5573960bcb50 and seq >= 13959 | take 3 | select seq, size, freed",
    ),
    [["13959", "1651", "15070"], ["14000", "1459", "14001"], ["14006", "1065", "14007"]],
  );
  assertEquals(await rowsOf(session, "leaks | summarize n = count(), b = sum(size)"), [["4", "1280"]]);
  assertEquals(await rowsOf(session, "events | where kind == free and alloc is null | count"), [["0"]]);
  assertEquals(await rowsOf(session, "problems | by code: n = count()"), [["late-free", "2"]]);
});

Deno.test("ring: no block is freed by the next event, and the block of one slot leaks", async () => {
  const session = await open("joined/ring.raw.zst");
  assertEquals(session.traces[0]!.trace.stats.get("temporary"), 0n);
  assertEquals(await rowsOf(session, "allocs | summarize min(life), median(life)"), [[
    "9",
    "127",
  ]]);
  assertEquals(await rowsOf(session, "leaks | select size"), [["101"]]);
});

Deno.test("plugins: addresses belong to the library that was loaded when the block was allocated", async () => {
  const session = await open("joined/plugins.raw.zst");
  const query = "allocs | by module: n = count(), b = sum(size) | sort module";
  const rows = (await rowsOf(session, query)).filter(([module]) => module!.includes("plug"));
  assertEquals(rows, [["./plug1.so", "6", "324"], ["./plug2.so", "6", "1248"]]);
});

Deno.test("modules of a recording without lengths have their names", async () => {
  const session = await open("joined/threads-1.2.raw.zst");
  assertEquals(await rowsOf(session, "allocs | by module | sort module | select module"), [
    ["/lib/x86_64-linux-gnu/libc.so.6"],
    ["/lib/x86_64-linux-gnu/libstdc++.so.6"],
    ["/lib64/ld-linux-x86-64.so.2"],
    ["/opt/demo/bin/threads"],
  ]);
});
