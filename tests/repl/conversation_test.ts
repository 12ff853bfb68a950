import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { dotCommands } from "../../src/repl/dot/registry.ts";
import { runPlainLoop } from "../../src/repl/plain_loop.ts";
import { talking } from "./talking.ts";

Deno.test("`_` is the user's last result, whatever the program queries in between", async () => {
  const { say, conversation } = await talking();
  assertEquals(
    await say("events | by kind: n = count() | sort n desc"),
    "kind\tn\nalloc\t452\nfree\t426\nrealloc\t359\ninternal\t15\nreserve\t5\n",
  );
  await say(".files");
  await say(".explain leaks");
  assertEquals(await say("_ | where n < 20"), "kind\tn\ninternal\t15\nreserve\t5\n");
  assertEquals(await say("_ | take 1 | select n"), "n\n15\n");
  assertEquals(await say(".last"), "n\n15\n");
  const tops = await say("live @ peak | by func | as tops");
  assertMatch(tops, /^func\tcount\tbytes\n\w*\t\d+\t\d+\n/);
  assertEquals(await say("live @ peak | by func | as tops"), tops);
  // An error keeps the last result.
  await say("leaks | count");
  assertStringIncludes(await say("leaks | wher"), "Unknown stage");
  assertEquals(await say("_"), "count\n11\n".replace("11", (await say("leaks | count")).split("\n")[1]!));
  conversation.close();
});

Deno.test(".row shows one row and a query for the rows that it stands for", async () => {
  const { say } = await talking();
  assertStringIncludes(await say(".row 1"), "no last result");
  await say("allocs | by kind = if(leaked, 1, 0)");
  await say("events | where size > 1 | by kind, size: n = count() | sort n desc");
  const answer = await say(".row 2");
  assertStringIncludes(answer, "kind");
  const [, query] = /next: 1 (.*?)(?: +\(\d more: \.next\))?\n/.exec(answer) ?? [];
  assert(query?.startsWith("events | where size > 1 | where kind == "), answer);
  const count = Number(/n\s+(\d+)/.exec(answer)![1]);
  assertEquals(await say(`${query} | count`), `count\n${count}\n`);
  assertStringIncludes(await say(".row 0"), "number from 1 to");
  assertStringIncludes(await say(".row x"), "number from 1 to");
});

Deno.test("hints suggest a query that runs, and an empty result explains itself", async () => {
  const { say, conversation } = await talking();
  conversation.settings.hints = true;
  let hints = 0;
  for (
    const query of [
      "leaks",
      "events",
      "events | by kind",
      "allocs | by size",
      "tags",
      "live @ peak | by func, size",
    ]
  ) {
    const hint = /next: 1 (.*?)(?: +\(\d more: \.next\))?\n/.exec(await say(query))?.[1];
    if (hint === undefined) continue;
    assert(!(await say(hint)).includes("error"), `${query}: ${hint}`);
    hints++;
  }
  assert(hints >= 4, `${hints} hints`);
  const empty = await say("events | where size > 4G and kind == alloc");
  assertStringIncludes(empty, "No rows:");
  assertStringIncludes(empty, "rejects all 1,257");
  assertStringIncludes(empty, "size: 2 to 16384");
});

Deno.test(".mode .headers .maxrows .timer .once .output .save .read change the handling of results", async () => {
  const { say, host } = await talking();
  await say(".mode csv\n.headers off");
  assertEquals(await say("events | by kind: n = count() | sort n desc | take 2"), "alloc,452\nfree,426\n");
  await say(".maxrows 1");
  assertEquals(await say("_"), "alloc,452\n");
  await say(".maxrows auto\n.headers on\n.timer on");
  assertStringIncludes(await say("events | count"), "1 row in ");
  await say(".timer off\n.once one.json");
  assertEquals(await say("events | count"), "");
  assertEquals(JSON.parse(host.files.get("one.json")!), [{ count: 1257 }]);
  assertEquals(await say("events | count"), "count\n1257\n");
  await say(".output all.csv");
  assertEquals(await say("events | count; leaks | take 0 | select seq"), "");
  assertEquals(host.files.get("all.csv"), "count\n1257\nseq\n");
  await say(".output");
  await say("events | by kind: n = count() | sort n desc | take 1");
  await say(".save kept.md");
  assertStringIncludes(host.files.get("kept.md")!, "| alloc | 452 |");
  await say(".save all.qry");
  assertStringIncludes(host.files.get("all.qry")!, "events | count\n");
  host.files.set("script.qry", ".mode tsv\nlet big = events | where size > 1K\n\nbig | count\n");
  assertEquals(
    await say(".read script.qry"),
    `count\n${(await say("events | where size > 1K | count")).split("\n")[1]}\n`,
  );
  assertEquals(await say("big | take 0 | select seq"), "seq\n");
  assertStringIncludes(await say(".read nothing"), "no such file");
});

Deno.test(".open .close .files manage the open traces", async () => {
  const { say } = await talking();
  await say(".open testdata/mpatrol/grow-be32/trace.mtrc");
  assertEquals((await say(".files")).split("\n").length, 4);
  assertEquals(await say("events of second | take 0 | select seq"), "seq\n");
  await say(".close second");
  assertStringIncludes(await say(".close second"), "No trace");
  assertEquals((await say("traces | select name")).trim(), "name\nt");
});

