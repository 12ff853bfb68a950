/** Patterns match names of functions in the short form of screens, and in full. */
import { assertEquals } from "@std/assert";
import { quarry } from "./program.ts";

const TRACE = "testdata/heaptrack/heaptrack.shapes.zst";

Deno.test("patterns match the short name of a function and its full one", async () => {
  const count = async (query: string): Promise<string> =>
    (await quarry(["query", TRACE, "-e", `${query} | count`])).out.split("\n")[1]!;
  for (
    const test of ["func:*_M_realloc_insert", "func:*_insert", "func ~ /_M_realloc_insert$/"]
  ) {
    assertEquals(await count(`where ${test}`), await count('where func contains "_M_realloc_insert<"'), test);
  }
  assertEquals(await count('where func contains "vector::_M"'), "17");
  assertEquals(await count('where func !~ "Poly::Poly"'), await count('where func != "Poly::Poly(int)"'));
  assertEquals(await count('through "Poly::Poly"'), await count('through "Poly::Poly(int)"'));
  for (
    const test of ['func == "Poly::Poly"', 'func in {"Poly::Poly", "Poly"}', 'func == "Poly::Poly(int)"']
  ) {
    assertEquals(await count(`where ${test}`), "200", test);
  }
  assertEquals(await count('where func != "Poly::Poly"'), await count('where func != "Poly::Poly(int)"'));
  assertEquals(await count('where full(func) == "Poly::Poly"'), "0");
  assertEquals(await count('where full(func) == "Poly::Poly(int)"'), "200");
  // No warning says that the value never occurs.
  for (const test of ['place == "Poly::Poly"', "place:Poly::Poly", 'place == "Poly::Poly(int)"']) {
    assertEquals(await count(`where ${test}`), "200", test);
  }
  assertEquals(
    await count('where place != "Poly::Poly"'),
    await count("where place is not null and place != 'Poly::Poly(int)'"),
  );
  assertEquals(await count('where place == "Poly::*"'), "0");
});
