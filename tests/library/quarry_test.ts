import {
  assert,
  assertEquals,
  assertMatch,
  assertRejects,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import {
  AssertionError,
  type Diagnostic,
  FormatError,
  InputError,
  Quarry,
  QueryError,
  type TraceInput,
  UsageError,
} from "../../mod.ts";
import { indexSettingsOf } from "../../src/library/open_options.ts";
import { sampleSession } from "../support/sample_session.ts";
import { ask } from "./ask.ts";
import { Temporary } from "../support/temporary.ts";

const WORDS = "testdata/mpatrol/wordfreq-le64/trace.mtrc";
const FRAMES = "testdata/apitrace/real-tiny.trace";
const BIG = "testdata/mpatrol/debian-jq-le64/trace.mtrc";

const urlOf = (path: string): URL => new URL(`../../${path}`, import.meta.url);
const bytesOf = (path: string): Uint8Array<ArrayBuffer> => Deno.readFileSync(urlOf(path));

Deno.test("a result has the same rows as a session, whatever the trace was opened from", async () => {
  const bytes = bytesOf(WORDS);
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen() {} },
    () => new Response(bytes, { headers: { "content-length": String(bytes.length) } }),
  );
  const session = await sampleSession({ t: WORDS });
  const script = "leaks | by file, line | top 7 by bytes";
  const wanted = await ask(session, script);
  const ways: Record<string, () => TraceInput> = {
    path: () => urlOf(WORDS).pathname,
    "file URL": () => urlOf(WORDS),
    "web URL": () => new URL(`http://127.0.0.1:${server.addr.port}/trace.mtrc`),
    bytes: () => bytes,
    buffer: () => bytes.buffer,
    blob: () => new Blob([bytes]),
    file: () => new File([bytes], "words.mtrc"),
    response: () => new Response(bytes),
    // Pieces of a size that cuts records.
    stream: () =>
      new Blob([bytes]).stream().pipeThrough(
        new TransformStream<Uint8Array, Uint8Array>({
          transform(piece, to) {
            for (let at = 0; at < piece.length; at += 777) to.enqueue(piece.subarray(at, at + 777));
          },
        }),
      ),
  };
  try {
    for (const [way, input] of Object.entries(ways)) {
      await using quarry = await Quarry.open(input(), { name: "t" });
      const result = await quarry.query(script);
      const { columns, rowCount } = result;
      const cells = result.rows().map((row) => columns.map(({ name }) => row[name]));
      assertEquals({ columns, rowCount, cells }, wanted, way);
    }
  } finally {
    await server.shutdown();
    session.closeAll();
  }
});

Deno.test("several traces can be open by name, and a second one of the same name is an error without effect", async () => {
  await using quarry = await Quarry.open({ words: urlOf(WORDS), frames: bytesOf(FRAMES) });
  assertEquals(quarry.traces, ["words", "frames"]);
  assertEquals(await quarry.add(urlOf(WORDS)), ["trace.mtrc"]);
  const used = quarry.memoryUsed;
  const again = await assertRejects(
    () => quarry.add(urlOf(WORDS)),
    UsageError,
    'a second trace "trace.mtrc"',
  );
  assertEquals([again.code, quarry.traces.length, quarry.memoryUsed], ["name-taken", 3, used]);
  assertEquals([quarry.remove("trace.mtrc"), quarry.remove("trace.mtrc")], [true, false]);
  assertEquals((await quarry.query("traces | select name")).column("name"), ["words", "frames"]);
  // The name of a segment may also be taken.
  await assertRejects(
    () => Quarry.open(urlOf(WORDS).pathname, { name: "t", format: "apitrace" }),
    FormatError,
  );
  await assertRejects(() => Quarry.open({ a: urlOf(WORDS) }, { name: "t" }), UsageError);
  await assertRejects(() => Quarry.open(3 as never), UsageError);
});

