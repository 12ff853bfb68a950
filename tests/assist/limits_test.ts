/** Work done during typing has a limit, however large the values of a trace are. */

import { assert, assertEquals } from "@std/assert";
import { diagnose, hover } from "../../src/assist/assist.ts";
import type { Catalog } from "../../src/query/analysis/catalog.ts";
import { EMPTY_ENVIRONMENT } from "../../src/query/analysis/environment.ts";
import { CATALOGS } from "../query/analysis/binding.ts";
import { completeAt } from "./support.ts";

const LETTERS = "a".repeat(50_000);

/** The catalog of a trace whose functions and files have these names. */
function withValues(names: readonly string[]): Catalog {
  const base = CATALOGS.mtrc!;
  const values = names.map((value, at) => ({ value, count: names.length - at }));
  return {
    ...base,
    table: base.table,
    distinct: (_, __, limit) => values.length > limit ? undefined : values,
  };
}

function codesOf(text: string, catalog: Catalog): string[] {
  return diagnose(text, catalog, EMPTY_ENVIRONMENT).map(({ code }) => code);
}

const few = withValues(["main", ...Array.from({ length: 5 }, (_, at) => `${LETTERS}${at}!`)]);
const many = withValues(["main", ...Array.from({ length: 300 }, (_, at) => `${LETTERS}${at}!`)]);

Deno.test("warnings about patterns are left out if computing them takes too long", () => {
  for (const filter of ["func ~ /(a+)+$/", 'func ~ "*a*a*a*b"', 'func contains "x"', "file:**/x*"]) {
    assertEquals(codesOf(filter, few), ["Q302"], filter);
    assertEquals(codesOf(filter, many), [], filter);
    // Checks that take no work still warn, and errors are still reported.
    assertEquals(codesOf(`${filter} or func == "b" or sise > 1`, many), ["Q302", "Q203"]);
  }
  // All filters of a script share one limit.
  const script = Array.from({ length: 20 }, (_, at) => `func ~ /a${at}b$/`).join("\n\n");
  const { length } = codesOf(script, few);
  assert(length > 0 && length < 5, `${length} remarks`);
});

Deno.test("names that are megabytes long get no suggestions, and take no time", () => {
  const long = LETTERS.repeat(5);
  const catalog = withValues(Array.from({ length: 300 }, (_, at) => long.slice(0, 200_000 + at)));
  const [remark] = diagnose(`func == "${long.slice(0, 200_301)}"`, catalog, EMPTY_ENVIRONMENT);
  assertEquals(remark!.code, "Q302");
  assert(remark!.message.length < 200);
});

Deno.test("values that are too long to be completed are not suggested", () => {
  const labels = completeAt("func == a^", many).items.filter(({ kind }) => kind === "value");
  assertEquals(labels.map(({ label }) => label), ["main"]);
  assertEquals(completeAt("func:^", many).items.filter(({ kind }) => kind === "value").length, 1);
  assertEquals(completeAt("func:ma^", many).items[0]!.label, "main");
  const slashes = withValues(["src/main.c", "a/".repeat(200_000)]);
  assertEquals(completeAt("file:^", slashes).items[0]!.label, "src/");
});

Deno.test("values of functions are not counted if that takes too long", () => {
  const values = (catalog: Catalog): string[] =>
    completeAt('upper(func) == "^"', catalog).items.filter(({ kind }) => kind === "value").map(({ label }) =>
      label
    );
  assertEquals(values(withValues(["main", "read"])), ["MAIN", "READ"]);
  assertEquals(values(many), []);
  assertEquals(hover("size > 1 and func == x", 14, many, EMPTY_ENVIRONMENT)?.facts, [{
    name: "distinct",
    value: "301",
  }]);
});
