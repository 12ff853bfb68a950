/** `quarry suppress`: its rules leave out the intended leak, in each syntax, and also in the tools themselves. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { quarry } from "./program.ts";
import { SuppressionWriter } from "../../src/names/write_suppressions.ts";
import { parseSuppressions } from "../../src/names/parse_suppressions.ts";
import { Random } from "../support/random.ts";
import { Temporary } from "../support/temporary.ts";

const SHAPES = "testdata/heaptrack/heaptrack.shapes.zst";
const TRACES = [
  SHAPES,
  "testdata/heaptrack/heaptrack.wordfreq.zst",
  "testdata/memray/v10-cache.bin",
  "testdata/mpatrol/wordfreq-le64/trace.mtrc",
];

Deno.test("leaks are listed by backtrace, each with a rule that suppresses it", async () => {
  using folder = Temporary.folder();
  const known = `${folder.path}/known.supp`;
  for (const trace of TRACES) {
    const list = await quarry(["suppress", trace, "-m", "ndjson"]);
    const leaks = list.out.trim().split("\n").map((line) => JSON.parse(line));
    assert(leaks.length > 1, trace);
    for (const syntax of ["lsan", "valgrind", "heaptrack"]) {
      for (const { n, blocks, func } of leaks.slice(0, 4)) {
        const { code, out, err } = await quarry(["suppress", trace, String(n), "--syntax", syntax]);
        if (code === 1) {
          // A leak without names cannot be distinguished from others.
          assertMatch(err, /have no name in their backtraces/);
          assertEquals([func, out], [null, ""], trace);
          continue;
        }
        await Deno.writeTextFile(known, out);
        const left = await quarry(["query", trace, "--suppressions", known, "-e", "leaks | count"]);
        const others = Number(/also leaves out (\d+)/.exec(err)?.[1] ?? 0);
        const leftOut = Number(/^(\d+) leaks? of/m.exec(left.err)?.[1]);
        assertEquals(leftOut, Number(blocks) + others, `${trace} ${syntax} ${n}: ${out}`);
      }
    }
  }
});

Deno.test("a filter selects all matching leaks except suppressed ones", async () => {
  using folder = Temporary.folder();
  const known = `${folder.path}/known.supp`;
  const { out, err } = await quarry(["suppress", SHAPES, 'place == "make"']);
  assertEquals([out, err], ["leak:^make$\n", "also leaves out 4 other leaks\n"]);
  await Deno.writeTextFile(known, out);
  const rest = await quarry(["suppress", SHAPES, "--suppressions", known, "-m", "csv", "--no-header"]);
  assertEquals(rest.out.split("\n").length - 1, 3);
  for (const [which, said] of [["99", "There is no leak 99"], ['place == "x"', "No leak matches"]] as const) {
    const wrong = await quarry(["suppress", SHAPES, which]);
    assertEquals(wrong.code, 2);
    assertStringIncludes(wrong.err, said);
  }
  assertEquals((await quarry(["suppress", SHAPES, "sise > 1"])).code, 2);
  assertEquals((await quarry(["suppress"])).code, 2);
});

Deno.test("names with pattern characters are suppressed too, and no name adds a line break", () => {
  const random = new Random(4);
  const pieces = [
    "a",
    "b",
    "$LT$",
    "^",
    "*",
    "?",
    "\n",
    "\x1b[2J",
    " ",
    "operator new(unsigned long)",
    "::",
    "{",
    "}",
    "leak:",
  ];
  for (let round = 0; round < 300; round++) {
    const frames = Array.from({ length: 1 + random.below(4) }, () => ({
      func: Array.from({ length: 1 + random.below(4) }, () => pieces[random.below(pieces.length)]!).join(""),
      file: "",
      line: 0,
      module: "",
    }));
    for (const syntax of ["lines", "blocks"] as const) {
      const writer = new SuppressionWriter(syntax, { others: [], isOwn: () => true });
      const wrote = writer.add({ frames, blocks: 1 });
      const { rules, problem } = parseSuppressions(writer.text);
      assertEquals([rules.length, problem], [wrote ? 1 : 0, null], writer.text);
      assertEquals(writer.knows(frames), wrote);
      // deno-lint-ignore no-control-regex -- control characters of terminals
      assert(!/[\x00-\x09\x0b-\x1f]/.test(writer.text));
    }
  }
});
