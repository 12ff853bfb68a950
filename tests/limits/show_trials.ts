import { DuckDBInstance } from "@duckdb/node-api";
import { openDataset } from "../../src/cli/dataset_folder.ts";
import { DatasetValues } from "../../src/cli/dataset_values.ts";
import { tableOf } from "../../src/sql/engines/engine.ts";
import { DIALECTS } from "../../src/sql/translate.ts";
import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { UsageError } from "../../src/base/errors.ts";
import { parseArguments } from "../../src/cli/args.ts";
import { queryCommand } from "../../src/cli/commands/query.ts";
import { EachResults } from "../../src/cli/each/each_results.ts";
import { outputSettings } from "../../src/cli/output.ts";
import type { RunRequest } from "../../src/serve/api_types.ts";
import { AnswerCache } from "../../src/serve/answer_cache.ts";
import { drawnRequest } from "../../src/serve/picture_queries.ts";
import { recordingWithBlob } from "../serve/drawn_recording.ts";
import { TestWorkbench, type WireRows } from "../serve/serve_support.ts";
import { foldRecursion } from "../../src/base/fold_recursion.ts";
import { groupDigits } from "../../src/base/group_digits.ts";
import type { ResultTable } from "../../src/base/result_table.ts";
import { rankCandidates } from "../../src/assist/candidates.ts";
import { complete } from "../../src/assist/assist.ts";
import { needsWarmUp, warmUp } from "../../src/assist/warm_up.ts";
import { completeQuery } from "../../src/cli/completions/complete_query.ts";
import { traceFacts } from "../../src/cli/info/facts.ts";
import { infoText } from "../../src/cli/info/text.ts";
import { Session } from "../../src/engine/session.ts";
import { openInput } from "../../src/ingest/file_source.ts";
import { load } from "../../src/ingest/load.ts";
import { notebookOutputs } from "../../src/library/notebook.ts";
import { shortName } from "../../src/names/short_name.ts";
import { Quarry } from "../../src/library/quarry.ts";
import { runForEditor } from "../../src/lsp/run_query.ts";
import { EMPTY_ENVIRONMENT } from "../../src/query/analysis/environment.ts";
import { readableText } from "../../src/render/cell_text.ts";
import { EditBuffer } from "../../src/repl/edit_buffer.ts";
import { History } from "../../src/repl/history.ts";
import { HistoryFile } from "../../src/repl/history_file.ts";
import { promptsFor, promptView } from "../../src/repl/prompt_view.ts";
import { addPath, heaviest, newRoot } from "../../src/report/flame/call_tree.ts";
import { PageSources } from "../../src/report/sources.ts";
import { truncateAnswer } from "../../src/mcp/answers.ts";
import { Folders } from "../../src/mcp/folders.ts";
import { summarize } from "../../src/mcp/column_summary.ts";
import { rowLines } from "../../src/mcp/row_lines.ts";
import { withAssistant } from "../mcp/client.ts";
import { fakeHost } from "../cli/fake_host.ts";
import { MtrcWriter } from "../formats/mtrc/mtrc_writer.ts";
import { talking } from "../repl/talking.ts";
import { typedTable, typedTrace } from "../support/typed_tables.ts";
import { Temporary, withFolder } from "../support/temporary.ts";
import { session, times, type Trials } from "./trial.ts";

const SAMPLE = new URL("../../testdata/mpatrol/wordfreq-le64/trace.mtrc", import.meta.url).pathname;

/** A server for an assistant, with the sample open. */
const SERVED = { folders: [SAMPLE.slice(0, SAMPLE.lastIndexOf("/"))], files: [SAMPLE] };

/** A session with one table `events` with one column. */
function withColumn(column: string, count: number, value: (at: number) => string): Session {
  const session = new Session();
  const table = typedTable("events", session.pools, `${column}\n${times(count, (at) => `${value(at)}\n`)}`);
  session.add([typedTrace("t", session.pools, [table])]);
  return session;
}

/** Completions at the end of a text, after all values are available. */
function proposals(text: string, { catalog }: Session): ReturnType<typeof complete> {
  const ask = (): ReturnType<typeof complete> => complete(text, text.length, catalog, EMPTY_ENVIRONMENT);
  ask();
  while (needsWarmUp(catalog)) for (const _ of warmUp(catalog));
  return ask();
}

