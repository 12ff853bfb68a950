/** The library in a worker: its calls and answers are those of the library, and its work blocks nothing. */
import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import * as library from "../../mod.ts";
import { AssertionError, FormatError, InputError, QueryError, UsageError } from "../../errors.ts";
import { Quarry, Result } from "../../worker.ts";
import { answers } from "../library/anywhere.js";
import { EVERY_FORMAT } from "../support/every_format.ts";

const ROOT = new URL("../../", import.meta.url);
const WORDS = "testdata/mpatrol/wordfreq-le64/trace.mtrc";
/** It would take longer than a test may. */
const ENDLESS =
  "allocs | join allocs on size | join allocs on size | join allocs on size | join allocs on size | count";

const bytesOf = (path: string): Promise<Uint8Array<ArrayBuffer>> => Deno.readFile(new URL(path, ROOT));

Deno.test("a worker supports every call of the library", () => {
  const names = (one: { prototype: object }): string[] =>
    Reflect.ownKeys(one.prototype).map(String).filter((name) => name !== "Symbol(Symbol.iterator)").sort();
  assertEquals(names(Quarry), names(library.Quarry));
  // These belong to the result itself in a worker, which has sent them already.
  assertEquals([...names(Result), "milliseconds"].sort(), names(library.Result));
});

Deno.test("a worker gives the same answers as the library", async () => {
  const inputs: Record<string, Uint8Array> = {
    none: await bytesOf("README.md"),
    mtrc: await bytesOf(WORDS),
    apitrace: await bytesOf(EVERY_FORMAT.apitrace!),
  };
  const wanted = JSON.parse(await answers(library, inputs));
  assertEquals(wanted.none[0], "FormatError");
  assertEquals(JSON.parse(await answers({ Quarry }, inputs)), wanted);
});

Deno.test("a worker opens whatever the library opens, and reports progress", async () => {
  const bytes = await bytesOf(WORDS);
  const pieces = async function* (): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += 1000) yield bytes.subarray(at, at + 1000);
  };
  const told: library.LoadProgress[] = [];
  await using quarry = await Quarry.open({
    path: WORDS,
    url: new URL(WORDS, ROOT),
    bytes,
    part: new Uint8Array([7, ...bytes, 7]).subarray(1, bytes.length + 1),
    buffer: bytes.slice().buffer,
    blob: new Blob([bytes]),
    response: new Response(bytes, { headers: { "content-length": `${bytes.length}` } }),
    stream: new Blob([bytes]).stream(),
    pieces: pieces(),
  }, { onProgress: (progress) => void told.push(progress) });
  assertEquals(quarry.traces.length, 9);
  using result = await quarry.query("leaks | by trace: n = count()");
  assertEquals((await result.column("n", "u64")).join(), Array(9).fill(26).join());
  const last = (name: string): unknown => told.findLast((each) => each.name === name);
  assertEquals(last("response"), { name: "response", bytesRead: bytes.length, totalBytes: bytes.length });
  assertEquals(last("pieces"), { name: "pieces", bytesRead: bytes.length, totalBytes: undefined });
  // The caller's bytes were not transferred.
  assertEquals(bytes.length, 13507);
  assertEquals(await quarry.add(new File([bytes], "run.mtrc")), ["run.mtrc"]);
  assertEquals([await quarry.remove("run.mtrc"), quarry.traces.length], [true, 9]);
  assertEquals((await quarry.reload("path"))[0]?.change, "same");
});

