import { assert, assertEquals, assertThrows } from "@std/assert";
import { UsageError } from "../../src/base/errors.ts";
import { countValue, parseArguments } from "../../src/cli/args.ts";
import type { Arguments, Command } from "../../src/cli/command.ts";
import { allCommands } from "../../src/cli/load_command.ts";
import { traceOperands } from "../../src/cli/trace_operands.ts";

const { commands, helperCommands } = await allCommands();

const command: Command = {
  name: "test",
  usage: "",
  summary: "Test",
  options: [
    { name: "json", short: "j", summary: "" },
    { name: "eval", short: "e", value: "QUERY", many: true, summary: "" },
    { name: "mode", short: "m", value: "MODE", choices: ["box", "csv"], summary: "" },
    { name: "limit", value: "ROWS", summary: "" },
    { name: "color", value: "WHEN", bare: "always", choices: ["always", "never"], summary: "" },
  ],
  examples: [],
  run: () => Promise.resolve(0),
};

function parse(...args: string[]): Arguments {
  return parseArguments(args, command);
}

Deno.test("parseArguments() accepts values in every usual form", () => {
  assertEquals(parse("-e", "a", "--eval=b", "--eval", "c", "-ed").values("eval"), ["a", "b", "c", "d"]);
  assertEquals(parse("-je", "q", "f").operands, ["f"]);
  assertEquals(parse("-je", "q").value("eval"), "q");
  assertEquals(parse("-e", "-1 < size", "f").value("eval"), "-1 < size");
  assertEquals(parse("-e", "--help").has("help"), false);
  assertEquals(parse("--eval", "a=b").value("eval"), "a=b");
  assertEquals(parse("-e", "").values("eval"), [""]);
});

Deno.test("parseArguments() keeps operands unchanged", () => {
  assertEquals(parse("-", "007", "a=b", "--", "-e", "--json").operands, ["-", "007", "a=b", "-e", "--json"]);
  assertEquals(parse("--color", "f").operands, ["f"]);
  assertEquals(parse("--color").value("color"), "always");
  assertEquals(parse("--color=never").value("color"), "never");
});

Deno.test("parseArguments() refuses unknown options", () => {
  const refused: [string[], string][] = [
    [["--jsno"], "Unknown option --jsno, did you mean --json?"],
    [["--jsno=1"], "Unknown option --jsno, did you mean --json?"],
    [["-x"], "Unknown option -x"],
    [["-jx"], "Unknown option -x"],
    [["--json=1"], "Option --json takes no value"],
    [["-csv"], "Unknown option -csv, did you mean --mode csv?"],
    [["--box"], "Unknown option --box, did you mean --mode box?"],
    [["--mode"], "Option --mode needs a value: MODE"],
    [["--mode", "bx"], 'Option --mode cannot be "bx": did you mean box?'],
    [["--mode", "box", "-m", "csv"], "Option --mode is given 2 times"],
  ];
  for (const [args, message] of refused) assertThrows(() => parse(...args), UsageError, message);
});

Deno.test("countValue() accepts numbers only", () => {
  assertEquals(countValue(parse("--limit", "1_000"), "limit"), 1000);
  assertEquals(countValue(parse(), "limit"), undefined);
  for (const bad of ["", "x", "-1", "1.5", "1e99"]) {
    assertThrows(() => countValue(parse(`--limit=${bad}`), "limit"), UsageError);
  }
});

Deno.test("traceOperands() gives names to traces", () => {
  const host = { exists: (path: string): boolean => path === "odd=name" };
  const names = (...operands: string[]): string[] =>
    traceOperands(host, operands).map(({ name, path }) => `${name} ${path}`);
  assertEquals(names("dir/run1.mtrc", "b=/x/run2.mtrc", "-"), [
    "run1.mtrc dir/run1.mtrc",
    "b /x/run2.mtrc",
    "stdin -",
  ]);
  assertEquals(names("a/t", "b/t", "c/t"), ["a/t a/t", "b/t b/t", "c/t c/t"]);
  assertEquals(names("x/a/trace.mtrc", "x/b/trace.mtrc"), [
    "a/trace x/a/trace.mtrc",
    "b/trace x/b/trace.mtrc",
  ]);
  assertEquals(names("a/1/t.m", "b/1/t.m", "t.m"), ["a/1/t a/1/t.m", "b/1/t b/1/t.m", "t.m t.m"]);
  // The same file twice cannot be told apart by its folder, nor can two files without one.
  assertEquals(names("a/t", "a/t"), ["t a/t", "a/t a/t"]);
  assertEquals(names("t", "t", "t"), ["t t", "t_2 t", "t_3 t"]);
  assertEquals(names("odd=name"), ["odd=name odd=name"]);
  assertThrows(() => names("a=x", "a=y"), UsageError, "Two traces");
  assertThrows(() => names("-", "b=-"), UsageError, "only once");
});

Deno.test("commands have unique options and help that fits a screen", async () => {
  const { commandHelp } = await import("../../src/cli/help_text.ts");
  for (const each of [...commands, ...helperCommands]) {
    const shorts = each.options.flatMap(({ short }) => short ?? []);
    assertEquals(new Set(shorts).size, shorts.length, each.name);
    const lines = commandHelp(each).split("\n");
    // Commands to type may be longer.
    assertEquals(lines.filter((line) => line.length > 80 && !line.startsWith("  quarry ")), [], each.name);
    assert(lines.length <= 78, `${each.name}: ${lines.length} lines`);
  }
});
