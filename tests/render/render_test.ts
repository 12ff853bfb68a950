import { assert, assertEquals } from "@std/assert";
import type { ResultTable } from "../../src/base/result_table.ts";
import { timeText } from "../../src/base/time_text.ts";
import { doubleText, sizeText } from "../../src/render/number_text.ts";
import { rendererOfFile, renderers } from "../../src/render/registry.ts";
import { textWidth } from "../../src/base/text_width.ts";
import { elide } from "../../src/render/fit_text.ts";
import { visible } from "../../src/render/visible.ts";
import { awkward, rendered, tableOf } from "./support.ts";

Deno.test("tsv writes exact integers, escapes separators, and leaves nulls empty", async () => {
  assertEquals(
    await rendered("tsv", awkward),
    [
      "seq\taddr\tfunc\tshare\ttime\tleaked",
      '1\t0xfffffffffffffff0\tsay "hi", a|b\t0.3333333333333333\t12:31:05.250\ttrue',
      "18446744073709551615\t0x7f00\ttab\\tnew\\nline\\\\esc\x1b[31m\t2\t\tfalse",
      "\t\t\t\t00:00:00.000000001\t",
      "",
    ].join("\n"),
  );
});

Deno.test("csv quotes fields where needed, and distinguishes an empty text from null", async () => {
  assertEquals(
    await rendered("csv", awkward, { header: false }),
    [
      '1,0xfffffffffffffff0,"say ""hi"", a|b",0.3333333333333333,12:31:05.250,true',
      '18446744073709551615,0x7f00,"tab\tnew\nline\\esc\x1b[31m",2,,false',
      ',,"",,00:00:00.000000001,',
      "",
    ].join("\n"),
  );
});

Deno.test("json writes numbers that fit into a double exactly, and other numbers as strings", async () => {
  const text = await rendered("json", awkward);
  assert(!text.includes("\x1b"));
  assertEquals(JSON.parse(text), [
    {
      seq: 1,
      addr: "18446744073709551600",
      func: 'say "hi", a|b',
      share: 1 / 3,
      time: 45065250000000,
      leaked: true,
    },
    {
      seq: "18446744073709551615",
      addr: 0x7f00,
      func: "tab\tnew\nline\\esc\x1b[31m",
      share: 2,
      time: null,
      leaked: false,
    },
    { seq: null, addr: null, func: "", share: null, time: 1, leaked: null },
  ]);
  assert((await rendered("json", awkward, { jsonNumbers: true })).includes('"seq":18446744073709551615,'));
  assertEquals(await rendered("json", tableOf(awkward.columns, [])), "[]\n");
  const lines = (await rendered("ndjson", awkward)).trimEnd().split("\n");
  assertEquals(JSON.parse(`[${lines.join(",")}]`), JSON.parse(text));
});

Deno.test("box frames, aligns, and shows control characters", async () => {
  const table = tableOf([{ name: "addr", type: "u64", display: "hex" }, { name: "func", type: "text" }], [
    [0x7f00n, "main\x1b[31m"],
    [null, "文件"],
  ]);
  assertEquals(
    await rendered("box", table, { footer: true }),
    [
      "┌────────┬──────────────┐",
      "│   addr │ func         │",
      "├────────┼──────────────┤",
      "│ 0x7f00 │ main\\x1b[31m │",
      "│   NULL │ 文件         │",
      "└────────┴──────────────┘",
      "2 rows",
      "",
    ].join("\n"),
  );
  assertEquals(
    (await rendered("table", table, { header: false })).split("\n")[1],
    "| 0x7f00 | main\\x1b[31m |",
  );
});

Deno.test("every mode is safe on a terminal, for any names", async () => {
  const evil = "\x1b]0;title\x07\u202e\x9b31m\u2028";
  const table = tableOf([{ name: evil, type: "text" }], [[evil]]);
  for (const { name } of renderers) {
    const text = await rendered(name, table, { terminal: true, footer: true, width: 80 });
    assert(!/(?!\n)[\p{Cc}\u2028-\u202e]/u.test(text), `${name}: ${JSON.stringify(text)}`);
  }
});

Deno.test("box fits every width, cutting texts fairly and leaving out the middle", async () => {
  const columns = Array.from({ length: 12 }, (_, at) => ({
    name: `column${at}`,
    type: at % 3 === 0 ? "u64" as const : "text" as const,
  }));
  const rows = Array.from(
    { length: 100 },
    (_, row) =>
      columns.map((column, at) => column.type === "u64" ? BigInt(row) << 40n : `dir/part${at}/文件${row}.c`),
  );
  const table = tableOf(columns, rows);
  for (let width = 12; width < 300; width += 7) {
    const text = await rendered("box", table, { width, maxRows: 11, footer: true });
    const lines = text.trimEnd().split("\n");
    const last = lines.findIndex((line) => line.startsWith("└"));
    const widths = new Set(lines.slice(0, last + 1).map(textWidth));
    assertEquals(widths.size, 1, `ragged at ${width}`);
    for (const line of lines) assert(textWidth(line) <= width, `too wide at ${width}`);
    assertEquals(last + 1, 1 + 1 + 1 + 6 + 1 + 5 + 1);
    assert(lines.slice(last + 1).join(" ").startsWith("100 rows (11"));
  }
  assert((await rendered("box", table, { width: 60 })).includes("…"));
});

