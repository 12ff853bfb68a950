/** Sums of real files compared with the output of their recorders, and files that are odd, damaged or hostile. */

import { assert, assertEquals, assertRejects } from "@std/assert";
import { FormatError } from "../../../src/base/errors.ts";
import { sourceOf } from "../../../src/bytes/byte_source.ts";
import { ByteWindow } from "../../../src/bytes/byte_window.ts";
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

/** A file with these points and frames. */
function file(points: string, frames = '"0x1: f (a.c:1)"', head = '"bklt":true,"bkacc":true'): string {
  return `{"dhatFileVersion":2,${head},"pps":[${points}],"ftbl":["[root]",${frames}]}`;
}

async function codes(text: string): Promise<string[]> {
  return (await read(text)).problems.map(({ code }) => code);
}

async function ask(name: string, query: string): Promise<unknown[][]> {
  await using quarry = await Quarry.open(new URL(name, SAMPLES).pathname);
  return [...(await quarry.query(query)).rows()].map((row) => Object.values(row));
}

const LINES: readonly (readonly [RegExp, string, string | null])[] = [
  [/^Total: +([\d,]+) \w+ in ([\d,]+) /m, "alloc_bytes", "allocs"],
  [/^At t-gmax: +([\d,]+) bytes in ([\d,]+) /m, "peak_bytes", "peak_blocks"],
  [/^At t-end: +([\d,]+) bytes in ([\d,]+) /m, "live_bytes", "live"],
  [/^Reads: +([\d,]+) bytes/m, "read_bytes", null],
  [/^Writes: +([\d,]+) bytes/m, "written_bytes", null],
];

for (const { name } of Deno.readDirSync(SAMPLES)) {
  if (!name.endsWith(".txt")) continue;
  Deno.test(`${name} has the same numbers as the recorder printed`, async () => {
    const printed = Deno.readTextFileSync(new URL(name, SAMPLES));
    let told = 0;
    for (const [line, bytes, count] of LINES) {
      const columns = count === null ? [bytes] : [bytes, count];
      const query = `profile | summarize ${columns.map((each) => `${each} = sum(${each})`).join(", ")}`;
      const found = line.exec(printed)?.slice(1).map((text) => Number(text.replaceAll(",", "")));
      if (found) told++;
      const sums = (await ask(name.replace(".txt", ".json"), query))[0]!;
      assertEquals(sums.map((each) => each === null ? null : Number(each)), found ?? columns.map(() => null));
    }
    assert(told > 0);
  });
}

Deno.test("a point has the allocator and the code that requested the memory", async () => {
  assertEquals(
    await ask("lists.json", "profile | where live > 0 | sort index | select func, caller, caller_file"),
    [
      ["malloc", "add_item", "lists.c"],
      ["malloc", "name_of", "lists.c"],
    ],
  );
  const callers = await ask("shop.json", "profile | where live_bytes > 0 | by caller | sort caller");
  assertEquals(callers.filter(([name]) => String(name).startsWith("shop::")).length, callers.length);
});

