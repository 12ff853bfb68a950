import { assertEquals } from "@std/assert";
import { dropTrailing } from "../../src/base/drop_trailing.ts";
import { assertProportional } from "../support/cpu_ratio.ts";

Deno.test("dropTrailing() removes a trailing letter however often it is repeated, in linear time", async () => {
  for (const text of ["", "/", "//", "a/", "a//", "/a", "a/b//", "a"]) {
    assertEquals(dropTrailing(text, "/"), text.replace(/\/+$/, ""));
  }
  await assertProportional((times) => dropTrailing("\n".repeat(50_000 * times) + "a", "\n"), "dropping");
});
