/** The page with the rows of a run, in VS Code. */

import { assertEquals, assertStringIncludes } from "@std/assert";
import { parse } from "parse5";
import { resultPage } from "../../editors/vscode/src/result_page.ts";

Deno.test("a result page has a table for each query, a line for each verdict, and runs no code from a trace", () => {
  const evil = '<img src=x onerror="alert(1)">';
  const page = resultPage({
    markdown: "",
    json: [[{ func: evil, count: 3 }, { func: null, count: 4 }], {
      assert: evil,
      passed: false,
      found: "2 rows",
    }, []],
    rows: 2,
    milliseconds: 4.4,
    passed: false,
  });
  const names: string[] = [];
  const texts: string[] = [];
  const walk = (node: { nodeName: string; value?: string; childNodes?: unknown[] }): void => {
    names.push(node.nodeName);
    if (node.value !== undefined) texts.push(node.value);
    for (const child of node.childNodes ?? []) walk(child as typeof node);
  };
  walk(parse(page) as unknown as { nodeName: string });
  assertEquals(names.filter((name) => ["img", "script", "link", "iframe"].includes(name)), []);
  assertEquals([
    names.filter((name) => name === "table").length,
    names.filter((name) => name === "td").length,
  ], [1, 4]);
  assertEquals(texts.includes(evil), true);
  assertStringIncludes(page, "default-src 'none'");
  assertStringIncludes(texts.join(" "), "fails: found 2 rows");
  assertStringIncludes(texts.join(" "), "2 rows, 4 ms");
});
