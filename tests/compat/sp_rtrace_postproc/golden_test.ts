import { assertEquals } from "@std/assert";
import { sample, samplesWith } from "../../formats/sp_rtrace/read_sample.ts";
import { turnsOf } from "../../support/effort.ts";
import { unless } from "../../support/programs.ts";
import { runPostproc } from "./open_report.ts";

const FUNCTIONS: Record<string, string> = {
  parse_string: "0x1201+0x8b",
  push: "0x118d+0x74",
};

/** Options by the endings of reference files. */
const ENDINGS: Record<string, string[]> = {
  ".leaks.txt": ["-l"],
  ".compress.txt": ["-c"],
  ".leaks-compress.txt": ["-l", "-c", "-s", "size"],
  ".leaks-compress-count.txt": ["-lc", "--sort=count"],
  ".depth3.txt": ["-b", "3"],
  ".include-odd.txt": ["--include", "c04-cppgraph.odd-indexes.lst"],
  ".exclude-odd.txt": ["--exclude", "c04-cppgraph.odd-indexes.lst"],
};
for (const mask of ["0", "1", "2", "3", "4", "8", "100"]) {
  ENDINGS[`.ctx${mask}.txt`] = ["-C", mask];
  ENDINGS[`.ctx${mask}.leaks-compress.txt`] = ["-C", mask, "-l", "-c"];
}
for (const mask of ["1", "2", "3", "4"]) {
  ENDINGS[`.res${mask}.txt`] = ["-R", mask];
  ENDINGS[`.res${mask}.leaks.txt`] = [`-R${mask}`, "-l"];
}
for (const [name, place] of Object.entries(FUNCTIONS)) {
  ENDINGS[`.call-address-${name}.txt`] = [
    "--call-address",
    `libjson.so:${place}`,
  ];
}

const decoder = new TextDecoder("latin1");
const text = (name: string): string => decoder.decode(sample(name));

/**
 * Removes the original's errors in reading text: the registry of contexts, values of arguments after a blank, dates
 * with the day first, and summaries of the third and later types.
 */
function withoutDefects(output: string): string {
  let types = 0;
  return output.split("\n").filter((line) => !line.startsWith("@ ")).map(
    (line) => {
      if (line.startsWith("# Resource - ")) types++;
      if (types > 2 && line.includes("block(s) leaked")) return "";
      return line.replace(/^(\t\$\S+ = \S+) .*/, "$1").replace(
        /timestamp=[^,]*/,
        "",
      );
    },
  ).join("\n");
}

/** Groups of equal rank may be in any order, so they are sorted by their text for comparison. */
function sortedGroups(output: string): string[] {
  const [head = "", ...lines] = withoutDefects(output).split(/\n(?=\d+\. )/);
  return [head, ...lines.join("\n").split(/\n\n|\n(?=# Resource)/).sort()];
}

for (const [turn, [ending, options]] of Object.entries(ENDINGS).entries()) {
  const names = samplesWith(ending).filter((each) => !each.includes(".ctx") && !each.includes(".res"));
  for (const { entry: name, left } of turnsOf(names, 3, turn)) {
    const shown = `sp-rtrace-postproc ${options.join(" ")} writes ${name + ending}`;
    Deno.test(unless([left], shown), async () => {
      const { out, code } = await runPostproc([
        "-i",
        name + ".txt",
        ...options,
      ]);
      assertEquals(code, 0);
      const expected = text(name + ending);
      if (!ending.includes("compress")) {
        return assertEquals(withoutDefects(out), withoutDefects(expected));
      }
      assertEquals(sortedGroups(out), sortedGroups(expected));
      const ranks = (output: string): string[] => output.match(/# allocation summary: .*/g) ?? [];
      const rank = ending.includes("count") ? /(\d+) block/ : /size (\d+)/;
      const order = (output: string): string[] => ranks(output).map((line) => rank.exec(line)![1]!);
      assertEquals(order(out), order(expected));
    });
  }
}

for (const { entry: name, left } of turnsOf(samplesWith(".rtrace"), 3)) {
  Deno.test(unless([left], `sp-rtrace-postproc writes ${name}.txt from the binary log`), async () => {
    assertEquals(
      (await runPostproc(["-i", name + ".rtrace"])).out,
      text(name + ".txt"),
    );
  });
}

Deno.test("sp-rtrace-postproc -l finds the same leaks in file order as in the binary log", async () => {
  const calls = (output: string): string => output.slice(output.search(/^\d+\. /m));
  const { out } = await runPostproc(["-l", "-i", "c09-bash-all.txt"], {}, { fileOrder: true });
  const expected = text("c09-bash-all.leaks-from-binary.txt");
  assertEquals(withoutDefects(calls(out)), withoutDefects(calls(expected)));
});
