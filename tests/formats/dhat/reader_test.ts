/** Sums of real files beside what their recorders printed, and files that are odd, old, damaged or hostile. */
import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { FormatError } from "../../../src/base/errors.ts";
import { sourceOf } from "../../../src/bytes/byte_source.ts";
import { ByteWindow } from "../../../src/bytes/byte_window.ts";
import { parseFrame } from "../../../src/formats/dhat/frame_text.ts";
import { dhat } from "../../../src/formats/dhat/mod.ts";
import { Quarry } from "../../../mod.ts";
import { MemorySink } from "../../support/memory_sink.ts";

const SAMPLES = new URL("../../../testdata/dhat/", import.meta.url);

async function read(text: string, piece?: number): Promise<MemorySink> {
  const sink = new MemorySink();
  const window = new ByteWindow(sourceOf(new TextEncoder().encode(text)), sink.arena, piece);
  try {
    await window.more();
    await dhat.read(window, sink, {});
    return sink;
  } finally {
    window.close();
  }
}

/** A file with these points, and what else is in it. */
function fileOf(points: readonly unknown[], more: object = {}): string {
  return JSON.stringify({
    dhatFileVersion: 2,
    mode: "heap",
    verb: "Allocated",
    bklt: true,
    bkacc: false,
    pps: points,
    ftbl: ["[root]", "0x10: f (a.c:3)", "0x20: main (a.c:9)"],
    ...more,
  });
}

/** What recorders print, by the sums that say the same. */
const PRINTED: readonly (readonly [said: RegExp, sums: string])[] = [
  [/^Total: +([\d,]+) (?:bytes|units) in ([\d,]+)/m, "a = sum(alloc_bytes), b = sum(allocs)"],
  [/^At t-gmax: ([\d,]+) bytes in ([\d,]+)/m, "a = sum(peak_bytes), b = sum(peak_blocks)"],
  [/^At t-end: +([\d,]+) bytes in ([\d,]+)/m, "a = sum(live_bytes), b = sum(live)"],
  [/^Reads: +([\d,]+) bytes/m, "a = sum(read_bytes)"],
  [/^Writes: +([\d,]+) bytes/m, "a = sum(written_bytes)"],
];

for (const { name } of Deno.readDirSync(SAMPLES)) {
  if (!name.endsWith(".json")) continue;
  Deno.test(`${name} has the sums that its recorder printed`, async () => {
    const printed = Deno.readTextFileSync(new URL(name.replace(".json", ".txt"), SAMPLES));
    await using quarry = await Quarry.open(new URL(name, SAMPLES).pathname);
    let compared = 0;
    for (const [said, sums] of PRINTED) {
      const found = said.exec(printed);
      if (found === null) continue;
      const wanted = found.slice(1).map((digits) => BigInt(digits.replaceAll(",", "")));
      const [row] = [...(await quarry.query(`profile | summarize ${sums}`)).rows()];
      assertEquals(Object.values({ ...row! }), wanted, `${said}`);
      compared++;
    }
    assertEquals(compared, printed.trimEnd().split("\n").length);
    assertEquals(quarry.problems(), []);
  });
}

Deno.test("texts of frames: the last parentheses are the place, the first colon ends the address", () => {
  assertEquals(parseFrame("0x48417B4: malloc (in /usr/libexec/valgrind/vgpreload.so)"), {
    addr: 0x48417b4n,
    func: "malloc",
    module: "/usr/libexec/valgrind/vgpreload.so",
  });
  assertEquals(parseFrame("0x4013A0: main (s.c:12)"), {
    addr: 0x4013a0n,
    func: "main",
    file: "s.c",
    line: 12,
  });
  assertEquals(parseFrame("0x1: <a::B as c::D>::e (src/main.rs:7:21)"), {
    addr: 1n,
    func: "<a::B as c::D>::e",
    file: "src/main.rs",
    line: 7,
  });
  assertEquals(parseFrame("0x1: f(int (*)(int), std::map<int, char>) (in /usr/lib/x (y).so)"), {
    addr: 1n,
    func: "f(int (*)(int), std::map<int, char>)",
    module: "/usr/lib/x (y).so",
  });
  assertEquals(parseFrame("0x2: ??? (in ???)"), { addr: 2n });
  assertEquals(parseFrame("no address at all"), { func: "no address at all" });
  assertEquals(parseFrame("0xZZ: g (h.c:12)"), { func: "g", file: "h.c", line: 12 });
  assertEquals(parseFrame("0x11112222333344445: g"), { func: "g" });
  assertEquals(parseFrame("0xFFFFFFFFFFFFFFFF: operator()(int) (a.cpp:0)"), {
    addr: 0xffff_ffff_ffff_ffffn,
    func: "operator()(int)",
    file: "a.cpp",
  });
  assertEquals(parseFrame(""), {});
});

