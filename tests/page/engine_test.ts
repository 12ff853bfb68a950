/** The engine of the page without a server, over messages, and files that a page sends to a server. */
import { assert, assertEquals, assertRejects } from "@std/assert";
import type { OpenLine, RunLine, WireTraces } from "../../src/serve/api_types.ts";
import { TestWorkbench } from "../serve/serve_support.ts";
import { Asked } from "./asked.ts";

const TRACE = "testdata/mpatrol/wordfreq-le64/trace.mtrc";

const namesOf = (lines: readonly unknown[]): readonly string[] | undefined =>
  (lines as OpenLine[]).find((line) => line.t === "opened")?.names;

Deno.test("a page opens files, runs queries, and opens another file of the same name", async () => {
  using asked = new Asked();
  assertEquals(await asked.ask("traces", {}), {
    status: 200,
    lines: [{ traces: [], questions: [], follows: false }],
  });
  const from = new File([await Deno.readFile(TRACE)], "run.mtrc");
  assertEquals(namesOf((await asked.ask("open", { from })).lines), ["run.mtrc"]);
  const counted = (lines: readonly unknown[]): unknown =>
    (lines as RunLine[]).find((line) => line.t === "rows")?.cells;
  assertEquals(counted((await asked.ask("run", { text: "leaks | count" })).lines), [["26"]]);
  assertEquals(namesOf((await asked.ask("open", { from })).lines), ["run.mtrc (2)"]);
  // An answer cached for one trace is not used for two.
  assertEquals(counted((await asked.ask("run", { text: "leaks | count" })).lines), [["52"]]);
  const { lines: [facts] } = await asked.ask("traces", {});
  assertEquals((facts as WireTraces).traces.map(({ name }) => name), ["run.mtrc", "run.mtrc (2)"]);
});

Deno.test("a result keeps its rows when a trace is opened, and charts are requested again", async () => {
  using asked = new Asked();
  const from = new File([await Deno.readFile(TRACE)], "run.mtrc");
  await asked.ask("open", { from });
  const rowsOf = async (body: object): Promise<Extract<RunLine, { t: "rows" }>> => {
    const { lines } = await asked.ask("run", body);
    return (lines as RunLine[]).find((line) => line.t === "rows")!;
  };
  const picture = { text: "leaks | count", alone: true, drawn: true };
  const { cells: drawn } = await rowsOf(picture);
  const { result } = await rowsOf({ text: "leaks | by func | select func, count" });
  const before = (await asked.ask("rows", { result, from: 0, count: 9 })).lines;
  await asked.ask("open", { from });
  const { result: later } = await rowsOf({ text: "traces" });
  assertEquals(later, result + 1);
  assertEquals((await asked.ask("rows", { result, from: 0, count: 9 })).lines, before);
  const drawnAs = (count: string): unknown => [{ at: [0], different: [count] }];
  assertEquals([drawn, (await rowsOf(picture)).cells], [drawnAs("26"), drawnAs("52")]);
});

Deno.test("a file that is not a trace is refused with a reason, and the session does not change", async () => {
  using asked = new Asked();
  const { lines } = await asked.ask("open", { from: new File(["# A title\n"], "notes.md") });
  assertEquals(lines, [{
    t: "error",
    message: 'Cannot load "notes.md": it is text in no known format and begins with "# A title"',
  }]);
  assertEquals((await asked.ask("traces", {})).lines, [{ traces: [], questions: [], follows: false }]);
});

Deno.test("an answer that is no longer needed is cancelled", async () => {
  using asked = new Asked();
  const from = new File([await Deno.readFile(TRACE)], "run.mtrc");
  await asked.ask("open", { from });
  // Without cancelling, it would take longer than a test may.
  const text =
    "allocs | join allocs on size | join allocs on size | join allocs on size | join allocs on size | count";
  const gone = new AbortController();
  const reply = asked.send("run", { text }, gone.signal);
  assertEquals((await reply.next()).value, 200);
  const waiting = reply.next();
  gone.abort();
  assertEquals((await assertRejects(() => waiting, DOMException)).name, "AbortError");
  // A query that still runs would delay the next one.
  assertEquals((await asked.ask("run", { text: "leaks | count" })).status, 200);
});

Deno.test("a page sends a file to the server in pieces and opens it", async () => {
  const bench = await TestWorkbench.open({ a: TRACE });
  const bytes = await Deno.readFile(TRACE);
  const send = async (piece: Uint8Array<ArrayBuffer>, query = ""): Promise<string> => {
    const response = await bench.upload(piece, query);
    assertEquals(response.status, 200);
    return (await response.json() as { file: string }).file;
  };
  const file = await send(bytes.slice(0, 5000));
  assertEquals(await send(bytes.slice(5000), `?file=${file}`), file);
  const opened = await bench.ask("open", { file, name: "b" });
  assert((await opened.text()).includes('{"t":"opened","names":["b"],"warnings":[]}'));
  assertEquals((await bench.rows("leaks of b | count")).cells, [["26"]]);
  assertEquals((await bench.ask("open", { file, name: "b" })).status, 410);
});
