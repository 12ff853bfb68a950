/** Parsing of command lines, shared by all stand-ins. */
import { assert, assertEquals, assertThrows } from "@std/assert";
import { UsageError } from "../../src/base/errors.ts";
import {
  lastOptionValues,
  readCommandLine,
  type StandInOption,
  usageLines,
} from "../../src/compat/options.ts";
import { standIns } from "../../src/compat/registry.ts";

const TABLE: readonly StandInOption[] = [
  { letter: "v", name: "verbose", summary: "more" },
  { letter: "o", name: "output", value: "OUT", summary: "a file" },
  { letter: "b", name: "brotli", value: "LEVEL", mayBeBare: true, summary: "pack" },
  { name: "verify", summary: "check" },
  { name: "hidden" },
];

function read(args: readonly string[], shortens = true): unknown {
  const { options, operands } = readCommandLine(args, TABLE, { who: "t", shortens });
  return [options.map(([{ name }, value]) => value === undefined ? name : `${name}=${value}`), operands];
}

Deno.test("readCommandLine() accepts combined short options, values in either form, and files anywhere", () => {
  assertEquals(read(["-vofile", "x", "-o", "-b", "-"]), [["verbose", "output=file", "output=-b"], [
    "x",
    "-",
  ]]);
  assertEquals(read(["--output=a=b", "--output", "c"]), [["output=a=b", "output=c"], []]);
  assertEquals(read(["-b9", "-b", "9", "--brotli", "8", "--brotli="]), [
    ["brotli=9", "brotli", "brotli", "brotli="],
    ["9", "8"],
  ]);
  assertEquals(read(["-v", "--", "-v", "--out"]), [["verbose"], ["-v", "--out"]]);
});

Deno.test("readCommandLine() accepts an unambiguous prefix of a long name", () => {
  assertEquals(read(["--out=a", "--verb", "--veri"]), [["output=a", "verbose", "verify"], []]);
  assertThrows(() => read(["--ver"]), UsageError, "t: option --ver may be verbose, verify");
  assertThrows(() => read(["--out=a"], false), UsageError, "t: unknown option --out");
});

Deno.test("readCommandLine() refuses options that no tool has", () => {
  for (
    const [args, message] of [
      [["-vx"], "unknown option -x"],
      [["--nothing=1"], "unknown option --nothing"],
      [["-o"], "option -o needs a value"],
      [["--output"], "option --output needs a value"],
      [["--verbose=1"], "option --verbose takes no value"],
    ] as const
  ) assertThrows(() => read(args), UsageError, `t: ${message}`);
});

Deno.test("lastOptionValues() keeps the last value of each option", () => {
  const { options } = readCommandLine(["-oa", "-v", "-ob"], TABLE, { who: "t" });
  assertEquals([...lastOptionValues(options)], [["output", "b"], ["verbose", ""]]);
});

Deno.test("usageLines() has a line for each option that is shown", () => {
  assertEquals(
    usageLines(TABLE),
    "  -v, --verbose         more\n" +
      "  -o, --output OUT      a file\n" +
      "  -b, --brotli[=LEVEL]  pack\n" +
      "      --verify          check\n",
  );
});

for (const { name, usage } of standIns) {
  Deno.test(`the usage of ${name} fits a wide terminal`, () => {
    for (const line of usage.split("\n")) assert(line.length <= 120, line);
  });
}
