/** `quarry export` as a user types it. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { exportCommand } from "../../src/cli/commands/export.ts";
import { mainHere } from "../cli/host_here.ts";
import { discardUnfinished } from "../../src/output/on_exit.ts";
import { openOutput } from "../../src/cli/outputs.ts";
import { exporterOfFile, exporters } from "../../src/export/registry.ts";
import { TEXT } from "../../src/output/kinds.ts";
import { type FakeHost, fakeHost } from "../cli/fake_host.ts";
import { programCommand, quarry } from "../cli/program.ts";
import { withProgramIn } from "../cli/program_in.ts";
import { exported, samplePath } from "./run_export.ts";
import { withFolder } from "../support/temporary.ts";
import { atFullEffort } from "../support/effort.ts";

const TRACE = samplePath("testdata/mpatrol/wordfreq-le64/trace.mtrc");
const SOURCE_TRACE = samplePath("testdata/gnatcov/shop-x86_64.srctrace");
const INFO_ONLY = samplePath("testdata/gnatcov/info-only.trace");
const decoder = new TextDecoder();

/** Runs the command in this process. */
async function run(
  args: readonly string[],
  host: FakeHost = fakeHost(),
): Promise<{ code: number; out: string; err: string }> {
  const code = await mainHere(["export", ...args], host);
  return { code, out: host.written.out, err: host.written.err };
}

function names(folder: string): string[] {
  return [...Deno.readDirSync(folder)].map(({ name }) => name).sort();
}

Deno.test("help names every format", () => {
  const { summary } = exportCommand.options.find(({ name }) => name === "to")!;
  for (const { name } of exporters) assertStringIncludes(summary, name);
});

Deno.test("exporterOfFile() picks the longest matching extension", () => {
  const cases: readonly (readonly [string, string | undefined])[] = [
    ["a.csv", "csv"],
    ["A.TSV", "tsv"],
    ["dir.csv/a.jsonl", "ndjson"],
    ["a.ndjson", "ndjson"],
    ["a.arrow", "arrow"],
    ["a.parquet", "parquet"],
    ["a.pb.gz", "pprof"],
    ["a.folded", "folded"],
    ["a.speedscope.json", "speedscope"],
    ["a.pftrace", "perfetto"],
    ["a.json", undefined],
    ["csv", undefined],
  ];
  for (const [path, name] of cases) assertEquals(exporterOfFile(path)?.name, name, path);
});

Deno.test("rows go to standard output, the main table first", async () => {
  const { code, out, err } = await run([TRACE, "--to", "csv"]);
  assertEquals([code, err], [0, ""]);
  const asked = await quarry(["query", TRACE, "-m", "csv", "-e", "events"]);
  assertEquals(out, asked.out);
  const table = await run([TRACE, "--table", "allocs", "--to", "tsv", "--no-header"]);
  assertEquals(table.out, (await quarry(["query", TRACE, "--no-header", "-e", "allocs"])).out);
});

Deno.test("a script may contain definitions, and the rows of its last query are written", async () => {
  const { out } = await run([
    TRACE,
    "-e",
    "let big = leaks | where size > 1K; leaks | count | as all; big | count",
    "--to",
    "csv",
  ]);
  assertEquals(out, "count\n2\n");
  const failed = await run([TRACE, "-e", 'assert leaks | count == 0 : "no leak"; leaks', "--to", "csv"]);
  assertEquals([failed.code, failed.out], [1, ""]);
  assertStringIncludes(failed.err, "assertion failed: no leak");
});

Deno.test("error messages say what is wrong and give the correct form", async () => {
  const cases: readonly (readonly [readonly string[], number, string])[] = [
    [[], 2, "quarry export FILE -o OUT"],
    [[TRACE], 2, "Cannot export without a format: give --to FORMAT (csv tsv"],
    [[TRACE, "-o", "trace.json"], 2, 'Cannot tell the format from the name "trace.json"'],
    [[TRACE, "--to", "parket"], 2, "did you mean parquet?"],
    [[TRACE, "--to", "csv", "--table", "alocs"], 2, 'Unknown table "alocs": did you mean allocs?'],
    [[TRACE, "--to", "csv", "--table", "calls"], 2, 'Unknown table "calls"'],
    [[TRACE, "--to", "csv", "--table", "allocs", "-e", "leaks"], 2, "exclude each other"],
    [[TRACE, "--to", "csv", "-e", "leaks | wher size > 1"], 2, "Unknown stage"],
    [[TRACE, "--to", "csv", "-e", "let a = leaks"], 2, "no query with rows to export"],
    [[TRACE, "--to", "csv", "--weight", "bytes"], 2, "Option --weight has no effect on csv"],
    [[TRACE, "--to", "parquet", "--decimal"], 2, "Option --decimal has no effect on parquet"],
    [[TRACE, "--to", "perfetto", "-e", "leaks"], 2, "takes neither a query nor a table"],
    [[TRACE, "--to", "folded", "--weight", "inuse_spce"], 2, "did you mean inuse_space?"],
    [[TRACE, "--to", "folded", "-e", "leaks | count"], 2, "no column for the place"],
    [[TRACE, "--to", "folded", "-e", "leaks | distinct func"], 2, "no column for the weight"],
    [
      [TRACE, "--to", "folded", "-e", "diff (live @ 75%), (live @ 25%) by func | select func, bytes_delta"],
      2,
      "negative numbers as folded (bytes_delta)",
    ],
    [
      [TRACE, "--to", "folded", "-e", "allocs | select alloc, func, size = 9_000_000_000_000_000_000"],
      1,
      "Sum does not fit into 64 bits",
    ],
    [[SOURCE_TRACE, "--to", "pprof"], 2, "Use traces of mtrc, mptl, "],
    [[SOURCE_TRACE, "--to", "perfetto"], 2, "Use traces of mtrc, apitrace"],
    [[INFO_ONLY, "--to", "csv"], 2, 'The trace has no table "events" to export'],
    [[INFO_ONLY, "--to", "pprof"], 2, 'The trace has no table "blocks" to export'],
    [[TRACE, SOURCE_TRACE, "--to", "csv"], 2, "different main tables (events, units)"],
    [[TRACE, "--to", "csv", "-o", "/no/such/folder/a.csv"], 1, 'there is no folder "/no/such/folder"'],
    [[TRACE, "--to", "csv", "-o", "."], 1, "it is a folder"],
    [[TRACE, "--to", "csv", "-o", TRACE], 1, "Quarry is reading it"],
    [["/no/such.mtrc", "--to", "csv"], 3, "no such file"],
  ];
  for (const [args, code, message] of cases) {
    const found = await run(args);
    assert(!found.err.includes("internal"), found.err);
    assertEquals(found.code, code, `${args.join(" ")}: ${found.err}`);
    assertStringIncludes(found.err, message);
    assertEquals(found.out, "");
  }
});

