/** A page with the saved index of a trace instead of its file gives the same answers. */
import { assert, assertEquals } from "@std/assert";
import { packedIndex } from "../../src/cli/live/index_bytes.ts";
import { formats } from "../../src/formats/registry.ts";
import type { OpenLine, RunLine, WireTraces } from "../../src/serve/api_types.ts";
import { placeOf, someSamples } from "../conformance/samples.ts";
import { byEffort, seeds } from "../support/effort.ts";
import { Asked } from "./asked.ts";

/** The index of a file as written by `report --live`, decompressed. */
async function indexOf(path: string): Promise<Blob | undefined> {
  const index = await packedIndex({ name: "run", path }, { most: Infinity, onProgress() {} });
  if (!index) return undefined;
  const stream = new Blob([...index.pieces]).stream().pipeThrough(new DecompressionStream("gzip"));
  return await new Response(stream).blob();
}

async function opened(asked: Asked, from: Blob, isIndex: boolean): Promise<OpenLine[]> {
  const { lines } = await asked.ask("open", { from: new File([from], "run"), name: "run", isIndex });
  return (lines as OpenLine[]).filter(({ t }) => t !== "progress");
}

/** Rows of a query without the times of the query and of loading, which differ each time. */
async function rowsOf(asked: Asked, text: string): Promise<unknown> {
  const { lines } = await asked.ask("run", { text, rows: 200 });
  return (lines as RunLine[]).filter(({ t }) => t !== "progress").map((line) => {
    if (line.t !== "rows") return line;
    const { columns, rowCount, cells } = line;
    const isTime = columns.map(({ name }) => text.startsWith("traces") && name === "seconds");
    return { columns, rowCount, cells: cells.filter((_, at) => !isTime[at]) };
  });
}

/** The content of a page: facts, the headline, suggested queries, all tables from both ends. */
async function shownOf(asked: Asked): Promise<unknown[]> {
  const { lines: [facts] } = await asked.ask("traces", {});
  const { traces: [trace], questions } = facts as WireTraces;
  const queries = [
    ...trace!.tables.flatMap(({ name }) => [name, `${name} | tail 50`]),
    ...questions.map(({ query }) => query),
  ];
  const shown: unknown[] = [facts, (await asked.ask("headline", {})).lines];
  for (const query of queries) shown.push([query, await rowsOf(asked, query)]);
  return shown;
}

for (const { name: format, readsAgain } of formats) {
  Deno.test(`${format}: a page gives the same answers from an index and from the trace`, async () => {
    for (const { path, bytes } of someSamples(format, seeds(10), byEffort(Infinity, 60_000))) {
      const index = await indexOf(placeOf(path));
      // Data that is read from the file on demand is not in an index.
      assertEquals(index === undefined, readsAgain !== undefined, path);
      if (!index) continue;
      using ofTrace = new Asked();
      using ofIndex = new Asked();
      const names = await opened(ofTrace, new Blob([bytes]), false);
      assertEquals(names.map(({ t }) => t), ["opened"], path);
      assertEquals(await opened(ofIndex, index, true), names, path);
      assertEquals(await shownOf(ofIndex), await shownOf(ofTrace), path);
    }
  });
}

const LEAKS = "testdata/sp-rtrace/c01-jsonidx.leaks.txt";

Deno.test("two indexes in a page, or one next to a trace, keep their texts and backtraces separate", async () => {
  const index = (await indexOf(LEAKS))!;
  using asked = new Asked();
  const other = new File([await Deno.readFile("testdata/mpatrol/wordfreq-le64/trace.mtrc")], "other");
  await asked.ask("open", { from: other });
  await opened(asked, index, true);
  assertEquals((await opened(asked, index, true))[0], { t: "opened", names: ["run (2)"], warnings: [] });
  using alone = new Asked();
  await opened(alone, new Blob([await Deno.readFile(LEAKS)]), false);
  const wanted = await rowsOf(alone, "events | by stack | sort stack");
  for (const name of ["run", '"run (2)"']) {
    assertEquals(await rowsOf(asked, `events of ${name} | by stack | sort stack`), wanted);
  }
});

Deno.test("a page refuses a cut index, one with another layout, and other files", async () => {
  const bytes = await (await indexOf(LEAKS))!.bytes();
  const layout = bytes.slice();
  layout[bytes.length - 20]! ^= 1;
  const contents = bytes.slice();
  contents[bytes.length - 50]! ^= 1;
  const trace = await Deno.readFile(LEAKS);
  for (const wrong of [new Uint8Array(0), bytes.subarray(1), bytes.slice(0, -1), layout, contents, trace]) {
    using asked = new Asked();
    assertEquals(await opened(asked, new Blob([wrong as Uint8Array<ArrayBuffer>]), true), [{
      t: "error",
      message: 'Cannot open "run": its saved index is damaged, or from another version of Quarry',
    }]);
    const { lines: [facts] } = await asked.ask("traces", {});
    assertEquals((facts as WireTraces).traces, []);
  }
});

Deno.test("a query that reads a damaged block of an index fails with an error that names the damage", async () => {
  const bytes = await (await indexOf(LEAKS))!.bytes();
  bytes.fill(0xa5, 0, 2000);
  using asked = new Asked();
  await opened(asked, new Blob([bytes]), true);
  const { lines } = await asked.ask("run", { text: "events" });
  assert(
    JSON.stringify(lines).includes('Cannot read \\"run\\": its saved index is damaged'),
    JSON.stringify(lines),
  );
  assert(!(lines as RunLine[]).some(({ t }) => t === "rows"));
});
