/** Answers of the workbench: the page, runs, rows, assistance, sources. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import type {
  CellAnswer,
  Completion,
  Diagnostic,
  Hover,
  WireHeadline,
  WireTraces,
} from "../../src/serve/api_types.ts";
import type {
  DrawnCell,
  EncodedRunLine,
  QueryInRangeAnswer,
  SourceAnswer,
  WireCell,
} from "../../src/serve/api_types.ts";
import { exactText } from "../../src/render/cell_text.ts";
import { withRows } from "../export/export_support.ts";
import { decodeRunLine } from "../../src/serve/encoded_lines.ts";
import { byEffort } from "../support/effort.ts";
import { withTools } from "../support/programs.ts";
import { Random } from "../support/random.ts";
import { Temporary } from "../support/temporary.ts";
import { SERVE_LIMITS } from "../../src/base/limits/serve_limits.ts";
import { sourcesIn } from "../../src/cli/source_folder.ts";
import { sampleSession } from "../support/sample_session.ts";
import { writeRecording } from "./drawn_recording.ts";
import { TestWorkbench, type WireRows } from "./serve_support.ts";

const WORDS = "testdata/mpatrol/wordfreq-le64/trace.mtrc";
const POOL = "testdata/mpatrol/pool-threads-le64/trace.mtrc";

Deno.test("the page runs only its own script, and answers carry restrictive security headers", async () => {
  const bench = await TestWorkbench.open({ 'a<b>"': WORDS });
  const page = await bench.send(TestWorkbench.place(""));
  const html = await page.text();
  const policy = page.headers.get("content-security-policy")!;
  for (
    const part of ["default-src 'none'", "script-src 'self'", "connect-src 'self'", "frame-ancestors 'none'"]
  ) {
    assertStringIncludes(policy, part);
  }
  assert(!policy.replace("style-src-attr 'unsafe-inline'", "").includes("unsafe"), policy);
  assertStringIncludes(html, "<title>a&lt;b&gt;&quot; – Quarry</title>");
  assert(!/<script(?![^>]*src=)/.test(html) && !/\son\w+=/.test(html), html);
  assert(!/https?:/.test(html), html);
  const nonce = /'nonce-([^']+)'/.exec(policy)![1]!;
  assertStringIncludes(html, `data-nonce="${nonce}"`);
  const again = await bench.send(TestWorkbench.place(""));
  assert(!again.headers.get("content-security-policy")!.includes(nonce), "a nonce is used once");
  await again.body?.cancel();
  for (const [name, type] of [["app.js", "text/javascript"], ["style.css", "text/css"]] as const) {
    const part = await bench.send(TestWorkbench.place(name));
    assertEquals(part.status, 200);
    assertStringIncludes(part.headers.get("content-type")!, type);
    assertEquals(part.headers.get("x-content-type-options"), "nosniff");
    assert((await part.text()).length > 5000);
  }
  for (const name of ["../deno.json", "%2e%2e/deno.json", "etc/passwd", "api/run", "app.js/", "APP.JS"]) {
    const refused = await bench.send(TestWorkbench.place(name));
    assert(refused.status === 404 || refused.status === 403, name);
    await refused.body?.cancel();
  }
});

Deno.test("the page receives the headline of one trace, and that of two traces in both directions", async () => {
  const bench = await TestWorkbench.open({ a: WORDS, b: "testdata/mpatrol/wordfreq-le32/trace.mtrc" });
  const all = await bench.answer<readonly WireHeadline[]>("headline", {});
  assertEquals(all.map(({ traces }) => traces), [["a", "b"], ["a"], ["b"]]);
  assertEquals(all[0]!.rows[0]!.value, "−984 bytes");
  const { picture } = all[1]!;
  assert(picture?.kind === "curve" && picture.values.length > 100 && picture.ends[0] === "0");
  const [back] = await bench.answer<readonly WireHeadline[]>("headline", { before: "b", after: "a" });
  assertEquals([back!.traces, back!.rows[0]!.value], [["b", "a"], "+984 bytes"]);
  assertEquals(await bench.answer("headline", { before: "b", after: "nothing" }), []);
});

Deno.test("rows are exact, arrive in pages, and equal those of the query", async () => {
  const bench = await TestWorkbench.open({ a: POOL });
  const line = await bench.rows("allocs");
  const cells: WireCell[][] = line.columns.map(() => []);
  for (let from = 0; from < line.rowCount; from += 150) {
    const page = await bench.answer<WireRows>("rows", { result: line.result, from, count: 150 });
    assertEquals(page.from, from);
    page.cells.forEach((each, at) => cells[at]!.push(...each));
  }
  await withRows(await sampleSession({ a: POOL }), "allocs", (table) => {
    assertEquals(line.columns.map(({ name }) => name), table.columns.map(({ name }) => name));
    assertEquals(cells.map((each) => each.length), table.columns.map(() => table.rowCount));
    table.columns.forEach((column, at) => {
      if (column.type === "text") return;
      const text = exactText(column);
      for (let row = 0; row < table.rowCount; row += 37) {
        const value = table.value(row, at);
        const expected = value === null || typeof value === "boolean" ? value : text(value);
        assertEquals(cells[at]![row], expected, `${column.name} ${row}`);
      }
    });
  });
  const beyond = await bench.answer<WireRows>("rows", { result: line.result, from: 1e9, count: 10 });
  assertEquals(beyond.cells.every((each) => each.length === 0), true);
  const within = await bench.answer<WireRows>("rows", { result: line.result, from: 2.5, count: 3 });
  assertEquals([within.from, within.cells], [2, cells.map((each) => each.slice(2, 5))]);
  assertEquals((await bench.ask("release", { result: line.result })).status, 200);
  assertEquals((await bench.ask("rows", { result: line.result, from: 0, count: 1 })).status, 410);
});

Deno.test("a script returns rows, verdicts, warnings and errors with a caret", async () => {
  const bench = await TestWorkbench.open({ a: WORDS });
  const lines = await bench.run(
    "let n = 26; leaks | count; assert (leaks | count) == n; assert (leaks | count) == 1",
  );
  assertEquals(lines.map(({ t }) => t), ["rows", "verdict", "verdict", "end"]);
  assertEquals(lines.flatMap((line) => line.t === "verdict" ? [line.passed] : []), [true, false]);
  const [wrong] = await bench.run("leaks | where sise > 1");
  if (wrong?.t !== "error") throw new Error(JSON.stringify(wrong));
  assertStringIncludes(wrong.drawn, "^^^^");
  assertEquals(wrong.diagnostics[0]!.span, { start: 14, end: 18 });
  const [failed] = await bench.run("events | summarize sum(size * 9223372036854775807)");
  assertEquals(failed?.t, "error");
  // Definitions stay, as at the prompt.
  assertEquals((await bench.run("leaks | where size > n | count")).map(({ t }) => t), ["rows", "end"]);
});

Deno.test("suppressed leaks are noted under the rows", async () => {
  const traces = { a: "testdata/heaptrack/heaptrack.wordfreq.zst" };
  const files = { read: () => "leak:read_word", beside: (_: string, path: string) => path };
  const bench = await TestWorkbench.open(traces, { session: await sampleSession(traces, files) });
  const lines = await bench.run('suppress "known.supp"; leaks | count');
  assertEquals(lines.map(({ t }) => t), ["rows", "note", "end"]);
  const [, note] = lines;
  assertStringIncludes(
    note?.t === "note" ? note.text : "",
    '1 leak of 4.0 KiB left out, known to "known.supp"',
  );
  assertEquals((await bench.run("events | count")).map(({ t }) => t), ["rows", "end"]);
});

Deno.test("a run that is no longer needed is cancelled, and the next one begins", async () => {
  const bench = await TestWorkbench.open({ a: POOL });
  const slow =
    "allocs | join (allocs) on trace | join (leaks) on trace | summarize distinct(addr_right), count()";
  const first = await bench.ask("run", { text: slow });
  const waiting = bench.rows("leaks | count");
  await first.body!.cancel();
  const { cells, result } = await waiting;
  // This is the first result: the cancelled query has left none.
  assertEquals([cells[0]![0], result], ["14", 1]);
});

Deno.test("completion, hover, diagnostics and colours equal those of the program", async () => {
  const bench = await TestWorkbench.open({ a: WORDS });
  const completion = await bench.answer<Completion>("complete", { text: "leaks | by fu", offset: 13 });
  assertEquals(completion.items[0]!.label, "func");
  const hover = await bench.answer<Hover>("hover", { text: "leaks | by func", offset: 12 });
  assertEquals(hover.title, "func");
  const [wrong] = await bench.answer<Diagnostic[]>("check", { text: "leaks | were" });
  assertEquals(wrong!.severity, "error");
  const tokens = await bench.answer<[number, number, string][]>("tokens", { text: "leaks | by func" });
  assertEquals(tokens.map(([start, end]) => "leaks | by func".slice(start, end)), [
    "leaks",
    "|",
    "by",
    "func",
  ]);
});

Deno.test("a cell offers queries for rows with its value, without it, and for the rows that its row stands for", async () => {
  const bench = await TestWorkbench.open({ a: WORDS });
  const line = await bench.rows("leaks | by func");
  const row = line.cells[0]!.indexOf("read_word");
  const answer = await bench.answer<CellAnswer>("cell", { result: line.result, row, column: 0 });
  assertEquals([answer.keep, answer.drop], ['func == "read_word"', 'func != "read_word"']);
  const behind = await bench.rows(answer.behind[0]!);
  assertEquals(String(behind.rowCount), line.cells[1]![row]);
  const none = await bench.answer<CellAnswer>("cell", {
    result: line.result,
    row: line.cells[0]!.indexOf(null),
    column: 0,
  });
  assertEquals(none.keep, "func is null");
  for (const [row, status] of [[-1, 400], [0.5, 400], ["0", 400], [1e9, 410]]) {
    assertEquals((await bench.ask("cell", { result: line.result, row, column: 0 })).status, status, `${row}`);
  }
});

Deno.test("open traces are listed with the suffix that selects each", async () => {
  const bench = await TestWorkbench.open({ a: WORDS, 'odd "b"': POOL });
  const facts = await bench.answer<WireTraces>("traces");
  assertEquals(facts.traces.map(({ name, format }) => [name, format]), [["a", "mtrc"], ['odd "b"', "mtrc"]]);
  for (const { of, events, tables } of facts.traces) {
    const line = await bench.rows(`events${of} | summarize count(), min(seq), max(seq)`);
    assertEquals(line.cells.map(([cell]) => cell), [String(events), "1", String(events)]);
    assert(tables.some(({ name }) => name === "allocs"));
  }
});

Deno.test("source files are read only below the folder", async () => {
  const folder = await Deno.realPath(await Deno.makeTempDir());
  try {
    await Deno.mkdir(`${folder}/in/src`, { recursive: true });
    await Deno.writeTextFile(`${folder}/in/src/a.c`, "one\ntwo\n");
    await Deno.writeTextFile(`${folder}/secret.c`, "secret\n");
    if (Deno.build.os !== "windows") await Deno.symlink(`${folder}/secret.c`, `${folder}/in/link.c`);
    const bench = await TestWorkbench.open({ a: WORDS }, {
      sources: {
        folder: `${folder}/in`,
        realPath: (path) => Deno.realPath(path),
        read: (path) => Deno.readTextFileSync(path),
      },
    });
    const lines = async (file: string): Promise<readonly string[] | null> =>
      (await bench.answer<SourceAnswer>("source", { file })).lines;
    for (
      const file of [
        "src/a.c",
        "/build/elsewhere/src/a.c",
        "C:\\build\\src\\a.c",
        "../x/src/a.c",
        "a/../src/a.c",
      ]
    ) {
      assertEquals(await lines(file), ["one", "two"], file);
    }
    for (
      const file of ["secret.c", "../secret.c", "link.c", `${folder}/secret.c`, "", ".", "..", "src", "a\0.c"]
    ) {
      assertEquals(await lines(file), null, file);
    }
    const closed = await TestWorkbench.open({ a: WORDS });
    const none = await closed.answer<SourceAnswer>("source", { file: "src/a.c" });
    assertEquals(none.lines, null);
    assertStringIncludes(none.reason!, "--sources");
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test(
  withTools(
    ["mkfifo"],
    "pipes, folders, sockets and files that are too long are refused below --sources, without waiting",
  ),
  async () => {
    using folder = Temporary.folder();
    await new Deno.Command("mkfifo", { args: [`${folder.path}/pipe.c`] }).output();
    await Deno.mkdir(`${folder.path}/folder.c`);
    using socket = Deno.listen({ transport: "unix", path: `${folder.path}/socket.c` });
    assert(socket.addr.path !== "");
    await Deno.writeTextFile(`${folder.path}/long.c`, "");
    await Deno.truncate(`${folder.path}/long.c`, SERVE_LIMITS.sentSource.most + 1);
    await Deno.writeTextFile(`${folder.path}/a.c`, "a\nb\n");
    const bench = await TestWorkbench.open({ a: WORDS }, { sources: await sourcesIn(folder.path) });
    for (const name of ["pipe.c", "folder.c", "socket.c", "long.c"]) {
      assertEquals(
        (await bench.answer<SourceAnswer>("source", { file: `/build/${name}` })).lines,
        null,
        name,
      );
    }
    assertEquals((await bench.answer<SourceAnswer>("source", { file: "/build/a.c" })).lines, ["a", "b"]);
  },
);

Deno.test("invalid requests are rejected with a message", async () => {
  const bench = await TestWorkbench.open({ a: WORDS });
  for (const body of ["{", "7", "null", '"x"', "[]", "[".repeat(100_000)]) {
    assertEquals((await bench.ask("run", body)).status, 400, body);
  }
  assertEquals((await bench.ask("nothing")).status, 404);
  assertEquals((await bench.ask("rows", { result: 99, from: 0, count: 1 })).status, 410);
  assertEquals((await bench.ask("cell", { result: 99, row: 0, column: 0 })).status, 410);
  const wrong: readonly (readonly [path: string, body: unknown, message: string])[] = [
    ["within", { filters: {} }, '"text" must be a text: it is missing'],
    ["within", { text: "leaks", filters: {} }, '"filters" must be a list of texts: found an object'],
    ["within", { text: "leaks", filters: [7] }, '"filters" must be a list of texts: found a list'],
    ["hover", { text: 7 }, '"text" must be a text: found 7'],
    ["hover", { text: "leaks", offset: "x" }, '"offset" must be a number: found "x"'],
    ["run", { text: "leaks", rows: -1 }, '"rows" must be a number from 0: found -1'],
    ["run", { text: "leaks", alone: null }, '"alone" must be true or false: found null'],
    ["rows", { result: "1", from: 0, count: 1 }, '"result" must be a number from 0: found "1"'],
    ["blob", { trace: "a", no: {}, argument: "x" }, '"no" must be a text of digits: found an object'],
    ["source", {}, '"file" must be a text: it is missing'],
    ["traces", { steps: [] }, '"steps" must be a number: found a list'],
  ];
  for (const [path, body, message] of wrong) {
    const refused = await bench.ask(path, body);
    assertEquals([refused.status, await refused.text()], [400, `${message}\n`]);
  }
});

Deno.test("a request with any JSON is answered or rejected with a message", async () => {
  const bench = await TestWorkbench.open({ a: WORDS });
  const line = await bench.rows("leaks");
  const random = new Random(3);
  const paths = "traces run rows release cell blob check complete hover tokens format source within ping"
    .split(" ");
  const fields = (): Record<string, unknown> => ({
    text: random.pick([
      "leaks",
      "events | where size > 4K | by func",
      "let",
      "",
      "\u0000\ud800",
      "(".repeat(5000),
    ]),
    offset: random.pick([0, 3, -1, 1e300, 0.5]),
    steps: random.pick([0, 10, -1, 1e9]),
    result: random.pick([line.result, 0, 99]),
    from: random.pick([0, 5, -3, 1e15, 0.5]),
    count: random.pick([0, 5, -3, 1e15, 0.5]),
    row: random.pick([0, 1, 1e9]),
    column: random.pick([0, 1, 1e9]),
    rows: random.pick([0, 5, 1e15]),
    filters: random.pick<unknown>([[], ["size > 1"], ["| leaks; leaks"], ["", "\ud800"]]),
    trace: random.pick(["a", "b", ""]),
    no: random.pick(["0", "99999999999999999999"]),
    argument: "data",
    file: random.pick(["a.c", "", "/", "../../etc/passwd", "\u0000"]),
    alone: random.oneIn(2),
    drawn: random.oneIn(2),
    numbers: random.oneIn(2),
  });
  const odd = [null, {}, [], "x", 7, -1, 1e999, true, "9".repeat(30), { length: 2 }, "__proto__", [[]]];
  for (let round = byEffort(2000, 150); round > 0; round--) {
    const [path, body] = [random.pick(paths), fields()];
    for (const name of Object.keys(body)) {
      const roll = random.below(6);
      if (roll === 0) delete body[name];
      else if (roll === 1) body[name] = random.pick<unknown>(odd);
    }
    const answer = await bench.ask(path, body);
    const said = await answer.text();
    assert([200, 400, 404, 410].includes(answer.status), `${path} ${JSON.stringify(body)}: ${said}`);
    assert(!/\n {4}at |\.ts:\d/.test(said), said);
  }
});

Deno.test("the memory behind an argument is returned unchanged, and a wrong argument gives a message", async () => {
  const path = await writeRecording(2);
  try {
    const bench = await TestWorkbench.open({ a: path });
    const answer = await bench.ask("blob", { trace: "a", no: "2", argument: "pixels" });
    assertEquals(answer.headers.get("content-type"), "application/octet-stream");
    const bytes = new Uint8Array(await answer.arrayBuffer());
    assertEquals([...bytes.subarray(0, 8)], [255, 0, 0, 255, 0, 255, 0, 255]);
    assertEquals(bytes.length, 16);
    for (
      const wrong of [
        { trace: "b", no: "2", argument: "pixels" },
        { trace: "a", no: "3", argument: "pixels" },
        { trace: "a", no: "2", argument: "width" },
        { trace: "a", no: "99999999999999999999", argument: "pixels" },
      ]
    ) {
      const refused = await bench.ask("blob", wrong);
      assertEquals(refused.status, 404, JSON.stringify(wrong));
      await refused.body?.cancel();
    }
  } finally {
    await Deno.remove(path);
  }
});

Deno.test("only a grouped result offers a query for its groups over time", async () => {
  const bench = await TestWorkbench.open({ a: WORDS });
  const line = await bench.rows("leaks | where size > 1 | by func, line: n = count() | top 3 by n");
  assertEquals(line.trend, "leaks | where size > 1 | timeline every 4% by func, line: n = count()");
  const trend = await bench.rows(line.trend!);
  const sum = (cells: readonly WireCell[]): number =>
    cells.reduce<number>((all, cell) => all + Number(cell), 0);
  const whole = await bench.rows("leaks | where size > 1 | count");
  assertEquals(String(sum(trend.cells[4]!)), whole.cells[0]![0]);
  assertEquals(
    (await bench.rows('by func | where func != "| by x"')).trend,
    "timeline every 4% by func: n = count()",
  );
  for (const text of ["leaks", "by func | select count", "by func pivot kind: n = count()", "hist size"]) {
    assertEquals((await bench.rows(text)).trend, null, text);
  }
});

Deno.test("rows for charts arrive in one answer, are not cached, and do not change the last query", async () => {
  const bench = await TestWorkbench.open({ a: POOL });
  await bench.rows("leaks | count");
  const text = "allocs | join (allocs | take 30) on trace | select alloc, alloc_right";
  const response = await bench.ask("run", { text, rows: 25_000, alone: true, drawn: true });
  const sent = (await response.text()).trim().split("\n").map((line) => JSON.parse(line) as EncodedRunLine);
  // Each of the few different cells was written once.
  assert(sent.some((line) => line.t === "more" && "different" in line.cells[0]!));
  const lines = sent.map(decodeRunLine);
  assertEquals(lines.map(({ t }) => t), ["rows", "more", "more", "end"]);
  const come = lines.flatMap((line) => line.t === "rows" || line.t === "more" ? [line.cells[0]!.length] : []);
  assertEquals(come, [10_000, 10_000, 5000]);
  // They equal those of the pages.
  const held = await bench.rows(text);
  const page = await bench.answer<WireRows>("rows", { result: held.result, from: 20_000, count: 5000 });
  assertEquals(lines.flatMap((line) => line.t === "more" ? [line.cells] : [])[1], page.cells);
  // There are two results, this one and the first: data for drawings gets no number.
  assertEquals(held.result, 2);
  assertEquals((await bench.rows("leaks | count")).cells[0]![0], "14");
  const drawnFirst = await TestWorkbench.open({ a: POOL });
  await drawnFirst.rows("leaks | take 3");
  await (await drawnFirst.ask("run", { text: "allocs", rows: 5, alone: true, drawn: true })).text();
  assertEquals((await drawnFirst.rows("_ | count")).cells[0]![0], "3");
});

Deno.test("a chart gets numbers as doubles if those are exact", async () => {
  const bench = await TestWorkbench.open({ a: POOL });
  const [odd, exact] = [
    "select n = if(seq == 2, 9007199254740993, seq)",
    "select n = seq * 4503599627370496 / 2048",
  ];
  const drawn = async (text: string, numbers: boolean): Promise<readonly (readonly DrawnCell[])[]> => {
    const response = await bench.ask("run", { text, rows: 25_000, alone: true, drawn: true, numbers });
    const line = (await response.text()).split("\n", 1)[0]!;
    const rows = decodeRunLine<DrawnCell>(JSON.parse(line) as EncodedRunLine);
    if (rows.t !== "rows") throw new Error(line);
    return rows.cells;
  };
  const texts = (cells: readonly (readonly DrawnCell[])[]): unknown =>
    cells.map((each) => each.map((cell) => (typeof cell === "number" ? String(cell) : cell)));
  const kinds = (cells: readonly (readonly DrawnCell[])[]): unknown =>
    cells.map((each) => [...new Set(each.filter((cell) => cell !== null).map((cell) => typeof cell))]);
  for (
    const [text, types] of [
      [
        "allocs | by func, place = bin(addr, 64), freed: n = count(), bytes = sum(size)",
        "string string number number number",
      ],
      ["allocs | select leaked, size, mean = size / 3.0", "boolean number string"],
      [`events | ${exact}`, "number"],
      // One value does not fit into a double, so all of them are texts.
      [`events | ${odd}`, "string"],
      ["allocs | where size > 1000000 | select size, func", " "],
    ] as const
  ) {
    const numbers = await drawn(text, true);
    assertEquals(texts(numbers), await drawn(text, false), text);
    assertEquals(kinds(numbers), types.split(" ").map((type) => (type === "" ? [] : [type])), text);
  }
});

Deno.test("a query within a range uses the first filter whose columns its source has", async () => {
  const bench = await TestWorkbench.open({ a: POOL, c: "testdata/gnatcov/wordfreq/words.trace" });
  const filters = ["frame2 >= 1", "seq >= 10 and seq < 20", "first >= 10 and first < 20"];
  const within = async (text: string): Promise<QueryInRangeAnswer> =>
    await bench.answer<QueryInRangeAnswer>("within", { text, filters });
  for (
    const [text, query] of [
      ["leaks of a | by func", "leaks of a | where seq >= 10 and seq < 20 | by func"],
      ["allocs of a;", "allocs of a | where seq >= 10 and seq < 20"],
      [
        'by func | where func != "| x; y"',
        'events | where seq >= 10 and seq < 20 | by func | where func != "| x; y"',
      ],
      ["live @ peak of a | count", "live @ peak of a | where seq >= 10 and seq < 20 | count"],
      ["lines of c | by file", "lines of c | where first >= 10 and first < 20 | by file"],
      // A wrong query runs unchanged, to show its error.
      ["leaks | were", "leaks | were"],
    ] as const
  ) {
    assertEquals(await within(text), { query, reason: null }, text);
  }
  for (const text of ["traces", "leaks; allocs", "", "let n = 1; leaks"]) {
    const { query, reason } = await within(text);
    assertEquals(query, null, text);
    assertStringIncludes(reason!, "limited to the selection");
  }
});
