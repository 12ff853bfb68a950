/** Keywords of stages in completion. */
import { assertEquals } from "@std/assert";
import { labelsAt } from "./support.ts";

Deno.test("each stage offers its keywords where they are allowed, and only once", () => {
  const cases: Readonly<Record<string, readonly [string, boolean][]>> = {
    bins: [["events | hist ^", false], ["events | hist size ^", true], [
      "events | hist size bins 3 ^",
      false,
    ]],
    ":": [["events | timeline every 5 by kind ^", true], ["events | timeline every 5 ^", false]],
    every: [["events | timeline ^", true], ["events | timeline every 5 ^", false]],
    desc: [["events | sort size ^", true], ["events | sort size desc ^", false], ["events | top 3 ^", false]],
    order: [["events | window ^", true], ["events | window by seq ^", true], [
      "events | window order seq ^",
      false,
    ]],
    "nulls first": [["events | sort size ^", true], ["events | sort size desc ^", true], [
      "events | sort size nulls first ^",
      false,
    ]],
    first: [["events | sort size nulls ^", true], ["events | sort size ^", false]],
    per: [["events | top 3 ^", true], ["events | top 3 by size ^", true], [
      "events | top 3 by size desc ^",
      true,
    ], ["events | top 3 per func ^", false]],
    pivot: [["events | by func ^", true], ["events | by func pivot kind ^", false], [
      "events | by func: count() ^",
      false,
    ]],
    by: [["events | top 3 ^", true], ["events | top 3 by size ^", false]],
  };
  for (const [word, texts] of Object.entries(cases)) {
    for (const [text, offered] of texts) {
      assertEquals(labelsAt(text, 1000).includes(word), offered, `${word} in ${text}`);
    }
  }
});

Deno.test("a pivot stage completes columns of its input, and later stages complete the columns that it adds", () => {
  const turned = labelsAt("events | by func pivot ^", 1000);
  assertEquals(turned.includes("kind"), true);
  const after = labelsAt("events | by func pivot kind: n = count() | where ^", 1000);
  assertEquals(["alloc", "free", "func", "size"].map((each) => after.includes(each)), [
    true,
    true,
    true,
    false,
  ]);
});