Deno.test("errors have a class, a code and a position", async () => {
  const missing = await assertRejects(() => Quarry.open("/no/such/trace"), InputError);
  assertEquals([missing.code, missing.path], ["missing", "/no/such/trace"]);
  const gone = await assertRejects(() => Quarry.open(new Response("", { status: 404 })), InputError, "404");
  assertEquals([gone.code, gone.path], ["missing", "response"]);
  const text = await assertRejects(() => Quarry.open(new TextEncoder().encode("Dear diary")), FormatError);
  assertEquals(text.code, "unreadable");
  const empty = await assertRejects(() => Quarry.open(new Uint8Array(0)), InputError);
  assertEquals(empty.code, "empty");
  await using quarry = await Quarry.open(urlOf(WORDS));
  const script = "leaks | where adr = 3";
  const wrong = await assertRejects(() => quarry.query(script), QueryError);
  assertEquals([wrong.atRunTime, wrong.source, wrong.diagnostics.length], [false, script, 1]);
  // The error was checked by running the corrected script.
  const [{ others, ...told }] = wrong.diagnostics as [Diagnostic];
  assertEquals([told], quarry.check(script));
  assertEquals(others?.map(({ text }) => text), ["leaks | where addr = 3"]);
  assertEquals(script.slice(wrong.span!.start, wrong.span!.end), "adr");
  assertEquals(wrong.code, quarry.check(script)[0]!.code);
  const column = assertThrows(() => quarry.schema("evnts"), UsageError, "did you mean events?");
  assertEquals(column.code, "unknown-table");
});

Deno.test("parameters become values of the query, and messages refer to the original text", async () => {
  await using quarry = await Quarry.open(urlOf(WORDS));
  const count = async (text: string, params?: Record<string, string | number | bigint | boolean>) =>
    (await quarry.query(text, params ? { params } : {})).value(0, 0);
  const [all, large] = [await count("events | count"), await count("events | where size >= 64 | count")];
  assert(all !== large);
  assertEquals(await count("events | where size >= least | count", { least: 64 }), large);
  assertEquals(await count("events | where size >= least | count", { least: 64n }), large);
  // Definitions of the script are replaced, like with `--set`.
  assertEquals(await count("let least = 0; events | where size >= least | count", { least: 64 }), large);
  assertEquals(await count("let least = 0; events | where size >= least | count", { least: "64" }), large);
  const name = 'main "\\(x)';
  assertEquals(await count("events | take 1 | select x = text", { text: name }), name);
  assertEquals(await count("events | take 1 | select x = f", { f: -2.5e-3 }), -0.0025);
  assertEquals(await count("events | take 1 | select x = b", { b: true }), true);
  assertEquals(
    await count("events | take 1 | select x = n", { n: 18446744073709551615n }),
    18446744073709551615n,
  );
  // The parameters do not apply to the next query.
  await assertRejects(() => quarry.query("events | where size >= least"), QueryError, '"least"');
  const given = "let low = 1; leaks | where adr >= low and size < high";
  const wrong = await assertRejects(
    () => quarry.query(given, { params: { low: 1000000, high: 5 } }),
    QueryError,
  );
  assertEquals([wrong.source, given.slice(wrong.span!.start, wrong.span!.end)], [given, "adr"]);
  assertEquals(quarry.check(given, { params: { low: 1000000, high: 5 } }), wrong.diagnostics);
  for (const bad of [{ low: "no number" }, { low: NaN }, { "a b": 1 }, { low: null }]) {
    const error = await assertRejects(() => quarry.query(given, { params: bad as never }), UsageError);
    assertEquals(error.code, "bad-parameter");
  }
});

Deno.test("tables, schema, problems, completion and plans run no query", async () => {
  await using quarry = await Quarry.open({ words: urlOf(WORDS), cut: bytesOf(WORDS).subarray(0, 5000) });
  const tables = quarry.tables();
  const names = await quarry.query("traces | select name, rows");
  assertEquals(quarry.schema("events"), tables.find(({ name }) => name === "events"));
  assertEquals(
    quarry.schema("events").columns.map(({ name }) => name),
    (await quarry.query("events | take 0")).columns.map(({ name }) => name),
  );
  assertEquals(BigInt(quarry.schema("events", "words").rowCount!), names.value(0, "rows"));
  const problems = await quarry.query("problems");
  assertEquals(
    quarry.problems().map(({ trace, code }) => [trace, code]),
    [...problems].map((row) => [row.trace, row.code]),
  );
  assert(problems.rowCount > 0);
  const { items, from, to } = quarry.complete("leaks | wher");
  assertEquals([items[0]!.insert.trim(), from, to], ["where", 8, 12]);
  // The plan that would run: the output of `explain plan`, and not only the steps.
  const query = "events | where kind == alloc | by func: n = count()";
  const told = await quarry.query(`let wanted = ${query};\nwanted | explain plan`);
  const lines = await quarry.explain(`let wanted = ${query};\nassert wanted`);
  assertEquals(lines.length, told.rowCount);
  [...told].forEach(({ step, how }, at) => {
    assert(lines[at]!.startsWith(String(step)) && lines[at]!.includes(String(how ?? "")), lines[at]);
  });
  assertStringIncludes(lines.join("\n"), "dense groups");
  assertEquals(await quarry.explain("leaks | take 3; _ | take 1"), ["kept _", "take 1"]);
  await assertRejects(() => quarry.explain("leaks | tak 3"), QueryError);
});

