/** Sums of real files compared with those of the tools that wrote them, and files that are odd, damaged or hostile. */

import { assert, assertEquals, assertRejects } from "@std/assert";
import { FormatError } from "../../../src/base/errors.ts";
import { sourceOf } from "../../../src/bytes/byte_source.ts";
import { ByteWindow } from "../../../src/bytes/byte_window.ts";
import { lcov } from "../../../src/formats/lcov/mod.ts";
import { Quarry } from "../../../mod.ts";
import { generateCoverage } from "./generate.ts";
import { MemorySink } from "../../support/memory_sink.ts";
import { Random } from "../../support/random.ts";

const SAMPLES = new URL("../../../testdata/lcov/", import.meta.url);

async function read(text: string | Uint8Array<ArrayBuffer>, piece?: number): Promise<MemorySink> {
  const sink = new MemorySink();
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
  const window = new ByteWindow(sourceOf(bytes), sink.arena, piece);
  try {
    await window.more();
    await lcov.read(window, sink, {});
    return sink;
  } finally {
    window.close();
  }
}

async function codes(text: string): Promise<string[]> {
  return (await read(text)).problems.map(({ code }) => code);
}

async function lines(text: string): Promise<unknown[][]> {
  const sink = await read(text);
  const [file, line, count] = ["file", "line", "count"].map((name) => sink.cells("lines", name));
  return line!.map((each, row) => [file![row], each, count![row]]);
}

const LINES = "lines | summarize n = count(), hit = count() if covered";
const FUNCTIONS = "functions | summarize n = count(), hit = count() if count > 0";
const BRANCHES = "branches | summarize n = count(), hit = count() if count > 0";
const OLD_BRANCHES = `branches | by file, line, block, branch: count = sum(count) | ${BRANCHES.slice(11)}`;

/** Figures from `lcov --summary`, of 1.16 and of 2.5, or from the tool that wrote the file. */
const SUMMARIES: Readonly<Record<string, readonly (readonly [string, number, number])[]>> = {
  "calc.info": [[LINES, 40, 33], [FUNCTIONS, 8, 7], [BRANCHES, 35, 23]],
  "calc.second.info": [[LINES, 40, 26], [FUNCTIONS, 8, 6], [BRANCHES, 35, 18]],
  "calc.second.xml": [[LINES, 40, 26]],
  "calc.second.gcov.json.gz": [[LINES, 30, 17], [FUNCTIONS, 4, 3], [BRANCHES, 31, 13]],
  "shapes.info": [[LINES, 20, 20], [FUNCTIONS, 10, 10], [BRANCHES, 68, 36]],
  "shapes.lcov1.info": [[LINES, 20, 20], [FUNCTIONS, 11, 10], [BRANCHES, 70, 36], [OLD_BRANCHES, 68, 36]],
  "shapes.mcdc.info": [[LINES, 22, 22], [FUNCTIONS, 10, 10], [BRANCHES, 16, 13]],
  "shapes.llvm.json": [[LINES, 22, 22], [FUNCTIONS, 10, 10], [BRANCHES, 18, 13]],
  "words.info": [[LINES, 27, 26], [FUNCTIONS, 7, 6], [BRANCHES, 10, 9]],
  "words.json": [[LINES, 27, 26], [FUNCTIONS, 7, 6], [BRANCHES, 10, 9]],
  "words.xml": [[LINES, 27, 26]],
};

for (const [name, said] of Object.entries(SUMMARIES)) {
  Deno.test(`the totals of ${name} equal those that the original tools print`, async () => {
    await using quarry = await Quarry.open(new URL(name, SAMPLES).pathname);
    for (const [query, n, hit] of said) {
      assertEquals([...(await quarry.query(query)).rows()].map((row) => ({ ...row })), [{
        n: BigInt(n),
        hit: BigInt(hit),
      }], query);
    }
    assertEquals(quarry.problems(), []);
  });
}

Deno.test("lcov and llvm-cov give equal lines and function counts for the same program", async () => {
  await using quarry = await Quarry.open({
    a: new URL("shapes.mcdc.info", SAMPLES).pathname,
    b: new URL("shapes.llvm.json", SAMPLES).pathname,
  });
  for (const columns of ["lines | by line, count", "functions | by line, func, count"]) {
    const odd = await quarry.query(`${columns}: traces = distinct(trace) | where traces < 2 | count`);
    assertEquals([...odd.rows()].map((row) => ({ ...row })), [{ count: 0n }], columns);
  }
});

