/** Names of functions by full and short names: what bytes decide is what texts decide. */
import { assert, assertEquals } from "@std/assert";
import { noText } from "../../../src/base/ascii_text.ts";
import { shortName } from "../../../src/names/short_name.ts";
import { asciiMatchTest, matchTest, type TextPattern } from "../../../src/query/execution/match_test.ts";
import { NAMES } from "../../names/function_names.ts";

const ALL = [
  ...NAMES.map(([name]) => name),
  "wide::basic_stringbuf",
  "std::basic_string<wchar_t>::find(int)",
];

/** Whether a name passes; by its bytes where these decide. */
function tested(
  pattern: TextPattern,
  name: string,
): readonly [byText: boolean, byBytes: boolean | undefined] {
  const text = noText();
  const bytes = new TextEncoder().encode(name);
  Object.assign(text, { bytes, start: 0, end: bytes.length });
  const isAscii = bytes.length === name.length;
  return [matchTest(pattern)(name), isAscii ? asciiMatchTest(pattern)?.(text) : undefined];
}

Deno.test("a function equals its full name and its short one, by text and by bytes", () => {
  let decided = 0;
  for (const wanted of new Set(ALL.flatMap((name) => [name, shortName(name)]))) {
    const pattern = { how: "equal", pattern: wanted, flags: "", ofNames: true } as const;
    for (const name of ALL) {
      const [byText, byBytes] = tested(pattern, name);
      assertEquals(byText, name === wanted || shortName(name) === wanted, `${name} == ${wanted}`);
      if (byBytes === undefined) continue;
      decided++;
      assertEquals(byBytes, byText, `bytes of ${name} == ${wanted}`);
    }
  }
  assert(decided > ALL.length ** 2 / 2, `bytes decided ${decided}`);
});

Deno.test("other texts equal themselves alone", () => {
  const pattern = { how: "equal", pattern: "f", flags: "" } as const;
  assertEquals(tested(pattern, "f"), [true, true]);
  assertEquals(tested(pattern, "f(int)"), [false, false]);
});
