/** `.describe`: any rows column by column, compared with plain queries. */
import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { talking } from "./talking.ts";

/** The lines of an answer as cells, by the first cell. */
function byColumn(answer: string): Map<string, string[]> {
  return new Map(
    answer.trimEnd().split("\n").map((line) => line.split("\t")).map(([name, ...cells]) => [name!, cells]),
  );
}

Deno.test(".describe shows nulls, distinct values, minimum, quartiles, maximum and distribution of any rows", async () => {
  const { say, conversation } = await talking();
  const query = "allocs | where size > 3 | select size, func, free.func, addr";
  const answer = byColumn(await say(`.describe ${query}`));
  assertEquals(answer.get("column"), [
    "nulls",
    "distinct",
    "values",
    "least",
    "25%",
    "median",
    "75%",
    "most",
  ]);
  const counted = async (stage: string): Promise<string[]> => {
    const [, row = ""] = (await say(`${query} | ${stage}`)).split("\n");
    return row.split("\t");
  };
  for (const name of ["size", "addr"]) {
    const [nulls, distinct, , ...quantiles] = answer.get(name)!;
    assertEquals(
      [nulls, distinct, ...quantiles],
      await counted(
        `summarize n = count() - count(${name}), d = distinct(${name}), a = min(${name}), b = percentile(${name}, 25), ` +
          `c = median(${name}), e = percentile(${name}, 75), f = max(${name})`,
      ),
      name,
    );
  }
  assertMatch(answer.get("size")![2]!, /^[▁▂▃▄▅▆▇█]{12}$/);
  const [nulls, distinct] = answer.get("free.func")!;
  assertEquals(
    [nulls, distinct],
    await counted("summarize n = count() - count(free.func), d = distinct(free.func)"),
  );
  conversation.close();
});

Deno.test(".describe without arguments describes the last result, and does not change it", async () => {
  const { say, conversation } = await talking();
  await say("leaks | by func");
  assertEquals([...byColumn(await say(".describe")).keys()], ["column", "func", "count", "bytes"]);
  assertEquals(await say("_ | count"), "count\n2\n");
  await say("leaks | by func");
  assertEquals(await say(".describe _"), await say(".describe leaks | by func"));
  assertStringIncludes(await say(".describe leaks | sizy"), "Unknown stage");
  assertStringIncludes(await say(".describe events.sizy"), 'Table events has no column "sizy"');
  conversation.close();
});