Deno.test("lines that ran outside of tests belong to a test without a name in coverage.py's JSON", async () => {
  await using quarry = await Quarry.open(new URL("words.json", SAMPLES).pathname);
  const rows = [...(await quarry.query("tests | sort test | select test, lines")).rows()];
  assertEquals(rows.map((row) => Object.values({ ...row })), [
    ["", 12n],
    ["__main__.test_empty", 3n],
    ["__main__.test_one", 12n],
  ]);
});

Deno.test("lines of contexts of coverage.py are lines of the report", async () => {
  // Release 5.5 writes the negative numbers, and releases up to 7.4 list excluded lines as executed. Line 6 continues a
  // statement of line 2.
  const text = JSON.stringify({
    meta: { version: "5.5", branch_coverage: false, show_contexts: true },
    files: {
      "a.py": {
        executed_lines: [1, 2, 4],
        missing_lines: [3],
        excluded_lines: [4, 5],
        contexts: { "-1": ["one"], "1": ["one"], "2": ["one", "two"], "4": ["one"], "6": ["two"] },
        functions: {
          gone: { executed_lines: [], missing_lines: [], excluded_lines: [4, 5], start_line: 4 },
          idle: { executed_lines: [], missing_lines: [3], excluded_lines: [], start_line: 2 },
        },
      },
    },
  });
  // Without the negative number, the lines of contexts are read from bytes.
  for (const each of [text, text.replace('"-1":["one"],', "")]) {
    const sink = await read(each);
    assertEquals(sink.problems, []);
    assertEquals(sink.cells("lines", "line"), [1, 2, 3]);
    assertEquals(sink.cells("test_lines", "line"), [1, 2, 2]);
    assertEquals(sink.cells("functions", "line"), [2]);
  }
});

Deno.test("a file of llvm-cov -summary-only says that it has no lines", async () => {
  const summary = { lines: { count: 8, covered: 7 } };
  const files = ["a.c", "b.c"].map((filename) => ({ filename, summary }));
  for (const more of [{}, { branches: "no list" }]) {
    const text = JSON.stringify({
      data: [{ files: files.map((each) => ({ ...each, ...more })) }],
      type: "llvm.coverage.json.export",
      version: "2.0.1",
    });
    assertEquals(await codes(text), ["sums-only"]);
  }
});

Deno.test("branches of coverage.py are those of a plain reading, in order or not", async () => {
  const random = new Random(5);
  const pairs = (): [number, number][] =>
    Array.from({ length: random.below(6) }, () => [1 + random.below(5), random.below(5) - 2]);
  const inOrder = (list: [number, number][]): [number, number][] =>
    list.sort(([line, target], [other, to]) => line - other || target - to);
  for (let round = 0; round < 300; round++) {
    const known = new Map<string, { file: string; line: number; branch: string; count: bigint }[]>();
    const sections = Array.from({ length: 3 }, () => {
      // A file may occur twice, and lists may be out of order or have pairs more than once.
      const file = `part${random.below(6)}.py`, isOrdered = !random.oneIn(3);
      const [executed, missing] = [pairs(), pairs()].map((list) => isOrdered ? inOrder(list) : list);
      const seen = new Map<string, number>();
      for (const [list, count] of [[executed!, 1n], [missing!, 0n]] as const) {
        for (const [line, target] of list) {
          const key = `${file} ${line} ${target}`, nth = seen.get(key) ?? 0;
          seen.set(key, nth + 1);
          const rows = known.get(key) ?? [];
          known.set(key, rows);
          rows[nth] ??= { file, line, branch: `${target}`, count: 0n };
          rows[nth].count += count;
        }
      }
      const lists = { executed_branches: executed, missing_branches: missing };
      return `"${file}":${JSON.stringify({ executed_lines: [1], missing_lines: [], ...lists })}`;
    });
    const sink = await read(`{"meta":{"format":3,"branch_coverage":true},"files":{${sections}},"totals":{}}`);
    const order = [...new Set(sections.map((section) => section.split('"')[1]!))];
    const wanted = [...known.values()].flat();
    const shown = ["file", "line", "branch", "count"].map((column) =>
      known.size === 0 ? [] : sink.cells("branches", column)
    );
    const rows = shown[0]!.map((file, row) => [file, ...shown.slice(1).map((cells) => cells[row])].join(" "));
    const textOf = ({ file, line, branch, count }: (typeof wanted)[number]): string =>
      `${file} ${line} ${branch} ${count}`;
    assertEquals(rows.toSorted(), wanted.map(textOf).toSorted(), `round ${round}`);
    const places = rows.map((row) => row.split(" ")).map((
      [file, line],
    ) => [order.indexOf(file!), Number(line)]);
    assertEquals(places, places.toSorted(([a, one], [b, two]) => a! - b! || one! - two!), `round ${round}`);
    sink.close();
  }
});

