/** A newcomer's first question, "what is this file?", on every format, whole and damaged. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { gzipSync } from "node:zlib";
import { formats } from "../../src/formats/registry.ts";
import { withEveryFormat } from "../conformance/profile.ts";
import { quarry } from "../cli/program.ts";
import { atFullEffort } from "../support/effort.ts";
import { Temporary } from "../support/temporary.ts";

const SAMPLES = withEveryFormat({
  "mtrc": "testdata/mpatrol/shapes-cpp-le64/trace.mtrc",
  "mptl": "testdata/mpatrol/profile1-le64/profile.mptl",
  "gnatcov": "testdata/gnatcov/merged-arm.trace",
  "apitrace": "testdata/apitrace/real-shaders.trace",
  "sp-rtrace-bin": "testdata/sp-rtrace/c02-filesrv.rtrace",
  "gnatcov-src": "testdata/gnatcov/shop-x86_64.srctrace",
  "sp-rtrace": "testdata/sp-rtrace/c02-filesrv.txt",
});
const root = new URL("../../", import.meta.url);

Deno.test(
  atFullEffort("walk: info --json is complete for every format, and agrees with queries"),
  async () => {
    assertEquals(Object.keys(SAMPLES), formats.map(({ name }) => name));
    const { code, out, err } = await quarry(["info", "--json", ...Object.values(SAMPLES)]);
    assertEquals([code, err], [0, ""]);
    const { traces, errors } = JSON.parse(out);
    assertEquals(errors, []);
    const checks = Object.entries(SAMPLES).map(async ([format, path], at) => {
      const trace = traces[at];
      assertEquals([trace.format, trace.path, trace.name], [format, path, path.replace(/.*\//, "")]);
      assertEquals(trace.file_bytes, (await Deno.stat(new URL(path, root))).size, path);
      const wanted =
        "headline name path format version word_bits byte_order container bytes file_bytes rows seconds kinds distinct " +
        "stats peak tables tags problem_counts problems";
      // Only traces whose reader guesses list the guesses.
      assertEquals(Object.keys(trace).filter((key) => key !== "guessed"), wanted.split(" "), path);
      const kinds: number[] = Object.values(trace.kinds);
      if (kinds.length > 0) assertEquals(kinds.reduce((sum, count) => sum + count), trace.rows, path);
      // Every table has as many rows as a query counts.
      const tables = Object.keys(trace.tables);
      assert(tables.length > 1, path);
      const counts = await quarry([
        "query",
        path,
        "--no-header",
        ...tables.flatMap((name) => ["-e", `${name} | count`]),
      ]);
      assertEquals(counts.out.trim().split("\n").map(Number), Object.values(trace.tables), path);
      const where = await quarry(["query", path, "-m", "json", "-e", "traces"]);
      const [row] = JSON.parse(where.out);
      for (const name of ["format", "version", "bytes", "rows"]) {
        assertEquals(row[name], trace[name], path);
      }
    });
    await Promise.all(checks);
  },
);

Deno.test("walk: info starts with the kind of file, and leaves out unknown facts", async () => {
  const { code, out } = await quarry(["info", ...Object.values(SAMPLES)]);
  assertEquals(code, 0);
  const parts = out.split("\n\n");
  assertEquals(parts.length, formats.length);
  for (const [at, [format, path]] of Object.entries(SAMPLES).entries()) {
    assertMatch(parts[at]!, new RegExp(`^${path}: ${format} [\\w.]+, .*\\d bytes`));
    assertMatch(parts[at]!, /^ {2}problems {4} /m);
    assert(!/ 1 rows/.test(parts[at]!), parts[at]);
  }
  // Calls that allocate nothing have no totals of blocks.
  const tiny = await quarry(["info", "testdata/apitrace/real-tiny.trace"]);
  assertStringIncludes(tiny.out, "\n  allocated    nothing\n  api ");
});

Deno.test(
  atFullEffort(
    "walk: a damaged trace of any format is reported in one line with the position and the reason",
  ),
  async () => {
    using folder = Temporary.folder();
    const files: string[] = [];
    for (const [format, path] of Object.entries(SAMPLES)) {
      const bytes = await Deno.readFile(new URL(path, root));
      files.push(`${folder.path}/${format}`, `${folder.path}/${format}.gz`);
      await Deno.writeFile(files.at(-2)!, bytes.subarray(0, bytes.length - 3));
      await Deno.writeFile(files.at(-1)!, new Uint8Array(gzipSync(bytes)).subarray(0, -9));
    }
    const { traces } = JSON.parse((await quarry(["info", "--json", ...files])).out);
    for (const [at, file] of files.entries()) {
      const { problems, rows } = traces[at];
      for (const problem of problems) {
        assertEquals(Object.keys(problem), ["code", "severity", "offset", "record", "message", "handling"]);
      }
      const { code, out, err } = await quarry(["query", file, "--no-header", "-e", "count"]);
      assertEquals([code, out], [0, `${rows}\n`], file);
      assertMatch(err, /^warning: [\w.-]+: [A-Z0-9][^\n]* at (byte|record) \d+[^\n]*: [^\n]+\n$/, file);
      // The most severe problem comes first.
      const severities = problems.map(({ severity }: { severity: string }) => severity);
      const gravest = severities.indexOf(severities.includes("error") ? "error" : "warning");
      assertStringIncludes(err, problems[gravest].message);
    }
  },
);
