/** `quarry query --each`: the same script over many traces, in one process. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { Temporary } from "../support/temporary.ts";
import { quarry } from "./program.ts";

const FOLDER = "testdata/mpatrol";
const PATTERN = `${FOLDER}/*/*.mtrc`;
const QUERY = "leaks | by func | top 3 by bytes";

/** The traces that match the pattern, sorted by name. */
function traces(): string[] {
  const paths: string[] = [];
  for (const { name } of [...Deno.readDirSync(FOLDER)].sort((one, two) => one.name < two.name ? -1 : 1)) {
    const folder = `${FOLDER}/${name}`;
    if (!Deno.statSync(folder).isDirectory) continue;
    const files = [...Deno.readDirSync(folder)].map((each) => each.name).filter((each) =>
      each.endsWith(".mtrc")
    );
    paths.push(...files.sort().map((file) => `${folder}/${file}`));
  }
  return paths;
}

/** The rows of a text of tab-separated values. */
function rowsOf(text: string): string[][] {
  return text.trimEnd().split("\n").map((line) => line.split("\t"));
}

Deno.test("each trace has the same rows as by itself, in the order of the command line, on any number of threads", async () => {
  const paths = traces();
  assert(paths.length > 10);
  const alone: string[][] = [];
  for (const path of paths) {
    const { out } = await quarry(["query", path, "-e", QUERY]);
    alone.push(...rowsOf(out).slice(1));
  }
  for (const threads of ["1", "2", "4"]) {
    const { code, out, err } = await quarry(["query", "--each", PATTERN, "--threads", threads, "-e", QUERY]);
    assertEquals([code, err], [0, ""], threads);
    const [head, ...rows] = rowsOf(out);
    assertEquals(head, ["trace", "func", "count", "bytes"]);
    assertEquals(rows.map(([, ...cells]) => cells), alone, threads);
    const names = [...new Set(rows.map(([name]) => name))];
    assertEquals(names, names.toSorted());
  }
});

Deno.test("JSON is one array and box mode one box, even if some traces have no rows", async () => {
  const query = ["query", "--each", PATTERN, "-e", "leaks | where size > 60K | select func, size"];
  const { out } = await quarry([...query, "-m", "json"]);
  const rows = JSON.parse(out) as { trace: string; size: number }[];
  assert(rows.length > 1);
  assert(rows.every(({ size }) => size > 60 * 1024));
  const { out: lines } = await quarry([...query, "-m", "ndjson"]);
  assertEquals(lines.trimEnd().split("\n").map((line) => JSON.parse(line)), rows);
  const { out: box } = await quarry([...query, "-m", "table"]);
  const [above, head, below, ...body] = box.trimEnd().split("\n");
  assertMatch(head!, /^\| trace +\| func +\| +size +\|$/);
  assertEquals([above, below, body.at(-1)].map((line) => line?.[0]), ["+", "+", "+"]);
  assertEquals(body.length - 1, rows.length);
  const { out: none } = await quarry([
    "query",
    "--each",
    PATTERN,
    "-m",
    "json",
    "-e",
    "leaks | where size > 1T",
  ]);
  assertEquals(none, "[]\n");
});

Deno.test("a result with a trace column gets no second one, and headers are repeated where they differ", async () => {
  const two = `${FOLDER}/wordfreq-{le64,le32}/trace.mtrc`.replace("{le64,le32}", "le[36][24]");
  const { out } = await quarry(["query", "--each", two, "-e", "leaks | by trace\n\nleaks | count"]);
  const heads = out.split("\n").filter((line) => line.startsWith("trace\t"));
  assertEquals(heads, ["trace\tcount\tbytes", "trace\tcount", "trace\tcount\tbytes", "trace\tcount"]);
});

Deno.test("a trace that cannot be opened is reported, the others continue, and the exit code is 3", async () => {
  using folder = Temporary.folder();
  Deno.copyFileSync(`${FOLDER}/wordfreq-le64/trace.mtrc`, `${folder.path}/a.mtrc`);
  Deno.writeTextFileSync(`${folder.path}/notes.txt`, "nothing\n");
  Deno.writeTextFileSync(`${folder.path}/empty`, "");
  // Other files in a folder are skipped; a named file must be a trace.
  const found = await quarry(["query", "--each", folder.path, "-e", "leaks | count"]);
  assertEquals(found, { code: 0, out: "trace\tcount\na.mtrc\t26\n", err: "" });
  const list = ["missing.mtrc", "notes.txt", "a.mtrc"].map((name) => `${folder.path}/${name}\n`).join("");
  const { code, out, err } = await quarry(["query", "--each", "@-", "-e", "leaks | count"], {
    stdin: new TextEncoder().encode(list),
  });
  assertEquals([code, out], [3, "trace\tcount\na.mtrc\t26\n"]);
  assertMatch(err, /Cannot open .*missing\.mtrc/);
  assertMatch(err, /Cannot load .*notes\.txt/);
  const none = await quarry(["query", "--each", `${folder.path}/*.zip`, "-e", "leaks"]);
  assertEquals([none.code, none.out], [3, ""]);
  assertStringIncludes(none.err, "No file is called");
});

Deno.test("an error that several traces share is reported once, and an assertion with the name of its trace", async () => {
  const { code, out, err } = await quarry([
    "query",
    "--each",
    "testdata/lcov",
    PATTERN,
    "-e",
    "leaks | count",
  ]);
  assertEquals(code, 2);
  assertEquals(rowsOf(out).length - 1, traces().length);
  assertEquals(err.match(/\| leaks/g)!.length, 1);
  assertMatch(err, /Also in .* more: error\[Q201\]/);
  const failed = await quarry(["query", "--each", PATTERN, "-e", 'assert leaks | count == 0 : "no leaks"']);
  assertEquals(failed.code, 1);
  assertStringIncludes(failed.err, "wordfreq-le64/trace: assertion failed: no leaks");
  assertStringIncludes(failed.err, "pass1-le32/trace: assertion passed: no leaks");
  const wrong = await quarry(["query", "--each", PATTERN, "-e", "leaks | wher size > 1"]);
  assertEquals([wrong.code, wrong.out], [2, ""]);
  assertEquals(wrong.err.match(/error\[/g)!.length, 1);
});

Deno.test("-o writes a file for each trace, in the format of its name", async () => {
  using folder = Temporary.folder();
  for (const [ending, threads] of [["json", "1"], ["csv", "2"], ["parquet", "2"]] as const) {
    const place = `${folder.path}/${ending}-{name}.${ending}`;
    const { code, out, err } = await quarry(
      [
        "query",
        "--each",
        `${FOLDER}/wordfreq-le*/t*.mtrc`,
        "--threads",
        threads,
        "-o",
        place,
        "-e",
        "allocs | take 9 | select seq, addr, size",
      ],
    );
    assertEquals([out, code], ["", 0], err);
    const files = [...Deno.readDirSync(folder.path)].map(({ name }) => name).filter((name) =>
      name.endsWith(ending)
    );
    assertEquals(files.sort(), [
      `${ending}-wordfreq-le32_trace.${ending}`,
      `${ending}-wordfreq-le64_trace.${ending}`,
    ]);
  }
  const { out: alone } = await quarry(
    [
      "query",
      `${FOLDER}/wordfreq-le64/trace.mtrc`,
      "-m",
      "csv",
      "-e",
      "allocs | take 9 | select seq, addr, size",
    ],
  );
  assertEquals(Deno.readTextFileSync(`${folder.path}/csv-wordfreq-le64_trace.csv`), alone);
  const head = Deno.readFileSync(`${folder.path}/parquet-wordfreq-le64_trace.parquet`).subarray(0, 4);
  assertEquals(new TextDecoder().decode(head), "PAR1");
  // A failed run leaves nothing behind.
  const wrong = await quarry(
    ["query", "--each", `${FOLDER}/wordfreq-le64/*.mtrc`, "-o", `${folder.path}/x-{name}.csv`, "-e", "leeks"],
  );
  assertEquals(wrong.code, 2);
  assertEquals([...Deno.readDirSync(folder.path)].some(({ name }) => name.startsWith("x-")), false);
});

Deno.test("options that make no sense with several sessions are refused with an error that names them", async () => {
  const refused = async (args: readonly string[], text: string): Promise<void> => {
    const { code, out, err } = await quarry(["query", PATTERN, "-e", "leaks", ...args]);
    assertEquals([code, out], [2, ""]);
    assertStringIncludes(err, text);
  };
  await refused(["--each", "--junit", "x.xml"], "Cannot use --junit with --each");
  await refused(["--each", "--format", "github"], "Cannot use --format github with --each");
  await refused(["--each", "-o", "x.json"], "-o needs {name}");
  await refused(["-o", "x.json"], "-o is for --each");
  await refused(["--each", "-e", ".tables"], "Dot commands need a single session");
});