const SECTION = (body: string): string => `TN:\nSF:a.c\n${body}end_of_record\n`;

Deno.test("sections of one file are added up line by line, in any order", async () => {
  const text = SECTION("DA:1,1\nDA:2,0\n") + SECTION("DA:3,1\nDA:1,4\n") + SECTION("DA:2,5\nDA:9,0\n");
  assertEquals(await lines(text), [["a.c", 1, 5n], ["a.c", 2, 5n], ["a.c", 3, 1n], ["a.c", 9, 0n]]);
});

Deno.test("the n-th outcome of a key is the same branch outcome in all sections", async () => {
  const first = SECTION("BRDA:3,0,0,1\nBRDA:3,0,0,-\nBRDA:3,0,1,2\nDA:3,1\n");
  const second = SECTION("BRDA:3,0,1,1\nBRDA:3,0,0,-\nBRDA:3,0,0,7\nBRDA:3,0,0,-\nDA:3,1\n");
  const sink = await read(first + second);
  assertEquals(sink.cells("branches", "branch"), ["0", "0", "1", "0"]);
  assertEquals(sink.cells("branches", "count"), [1n, 7n, 3n, null]);
  assertEquals([sink.cells("lines", "branches"), sink.cells("lines", "taken")], [[4n], [3n]]);
});

Deno.test("counts are exact up to 64 bits, and sums stop at the largest", async () => {
  const text = SECTION("DA:1,18446744073709551615\nDA:2,9223372036854775809\nDA:3,2.5e+10\nDA:4,-1\n");
  assertEquals(await lines(text), [
    ["a.c", 1, 18446744073709551615n],
    ["a.c", 2, 9223372036854775809n],
    ["a.c", 3, 25000000000n],
    ["a.c", 4, 0n],
  ]);
  assertEquals(await codes(text), ["negative-count"]);
  assertEquals(await codes(text + text), ["negative-count", "negative-count", "large-count"]);
  assertEquals((await lines(text + text))[1], ["a.c", 2, 18446744073709551615n]);
});

Deno.test("invalid records are skipped and counted", async () => {
  const cases: readonly (readonly [string, string])[] = [
    [SECTION("DA:0,3\n"), "impossible-line"],
    [SECTION("DA:4294967296,3\n"), "impossible-line"],
    [SECTION("DA:x,3\n"), "bad-record"],
    [SECTION("DA:3\n"), "bad-record"],
    [SECTION("BRDA:3,0\n"), "bad-record"],
    [SECTION("FNA:1,3,f\n"), "bad-record"],
    [SECTION("FNDA:1,unknown\n"), "bad-record"],
    [SECTION("MCDC:3,2,x,0,0,a\n"), "bad-record"],
    [SECTION("DX:1,1\nVARIANT:1\nXYZ:1\nnothing\n"), "unknown-record"],
    ["VER:1\nSF:a.c\nDA:1,1\nend_of_record\n", "unknown-record"],
    ["SF:a.c\nDA:1,1\nSF:b.c\nend_of_record\n", "no-end-of-record"],
    [`${SECTION("")}DA:1,1\n`, "record-outside"],
    ["SF:a.c\nDA:1,1\n", "cut-record"],
    ["SF:a.c\nDA:1,1", "cut-record"],
  ];
  for (const [text, code] of cases) assertEquals(await codes(text), [code], text);
  assertEquals(
    await codes("# made by hand\n" + SECTION("LF:1\nLH:1\nFNF:0\nFNH:0\nBRF:0\nBRH:0\nMCF:0\nMCH:0\n")),
    [],
  );
  const { problems } = await read(SECTION("AB:1\nDA:2,1\nCD:2\n"));
  assertEquals(problems.map(({ offset, message }) => [offset, message]), [
    [SECTION("").indexOf("end_of_record"), "2 lines from here on are unknown records"],
  ]);
});

