import { assertEquals } from "@std/assert";
import { valueAsExpression } from "../../src/language/parameters.ts";

Deno.test("valueAsExpression() accepts one value of the kind, and nothing after it", () => {
  const values: readonly (readonly [value: string, kind: string, expression: string | undefined])[] = [
    ["3", "integer", "3"],
    ["3; leaks", "integer", undefined],
    ["3\n\nleaks | count", "integer", undefined],
    ["3 +", "integer", undefined],
    ["leaks | count", "integer", undefined],
    ['"a"', "integer", undefined],
    ["main", "string", '"main"'],
    ['"main"', "string", '"main"'],
    ['"main"; leaks', "string", `'"main"; leaks'`],
  ];
  for (const [value, kind, expression] of values) {
    assertEquals(valueAsExpression(value, kind), expression, `${value} as ${kind}`);
  }
});
