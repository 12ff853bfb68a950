/** The manual page: it is complete, and programs that check such pages find no errors. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { allCommands } from "../../src/cli/load_command.ts";
import { completionSpec } from "../../src/cli/completions/spec.ts";
import { ENVIRONMENT_VARIABLES } from "../../src/cli/environment.ts";
import { formatEntries, functionEntries, stageEntries } from "../../src/cli/help/entries.ts";
import { manPage } from "../../src/cli/man/man_page.ts";
import { prose, roffText } from "../../src/cli/man/roff.ts";
import { withTools } from "../support/programs.ts";
import { quarry } from "./program.ts";
import { Temporary } from "../support/temporary.ts";

const { commands } = await allCommands();

const page = manPage(await completionSpec(commands), { version: "1.2.3", date: "2024-05-17" });

Deno.test("roffText() keeps every character", () => {
  assertEquals(roffText(".a-b 'c' \\ \u2026"), "\\&.a\\-b \\(aqc\\(aq \\e \\[u2026]");
  assert(prose("word ".repeat(50).trim()).split("\n").every((line) => line.length <= 80));
});

Deno.test("manPage() has every command, option, stage, function, format and variable", () => {
  const has = (text: string): void => assert(page.includes(roffText(text)), text);
  for (const { name, usage, options, raw } of commands) {
    has(`${name} ${usage}`.trim());
    if (!raw) { for (const option of options) has(`--${option.name}`); }
  }
  for (const { usage } of stageEntries()) has(usage.replace(/^… \| /, ""));
  for (const { usage } of functionEntries()) has(usage);
  for (const { name } of formatEntries()) has(name);
  for (const { name } of ENVIRONMENT_VARIABLES) has(name);
});

Deno.test("the list of environment variables is complete", async () => {
  const known = new Set(ENVIRONMENT_VARIABLES.map(({ name }) => name));
  const walk = async (folder: URL): Promise<void> => {
    for await (const { name, isDirectory } of Deno.readDir(folder)) {
      if (isDirectory) await walk(new URL(`${name}/`, folder));
      else if (name.endsWith(".ts")) {
        const text = await Deno.readTextFile(new URL(name, folder));
        for (const [, variable] of text.matchAll(/(?:\benv|readEnv|env\.get)\("([^"]+)"/g)) {
          assert(known.has(variable!), `${folder.pathname}${name}: ${variable}`);
        }
        for (const [, variable] of text.matchAll(/"(XDG_\w+_HOME)"/g)) assert(known.has(variable!), variable);
      }
    }
  };
  await walk(new URL("../../src/", import.meta.url));
});

Deno.test("quarry man writes a page with the current date", async () => {
  const { code, out, err } = await quarry(["man"]);
  assertEquals([code, err], [0, ""]);
  assertMatch(out, /^\.TH QUARRY 1 \d{4}-\d\d-\d\d "quarry \d+\.\d+\.\d+" "User Commands"\n\.SH NAME\n/);
});

/** The messages of a checker about the page. */
async function complaints(program: string, args: readonly string[]): Promise<string> {
  using file = Temporary.file(".1");
  await Deno.writeTextFile(file.path, page);
  const { stdout, stderr } = await new Deno.Command(program, { args: [...args, file.path] }).output();
  const decoder = new TextDecoder();
  return program === "mandoc" ? decoder.decode(stdout) + decoder.decode(stderr) : decoder.decode(stderr);
}

for (
  const [program, args] of [["groff", ["-man", "-ww", "-Tutf8"]], ["mandoc", [
    "-T",
    "lint",
    "-W",
    "all",
  ]]] as const
) {
  Deno.test({
    ...withTools([program], `${program} finds no errors in the page`),
    fn: async () => assertEquals(await complaints(program, args), ""),
  });
}