Deno.test("a tag ends at the end of its line, whatever follows", async () => {
  // Bytes of an earlier file left in memory may also begin with a colon.
  for (const tag of ["BRD", "FND", "MCD", "DA", "FNL", "BR", "M"]) {
    const text = SECTION(`DA:1,1\n${tag}\n:7,0,0,1\nD:7,0,0,1\n`);
    const found = (await read(text)).problems.map(({ code }) => code);
    assertEquals([tag, ...found], [tag, "unknown-record"]);
    assertEquals(await lines(text), await lines(SECTION("DA:1,1\n")));
  }
});

Deno.test("any split of the input gives the same rows", async () => {
  for (const name of ["calc.info", "words.json", "words.xml", "shapes.llvm.json"]) {
    const bytes = await Deno.readFile(new URL(name, SAMPLES));
    const whole = await read(bytes);
    const pieces = await read(bytes, 4096 + 64);
    for (const column of ["file", "line", "count", "branches"]) {
      assertEquals(pieces.cells("lines", column), whole.cells("lines", column), `${name} ${column}`);
    }
  }
});

Deno.test("JSON that is cut or nested endlessly keeps the rows before", async () => {
  const json = await Deno.readTextFile(new URL("words.json", SAMPLES));
  const second = `,"b.py":{"executed_lines":[1],"x":`;
  const start = json.slice(0, json.indexOf(`, "totals"`) - 1);
  assertEquals(await codes(start), ["cut-record"]);
  assertEquals(await codes(start + second + "[".repeat(1000)), ["bad-structure"]);
  const sink = await read(start + second);
  assertEquals(sink.cells("lines", "line").length, 27);
  const large = json.replace("[[40, -1]]", "[[40, -1], [18446744073709551616, 1]]");
  assertEquals(await codes(large), ["bad-record"]);
});

/** Numbers that a double cannot hold: values beside them are built one by one. */
const LONG = '"long":1234567890123456';

for (
  const [syntax, key] of [
    ["gcov", /(?="file": )/g],
    ["llvm-cov", /(?="filenames?":)/g],
    ["coverage.py", /(?="executed_lines":)/g],
  ] as const
) {
  Deno.test(`JSON of ${syntax} gives the same rows from bytes and from parsed values`, async () => {
    const plain = new TextDecoder().decode(generateCoverage({ lines: 1500, seed: 7, syntax }));
    const odd = plain.replace(key, `${LONG},`);
    assert(odd.length > plain.length);
    const rows = async (text: string): Promise<unknown[]> => {
      await using quarry = await Quarry.open(new TextEncoder().encode(text));
      assertEquals(quarry.problems(), []);
      const tables = [];
      for (const table of ["lines", "functions", "branches", "files", "tests", "test_lines"]) {
        tables.push([...(await quarry.query(table)).rows()].map((row) => ({ ...row })));
      }
      return tables;
    };
    assertEquals(await rows(odd), await rows(plain));
  });
}

Deno.test("XML is read without entities, and nothing is fetched", async () => {
  const bomb =
    '<?xml version="1.0"?>\n<!DOCTYPE coverage [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">' +
    '<!ENTITY file SYSTEM "file:///etc/passwd">]>\n<coverage><packages><package><classes>' +
    '<class filename="&b;&file;&amp;.c"><lines><line number="1" hits="2"/></lines></class>';
  assertEquals(await lines(`${bomb}</classes></package></packages></coverage>`), [["&b;&file;&.c", 1, 2n]]);
  assertEquals(await codes(bomb), ["cut-record"]);
  assertEquals(await codes(`${bomb}</coverage>`), ["bad-structure"]);
  assertEquals(await codes(bomb + "<a>".repeat(1000)), ["bad-structure"]);
});

Deno.test("a file without any source file is refused", async () => {
  for (const text of ["TN:\n", "<coverage/>", '{"meta":{"branch_coverage":true},"files":{}}']) {
    await assertRejects(() => read(text), FormatError);
  }
});

Deno.test("many branches on one line and many sections do not take quadratic time", async () => {
  const branches = Array.from({ length: 100_000 }, (_, at) => `BRDA:1,0,${at % 7},1\n`).join("");
  const sink = await read(SECTION(`${branches}DA:1,1\n`));
  assertEquals(sink.cells("lines", "branches"), [100_000n]);
  const sections = Array.from(
    { length: 20_000 },
    (_, at) => `TN:t${at}\nSF:a.c\nDA:${20_000 - at},1\nend_of_record\n`,
  );
  const many = await read(sections.join(""));
  assertEquals(many.cells("lines", "line").length, 20_000);
  assert(many.cells("tests", "test").length === 20_000);
});
