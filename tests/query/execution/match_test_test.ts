/** Names of functions, in full and in short form. */
import { assertEquals } from "@std/assert";
import { shortName } from "../../../src/names/short_name.ts";
import { matchTest } from "../../../src/query/execution/match_test.ts";
import { NAMES } from "../../names/function_names.ts";

const ALL = [
  ...NAMES.map(([name]) => name),
  "wide::basic_stringbuf",
  "std::basic_string<wchar_t>::find(int)",
];

Deno.test("a function equals its full name and its short name", () => {
  for (const wanted of new Set(ALL.flatMap((name) => [name, shortName(name)]))) {
    const passes = matchTest({ how: "equal", pattern: wanted, flags: "", ofNames: true });
    for (const name of ALL) {
      assertEquals(passes(name), name === wanted || shortName(name) === wanted, `${name} == ${wanted}`);
    }
  }
});

Deno.test("other texts match only themselves", () => {
  const passes = matchTest({ how: "equal", pattern: "f", flags: "" });
  assertEquals(["f", "f(int)"].map(passes), [true, false]);
});