Deno.test("the caller is outside of the libraries of Rust and C++, also where these are inlined", async () => {
  const malloc = "0x1: malloc (in /usr/libexec/valgrind/vgpreload_dhat-amd64-linux.so)";
  const stacks = [
    [
      "0x2: alloc (library/alloc/src/alloc.rs:95)",
      "0x2: with_capacity<u64> (library/alloc/src/vec/mod.rs:524)",
      "0x2: shop::main (main.rs:13)",
    ],
    [
      "0x3: alloc (alloc.rs:95)",
      "0x3: UnknownInlinedFun (alloc.rs:190)",
      "0x3: try_allocate_in<alloc::alloc::Global> (mod.rs:464)",
      "0x3: new_uninitialized<(String, Rc<Vec<u8, alloc::alloc::Global>>), alloc::alloc::Global> (src/raw/mod.rs:679)",
      "0x3: take<alloc::vec::Vec<u8, alloc::alloc::Global>> (src/mod.rs:9)",
    ],
    [
      "0x4: allocate (new_allocator.h:137)",
      "0x4: allocate (alloc_traits.h:464)",
      "0x4: _M_get_node (stl_tree.h:561)",
      "0x4: operator[] (stl_map.h:511)",
      "0x4: operator() (shop.cpp:26)",
    ],
    [
      "0x5: basic_string<> (basic_string.h:659)",
      "0x5: make_pair (/usr/include/c++/12/bits/stl_pair.h:700)",
      "0x5: name (names.h:3)",
    ],
    ["0x6: allocate (new_allocator.h:137)"],
    [
      "0x7: <u64 as core::fmt::Display>::fmt (src/fmt/num.rs:143:5)",
      "0x7: <u64 as shop::Price>::text (shop/src/price.rs:9:1)",
    ],
    [
      "0x8: <str>::repeat (alloc/src/str.rs:530:9)",
      "0x8: <T as core::convert::Into<U>>::into (src/convert/mod.rs:7:9)",
      "0x8: <shop::Cart as core::clone::Clone>::clone (shop/src/cart.rs:3:1)",
    ],
  ];
  const texts = [malloc, ...stacks.flat()];
  const points = stacks.map((stack) =>
    `{"tb":1,"tbk":1,"fs":[1,${stack.map((each) => texts.indexOf(each) + 1).join(",")}]}`
  );
  const sink = await read(file(points.join(","), texts.map((each) => `"${each}"`).join(",")));
  assertEquals(sink.problems, []);
  assertEquals(sink.cells("profile", "caller"), [
    "shop::main",
    "take<alloc::vec::Vec<u8, alloc::alloc::Global>>",
    "operator()",
    "name",
    "malloc",
    "<u64 as shop::Price>::text",
    "<shop::Cart as core::clone::Clone>::clone",
  ]);
});

Deno.test("texts of frames are split at their last position", async () => {
  const frames = [
    "0x1: f(int (*)(int), std::map<int, char>) (in /usr/lib/x (y).so)",
    "0x2: ??? (in ???)",
    "no address at all",
    "0xZZ: g (h.c:12)",
    "0x3: a: b (c:d.rs:1:2)",
    "0xFFFFFFFFFFFFFFFF: (anonymous namespace)::run()",
    "0x10000000000000000: h (i.c:7)",
    "0x5: k (dir/l (copy).c:4294967296)",
    "0x6: m (n.c:4294967295)",
    '0x7: a\\u00e9\\\\\\"b (in /x)',
    "",
    "(",
    " (in )",
    "0x",
  ];
  const points = frames.map((_, at) => `{"tb":1,"tbk":1,"fs":[${at + 1}]}`).join(",");
  const sink = await read(file(points, frames.map((each) => `"${each}"`).join(",")));
  assertEquals(sink.problems, []);
  const [addr, func, module, files, line] = ["addr", "func", "module", "file", "line"].map((name) =>
    sink.cells("profile", name)
  );
  const rows = frames.map((
    _,
    row,
  ) => [addr![row], func![row], module![row], files![row], line![row] || null]);
  assertEquals(rows, [
    [1n, "f(int (*)(int), std::map<int, char>)", "/usr/lib/x (y).so", null, null],
    [2n, null, null, null, null],
    [null, "no address at all", null, null, null],
    [null, "0xZZ: g", null, "h.c", 12],
    [3n, "a: b", null, "c:d.rs", 1],
    [0xffff_ffff_ffff_ffffn, "(anonymous namespace)::run()", null, null, null],
    [null, "0x10000000000000000: h", null, "i.c", 7],
    [5n, "k", null, "dir/l (copy).c", null],
    [6n, "m", null, "n.c", 0xffff_ffff],
    [7n, 'aé\\"b', "/x", null, null],
    [null, null, null, null, null],
    [null, "(", null, null, null],
    [null, null, null, null, null],
    [null, "0x", null, null, null],
  ]);
});

