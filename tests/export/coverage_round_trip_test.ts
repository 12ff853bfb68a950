/** Coverage exported as lcov and read again is the same, in tables and in lcov's own summary. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { quarry } from "../cli/program.ts";
import { withTools } from "../support/programs.ts";
import { Temporary } from "../support/temporary.ts";

const SAMPLES = new URL("../../testdata/lcov/", import.meta.url);

/** Queries before and after. A file of `.info` has no texts of lines and no versions of files. */
const TABLES: Readonly<Record<string, string>> = {
  lines: "select file, line, func, covered, count, branches, taken | sort file, line",
  functions: "select func, file, line, end_line, count, group | sort file, line, func, end_line",
  branches:
    "select file, line, block, branch, taken, count, kind, reachable | sort file, line, block, branch, count",
  conditions:
    "select file, line, group, index, sense, count, expression, reachable | sort file, line, group, index, sense",
  test_lines:
    'where test is not null and test != "" | select test, file, line, count | sort test, file, line',
  files: "select file, lines, covered, functions, branches | sort file",
};

async function tablesOf(path: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const [table, stages] of Object.entries(TABLES)) {
    const { out } = await quarry(["query", path, "-m", "tsv", "--no-header", "-e", `${table} | ${stages}`]);
    found[table] = out;
  }
  return found;
}

async function exported(path: string, folder: string, ...more: string[]): Promise<string> {
  const target = `${folder}/again.info`;
  const { code, err } = await quarry(["export", path, "--to", "lcov", "-o", target, "--force", ...more]);
  assertEquals(code, 0, err);
  return target;
}

for (const { name } of Deno.readDirSync(SAMPLES)) {
  if (name === "README.md") continue;
  const path = new URL(name, SAMPLES).pathname;

  Deno.test(`${name} exported as lcov keeps its tables`, async () => {
    using folder = Temporary.folder();
    const before = await tablesOf(path);
    const after = await tablesOf(await exported(path, folder.path));
    // If a file records only that lines ran, the sum over its tests is the number of tests that reached a
    // line.
    const isPlain = !/^words\.json$/.test(name);
    for (const table of Object.keys(TABLES)) {
      const strip = (rows: string): string =>
        isPlain || table !== "lines"
          ? rows
          : rows.replaceAll(/\t\d+\t([^\t\n]*)\t([^\t\n]*)$/gm, "\tn\t$1\t$2");
      // Cobertura has the number of outcomes on a line, but not the outcomes themselves.
      if (name.endsWith(".xml") && ["lines", "branches", "files"].includes(table)) continue;
      assertEquals(strip(after[table]!), strip(before[table]!), table);
    }
  });

  if (!name.endsWith(".info")) continue;
  Deno.test({
    ...withTools(["lcov"], `${name} exported as lcov keeps its summary`),
    async fn() {
      using folder = Temporary.folder();
      const summaryOf = async (file: string): Promise<string[]> => {
        const { stdout, stderr } = await new Deno.Command("lcov", {
          args: ["--summary", file, "--rc", "lcov_branch_coverage=1", "--rc", "branch_coverage=1"],
        }).output();
        const text = new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
        return text.split("\n").filter((line) => /^ +(?:lines|functions|branches)/.test(line));
      };
      const before = await summaryOf(path);
      assertStringIncludes(before.join(), "lines");
      assertEquals(await summaryOf(await exported(path, folder.path)), before);
    },
  });
}

Deno.test("only the records of selected lines are written", async () => {
  using folder = Temporary.folder();
  const path = new URL("shapes.info", SAMPLES).pathname;
  const text = await Deno.readTextFile(await exported(path, folder.path, "-e", "lines | where line <= 12"));
  const numbers = [...text.matchAll(/^(?:DA|BRDA|FN|FNL:\d+):?,?(\d+)/gm)].map(([, line]) => Number(line));
  assertEquals([numbers.length > 5, numbers.filter((line) => line > 12)], [true, []]);
});

Deno.test("two files are added up, branch outcome by branch outcome", async () => {
  using folder = Temporary.folder();
  const [first, second] = ["calc.info", "calc.second.info"].map((name) => new URL(name, SAMPLES).pathname);
  const target = `${folder.path}/both.info`;
  const { code, err } = await quarry(["export", first!, second!, "--to", "lcov", "-o", target]);
  assertEquals(code, 0, err);
  const ask = async (query: string, ...files: string[]): Promise<string> =>
    (await quarry(["query", ...files, "-m", "tsv", "--no-header", "-e", query])).out;
  for (
    const query of [
      "lines | by file, line: n = sum(count) | sort file, line",
      "functions | by file, func: n = sum(count) | sort file, func",
      "branches | by file, line, block, branch: n = sum(count) | sort file, line, block, branch",
    ]
  ) assertEquals(await ask(query, target), await ask(query, first!, second!), query);
});
