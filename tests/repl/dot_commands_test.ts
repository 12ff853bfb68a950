import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { STATEMENT_DOCS } from "../../src/query/syntax/operators.ts";
import { talking } from "./talking.ts";

/** Numbers of a function along the trace: several rows per name, each with a position. */
const ALONG = "events | where func is not null | by func, bin(seq, 100): n = count() | sort bin";

Deno.test(".plot spark gives each name a row with its curve", async () => {
  const { say, conversation } = await talking();
  await say(ALONG);
  const [head, ...rows] = (await say(".plot spark")).trimEnd().split("\n").map((line) => line.split("\t"));
  assertEquals(head, ["func", "most n", "n along bin"]);
  const counted = (await say("_ | by func: most = max(n), places = count()")).trimEnd().split("\n").slice(1)
    .map((line) => line.split("\t"));
  assertEquals(rows.length, counted.length);
  for (const [func = "", most, places] of counted) {
    const row = rows.find(([name]) => name === func);
    assertEquals(row?.[1], most);
    // A position where the function did nothing is blank.
    assertEquals(row?.[2]?.replaceAll(" ", "").length, Number(places));
    assert(row?.[2]?.includes("█"));
  }
  await say(ALONG);
  assertEquals((await say(".plot spark n func")).split("\n")[0], "func\tmost n\tn along bin");
  // One total per name, since the rows have no positions to draw along.
  await say("leaks | by file");
  assertStringIncludes(await say(".plot spark"), "count  ");
  conversation.close();
});

Deno.test(".plot heat draws strips from a few numbers", async () => {
  const { say, conversation } = await talking();
  await say("timeline every 400 b = max(live_bytes)");
  const [title, strip = ""] = (await say(".plot heat")).split("\n");
  assertEquals(title, "b over from");
  assert(strip.length > 8 && /[░▒▓█]/.test(strip), strip);
  conversation.close();
});

Deno.test(".once applies to one result, also if its file cannot be written", async () => {
  const { say, host, conversation } = await talking();
  const { openOutput } = host;
  await say(".once here.csv");
  host.openOutput = () => Promise.reject(new Error("Cannot write"));
  assertStringIncludes(await say("leaks | count"), "Cannot write");
  host.openOutput = openOutput;
  assertStringIncludes(await say("leaks | count"), "count\n");
  assertEquals(host.files.has("here.csv"), false);
  conversation.close();
});

Deno.test("Ctrl-C cancels writing a result to a file, and waiting for the reader of a pipe", async () => {
  const { say, host, conversation } = await talking();
  const { openOutput } = host;
  let discarded = 0;
  await say(".once there.csv");
  host.openOutput = () =>
    Promise.resolve({
      write: () => Promise.resolve(conversation.interrupts.raise()),
      finish: () => Promise.reject(new Error("It is not whole")),
      discard: () => void discarded++,
    });
  assertEquals(await conversation.run("events"), 130);
  assertEquals(discarded, 1);
  await say(".once pipe");
  const opened = Promise.withResolvers<Awaited<ReturnType<typeof openOutput>>>();
  host.openOutput = () => {
    queueMicrotask(() => host.interrupt());
    return opened.promise;
  };
  assertEquals(await conversation.run("events"), 130);
  // A reader that arrives later finds no writer.
  opened.resolve({
    write: () => Promise.reject(new Error("Nobody writes")),
    finish: () => Promise.reject(new Error("Nobody finishes")),
    discard: () => void discarded++,
  });
  await opened.promise;
  assertEquals(discarded, 2);
  host.openOutput = openOutput;
  assertStringIncludes(await say("leaks | count"), "count\n");
  conversation.close();
});

Deno.test(".read returns the exit code of its script, and stops a script that reads itself", async () => {
  const { say, host, conversation } = await talking();
  host.files.set("wrong.qry", "leaks | wher");
  host.files.set("self.qry", "leaks | count\n.read self.qry\n");
  assertEquals(await conversation.run(".read wrong.qry"), 2);
  assertStringIncludes(await say(".read self.qry"), "already read one another");
  assertEquals(await say("events | count"), "count\n1257\n");
  conversation.close();
});

Deno.test(".save also keeps the queries of a script", async () => {
  const { say, host, conversation } = await talking({ terminal: false });
  await say("leaks | count\n.save all.qry\n");
  assertEquals(host.files.get("all.qry"), "leaks | count\n");
  conversation.close();
});

Deno.test(".help fits the width of the screen, and is printed whatever its height", async () => {
  for (const columns of [80, 40]) {
    const { say, host, conversation } = await talking({ pager: true, size: { columns, rows: 24 } });
    for (const topic of ["", "keys", "stages", "functions", "bucket", ".plot"]) {
      conversation.settings.pager = "";
      const answer = await say(`.help ${topic}`);
      const wide = answer.split("\n").filter((line) => line.length > columns);
      // A usage without spaces cannot be wrapped, and may be longer.
      assertEquals(wide.filter((line) => line.trim().includes(" ")), [], topic);
    }
    conversation.settings.pager = "less";
    assertStringIncludes(await say(".help"), ".describe");
    assertEquals(host.written.paged, "");
    assertStringIncludes(await say(".help known"), "help on a known word");
    assertStringIncludes(await say(".help nothing-of-the-kind"), 'No help on "nothing-of-the-kind"');
    assertStringIncludes(await say(".help .version"), ".version");
    conversation.close();
  }
});