/** The output of `quarry info` for the sample with some facts replaced. */
async function infoWith(facts: object): Promise<string> {
  const { source, reopen } = await openInput(SAMPLE);
  try {
    const file = await load(source, new Session().pools, { name: "t", ...(reopen ? { reopen } : {}) });
    const headline = {
      traces: ["t"],
      kind: "rows",
      sentence: "",
      damage: null,
      picture: null,
      rows: [],
      query: null,
    };
    return infoText({
      ...traceFacts({ ...file, path: SAMPLE } as never, file.traces[0]!, headline),
      ...facts,
    });
  } finally {
    source.close();
  }
}

/** A trace of one allocation by a function whose name pads the file to this many bytes. */
function traceOf(bytes: number): Uint8Array {
  const trace = (letters: number): Uint8Array => {
    const source = { thread: 1, func: "n".repeat(letters), file: "a.c", line: 1 };
    const writer = new MtrcWriter().head().alloc(1, 4096, 16, { ...source, func: "mainly" });
    for (let at = 0; at < 16; at++) writer.alloc(2 + at, 8192, 16, { ...source, func: source.func + at });
    return writer.trailer().take();
  };
  const letters = Math.floor((bytes - trace(0).length) / 16);
  return trace(letters);
}

/** Trials of the limits of what is shown. */
export const SHOW_TRIALS: Trials = {
  async pagerRows(most) {
    const { host, say } = await talking({ terminal: true, pager: true, mode: "box" });
    await say(".pager less");
    await say(`events | join (events | take 10) on trace | take ${most} | select size`);
    assertEquals(host.written.paged.includes(" shown)"), false);
    await say(`events | join (events | take 10) on trace | take ${most + 1} | select size`);
    const tail = host.written.paged.slice(-200);
    assert(tail.includes(` rows (${groupDigits(most)} shown)`), tail);
  },
  async framedRows(most) {
    const host = fakeHost();
    const settings = outputSettings(host, parseArguments(["-m", "table"], queryCommand));
    const results = new EachResults(host, settings);
    const columns = [{ name: "n", type: "u64" }] as const;
    const rows = (count: number): Promise<void> =>
      results.take({ kind: "rows", statement: 0, columns, rows: new Array(count).fill([1n]) });
    await rows(most);
    await assertRejects(() => rows(1), UsageError, "-m tsv, csv or ndjson shows rows as they come");
  },
  bytesShown(most) {
    const text = readableText({ name: "data", type: "bytes" } as never);
    assertEquals(text(new Uint8Array(most)), "00".repeat(most));
    assertEquals(text(new Uint8Array(most + 1)), `${"00".repeat(most)}… (${most + 1} bytes)`);
  },
  shortenedName(most) {
    const name = (length: number): string => "a".repeat(length - 2) + "()";
    assertEquals(shortName(name(most)), name(most).slice(0, -2));
    assertEquals(shortName(name(most + 1)), name(most + 1));
  },
  nameBrackets(most) {
    const name = (count: number): string => `a${"<b".repeat(count)}${">".repeat(count)}`;
    assertEquals(shortName(name(most)), "a");
    assertEquals(shortName(name(most + 1)), name(most + 1));
  },
  async tags(most) {
    const tags = (count: number): object => ({ tags: new Array(count).fill({ name: "a", value: "b" }) });
    assertEquals((await infoWith(tags(most))).includes("more: "), false);
    assertStringIncludes(await infoWith(tags(most + 1)), "and 1 more: ");
  },
  async problems(most) {
    const problems = (count: number): object => ({
      problems: new Array(count).fill({
        severity: "note",
        code: "c",
        offset: 0,
        record: 0,
        message: "m",
        handling: "h",
      }),
      problemCounts: new Map([["c", count]]),
    });
    assertEquals((await infoWith(problems(most))).includes("more: "), false);
    assertStringIncludes(await infoWith(problems(most + 1)), "and 1 more: ");
  },
  async bars(most) {
    const { say } = await talking();
    await say(`events | take ${most} | select func, size`);
    assertEquals((await say(".plot bars")).includes("more row"), false);
    await say(`events | take ${most + 1} | select func, size`);
    assertStringIncludes(await say(".plot bars"), "… 1 more row");
  },
  history(most) {
    const history = new History(Array.from({ length: most - 1 }, (_, at) => `entry ${at}`));
    history.add("last but one");
    assertEquals([history.entries.length, history.entries[0]], [most, "entry 0"]);
    history.add("last");
    assertEquals([history.entries.length, history.entries[0]], [most, "entry 1"]);
  },
  historyFile: (most) =>
    withFolder(async (folder) => {
      const lines = async (entries: number, bytes: number): Promise<number> => {
        const path = `${folder}/history`;
        const each = Math.floor(bytes / entries) - 1;
        const text = times(entries, () => `${"x".repeat(each)}\n`).padEnd(bytes, "y");
        await Deno.writeTextFile(path, text);
        await new HistoryFile(path).read();
        return (await Deno.readTextFile(path)).split("\n").length - 1;
      };
      assertEquals(await lines(6000, most), 6000);
      // Only the newer half is kept.
      assertEquals(await lines(6000, most + 1), 2500);
    }),
  undo(most) {
    const buffer = (steps: number): EditBuffer => {
      const made = new EditBuffer();
      for (let at = 0; at < steps; at++) made.replace(at, at, "x");
      for (let at = 0; at < steps + 9; at++) made.undo();
      return made;
    };
    assertEquals([buffer(most).text, buffer(most + 1).text], ["", "x"]);
  },
  cuts(most) {
    /** Whether the first cut can be yanked after all others. */
    const comesBack = (cuts: number): boolean => {
      const buffer = new EditBuffer();
      for (let at = 0; at < cuts; at++) {
        buffer.reset(`cut ${at}`);
        buffer.kill(0, buffer.text.length);
        buffer.endUndoGroup();
      }
      buffer.yank();
      for (let at = 1; at < cuts; at++) buffer.yankOlder();
      return buffer.text === "cut 0";
    };
    assertEquals([comesBack(most), comesBack(most + 1)], [true, false]);
  },
  liveText(most) {
    const colored = (letters: number): boolean => {
      let asked = false;
      const assistant = { colors: () => ((asked = true), []), signature: () => null, marks: () => [] };
      const editor = { text: "x".repeat(letters), cursor: 0, search: null, menu: null, suggestion: "" };
      promptView(editor as never, assistant as never, {
        typing: true,
        documentation: [],
        prompts: promptsFor([], 80),
      });
      return asked;
    };
    assertEquals([colored(most), colored(most + 1)], [true, false]);
  },
  suggestions(most) {
    const ranked = (count: number): [number, boolean] => {
      const { items, incomplete } = rankCandidates(
        "",
        Array.from(
          { length: count },
          (_, at) => ({ label: `name${at}`, kind: "column", weight: 0 }) as never,
        ),
      );
      return [items.length, incomplete];
    };
    assertEquals(ranked(most), [most, false]);
    assertEquals(ranked(most + 1), [most, true]);
  },
  suggestedValues(most) {
    const values = (count: number): [number, boolean] => {
      const { items, incomplete } = proposals(
        'events | where func == "value',
        withColumn("func:text", count, (at) => `value${at}`),
      );
      return [items.filter(({ label }) => label.includes("value")).length, incomplete];
    };
    assertEquals(values(most), [most, false]);
    assertEquals(values(most + 1), [most, true]);
  },
  countedValues(most) {
    const counted = (count: number): number | undefined =>
      withColumn("seq:u64", count, (at) => `${at}`).catalog.distinct("events", "seq", Infinity, null)?.length;
    assertEquals([counted(most), counted(most + 1)], [most, undefined]);
  },
  async shellSuggestions(most) {
    const count = async (query: string): Promise<number> =>
      (await completeQuery(fakeHost(), `quarry t -e '${query}`, () => 0))!.proposals.length;
    assertEquals(await count(""), most);
    assert(await count("events | where si") < most);
  },
  shellTrace: (most) =>
    withFolder(async (folder) => {
      const proposed = async (bytes: number): Promise<string[]> => {
        const trace = traceOf(bytes);
        assert(Math.abs(trace.length - bytes) < 32);
        await Deno.writeFile(`${folder}/t.mtrc`, trace);
        const line = `quarry ${folder}/t.mtrc -e 'events | where func == "mai`;
        return (await completeQuery({ ...fakeHost(), exists: () => true }, line, () => 0))!.proposals.map((
          { label },
        ) => label);
      };
      assertStringIncludes((await proposed(most - 32)).join(), "mainly");
      assertEquals((await proposed(most + 32)).join().includes("mainly"), false);
    }),
  async notebookRows(most) {
    const shown = async (rowCount: number): Promise<string> =>
      (await notebookOutputs({ columns: [{ name: "n", type: "u64" }], rowCount, value: BigInt }, []))[
        "text/plain"
      ]!;
    assertEquals((await shown(most)).includes("more row"), false);
    assertStringIncludes(await shown(most + 1), "1 more row");
  },
  async datasetValues(most) {
    const proposed = async (count: number): Promise<number | undefined> => {
      using folder = Temporary.folder();
      const instance = await DuckDBInstance.create(":memory:", { threads: "1" });
      const connection = await instance.connect();
      try {
        await Deno.mkdir(`${folder.path}/trace=a`);
        await connection.run(
          `COPY (SELECT 'f' || range AS func FROM range(${count})) TO '${folder.path}/trace=a/events.parquet' (FORMAT parquet)`,
        );
        const values = new DatasetValues(openDataset(folder.path), DIALECTS.duckdb, {
          run: async (sql, columns) => tableOf(columns, (await connection.runAndReadAll(sql)).getColumns()),
          close() {},
        });
        values.distinct("events", "func", Infinity);
        while (values.countsLater("events", "func", null)) {
          await new Promise((resolve) => setTimeout(resolve, 5));
        }
        return values.distinct("events", "func", Infinity)?.length;
      } finally {
        connection.closeSync();
        instance.closeSync();
      }
    };
    assertEquals(await proposed(most), most);
    assertEquals(await proposed(most + 1), undefined);
  },
  async verdictRows(most) {
    await using quarry = await Quarry.open(SAMPLE);
    const rows = async (count: number): Promise<number> =>
      (await quarry.query(`assert events | take ${count} | count == 0`)).verdicts[0]!.rows.length;
    assertEquals([await rows(most), await rows(most + 1)], [most, most]);
  },
  async editorRows(most) {
    const rows = async (count: number): Promise<[number, number]> => {
      const render = (table: ResultTable): Promise<string> =>
        Promise.resolve(`[${times(table.rowCount, () => "1", ",")}]`);
      const { json, rows } = await runForEditor(
        session,
        `events | take ${count}`,
        render,
        { signal: new AbortController().signal },
      );
      return [(json[0] as unknown[]).length, rows];
    };
    assertEquals(await rows(most), [most, most]);
    assertEquals(await rows(most + 1), [most, most + 1]);
  },
  async heldResults(most) {
    const bench = await TestWorkbench.open({ a: "testdata/mpatrol/wordfreq-le64/trace.mtrc" });
    const [first] = [await bench.rows("leaks | count")];
    const isHeld = async (): Promise<boolean> =>
      (await bench.ask("rows", { result: first.result, from: 0, count: 1 })).status === 200;
    for (let held = 1; held < most; held++) await bench.rows("leaks | count");
    assert(await isHeld());
    // Reading it makes it the most recently used.
    for (let held = 1; held <= most; held++) await bench.rows("leaks | count");
    assertEquals(await isHeld(), false);
  },
  keptAnswers(most) {
    const kept = new AnswerCache();
    const [first, second] = ["leaks", "allocs"].map((text) => drawnRequest(text, 1)) as [
      RunRequest,
      RunRequest,
    ];
    const areKept = (): boolean[] =>
      [first, second].map((each) => kept.find(each, EMPTY_ENVIRONMENT) !== undefined);
    kept.keep(first, EMPTY_ENVIRONMENT, [new Uint8Array(most - 10)]);
    kept.keep(second, EMPTY_ENVIRONMENT, [new Uint8Array(4), new Uint8Array(6)]);
    assertEquals(areKept(), [true, true]);
    kept.keep(second, EMPTY_ENVIRONMENT, [new Uint8Array(11)]);
    assertEquals(areKept(), [false, true]);
    kept.keep(first, EMPTY_ENVIRONMENT, [new Uint8Array(most + 1)]);
    assertEquals(areKept(), [false, true]);
  },
  async sentRows(most) {
    const bench = await TestWorkbench.open({ a: "testdata/mpatrol/wordfreq-le64/trace.mtrc" });
    const many = `events | join (events | take ${1 + Math.ceil(most / 1000)}) on trace | select seq`;
    const [line] = await bench.run(many, most + 1);
    if (line?.t !== "rows") throw new Error(JSON.stringify(line));
    assert(line.rowCount > most);
    assertEquals(line.cells[0]!.length, most);
    const page = await bench.answer<WireRows>("rows", { result: line.result, from: 0, count: most + 1 });
    assertEquals(page.cells[0]!.length, most);
  },
  async sentBlob(most) {
    const path = await Deno.makeTempFile({ suffix: ".trace" });
    try {
      const statuses: number[] = [];
      for (const bytes of [most, most + 1]) {
        await Deno.writeFile(path, await recordingWithBlob(bytes));
        const bench = await TestWorkbench.open({ a: path });
        const { status } = await bench.ask("blob", { trace: "a", no: "0", argument: "data" });
        statuses.push(status);
      }
      assertEquals(statuses, [200, 404]);
    } finally {
      await Deno.remove(path);
    }
  },
  assistantRows: (most) =>
    withAssistant(SERVED, async (assistant) => {
      assertEquals((await assistant.call("run_query", { query: "leaks", rows: most })).isError, false);
      assertEquals((await assistant.call("run_query", { query: "leaks", rows: most + 1 })).isError, true);
    }),
  assistantText(most) {
    assertEquals(truncateAnswer("x".repeat(most)).length, most);
    assertEquals(truncateAnswer("x".repeat(most + 1)), `${"x".repeat(most)}\n[cut: 1 more characters]`);
  },
  assistantCell(most) {
    const cell = (length: number): unknown => {
      const table: ResultTable = {
        columns: [{ name: "a", type: "text" }],
        rowCount: 1,
        value: () => "x".repeat(length),
      };
      return JSON.parse(rowLines(table, 0, 1).text).rows[0][0];
    };
    assertEquals(cell(most), "x".repeat(most));
    assertEquals(cell(most + 1), `${"x".repeat(most)}… [1 more characters]`);
  },
  assistantSummary(most) {
    const rows = (rowCount: number): number =>
      summarize({ columns: [{ name: "a", type: "u32" }], rowCount, value: (row) => row }).rows;
    assertEquals([rows(most), rows(most + 1)], [most, most]);
  },
  assistantSeconds: (most) =>
    withAssistant(SERVED, async (assistant) => {
      const query = "leaks";
      assertEquals((await assistant.call("run_query", { query, seconds: most })).isError, false);
      assertEquals((await assistant.call("run_query", { query, seconds: most + 1 })).isError, true);
    }),
  assistantTraces: (most) =>
    withAssistant({ folders: SERVED.folders }, async (assistant) => {
      const open = async (name: string): Promise<boolean> =>
        !(await assistant.call("open_trace", { path: SAMPLE, name })).isError;
      for (let at = 0; at < most; at++) assert(await open(`t${at}`));
      assert(!await open("more"));
    }),
  assistantFiles: (most) =>
    withFolder(async (folder) => {
      const listed = (): string => {
        const { names, more } = new Folders([folder]).list(folder);
        return `${names.length} ${more}`;
      };
      for (let at = 0; at < most; at++) await Deno.create(`${folder}/f${at}`).then((file) => file.close());
      assertEquals(listed(), `${most} 0`);
      await Deno.create(`${folder}/more`).then((file) => file.close());
      assertEquals(listed(), `${most} 1`);
    }),
  recursionFrames(most) {
    const levels = (functions: number): number => {
      const round = Array.from({ length: functions }, (_, at) => `f${at}`);
      return foldRecursion([...round, ...round]).path.length;
    };
    assertEquals([levels(most), levels(most + 1)], [most, 2 * (most + 1)]);
  },
  reportCallPaths(most) {
    const leftOf = (paths: number): number => {
      const root = newRoot(1);
      // The root also counts as a path.
      for (let at = 1; at < paths; at++) addPath(root, [`f${at}`], [1n]);
      return heaviest(root, most).left;
    };
    assertEquals([leftOf(most), leftOf(most + 1)], [0, 1]);
  },
  reportSource(most) {
    assertEquals([new PageSources(null).take(most), new PageSources(null).take(most + 1)], [true, false]);
  },
};