Deno.test("errors from a worker keep their classes and fields", async () => {
  await using quarry = await Quarry.open(WORDS);
  const query = await assertRejects(() => quarry.query("leaks | where adr = 3"), QueryError);
  const here = await library.Quarry.open(WORDS);
  const wanted = await assertRejects(() => here.query("leaks | where adr = 3"), QueryError);
  await here.close();
  assertEquals(query.diagnostics, wanted.diagnostics);
  assertEquals([query.code, query.source, query.span], [wanted.code, wanted.source, wanted.span]);
  const input = await assertRejects(() => quarry.add("no such file"), InputError, "no such file");
  assertEquals([input.path, input.trouble], ["no such file", "missing"]);
  const format = await assertRejects(() => Quarry.open(new Uint8Array([1, 2, 3])), FormatError);
  assertEquals(format.code, "unreadable");
  await assertRejects(() => Quarry.open(new Response(null, { status: 404 })), InputError, "404");
  await assertRejects(() => quarry.add(WORDS), UsageError, "second trace");
  await assertRejects(() => quarry.schema("leeks"), UsageError);
  // Functions cannot be sent: so the name is checked before.
  const misspelt = { onProgres: () => {} } as library.OpenOptions;
  await assertRejects(() => Quarry.open(WORDS, misspelt), UsageError, "did you mean onProgress?");
  await assertRejects(() => Quarry.open(7 as unknown as string), UsageError, "give an input");
  const failing = async function* (): AsyncGenerator<Uint8Array> {
    yield new Uint8Array(10);
    throw new RangeError("The network is gone");
  };
  await assertRejects(() => quarry.add(failing()), Error, "The network is gone");
  await assertRejects(
    () =>
      quarry.add(WORDS, {
        name: "b",
        onProgress: () => {
          throw new RangeError("Enough");
        },
      }),
    RangeError,
    "Enough",
  );
  assertEquals(quarry.traces, ["trace.mtrc"]);
  const result = await quarry.query('assert leaks | where file is not null : "nothing of ours leaks"');
  assert(!result.passed);
  const failed = assertThrows(() => result.throwIfFailed(), AssertionError);
  assert(failed.message.includes("wordfreq.c:13"), failed.message);
});

Deno.test("a cancelled request ends at once, and the worker continues with the next", async () => {
  await using quarry = await Quarry.open(WORDS);
  const gone = new AbortController();
  const asked = quarry.query(ENDLESS, { signal: gone.signal });
  // Meanwhile the event loop of the caller runs.
  await new Promise((resolve) => setTimeout(resolve, 0));
  gone.abort(new RangeError("Nobody wants it"));
  await assertRejects(() => asked, RangeError, "Nobody wants it");
  using count = await quarry.query("leaks | count");
  assertEquals(await count.value(0, 0), 26n);
  await assertRejects(() => quarry.query("leaks", { signal: gone.signal }), RangeError);
});

Deno.test("a result from a worker is read in pieces, and released", async () => {
  await using quarry = await Quarry.open({ a: WORDS, b: WORDS, c: WORDS });
  const result = await quarry.query("events | sort seq desc");
  const [first] = await result.rows();
  for await (const row of result) {
    assertEquals(row, first);
    break;
  }
  assertEquals(await result.value(0, "seq"), first!.seq);
  assertEquals((await result.objects<{ seq: bigint }>())[0]!.seq, first!.seq);
  assertEquals(await result.column("seq"), await result.column("seq", "u64"));
  await assertRejects(() => result.column("seq", "text"), UsageError, "is u64, not text");
  await assertRejects(() => result.column("sek"), UsageError, "did you mean seq?");
  assertEquals(await result.isNull("seq", 0), false);
  assertEquals(await new Response(result.stream("csv")).text(), await result.toCsv());
  await result.stream("csv").cancel();
  await assertRejects(() => new Response(result.stream("cvs")).text(), UsageError, "csv");
  assert(await quarry.memoryUsed > 0);
  result.release();
  result.release();
  await assertRejects(() => result.rows(), UsageError, "released");
});

Deno.test("a worker frees the memory of a result when it is released", async () => {
  await using quarry = await Quarry.open(WORDS);
  // Data of the last query stays in memory until the next one.
  const used = async (): Promise<number> => {
    (await quarry.query("events | count")).release();
    return await quarry.memoryUsed;
  };
  const before = await used();
  const result = await quarry.query("events | extend twice = size * 2 | sort twice, addr");
  assert(await used() > before);
  result.release();
  assertEquals(await used(), before);
});

Deno.test("a closed worker cancels running queries, and rejects further requests", async () => {
  const quarry = await Quarry.open(WORDS);
  const result = await quarry.query("leaks");
  const asked = assertRejects(() => quarry.query(ENDLESS), UsageError, "closed");
  await quarry.close();
  await quarry.close();
  await asked;
  await assertRejects(() => quarry.query("leaks"), UsageError, "closed");
  await assertRejects(() => result.rows(), UsageError, "closed");
});
