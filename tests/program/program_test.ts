import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { gzipSync } from "node:zlib";
import { programCommand, quarry, quarryProcess } from "../cli/program.ts";
import { Temporary } from "../support/temporary.ts";

const TRACE = "testdata/mpatrol/wordfreq-le64/trace.mtrc";
const bytes = await Deno.readFile(new URL(`../../${TRACE}`, import.meta.url));

Deno.test("quarry shows help and version on standard output", async () => {
  for (const args of [[], ["--help"], ["help"]]) {
    const { code, out, err } = await quarry(args);
    assertEquals([code, err], [0, ""]);
    assertStringIncludes(out, "Commands:");
  }
  const help = await quarry(["query", "--help"]);
  assertStringIncludes(help.out, "Examples:\n  quarry query");
  const { version } = JSON.parse(await Deno.readTextFile(new URL("../../deno.json", import.meta.url)));
  assertStringIncludes((await quarry(["--version"])).out, `quarry ${version}\n`);
});

Deno.test("quarry refuses wrong usage with exit code 2 and a suggestion", async () => {
  const cases: [string[], string][] = [
    [["inof"], 'error: Unknown command "inof", did you mean "info"?\n'],
    [["info", "--jsno", "x"], "error: Unknown option --jsno, did you mean --json?\n"],
    [["info"], 'error: Cannot summarize without a trace: "quarry info FILE..."\n'],
    [["info", "--format", "mtcr", TRACE], 'error: Unknown format "mtcr": did you mean mtrc?\n'],
    [["as", "mptrac", TRACE], 'error: Unknown tool "mptrac": did you mean mptrace?\n'],
  ];
  for (const [args, message] of cases) assertEquals(await quarry(args), { code: 2, out: "", err: message });
});

Deno.test("quarry reports the problem with a file, with exit code 3", async () => {
  using folder = Temporary.folder();
  const empty = `${folder.path}/empty`;
  await Deno.writeFile(empty, new Uint8Array());
  await Deno.writeTextFile(`${folder.path}/text`, "this is not a trace");
  const cases: [string, string][] = [
    [`${folder.path}/missing`, `Cannot open "${folder.path}/missing": no such file`],
    [folder.path, `Cannot open "${folder.path}": it is a directory`],
    [empty, `Cannot load "${empty}": the file is empty`],
    [`${folder.path}/text`, 'it is text in no known format and begins with "this is not a trace"'],
  ];
  for (const [path, message] of cases) {
    const { code, out, err } = await quarry(["info", path]);
    assertEquals([code, out], [3, ""]);
    assertStringIncludes(err, `error: `);
    assertStringIncludes(err, message);
    assertEquals(err.split("\n").length, 2, "one line");
  }
  const both = await quarry(["info", "--json", `${folder.path}/missing`, TRACE]);
  assertEquals([both.code, JSON.parse(both.out).traces.length], [3, 1]);
});

Deno.test("quarry FILE without a terminal describes the file", async () => {
  const { code, out, err } = await quarry([TRACE]);
  assertEquals([code, err], [0, ""]);
  assertStringIncludes(out, "mtrc 1.5.1, 64-bit, little-endian, 13,507 bytes");
  assert(!out.includes("\x1b"));
});

Deno.test("quarry reads standard input and named pipes, wrapped or not", async () => {
  const wrapped = new Uint8Array(gzipSync(gzipSync(bytes)));
  const { code, out, err } = await quarryProcess(["info", "--json", "in=-"], { stdin: wrapped });
  assertEquals([code, err], [0, ""]);
  const [trace] = JSON.parse(out).traces;
  assertEquals([trace.name, trace.path, trace.container, trace.bytes, trace.rows], [
    "in",
    "-",
    "gzip > gzip",
    bytes.length,
    1257,
  ]);
});

Deno.test("quarry ends quietly when its reader is gone", async () => {
  const child = programCommand(["as", "mptrace", "-v", "testdata/mpatrol/debian-jq-le64/trace.mtrc"], {
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  await child.stdout.cancel();
  const errors = await new Response(child.stderr).text();
  const { code } = await child.status;
  assertEquals([code, errors], [0, ""]);
});

Deno.test("quarry colours errors only on request", async () => {
  assert((await quarry(["info"], { env: { FORCE_COLOR: "1" } })).err.startsWith("\x1b[1;31merror"));
  assert((await quarry(["info"], { env: { FORCE_COLOR: "1", NO_COLOR: "1" } })).err.startsWith("error"));
});

Deno.test("quarry info --strict fails for a damaged trace and still describes it", async () => {
  const cut = bytes.subarray(0, bytes.length >> 1);
  const loose = await quarry(["info", "--json", "-"], { stdin: cut });
  assertEquals(loose.code, 0);
  const [trace] = JSON.parse(loose.out).traces;
  assert(trace.problems.length > 0);
  for (const key of ["code", "severity", "offset", "record", "message"]) assert(key in trace.problems[0]);
  const strict = await quarry(["info", "--strict", "-"], { stdin: cut });
  assertEquals(strict.code, 3);
  assertStringIncludes(strict.out, "problems");
});

Deno.test("quarry fmt and check work on scripts", async () => {
  using file = Temporary.file(".qry");
  await Deno.writeTextFile(file.path, "leaks|take  3");
  assertEquals((await quarry(["fmt", "--check", file.path])).code, 1);
  assertEquals((await quarry(["fmt", file.path])).code, 0);
  assertEquals(await Deno.readTextFile(file.path), "leaks | take 3\n");
  assertEquals(await quarry(["fmt", "--check", file.path]), { code: 0, out: "", err: "" });
  assertEquals((await quarry(["check", file.path])).code, 0);
  await Deno.writeTextFile(file.path, "leaks | where (");
  const bad = await quarry(["check", file.path]);
  assertEquals(bad.code, 2);
  assertStringIncludes(bad.err, `${file.path}:1:`);
});
