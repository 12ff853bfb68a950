import { assert, assertEquals } from "@std/assert";
import { parseScript } from "../../../src/language/script.ts";
import { SYNTAX_CODES } from "../../../src/query/syntax/codes.ts";

Deno.test("SYNTAX_CODES has an example that causes each code", () => {
  for (const [code, { example }] of Object.entries(SYNTAX_CODES)) {
    const codes = parseScript(example).diagnostics.map((diagnostic) => diagnostic.code);
    assert(codes.includes(code), `${code}: ${example} gives ${codes}`);
  }
});

Deno.test("fixes remove the error", () => {
  const cases: Record<string, string> = {
    "a && !b || c": "a and not b or c",
    "size > 4KB": "size > 4K",
    "leaks | wheer a": "leaks | where a",
    "leaks | group by a | limit 5": "leaks | by a | take 5",
    "leaks where a": "leaks | where a",
    "leaks | size > 4K": "leaks | where size > 4K",
    "leaks | where (a": "leaks | where (a)",
    "leaks | where a)": "leaks | where a",
    "summarize count(*)": "summarize count()",
    'file == "a\\q"': 'file == "a\\\\q"',
    'file == "a': 'file == "a"',
    "a <> b and c is 3": "a != b and c == 3",
    "leaks | sort by a": "leaks | sort a",
    "a ≤ 3": "a <= 3",
  };
  for (const [text, expected] of Object.entries(cases)) {
    let fixed = text;
    const { diagnostics } = parseScript(text);
    for (const { fix } of diagnostics.toReversed()) {
      if (fix !== undefined) fixed = fixed.slice(0, fix.span.start) + fix.text + fixed.slice(fix.span.end);
    }
    assertEquals(fixed, expected);
    assertEquals(parseScript(fixed).diagnostics, [], fixed);
  }
});
