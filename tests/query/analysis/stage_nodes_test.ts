/** Nodes of stages that front ends build and read. */
import { assertEquals } from "@std/assert";
import { explainingPlan } from "../../../src/query/stages/explain.ts";
import { sortedBy } from "../../../src/query/stages/sort.ts";
import { stagesWithWord } from "../../../src/query/stages/registry.ts";
import { parsePipeline, printTree } from "../../../src/language/script.ts";

Deno.test("sortedBy() knows stages that sort by one value alone, and in which direction", () => {
  const { keys: [key] } = parsePipeline("leaks | sort size")!.stages[0] as unknown as SortLike;
  const { value } = key!;
  const directions = [
    "sort size",
    "sort size asc",
    "sort size desc",
    "sort -size",
    "sort size, line",
    "sort size nulls first",
    "sort size nulls last",
    "sort line",
    "sort size + 1",
    "top 3 by size",
    "where size",
  ].map((text) => sortedBy(parsePipeline(`leaks | ${text}`)!.stages[0], value));
  assertEquals(directions, ["asc", "asc", "desc", null, null, null, null, null, null, null, null]);
  assertEquals(sortedBy(undefined, value), null);
});

interface SortLike {
  readonly keys: readonly { readonly value: Parameters<typeof sortedBy>[1] }[];
}

Deno.test("explainingPlan() ends a query with one explain plan", () => {
  const explained = (text: string): string => printTree(explainingPlan(parsePipeline(text)!));
  assertEquals(
    ["leaks", "leaks | take 3", "leaks | explain", "leaks | explain plan", "leaks | explain | take 1"].map(
      explained,
    ),
    [
      "leaks | explain plan",
      "leaks | take 3 | explain plan",
      "leaks | explain plan",
      "leaks | explain plan",
      "leaks | explain | take 1 | explain plan",
    ],
  );
});

Deno.test("stagesWithWord() knows the stages that use a word besides their own", () => {
  const names = (word: string): string[] => stagesWithWord(word).map(({ keyword }) => keyword).sort();
  assertEquals(["pivot", "per", "within", "unfolded", "sort", "top", "plan", "nope"].map(names), [
    ["by"],
    ["top"],
    ["match"],
    ["callers", "tree"],
    [],
    [],
    ["explain"],
    [],
  ]);
});