Deno.test("64-bit numbers are exact, and invalid ones are unknown and counted", async () => {
  const sink = await read(file(
    '{"tb":18446744073709551615,"tbk":9007199254740993,"fs":[1]},' +
      '{"tb":18446744073709551616,"tbk":-1,"tl":1.5,"mb":1e3,"mbk":"x","gb":null,"gbk":[],"fs":[1]},{"fs":[1]}',
  ));
  assertEquals(sink.cells("profile", "alloc_bytes"), [0xffff_ffff_ffff_ffffn, null, 0n]);
  assertEquals(sink.cells("profile", "allocs"), [9007199254740993n, null, 0n]);
  for (const name of ["lifetime", "max_bytes", "max_blocks", "peak_bytes", "peak_blocks"]) {
    assertEquals(sink.cells("profile", name), [0n, null, 0n], name);
  }
  assertEquals(sink.problems.map(({ code, record }) => [code, record]), [["bad-number", 2]]);
});

Deno.test("figures missing from the file are null, whatever its version", async () => {
  const columns = ["live", "live_bytes", "lifetime", "read_bytes", "written_bytes"];
  const without = await read(file('{"tb":1,"tbk":1,"fs":[1]}', undefined, '"bklt":false,"bkacc":false'));
  for (const name of columns) assertEquals(without.cells("profile", name), [null], name);
  const old = await read(
    '{"dhatFileVersion":1,"pps":[{"tb":1,"tbk":1,"eb":1,"fs":[1]},{"tb":1,"tbk":1,"fs":[1]}],' +
      '"ftbl":["[root]","0x1: f (a.c:1)"]}',
  );
  assertEquals(old.cells("profile", "live_bytes"), [1n, 0n]);
  assertEquals(old.cells("profile", "read_bytes"), [null, null]);
});

Deno.test("a point without a known frame has no place", async () => {
  const sink = await read(file('{"tb":8,"tbk":1,"fs":[9]}'));
  for (const column of ["func", "file", "line", "module", "addr"]) {
    assertEquals(sink.cells("profile", column).map((cell) => cell === 0 ? null : cell), [null], column);
  }
});

Deno.test("points beyond the initial capacity have their figures", async () => {
  const points = Array.from({ length: 3000 }, (_, at) => `{"tb":${at},"tbk":1,"fs":[1]}`);
  const sink = await read(file(points.join()));
  assertEquals(sink.cells("profile", "alloc_bytes"), points.map((_, at) => BigInt(at)));
});

Deno.test("the last of repeated keys wins, in any order", async () => {
  const sink = await read(
    '{"dhatFileVersion":2,"ftbl":["[root]","0x1: old"],"pps":[{"tb":9,"tbk":9,"fs":[1]}],"cmd":"a","ftbl":["[root]",' +
      '"0x2: new"],"cmd":"b","pps":[{"fs":[9],"tb":1,"fs":[1],"tb":2,"tbk":3}]}',
  );
  assertEquals(sink.cells("profile", "func"), ["new"]);
  assertEquals(sink.cells("profile", "alloc_bytes"), [2n]);
  assertEquals(sink.tags.filter(({ name }) => name === "cmd").map(({ value }) => value), ["b"]);
  assertEquals(sink.problems, []);
});

Deno.test("invalid points and frames keep their valid parts, and are counted", async () => {
  assertEquals(await codes(file('{"tb":1,"tbk":1,"fs":[1,99,-1,"two",0]}')), ["frame-number"]);
  assertEquals(await codes(file('{"tb":1,"tbk":1},null,[],{"fs":[1]}')), [
    "no-frames",
    "bad-point",
    "bad-point",
  ]);
  assertEquals(await codes(file('{"tb":1,"tbk":1,"fs":[1]}', "17")), ["bad-frame", "frame-number"]);
  assertEquals(await codes(`${file('{"tb":1,"tbk":1,"fs":[1]}')} {}`), ["trailing-bytes"]);
  assertEquals(await codes(`${file('{"tb":1,"tbk":1,"fs":[1]}')}\n\n`), []);
});