Deno.test("a signal cancels loading, waiting and queries, and leaks nothing", async () => {
  const stopped = new AbortController();
  const reason = new Error("enough");
  // A stream that never continues.
  const silent = new ReadableStream<Uint8Array>({
    start: (to) => to.enqueue(bytesOf(WORDS).subarray(0, 3000)),
  });
  const opening = Quarry.open(silent, { signal: stopped.signal });
  setTimeout(() => stopped.abort(reason), 20);
  assertEquals(await opening.then(() => null, (error) => error), reason);
  await using quarry = await Quarry.open(urlOf(BIG));
  const used = quarry.memoryUsed;
  const gone = AbortSignal.abort(reason);
  assertEquals(await quarry.query("events", { signal: gone }).then(() => null, (error) => error), reason);
  assertEquals(await quarry.add(urlOf(WORDS), { signal: gone }).then(() => null, (error) => error), reason);
  const seen: number[] = [];
  const during = new AbortController();
  const added = quarry.add(urlOf(WORDS), {
    name: "again",
    signal: during.signal,
    onProgress({ bytesRead, totalBytes }) {
      seen.push(bytesRead, totalBytes!);
      during.abort(reason);
    },
  });
  assertEquals(await added.then(() => null, (error) => error), reason);
  assertEquals(seen.at(-1), bytesOf(WORDS).length);
  assertEquals(quarry.memoryUsed, used);
});

Deno.test("queries of one instance run one after the other, and closing cancels waiting ones", async () => {
  const quarry = await Quarry.open(urlOf(WORDS));
  const [first, second] = await Promise.all([
    quarry.query("events | take 3"),
    quarry.query("_ | count"),
  ]);
  assertEquals([first.rowCount, second.value(0, 0)], [3, 3n]);
  const late = quarry.query("events");
  const closing = quarry.close();
  const error = await assertRejects(() => late, UsageError);
  assertEquals(error.code, "closed");
  await closing;
  await quarry.close();
  assertEquals(quarry.memoryUsed, 0);
  assertEquals(assertThrows(() => first.rows(), UsageError).code, "released");
  await assertRejects(() => quarry.query("events"), UsageError);
  await assertRejects(() => quarry.add(urlOf(WORDS)), UsageError);
  assertThrows(() => quarry.tables(), UsageError);
});

Deno.test("memory, index and threads follow the options", async () => {
  using folder = Temporary.folder();
  await assertRejects(() => Quarry.open(urlOf(WORDS), { memory: "lots" }), UsageError, "memory");
  await assertRejects(() => Quarry.open(urlOf(WORDS), { threads: 0 }), UsageError, "threads");
  await using quarry = await Quarry.open(urlOf(WORDS), { memory: "16M", index: folder.path, threads: 2 });
  assertEquals(
    (await quarry.query("events | count")).value(0, 0),
    BigInt(quarry.schema("events").rowCount!),
  );
  // It was loaded in less than a second.
  assertEquals([...Deno.readDirSync(folder.path)].length, 0);
});

Deno.test("the folder of indexes is a path or a URL, like traces", () => {
  const folderOf = (index: string | URL): string | undefined => indexSettingsOf({ index }).folder;
  for (const index of [new URL("file:///a%20b/c"), "file:///a%20b/c", "/a b/c"]) {
    assertEquals(folderOf(index), "/a b/c");
  }
  assertEquals(folderOf("here/100%"), "here/100%");
  assertEquals(indexSettingsOf({}).folder, undefined);
});