Deno.test("a terminal gets text, but no binary output", async () => {
  const refused = await run([TRACE, "--to", "parquet"], fakeHost({ terminal: true }));
  assertEquals(refused.code, 2);
  assertStringIncludes(refused.err, "Cannot write parquet to a terminal");
  const shown = await run([TRACE, "-e", "leaks | count", "--to", "csv"], fakeHost({ terminal: true }));
  assertEquals(shown.out, "count\n26\n");
});

Deno.test("a file is replaced once the new one is complete, and keeps its permissions", async () => {
  await withFolder(async (folder) => {
    const out = `${folder}/a.csv`;
    await Deno.writeTextFile(out, "before");
    await Deno.chmod(out, 0o640);
    await Deno.symlink(out, `${folder}/link.csv`);
    assertEquals((await run([TRACE, "-o", out, "--to", "folded", "-e", "leaks | count"])).code, 2);
    assertEquals(await Deno.readTextFile(out), "before");
    assertEquals((await run([TRACE, "-o", `${folder}/link.csv`, "-e", "leaks | count"])).code, 0);
    assertEquals(await Deno.readTextFile(out), "count\n26\n");
    assertEquals((await Deno.stat(out)).mode! & 0o777, 0o640);
    assert((await Deno.lstat(`${folder}/link.csv`)).isSymlink);
    assertEquals(names(folder), ["a.csv", "link.csv"]);
  });
});

Deno.test("discardUnfinished() keeps the old file, and leaves no temporary file", async () => {
  await withFolder(async (folder) => {
    const out = `${folder}/a.csv`;
    await Deno.writeTextFile(out, "before");
    const file = await openOutput(fakeHost(), out, { kind: TEXT });
    await file.write("half");
    assertEquals(names(folder).length, 2);
    discardUnfinished();
    assertEquals(names(folder), ["a.csv"]);
    assertEquals(await Deno.readTextFile(out), "before");
  });
});

Deno.test("devices and pipes are written in place", async () => {
  const { code } = await run([TRACE, "--to", "parquet", "-o", "/dev/null"]);
  assertEquals(code, 0);
  assert((await Deno.stat("/dev/null")).isCharDevice);
});

Deno.test(atFullEffort("the program writes binary to a pipe, and ends when the reader is gone"), async () => {
  const child = programCommand(["export", TRACE, "--to", "parquet"], { stdout: "piped", stderr: "piped" });
  const { code, stdout, stderr } = await child.output();
  assertEquals([code, decoder.decode(stderr)], [0, ""]);
  assertEquals(stdout, await exported([TRACE, "--to", "parquet"]));
  const trace = samplePath("testdata/sp-rtrace/c01-jsonidx.rtrace");
  const spawned = programCommand(["export", trace, "--to", "ndjson"], { stdout: "piped", stderr: "piped" })
    .spawn();
  const reader = spawned.stdout.getReader();
  await reader.read();
  await reader.cancel();
  const error = await new Response(spawned.stderr).text();
  assertEquals([(await spawned.status).code, error], [0, ""]);
});

Deno.test("the examples of help work", async () => {
  await withFolder(async (folder) => {
    await Deno.copyFile(TRACE, `${folder}/trace.mtrc`);
    await Deno.copyFile(samplePath("testdata/apitrace/real-tiny.trace"), `${folder}/run.trace`);
    await withProgramIn(async (run) => {
      for (const { line } of exportCommand.examples) {
        const typed = line.replace(/ \|.*$/, "").match(/'[^']*'|\S+/g)!;
        // The typed words begin with the command, without the name of the program.
        const { code, err } = await run(folder, ...typed.map((word) => word.replaceAll("'", "")));
        assertEquals([code, err], [0, ""], line);
      }
    });
    assertEquals(names(folder), [
      "allocs.csv",
      "data",
      "events.parquet",
      "heap.pb.gz",
      "run.pftrace",
      "run.trace",
      "trace.mtrc",
    ]);
  });
});
