import { assertEquals } from "@std/assert";
import { formatScript } from "../../../src/language/script.ts";

const CASES: readonly { readonly name: string; readonly text: string; readonly expected: string }[] = [
  {
    name: "spaces, operators and parentheses",
    text: "leaks|where ((size>4K)AND not(freed)) or((a+b))*2==-c|count",
    expected: "leaks | where size > 4K and not freed or (a + b) * 2 == -c | count\n",
  },
  {
    name: "one stage on each line when it is long",
    text:
      "allocs | where free.thread != thread and size > 64K | by file, free.file: n = count(), b = sum(size) | top 10 by b",
    expected: [
      "allocs",
      "  | where free.thread != thread and size > 64K",
      "  | by file, free.file: n = count(), b = sum(size)",
      "  | top 10 by b",
      "",
    ].join("\n"),
  },
  {
    name: "statements keep the blank lines between them",
    text: "\n\nlet big = size>4K;let f( a,b )=leaks|where size>a\n\n\n\nleaks|where big\nf(1,2)",
    expected: "let big = size > 4K;\nlet f(a, b) = leaks | where size > a\n\nleaks | where big;\nf(1, 2)\n",
  },
  {
    name: "comments stay with the code that they describe",
    text: [
      "# head",
      "",
      "leaks -- all of them",
      "-- only large",
      "| where size > 4K -- large",
      "and -- and not freed",
      "not freed",
      "| count",
      "-- tail",
    ].join("\n"),
    expected: [
      "# head",
      "",
      "leaks -- all of them",
      "  -- only large",
      "  -- large",
      "  | where size > 4K and not freed -- and not freed",
      "  | count",
      "-- tail",
      "",
    ].join("\n"),
  },
  {
    name: "a comment at the end does not break a line",
    text: "leaks|count;-- how many\nallocs",
    expected: "leaks | count; -- how many\nallocs\n",
  },
  {
    name: "asserts and points",
    text: "assert live@peak blocks of 'a b'|count==0:'none'",
    expected: 'assert live @ peak blocks of "a b" | count == 0 : "none"\n',
  },
  { name: "a text without statements", text: "  -- nothing\n\n\n", expected: "-- nothing\n" },
  { name: "nothing", text: " \n", expected: "" },
  { name: "a text with errors stays unchanged", text: "leaks|  where", expected: "leaks|  where" },
];

for (const { name, text, expected } of CASES) {
  Deno.test(`formatScript() formats: ${name}`, () => {
    assertEquals(formatScript(text).text, expected);
    assertEquals(formatScript(expected).text, expected);
  });
}