Deno.test(".tables .schema .describe .help .history .version .explain .plot answer", async () => {
  const { say } = await talking();
  assertStringIncludes(await say(".tables"), "allocs\t");
  assertStringIncludes(await say(".schema allocs"), "life\tu64\t");
  assertStringIncludes(await say(".schema leeks"), "did you mean");
  assertStringIncludes(await say(".describe events"), "\nsize\t0\t");
  assertEquals((await say(".describe events.kind")).split("\n").length, 3);
  const help = await say(".help");
  for (const { name } of dotCommands) assertStringIncludes(help, `.${name}`);
  assertStringIncludes(await say(".help keys"), "Ctrl-R");
  assertStringIncludes(await say(".help stages"), "Keeps the rows that pass a filter");
  assertStringIncludes(await say(".help functions"), "bucket");
  assertStringIncludes(await say(".help bucket"), "bucket(");
  assertStringIncludes(await say(".help where"), "where FILTER");
  assertStringIncludes(await say(".help pivot"), "by KEYS [pivot X]");
  assertStringIncludes(await say(".help leaks"), "leaks");
  assertStringIncludes(await say(".help size"), "size");
  assertStringIncludes(await say(".help .plot"), "sparks".slice(0, 5));
  assertStringIncludes(await say(".help zzz"), "No help");
  assertStringIncludes(await say(".history"), "events | take 2");
  assertEquals(await say(".history LEAKS"), "1  leaks | count\n");
  assertEquals(await say(".version"), "quarry 1.2.3\n");
  assertMatch(
    await say(".explain leaks | take 1"),
    /^step\trows_in\trows\tblocks\tskipped\thow\nscan allocs @ end\t0\t(\d+)\t0\t0\t\ntake 1\t\1\t1\t/,
  );
  assertMatch(
    await say(".explain analyze leaks | take 1"),
    /^step\trows_in\texpected\trows\tblocks\tskipped\tread\tthreads\tcode\tms\thow\nscan allocs @ end\t0\t(\d+)\t\1\t.*\ntake 1\t\1\t1\t/,
  );
  await say("events | join (leaks) on addr | count");
  assertMatch(await say(".explain analyze"), /^join inner on addr = addr\t/m);
  assertMatch(
    await say(".explain"),
    /^step\t[^]*\nscan events\t[^]*\n {2}scan allocs @ end\t[^]*\njoin inner on addr = addr\t/,
  );
  assertStringIncludes(await say(".explain leeks | take 1"), "did you mean");
  assertStringIncludes(await say(".explain Q203"), "Unknown column");
  assertStringIncludes(await say(".hlep"), "did you mean .help");
  await say("events | by kind");
  assertStringIncludes(await say(".plot"), "internal  ████");
  assertStringIncludes(await say(".plot table count"), "of count");
  assertStringIncludes(await say(".plot spark"), "▁");
  assertStringIncludes(await say(".plot heat"), "bytes: 0 to");
  assertStringIncludes(await say(".plot lines bytes"), "┤");
  assertStringIncludes(await say(".plot bars nothing"), 'No column "nothing"');
});

Deno.test("Ctrl-C cancels a query and keeps the session", async () => {
  const { say, host, conversation } = await talking();
  const renderer = conversation.settings.mode;
  // Ctrl-C comes while the first result is computed.
  conversation.settings.mode = {
    ...renderer,
    render: (...args) => (host.interrupt(), renderer.render(...args)),
  };
  assertEquals(
    await say("events | take 1 | select seq; events | count; leaks | count"),
    "seq\n1\ncancelled\n",
  );
  conversation.settings.mode = renderer;
  assertEquals(await say("events | count"), "count\n1257\n");
});

Deno.test("a long result goes to the pager on a terminal", async () => {
  const { say, host, conversation } = await talking({ mode: "box", pager: true });
  conversation.settings.pager = "less";
  await say("events | take 100");
  assertEquals(host.written.paged.split("\n").length > 100, true);
  await say(".pager off");
  await say("events | take 100");
  assertStringIncludes(host.written.out, "100 rows (17 shown)");
});

Deno.test("the plain prompt reads lines, several for one entry, and exits at the end of input", async () => {
  const { host, conversation } = await talking({ terminal: false });
  const lines = ["events |", "count", "", ".nothing", "leaks |", "", "events | count"];
  await runPlainLoop(
    conversation,
    (async function* () {
      yield* lines;
    })(),
  );
  assertEquals(host.written.out, "count\n1257\ncount\n1257\n");
  assertStringIncludes(host.written.err, "t> ...> t> ");
  assertStringIncludes(host.written.err, "Unknown command .nothing");
  await runPlainLoop(
    conversation,
    (async function* () {
      yield ".quit";
      throw new Error("asked after leaving");
    })(),
  );
});

Deno.test(".view suggests .row on a line-based terminal", async () => {
  const { say } = await talking();
  await say("leaks | count");
  assertStringIncludes(
    (await say(".view")).replaceAll("\n", " "),
    "this terminal can only print lines; use .row N",
  );
});