Deno.test(".row suggests a query for exactly the rows that a row stands for", async () => {
  const { say, conversation } = await talking();
  const counted = async (query: string): Promise<string> => (await say(`${query} | count`)).split("\n")[1]!;
  const grouped: readonly (readonly [query: string, column: string])[] = [
    ["events | by kind, file: n = count() | sort n desc", "n"],
    ["allocs | by b = bucket(size): n = count()", "n"],
    ["timeline every 400 n = count()", "n"],
    ["leaks | timeline every 300 n = count()", "n"],
    ["allocs | hist size", "count"],
    ["allocs | where size > 4 | hist size bins 10", "count"],
    ["diff (live @ 25%), (live @ 75%) by func", "count_after"],
  ];
  for (const [query, column] of grouped) {
    const [head = "", ...rows] = (await say(query)).trimEnd().split("\n");
    const at = head.split("\t").indexOf(column);
    for (const [index, row] of rows.entries()) {
      const [, behind] =
        /next: 1 (.*?)(?: +\(\d more: \.next\))?\n/.exec(await say(`${query}\n.row ${index + 1}`)) ?? [];
      assert(behind !== undefined, `${query}: row ${index + 1}`);
      assertEquals(await counted(behind!), row.split("\t")[at], behind);
    }
  }
  conversation.close();
});

Deno.test(".maxwidth, .columns and .raw show their state, take effect, and refuse invalid values", async () => {
  const { say, conversation } = await talking({ mode: "box" });
  const wide = (text: string): number => Math.max(...text.split("\n").map((line) => line.length));
  assertEquals(await say(".maxwidth"), "maxwidth auto\n");
  assert(wide(await say("leaks")) > 70);
  await say(".maxwidth 60");
  assertEquals(await say(".maxwidth"), "maxwidth 60\n");
  assert(wide(await say("leaks")) <= 60);
  assertStringIncludes(await say(".maxwidth 5"), "Command .maxwidth takes a number from 20 on or auto");
  await say(".maxwidth auto");
  assertEquals(await say(".columns"), "columns auto\n");
  assert(!/│ +first_size │/.test(await say("allocs | take 9")));
  await say(".columns first_size, end");
  assertEquals(await say(".columns"), "columns first_size, end\n");
  assert(/│ +end │.* first_size │/.test(await say("allocs | take 9")));
  await say(".columns all");
  assert(wide(await say("allocs | take 9")) > 300);
  await say(".columns auto");
  assertStringIncludes(await say("leaks | by func"), "│ 8.0 KiB │");
  await say(".raw on");
  assertStringIncludes(await say("leaks | by func"), "│  8192 │");
  assertEquals(await say(".names"), "names auto\n");
  const named = 'take 1 | select func = concat("std::vector<A>::", "push(A&&)")';
  assertStringIncludes(await say(named), "│ std::vector::push │");
  await say(".names full");
  assertStringIncludes(await say(named), "│ std::vector<A>::push(A&&) │");
  assertStringIncludes(await say(".names long"), "Command .names takes auto, full or short");
  conversation.close();
});

Deno.test(".threads shows and sets how many threads queries have", async () => {
  const { say, conversation } = await talking();
  const before = conversation.session.threads;
  try {
    assertEquals(await say(".threads 3"), "");
    assertEquals(await say(".threads"), "threads 3\n");
    assertStringIncludes(await say(".threads 0"), 'Command .threads takes a number from 1 to 256, found "0"');
    assertEquals(conversation.session.threads, 3);
  } finally {
    conversation.session.threads = before;
    conversation.close();
  }
});

Deno.test(".memory shows and sets how much of the data is in memory", async () => {
  const { say, conversation } = await talking();
  const { memory } = conversation.session;
  const before = (await say("leaks | count")).trim();
  assertEquals(await say(".memory 64M"), "");
  assertEquals(memory.budget, 64 << 20);
  assertEquals(
    (await say(".memory")).replace(/\d+ MiB in use/, "N MiB in use"),
    "memory 64 MiB (N MiB in use)\n",
  );
  assertStringIncludes(await say(".memory much"), "Command .memory takes a size from 16M on");
  assertStringIncludes(await say(".memory 1M"), 'found "1M"');
  assertEquals(memory.budget, 64 << 20);
  assertEquals((await say("leaks | count")).trim(), before);
  conversation.close();
});

Deno.test(".help knows the first words of statements, and shows multi-line examples unchanged", async () => {
  const { say, conversation } = await talking();
  for (const { name, usage, summary, examples } of STATEMENT_DOCS) {
    const answer = (await say(`.help ${name}`)).split("\n").map((line) => line.trim());
    assertStringIncludes(answer.join(" "), usage.slice(0, 12));
    assertStringIncludes(answer.join(" "), summary);
    for (const line of examples.join("\n").split("\n")) assert(answer.includes(line), `${name}: ${line}`);
  }
  conversation.close();
});
