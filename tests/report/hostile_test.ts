/** Hostile names and numbers do no harm, in pages and in exports. */
import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { UsageError } from "../../src/base/errors.ts";
import { sourceOf } from "../../src/bytes/byte_source.ts";
import { tracesOf } from "../../src/engine/open_trace.ts";
import { Session } from "../../src/engine/session.ts";
import { folded } from "../../src/export/folded.ts";
import { perfetto } from "../../src/export/perfetto.ts";
import { pprof } from "../../src/export/pprof.ts";
import { readSamples } from "../../src/export/read_samples.ts";
import { profileQuery } from "../../src/export/profile_query.ts";
import type { SampleSet } from "../../src/export/sample_set.ts";
import { speedscope } from "../../src/export/speedscope.ts";
import { load } from "../../src/ingest/load.ts";
import { readTree } from "../../src/report/flame/call_tree.ts";
import { memorySink, withRows } from "../export/export_support.ts";
import { type Count, MtrcWriter } from "../formats/mtrc/mtrc_writer.ts";
import { all, attribute, elements, pageOf, panelsIn, parsePage, textOf } from "./page_reader.ts";

const COMMAND = { command: "quarry repl '<b>'" };
const NAMES = [
  "<script>alert(1)</script>",
  '"><img src=x onerror=alert(1)>',
  "</style></code></article>&amp;",
  "\u001b[31mred\u001b[0m\u0007",
  "\u202egnp.exe\u2066",
  "a;b c\nd",
];

async function sessionOf(bytes: Uint8Array, name: string): Promise<Session> {
  const session = new Session();
  session.add(tracesOf(await load(sourceOf(bytes), session.pools, { name }), name));
  return session;
}

/** A trace with this name for functions and files, and without frees. */
function namedTrace(): Uint8Array {
  const writer = new MtrcWriter().head();
  NAMES.forEach((name, at) =>
    writer.alloc(at + 1, 0x1000 * (at + 1), 100 + at, {
      thread: at + 1,
      func: name,
      file: name,
      line: at + 1,
    })
  );
  return writer.trailer().take();
}

/** A trace of blocks of these sizes with indexes far apart. */
function sizedTrace(sizes: readonly Count[]): Uint8Array {
  const writer = new MtrcWriter().head();
  sizes.forEach((size, at) => writer.alloc((BigInt(at) << 60n) + 1n, at + 1, size));
  return writer.trailer().take();
}

async function samplesOf(session: Session): Promise<SampleSet> {
  const { query, weights } = profileQuery(session.traces.map(({ trace }) => trace), "pprof");
  return await withRows(
    session,
    query,
    (table) => readSamples(session.pools, table, { name: "n", weights, several: false }),
  );
}

Deno.test("names in a trace are plain text in a page, whatever they look like", async () => {
  const session = await sessionOf(namedTrace(), '<i>"name"</i>');
  const html = await pageOf(session, COMMAND);
  const document = parsePage(html);
  assertEquals(all(document, "script").length, 1);
  assertEquals(all(document, "img").length + all(document, "i").length + all(document, "b").length, 0);
  for (const element of elements(document)) {
    for (const { name } of element.attrs) assert(!name.startsWith("on"));
  }
  // deno-lint-ignore no-control-regex
  assert(!/[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/.test(html.replaceAll("\n", "")));
  const leaks = panelsIn(document).find(({ title }) => title === "Places that leak most")!;
  const cells = all(leaks.element, "td").map(textOf);
  for (const name of ["<script>alert(1)</script>", "\\x1b[31mred\\x1b[0m\\x07", "\\u202egnp.exe\\u2066"]) {
    assert(cells.includes(name), name);
  }
  const heading = all(document, "h2").map(textOf);
  assertEquals(heading, ['<i>"name"</i>']);
  assert(all(document, "td", "t").every((cell) => attribute(cell, "style") === undefined));
});

Deno.test("names of functions are plain text in flame graphs and sources", async () => {
  const names = ["</pre></script><img src=x onerror=alert(1)>", '"><b>', "\u202egnp.exe", "a &lt; b"];
  const text = "version=2.0, pid=1, \n" +
    names.map((name, at) =>
      `${at + 1}. malloc(${at + 10}) = 0x${at + 1}000\n\t0x${at + 1}1 ${name}() at ${name}.c:${at + 1}\n\n`
    ).join("");
  const document = parsePage(await pageOf(await sessionOf(new TextEncoder().encode(text), "n"), COMMAND));
  assertEquals(all(document, "img").length + all(document, "b").length, 0);
  assertEquals(all(document, "script").length, 1);
  const flame = panelsIn(document).find(({ title }) => title === "Flame graph of allocations")!;
  const { root } = readTree(textOf(all(flame.element, "pre", "tree")[0]!).replace(/^\n/, ""));
  const expected = [names[0]!, names[1]!, "\\u202egnp.exe", names[3]!];
  assertEquals([...root.children.keys()].sort(), expected.toSorted());
  for (const name of expected) {
    assert(all(all(flame.element, "div", "flame")[0]!, "span").some((each) => textOf(each) === name), name);
    const source = panelsIn(document).find(({ title }) => title === "Source")!;
    assert(all(source.element, "summary").some((each) => textOf(each).startsWith(`${name}.c:`)), name);
  }
});

Deno.test("names in a trace are plain text in folded stacks and speedscope", async () => {
  const session = await sessionOf(namedTrace(), "n");
  const set = await samplesOf(session);
  const lines = memorySink();
  await folded.write(set, lines.sink, 0);
  const found = lines.text().trimEnd().split("\n");
  assertEquals(found.length, NAMES.length);
  for (const line of found) assert(/^[^;\p{Cc}]+ 1$/u.test(line), line);
  assert(found.includes("a:b c\\nd 1"));
  const json = memorySink();
  await speedscope.write(set, json.sink, 0);
  const names = JSON.parse(json.text()).shared.frames.map(({ name }: { name: string }) => name);
  assertEquals(names.sort(), NAMES.toSorted());
});

Deno.test("a sum beyond 64 bits fails one panel, but not the page", async () => {
  const half = 1n << 63n;
  const session = await sessionOf(sizedTrace([half, half, 7]), "n");
  const document = parsePage(await pageOf(session, COMMAND));
  const failed = all(document, "p", "failed").map(textOf);
  assert(failed.length > 0);
  for (const text of failed) assertStringIncludes(text, "does not fit into 64 bits");
  const curve = panelsIn(document).find(({ title }) => title === "Live blocks over the trace")!;
  // Indexes that are 2^60 apart do not give 2^60 slices.
  assert(all(curve.element, "tr").length < 1000);
  assertEquals(all(curve.element, "svg").length, 1);
});

Deno.test("weights and counters that signed numbers cannot hold are refused", async () => {
  const session = await sessionOf(sizedTrace([1n << 63n]), "n");
  const { sink } = memorySink();
  const set = await samplesOf(session);
  await assertRejects(() => pprof.write(set, sink, 0), UsageError, "9223372036854775808");
  await assertRejects(() => perfetto.write(session, sink, () => {}), UsageError, "9223372036854775808");
});

Deno.test("the largest numbers that fit are exact", async () => {
  const most = (1n << 63n) - 1n;
  const session = await sessionOf(sizedTrace([most]), "n");
  const html = await pageOf(session, COMMAND);
  assertStringIncludes(html, `<data value="${most}"`);
  const lines = memorySink();
  await folded.write(await samplesOf(session), lines.sink, 1);
  assertEquals(lines.text(), `[unknown] ${most}\n`);
});
