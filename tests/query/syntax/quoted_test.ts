/** Where texts, regular expressions and names end. */
import { assertEquals } from "@std/assert";
import { findIdentifierEnd, findRegexEnd } from "../../../src/query/syntax/quoted.ts";

Deno.test("findRegexEnd() finds the slash that is neither escaped nor within brackets, on the same line", () => {
  const ends: readonly (readonly [text: string, end: number])[] = [
    ["/a/", 2],
    ["/a/ /b/", 2],
    ["//", -1],
    ["/a", -1],
    ["/", -1],
    ["/a\\/b/", 5],
    ["/a\\", -1],
    ["/a\\\n/", -1],
    ["/a\n/", -1],
    ["/a\r/", -1],
    ["/[/]/", 4],
    ["/[/", -1],
    ["/[[/]]/", 6],
    ["/[\\]/]/", 6],
    ["/]/", 2],
    ["/\\[/", 3],
  ];
  for (const [text, end] of ends) {
    assertEquals(findRegexEnd(text, 0), end, text);
    assertEquals(findRegexEnd(`func ~ ${text}`, 7), end < 0 ? -1 : 7 + end, text);
  }
  assertEquals([1, 2, 3, 4].map((limit) => findRegexEnd("/abc/", 0, limit)), [-1, -1, -1, 4]);
});

Deno.test("findIdentifierEnd() finds the end of a name with its dots", () => {
  // A dot at the end, and what begins with a digit, is no part of a name.
  const ends = { a: 1, "a.b": 3, "a.b.c d": 5, "a..b": 1, "a.": 1, "": 0, " a": 0, "1a": 0, "é_1 x": 3 };
  for (const [text, end] of Object.entries(ends)) assertEquals(findIdentifierEnd(text, 0), end, text);
});