Deno.test("points have 0 where the file says that there are such numbers, and nothing elsewhere", async () => {
  const sink = await read(fileOf([{ tb: 10, tbk: 1, fs: [1, 2] }, { tb: 1, fs: [] }]));
  assertEquals(sink.cells("profile", "live_bytes"), [0n, 0n]);
  assertEquals(sink.cells("profile", "allocs"), [1n, 0n]);
  assertEquals(sink.cells("profile", "read_bytes"), [null, null]);
  assertEquals(sink.cells("profile", "func"), ["f", null]);
  const copies = await read(fileOf([{ tb: 10, tbk: 1, fs: [1] }], { bklt: false }));
  assertEquals(copies.cells("profile", "live_bytes"), [null]);
  // Version 1 says neither.
  const old = { dhatFileVersion: 1, bklt: undefined, bkacc: undefined, mode: undefined };
  const first = await read(
    fileOf([{ tb: 10, tbk: 1, eb: 3, ebk: 1, rb: 5, fs: [1] }, { tb: 1, fs: [1] }], old),
  );
  assertEquals(first.cells("profile", "live_bytes"), [3n, 0n]);
  assertEquals(first.cells("profile", "read_bytes"), [5n, 0n]);
});

Deno.test("keys may come in any order, and the last of two counts", async () => {
  const text = '{"ftbl":["[root]","0x1: g (b.c:1)"],"pps":[{"fs":[1],"tbk":2,"tb":7,"tb":9}],"mode":"x",' +
    '"mode":"heap","bklt":true,"dhatFileVersion":2}';
  for (const piece of [4, 64, 4096]) {
    const sink = await read(text, piece);
    assertEquals(sink.cells("profile", "alloc_bytes"), [9n]);
    assertEquals(sink.cells("profile", "func"), ["g"]);
    assertEquals(sink.tags.filter(({ name }) => name === "mode").map(({ value }) => value), ["heap"]);
  }
});

Deno.test("64 bits are 64 bits, and what is no such number is unknown and counted", async () => {
  const most = "18446744073709551615";
  const text = fileOf([{ tb: 1, tbk: 1 }, { tb: 2, tbk: 2 }]).replace('"tb":1', `"tb":${most}`)
    .replace('"tb":2', `"tb":${most}0`).replace('"tbk":2', '"tbk":-1');
  const sink = await read(text);
  assertEquals(sink.cells("profile", "alloc_bytes"), [BigInt(most), null]);
  assertEquals(sink.cells("profile", "allocs"), [1n, null]);
  assertEquals(sink.problems.map(({ code, message }) => [code, /^\d+/.exec(message)?.[0]]), [[
    "bad-number",
    "2",
  ]]);
});

Deno.test("a file that is cut anywhere keeps the points that are whole", async () => {
  const text = fileOf([{ tb: 10, tbk: 1, fs: [1, 2] }, { tb: 20, tbk: 2, fs: [2] }, {
    tb: 30,
    tbk: 3,
    fs: [1],
  }]);
  const ends = [...text.matchAll(/\]\}/g)].map(({ index }) => index + 2);
  for (let length = 30; length < text.length; length++) {
    const sink = await read(text.slice(0, length));
    const rows = ends.filter((end) => end <= length).length;
    assertEquals(sink.cells("profile", "allocs").length, Math.min(rows, 3), `${length}`);
    assertEquals(sink.problems[0]!.code, "cut-record", `${length}`);
  }
});

Deno.test("frames that are none are left out and counted", async () => {
  const sink = await read(fileOf([{ tb: 1, tbk: 1, fs: [1, 99, -1, "two", 2] }, null, { tb: 1 }]));
  assertEquals(sink.cells("profile", "func"), ["f", null]);
  assertEquals(sink.problems.map(({ code }) => code), ["bad-record", "bad-frame", "bad-frame"]);
});

Deno.test("another version is refused by its number, and what is deep or long is damage", async () => {
  const error = await assertRejects(() => read(fileOf([]).replace(":2", ":3")), FormatError);
  assertStringIncludes(error.message, "version 3");
  await assertRejects(() => read('{"mode":"heap"}'), FormatError, "dhatFileVersion");
  const deep = await read(fileOf([]).replace('"pps":[]', `"pps":[${"[".repeat(100)}`));
  assertEquals(deep.problems.map(({ code }) => code), ["bad-structure"]);
  const behind = await read(`${fileOf([])} x`);
  assertEquals(behind.problems.map(({ code }) => code), ["trailing-data"]);
  assert(dhat.sniff(new TextEncoder().encode('\n{ "dhatFileVersion" : 2')));
  assert(!dhat.sniff(new TextEncoder().encode('{"version": 2}')));
});
