/** SQL texts for Spark that can be checked without it. */
import { assertEquals } from "@std/assert";
import { spark } from "../../src/sql/dialects/spark.ts";

Deno.test("the standard deviation on Spark uses the name of a value only inside the function that binds it", () => {
  const text = spark.deviation("v", "u64", null);
  for (const name of ["d", "p", "x"]) {
    const first = text.search(new RegExp(`(?<![.\\w])${name}\\b`));
    assertEquals(text.slice(first, first + name.length + 3), `${name} ->`, text);
  }
});
