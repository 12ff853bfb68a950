/** Texts for Spark that can be checked without it. */
import { assert, assertEquals } from "@std/assert";
import { spark } from "../../src/sql/dialects/spark.ts";

Deno.test("the standard deviation on Spark uses the name of a value only inside the function that binds it", () => {
  const text = spark.deviation("v", "u64", null);
  for (const name of ["d", "p", "x"]) {
    const [first] = text.matchAll(new RegExp(`(?<![.\\w])${name}\\b`, "g"));
    assert(first !== undefined, text);
    assertEquals(text.slice(first.index, first.index + name.length + 3), `${name} ->`, text);
  }
});
