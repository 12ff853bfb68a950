/** Reports for build servers name files as the repository does. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { withTools } from "../support/programs.ts";
import { Temporary } from "../support/temporary.ts";
import { quarry } from "./program.ts";

const SAMPLES = new URL("../../testdata/", import.meta.url).pathname;
const TRACE = `${SAMPLES}mpatrol/wordfreq-le64/trace.mtrc`;
const COVERAGE = `${SAMPLES}gnatcov/wordfreq/words.trace`;

/** A repository with the source of the samples in a folder, and others of the same name. */
async function repository(): Promise<Temporary & { readonly tracked: readonly string[] }> {
  const folder = Temporary.folder();
  const run = async (...args: string[]): Promise<string> => {
    const { success, stdout } = await new Deno.Command("git", { args, cwd: folder.path, stderr: "inherit" })
      .output();
    assert(success);
    return new TextDecoder().decode(stdout);
  };
  for (const path of ["lib/words/wordfreq.c", "node_modules/x/wordfreq.c", "tests/check.q"]) {
    await Deno.mkdir(`${folder.path}/${path}`.replace(/\/[^/]+$/, ""), { recursive: true });
    await Deno.writeTextFile(`${folder.path}/${path}`, "");
  }
  await Deno.writeTextFile(
    `${folder.path}/tests/check.q`,
    'assert leaks | where file is not null | by file, line : "nothing of ours leaks";\nassert events | count < 5',
  );
  await run("init", "-q");
  await run("add", "lib", "tests");
  return Object.assign(folder, { tracked: (await run("ls-files")).trim().split("\n") });
}

Deno.test(
  withTools(
    ["git"],
    "--source-root gives files the names of git ls-files: annotations, SARIF, lcov, Cobertura, Clover",
  ),
  async () => {
    using folder = await repository();
    const root = await Deno.realPath(folder.path);
    const [words, check] = folder.tracked;
    assertEquals([words, check], ["lib/words/wordfreq.c", "tests/check.q"]);
    const { code, err } = await quarry([
      ...["query", TRACE, "-f", `${root}/tests/check.q`, "--github"],
      ...["--source-root", folder.path, "--sarif", `${root}/s.json`],
    ]);
    assertEquals(code, 1);
    const places = [...err.matchAll(/::error file=([^,]*),line=(\d+)/g)].map((
      [, file, line],
    ) => [file, line]);
    assertEquals(places, [[words, "13"], [check, "2"]]);
    const { originalUriBaseIds, tool, results } =
      JSON.parse(await Deno.readTextFile(`${root}/s.json`)).runs[0];
    const located = results.map(({ locations: [place] }: { locations: readonly Located[] }) => {
      const { uri, uriBaseId } = place!.physicalLocation.artifactLocation;
      return originalUriBaseIds[uriBaseId].uri + uri;
    });
    assertEquals(located, [words, check].map((path) => `file://${root}/${path}`));
    for (const { shortDescription, fullDescription, help } of tool.driver.rules) {
      for (const { text } of [shortDescription, fullDescription, help]) assert(text.endsWith("."));
      assertStringIncludes(help.markdown, "`assert ");
    }
    for (
      const [to, name] of [["lcov", /^SF:(.*)$/m], ["cobertura", /filename="([^"]*)"/], [
        "clover",
        /path="([^"]*)"/,
      ]] as const
    ) {
      const { out } = await quarry(["export", COVERAGE, "--to", to, "--source-root", folder.path]);
      assertEquals(name.exec(out)?.[1], words, to);
      if (to === "cobertura") assertStringIncludes(out, `<source>${root}</source>`);
    }
  },
);

/** A location in SARIF. */
interface Located {
  readonly physicalLocation: {
    readonly artifactLocation: { readonly uri: string; readonly uriBaseId: string };
  };
}

Deno.test("--map-path renames files without accessing them, and reports where it has no effect", async () => {
  const rules = ["--map-path", "/elsewhere=x", "--map-path", "=src"];
  const { out } = await quarry(["export", COVERAGE, "--to", "lcov", ...rules]);
  assertStringIncludes(out, "SF:src/wordfreq.c\n");
  const query = ["query", TRACE, "-e", "assert leaks | where line > 0 | by file, line"];
  const { err } = await quarry([...query, "--github", ...rules]);
  assertStringIncludes(err, "::error file=src/wordfreq.c,line=13,");
  const refused = await Promise.all([
    quarry([...query, "--map-path", "x"]),
    quarry([...query, "--source-root", "/no/such/folder"]),
    quarry(["export", TRACE, "--to", "csv", ...rules]),
  ]);
  assertEquals(refused.map((each) => [each.code, each.err.trim()]), [
    [2, 'error: A rule for paths is OLD=NEW, found "x"'],
    [3, 'error: Cannot name sources as in "/no/such/folder": no such file'],
    [2, "error: Option --map-path has no effect on csv: it is for lcov, cobertura, clover"],
  ]);
});

Deno.test("--map-path finds the sources that a report embeds", async () => {
  using folder = Temporary.folder();
  await Deno.mkdir(`${folder.path}/src`);
  await Deno.writeTextFile(`${folder.path}/src/wordfreq.c`, "// line\n".repeat(30) + "// the last of them\n");
  const report = ["report", COVERAGE, "--sources", folder.path];
  const without = await quarry(report);
  assert(!without.out.includes("the last of them"));
  assertStringIncludes((await quarry([...report, "--map-path", "=src"])).out, "the last of them");
  assertStringIncludes((await quarry([...report, "--source-root", folder.path])).out, "the last of them");
});