Deno.test("streams of other runtimes and URL strings are valid inputs", async () => {
  const bytes = bytesOf(WORDS);
  async function* pieces(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += 777) yield await Promise.resolve(bytes.subarray(at, at + 777));
  }
  for (const input of [pieces(), urlOf(WORDS).href]) {
    await using quarry = await Quarry.open(input, { name: "run" });
    assertEquals((await quarry.query("leaks | count")).value(0, 0), 26n);
  }
  async function* texts(): AsyncGenerator<string> {
    yield await Promise.resolve("of a stream with an encoding");
  }
  const given = texts() as unknown as TraceInput;
  await assertRejects(() => Quarry.open(given), UsageError, "a stream of strings: pass a stream of bytes");
});

Deno.test("unknown options and parameters are refused by name", async () => {
  const path = urlOf(WORDS).pathname;
  const open = (options: object): Promise<unknown> => Quarry.open(path, options);
  await assertRejects(() => open({ nmae: "run" }), UsageError, 'Unknown option "nmae": did you mean name?');
  await assertRejects(
    () => open({ colour: 1 }),
    UsageError,
    'Unknown option "colour": the options are name,',
  );
  await using quarry = await Quarry.open(path, { name: "run" });
  const refused = async (call: () => unknown): Promise<string> => {
    const error: unknown = await Promise.resolve().then(call).catch((error) => error);
    if (!(error instanceof UsageError)) throw error;
    return error.message;
  };
  const wrong = { threads: 2 } as object;
  assertStringIncludes(await refused(() => quarry.add(path, wrong)), "threads");
  assertStringIncludes(
    await refused(() => quarry.query("leaks", { prams: {} } as object)),
    "did you mean params",
  );
  assertStringIncludes(await refused(() => quarry.check("leaks", wrong)), "the options are params");
  assertStringIncludes(await refused(() => quarry.headline("run", wrong)), "the options are signal");
  const leaks = await quarry.query("leaks");
  assertStringIncludes(await refused(() => leaks.toCsv({ heder: false } as object)), "did you mean header");
  assertStringIncludes(await refused(() => leaks.stream("csv", wrong)), "the options are width");
  assertStringIncludes(
    await refused(() => quarry.query("leaks | where size >= least", { params: { leest: 1 } })),
    'Unknown parameter "leest": the query does not name it, did you mean least?',
  );
});

Deno.test("Arrow is written as a file or a stream, and Parquet with the requested compression", async () => {
  await using quarry = await Quarry.open(urlOf(WORDS), { name: "run" });
  const events = await quarry.query("events");
  const [file, stream] = [await events.toArrow(), await events.toArrow({ stream: true })];
  assertEquals(new TextDecoder().decode(file.subarray(0, 6)), "ARROW1");
  assertEquals(stream, file.subarray(8, 8 + stream.length));
  const lengths: number[] = [];
  for (const compression of ["none", "snappy", "zstd"] as const) {
    lengths.push((await events.toParquet({ compression })).length);
  }
  const [none, snappy, zstd] = lengths as [number, number, number];
  assert(none > snappy && snappy > zstd, String(lengths));
  assertEquals((await events.toParquet()).length, zstd);
  const wrong = (): Promise<unknown> => events.toParquet({ compression: "gzip" as "zstd" });
  await assertRejects(
    wrong,
    UsageError,
    'Option "compression" must be one of zstd, snappy, none, not "gzip"',
  );
});

Deno.test("the message of a failed assertion has its first rows, and an uncaught one does not print all rows", async () => {
  await using quarry = await Quarry.open(urlOf(WORDS), { name: "run" });
  const result = await quarry.query(`
    assert leaks | where file is not null | by file, line, func : "nothing of ours leaks";
    assert leaks | where file is not null | count == 0 : "no blocks"`);
  const error = assertThrows(() => result.throwIfFailed(), AssertionError);
  const lines = error.message.split("\n");
  assertEquals(lines.slice(0, 3), [
    "Assertion failed: nothing of ours leaks (found 1 row), and 1 more",
    "  wordfreq.c:13 func=read_word bytes=75 count=24",
    "no blocks (found 24)",
  ]);
  assertMatch(lines[3]!, /^ {2}wordfreq\.c:13 func=read_word size=2 /);
  assertEquals(lines.length, 9);
  assertEquals([lines.at(-1), error.failures[1]!.rows.length], ["  …", 24]);
  assert(Deno.inspect(error).length < 2500);
});