Deno.test("a cut file keeps its points, and names frames by their numbers", async () => {
  const whole = file('{"tb":1,"tbk":1,"fs":[1,2]},{"tb":2,"tbk":1,"fs":[2]}', '"0x1: f","0x2: g"');
  const cut = await read(whole.slice(0, whole.indexOf(',"ftbl"') - 3));
  assertEquals(cut.problems.map(({ code }) => code), ["cut-record", "no-frame-table"]);
  assertEquals(cut.cells("profile", "func"), ["frame 1"]);
  const later = await read(whole.slice(0, whole.indexOf(',"0x2')));
  assertEquals(later.cells("profile", "func"), ["f", "frame 2"]);
  assertEquals(later.problems.map(({ code }) => code), ["cut-record"]);
});

Deno.test("a file cut anywhere keeps its complete points", async () => {
  const text = file(
    '{"tb":10,"tbk":1,"fs":[1,2]},{"tb":20,"tbk":2,"fs":[2]}, {"tb":30,"fs":[1]}',
    '"0x1: f","0x2: g"',
  );
  const ends = [...text.matchAll(/\]\}/g)].map(({ index }) => index + 2).slice(0, 3);
  for (let length = text.indexOf("2") + 2; length < text.length; length++) {
    const sink = await read(text.slice(0, length));
    assertEquals(
      sink.cells("profile", "allocs").length,
      ends.filter((end) => end <= length).length,
      `${length}`,
    );
    assertEquals(sink.problems[0]!.code, "cut-record", `${length}`);
  }
});

Deno.test("any split of the input gives the same rows", async () => {
  for (const name of ["lists.json", "shop.json", "odd.json"]) {
    const text = Deno.readTextFileSync(new URL(name, SAMPLES));
    const whole = await read(text);
    for (const piece of [64, 200, 1000]) {
      const sink = await read(text, piece);
      for (const column of ["func", "caller", "alloc_bytes", "accesses", "index"]) {
        assertEquals(
          sink.cells("profile", column),
          whole.cells("profile", column),
          `${name} ${piece} ${column}`,
        );
      }
      assertEquals(sink.problems, whole.problems);
    }
  }
});

Deno.test("unknown versions are refused by number, and no other file is recognized as the format", async () => {
  for (const version of ["3", '"two"', "null", "2.5"]) {
    await assertRejects(
      () => read(`{"dhatFileVersion":${version},"pps":[]}`),
      FormatError,
      "dhatFileVersion is",
    );
  }
  await assertRejects(() => read('{"pps":[]}'), FormatError, "no dhatFileVersion");
  const sniff = (text: string): boolean => dhat.sniff(new TextEncoder().encode(text));
  assert(sniff('{"dhatFileVersion":2'));
  assert(sniff('\n{\n "mode": "heap", "dhatFileVersion" : 2'));
  assert(!sniff('{"nodhatFileVersion":2}'));
  assert(!sniff('{"message":"dhatFileVersion"}'));
  assert(!sniff('["dhatFileVersion"]'));
});

Deno.test("a UTF-8 byte order mark is skipped, in pieces of any size, and bytes beyond the window are not taken for one", async () => {
  const text = file('{"tb":8,"tbk":1,"tl":1,"mb":8,"mbk":1,"gb":8,"gbk":1,"eb":0,"ebk":0,"fs":[1]}');
  const rows = (await read(text)).cells("profile", "alloc_bytes");
  for (const piece of [2, 3, undefined]) {
    assertEquals((await read(`\ufeff${text}`, piece)).cells("profile", "alloc_bytes"), rows, `${piece}`);
  }
  // A window without bytes, in reused memory.
  const sink = new MemorySink();
  const window = new ByteWindow(sourceOf(new TextEncoder().encode(text)), sink.arena);
  window.bytes.fill(0xef, window.at, window.at + 4);
  try {
    await dhat.read(window, sink, {});
  } finally {
    window.close();
  }
  assertEquals(sink.cells("profile", "alloc_bytes"), rows);
});
