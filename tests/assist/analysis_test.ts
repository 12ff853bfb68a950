/** Which analyses stay cached. */
import { assert, assertStrictEquals } from "@std/assert";
import { analyse } from "../../src/assist/analysis.ts";
import { EMPTY_ENVIRONMENT } from "../../src/query/analysis/environment.ts";
import { CATALOGS } from "../query/analysis/binding.ts";

Deno.test("analyse() caches the last eight texts", () => {
  const catalog = CATALOGS.mtrc!;
  const texts = Array.from({ length: 8 }, (_, at) => `leaks | take ${at + 1}`);
  const first = texts.map((text) => analyse(text, catalog, EMPTY_ENVIRONMENT));
  for (const [at, text] of texts.entries()) {
    assertStrictEquals(analyse(text, catalog, EMPTY_ENVIRONMENT), first[at]);
  }
  for (let at = 0; at < 8; at++) analyse(`leaks | skip ${at}`, catalog, EMPTY_ENVIRONMENT);
  assert(analyse(texts[0]!, catalog, EMPTY_ENVIRONMENT) !== first[0]);
});
