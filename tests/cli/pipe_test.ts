/** The output of `quarry pipe` for another program: lines of JSON, with an Arrow stream between them. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { tableFromIPC } from "apache-arrow";
import { runPipe } from "../../src/cli/run_pipe.ts";
import { BrokenPipeError } from "../../src/output/output_error.ts";
import { fakeHost } from "./fake_host.ts";

const TRACE = "testdata/mpatrol/wordfreq-le64/trace.mtrc";

/** A reply: its last line, and the bytes before it. */
interface Reply {
  readonly fields: Record<string, unknown>;
  readonly rows: Uint8Array;
}

/** Sends requests; `room` is how many writes the other program accepts. */
async function repliesTo(requests: readonly (object | string)[], room = Infinity): Promise<Reply[]> {
  const pieces: Uint8Array[] = [];
  const host = {
    ...fakeHost(),
    stdout: {
      isTerminal: false,
      write(chunk: string | Uint8Array) {
        if (pieces.length >= room) return Promise.reject(new BrokenPipeError());
        pieces.push(typeof chunk === "string" ? new TextEncoder().encode(chunk) : chunk.slice());
        return Promise.resolve();
      },
      writeNow() {},
    },
    async *readLines() {
      for (const each of requests) {
        yield await Promise.resolve(typeof each === "string" ? each : JSON.stringify(each));
      }
    },
  };
  assertEquals(await runPipe(host), 0);
  const bytes = new Uint8Array(await new Blob(pieces as BlobPart[]).arrayBuffer());
  const replies: Reply[] = [];
  let rows: Uint8Array[] = [];
  for (let at = 0; at < bytes.length;) {
    const end = bytes.indexOf(10, at);
    const fields = JSON.parse(new TextDecoder().decode(bytes.subarray(at, end)));
    at = end + 1;
    if ("ok" in fields) {
      replies.push({ fields, rows: new Uint8Array(await new Blob(rows as BlobPart[]).arrayBuffer()) });
      rows = [];
    } else if ("bytes" in fields) {
      rows.push(bytes.subarray(at, at + fields.bytes));
      at += fields.bytes;
    }
  }
  return replies;
}

Deno.test("quarry pipe answers requests in their order, with rows as an Arrow stream", async () => {
  const [opened, rows, checked, tables, headline, closed] = await repliesTo([
    { id: 1, open: TRACE, name: "run" },
    { id: "two", query: "leaks | where size >= least | by func", params: { least: { integer: "2" } } },
    { id: 3, query: "assert leaks | where file is not null | by file" },
    { id: 4, tables: true },
    { id: 5, headline: true },
    { id: 6, close: "run" },
  ]);
  assertEquals(opened!.fields, { id: 1, ok: true, traces: ["run"], warnings: [], problems: 0 });
  const table = tableFromIPC(rows!.rows);
  assertEquals(table.toArray().map((row) => row.toJSON()), [
    { func: null, count: 2n, bytes: 8192n },
    { func: "read_word", count: 24n, bytes: 75n },
  ]);
  assertEquals([rows!.fields.id, rows!.fields.rows], ["two", 2]);
  assertStringIncludes(String(rows!.fields.html), "<td>read_word</td>");
  assertEquals(checked!.rows.length, 0);
  const [verdict] = checked!.fields.verdicts as { passed: boolean; rows: { file: string }[] }[];
  assertEquals([verdict!.passed, verdict!.rows[0]!.file], [false, "wordfreq.c"]);
  assert((tables!.fields.tables as { name: string }[]).some(({ name }) => name === "allocs"));
  assertStringIncludes((headline!.fields.headline as { sentence: string }).sentence, "never freed");
  assertEquals(closed!.fields, { id: 6, ok: true, closed: true });
});

Deno.test("quarry pipe reports errors by class, code and position, and continues", async () => {
  const replies = await repliesTo([
    "no JSON",
    { id: 1 },
    { id: 2, open: "no such file" },
    { id: 3, open: "deno.json" },
    { id: 4, open: TRACE },
    { id: 5, query: "leaks | wher x" },
    { id: 6, query: "leaks | count" },
  ]);
  const errors = replies.map(({ fields }) =>
    fields.error as { type: string; code: string; text: string } | undefined
  );
  assertEquals(errors.map((each) => each && `${each.type} ${each.code}`), [
    "UsageError bad-request",
    "UsageError bad-request",
    "InputError missing",
    "FormatError unreadable",
    undefined,
    "QueryError Q102",
    undefined,
  ]);
  assertStringIncludes(errors[5]!.text, '^^^^ did you mean "where"?');
});

Deno.test("quarry pipe ends if the other program disconnects in the middle of an answer", async () => {
  const replies = await repliesTo(
    [{ id: 1, open: TRACE }, { id: 2, query: "events" }, { id: 3, query: "leaks" }],
    3,
  );
  assertEquals(replies.length, 1);
});