Deno.test("box first omits columns without values, and lists them", async () => {
  const names = ["first", "nothing", "second", "never", "third"];
  const table = tableOf(
    names.map((name) => ({ name, type: "u64" })),
    [[1n, null, 2n, null, 3n], [4n, null, null, null, 6n]],
  );
  const show = (width: number): Promise<string> => rendered("box", table, { width, footer: true });
  const wide = await show(200);
  for (const name of names) assert(wide.includes(name));
  assert(wide.endsWith("\n2 rows\n"));
  const narrow = await show(wide.indexOf("\n") - 1);
  assertEquals(narrow.split("\n")[0], "All rows: no value: nothing never");
  assertEquals(narrow.split("\n")[2], "│ first │ second │ third │");
  assert(narrow.endsWith("\n2 rows\n"));
  // If there are only nulls, they are the answer.
  const empty = tableOf(table.columns, [[null, null, null, null, null]]);
  assert((await rendered("box", empty, { width: 30, footer: true })).includes("NULL"));
});

Deno.test("elide() keeps the file name of a path", () => {
  assertEquals(elide("/usr/local/include/net/socket.c", 20), "/usr/…/net/socket.c");
  assertEquals(elide("/usr/local/include/net/socket.c", 10), "…/socket.c");
  assertEquals(elide("/usr/local/include/net/socket.c", 6), "…ket.c");
  assertEquals(elide("std::vector<int, std::allocator<int> >", 12), "std::v…nt> >");
  for (const text of ["/usr/本/include/文件.c", "日本語テキスト", "👩‍👩‍👧 family/x", "plain"]) {
    for (let width = 0; width < 30; width++) {
      assert(textWidth(elide(text, width)) <= width, `${text} ${width}`);
    }
  }
});

Deno.test("visible() escapes control characters and keeps letters", () => {
  assertEquals(visible("a\tb\r\n\x1b[2J\x7f\u202e"), "a\\tb\\r\\n\\x1b[2J\\x7f\\u202e");
  assertEquals(visible("naïve 日本 👩‍👧"), "naïve 日本 👩‍👧");
});

Deno.test("rendererOfFile() uses the extension, and no two modes share one", () => {
  const ends = renderers.flatMap(({ name, endings = [] }) =>
    endings.map((ending) => [ending, name] as const)
  );
  assertEquals(new Set(ends.map(([ending]) => ending)).size, ends.length);
  for (const [ending, name] of ends) {
    assertEquals(rendererOfFile(`folder.csv/a.${ending.toUpperCase()}`)?.name, name);
  }
  for (const path of ["csv", "a.csv.gz", "a.", "a.b/c"]) assertEquals(rendererOfFile(path), undefined, path);
});

Deno.test("timeText(), sizeText() and doubleText() give readable text", () => {
  assertEquals(timeText(0n), "00:00:00.000");
  assertEquals(timeText(-90_061_000_500_000n), "-25:01:01.000500");
  assertEquals([0, 1023, 1024, 1536, 1048575, 2 ** 40].map(sizeText), [
    "0",
    "1023",
    "1.0 KiB",
    "1.5 KiB",
    "1.0 MiB",
    "1.0 TiB",
  ]);
  assertEquals([1 / 3, 1234.56789, 5, 1e-9].map(doubleText), ["0.333333", "1234.568", "5", "1e-9"]);
});

Deno.test("markdown, line, list, html and none write their formats", async () => {
  const table = tableOf([{ name: "n", type: "u32" }, { name: "f", type: "text" }], [[1, "a|b<c>"], [
    2,
    null,
  ]]);
  assertEquals(
    await rendered("markdown", table),
    "| n | f |\n| ---: | --- |\n| 1 | a\\|b&lt;c\\> |\n| 2 |  |\n",
  );
  assertEquals(await rendered("line", table), "n = 1\nf = a|b<c>\n\nn = 2\nf = NULL\n");
  assertEquals(await rendered("list", table), "n|f\n1|a|b<c>\n2|\n");
  assertEquals(
    await rendered("html", table),
    '<table>\n<thead><tr><th>n</th><th>f</th></tr></thead>\n<tbody>\n<tr><td align="right">1</td><td>a|b&lt;c&gt;</td></tr>\n' +
      '<tr><td align="right">2</td><td></td></tr>\n</tbody>\n</table>\n',
  );
  assertEquals(await rendered("none", table), "");
});

Deno.test("tsv streams a million rows in pieces", async () => {
  const table: ResultTable = {
    columns: [{ name: "n", type: "u64" }, { name: "t", type: "text" }],
    rowCount: 1_000_000,
    value: (row, column) => column === 0 ? BigInt(row) : "main",
  };
  let pieces = 0, largest = 0, total = 0;
  const { tsv } = await import("../../src/render/separated.ts");
  await tsv.render(table, (text) => {
    pieces++;
    total += text.length;
    largest = Math.max(largest, text.length);
  }, { header: false, color: false, terminal: false, footer: false, jsonNumbers: false });
  assert(largest < 70_000 && pieces > 100);
  assertEquals(total, 5_888_890 + 6_000_000);
});

Deno.test("the legend of threads is sorted by the names that they got in earlier results", async () => {
  const threads = Array.from({ length: 12 }, (_, at) => 0x7f00_0000_0000n + BigInt(at) * 4096n);
  const named = threads.map((thread, at) => [thread, `t${at + 1}`] as const);
  const text = await rendered(
    "box",
    tableOf([{ name: "thread", type: "u64" }], threads.toReversed().map((thread) => [thread])),
    { readable: { threads: new Map(named) }, screen: 1000 },
  );
  const legend = /Threads: ([^]*)/.exec(text)![1]!;
  assertEquals(
    [...legend.matchAll(/(t\d+) = (\d+)/g)].map(([, name, number]) => [BigInt(number!), name]),
    named.map((each) => [...each]),
  );
});
