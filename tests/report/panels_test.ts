/** The panels for a trace, their form in the page, and short numbers and bars in them. */
import { assert, assertEquals } from "@std/assert";
import type { ResultColumn } from "../../src/base/result_table.ts";
import type { Panel } from "../../src/report/panel.ts";
import { PanelContext } from "../../src/report/panel_context.ts";
import { panelsOf } from "../../src/report/panels/registry.ts";
import { powerMarkup, shortText } from "../../src/report/cell_markup.ts";
import { toDouble } from "../../src/report/views/bars_view.ts";
import { sizeText } from "../../src/render/number_text.ts";
import { withRows } from "../export/export_support.ts";
import { sampleSession } from "../support/sample_session.ts";
import {
  all,
  attribute,
  cellsIn,
  drawnAs,
  pageOf,
  panelsIn,
  parsePage,
  type ReadPanel,
  textOf,
  wordsOf,
} from "./page_reader.ts";

const SAMPLES = {
  words: "testdata/mpatrol/wordfreq-le32/trace.mtrc",
  profile: "testdata/mpatrol/wordfreq-le32/profile.mptl",
  calls: "testdata/apitrace/real-backtrace.trace",
  shaders: "testdata/apitrace/real-shaders.trace",
  resources: "testdata/sp-rtrace/c02-filesrv.txt",
};

/** Bars and tables fit into half of the page, unless they declare otherwise. */
function isWide({ view, wide = !["bars", "columns", "table"].includes(view.kind) }: Panel): boolean {
  return wide;
}

/** The texts of the panels of a page; `-- --update` rewrites them, for review. */
const GOLDEN = new URL("panels.txt", import.meta.url);

Deno.test("a page has each panel once, with its note and width, and reports progress", async () => {
  const session = await sampleSession(SAMPLES);
  const wanted: Panel[] = [];
  for (const open of session.traces) wanted.push(...await panelsOf(new PanelContext(session, open)));
  const told: (readonly [number, number])[] = [];
  const html = await pageOf(session, { onProgress: (done, total) => void told.push([done, total]) });
  assertEquals(told, wanted.map((_, at) => [at + 1, wanted.length]));
  const found = panelsIn(parsePage(html));
  const said = found.map((panel, at) => {
    const { query, note, empty, view } = wanted[at]!;
    return [wordsOf(panel), drawnAs(panel), query, note ?? "", empty, JSON.stringify(view)].filter((line) =>
      line !== ""
    )
      .join("\n");
  }).join("\n") + "\n";
  if (Deno.args.includes("--update")) await Deno.writeTextFile(GOLDEN, said);
  else assertEquals(said, await Deno.readTextFile(GOLDEN));
  assertEquals(
    found.map(({ title, query }) => [title, query]),
    wanted.map(({ title, query }) => [title, query]),
  );
  for (const [at, { element }] of found.entries()) {
    const { title, note } = wanted[at]!;
    // A panel without rows is a line.
    if (attribute(element, "class")!.includes("nothing")) continue;
    const wide = isWide(wanted[at]!);
    assertEquals(all(element, "p", "note").map(textOf), note === undefined ? [] : [note], title);
    assertEquals(all({ childNodes: [element] } as never, "article", "wide").length, wide ? 1 : 0, title);
  }
  assert(wanted.some(({ note }) => note !== undefined) && wanted.some((panel) => !isWide(panel)));
});

Deno.test("panels about memory and types appear if the trace has them", async () => {
  let typedSamples = 0;
  let untyped = 0;
  for (const [name, path] of Object.entries(SAMPLES)) {
    const session = await sampleSession({ [name]: path });
    const [open] = session.traces;
    const panels = await panelsOf(new PanelContext(session, open!));
    const asks = (start: RegExp): boolean => panels.some(({ query }) => start.test(query));
    const rows = open!.trace.tables.get("allocs")?.rowCount ?? 0;
    assertEquals(asks(/^(allocs|leaks|live)\b/), rows > 0, name);
    let typed = 0n;
    if (rows > 0) {
      typed = await withRows(
        session,
        "allocs | where type is not null | count",
        (table) => table.value(0, 0) as bigint,
      );
    }
    assertEquals(asks(/^allocs \| by type:/), typed > 0n, name);
    if (typed > 0n) typedSamples++;
    else if (rows > 0) untyped++;
  }
  assert(typedSamples > 0 && untyped > 0, `${typedSamples} samples with types, ${untyped} without`);
});

Deno.test("shortText() shortens only numbers of bytes", () => {
  const short = (column: ResultColumn, value: bigint | number): string => shortText(column, value);
  for (const name of ["size", "bytes", "live_bytes", "max_size", "covered", "uncovered"]) {
    for (const type of ["u64", "u32", "i64"] as const) {
      assertEquals(short({ name, type }, 1_234_567n), sizeText(1_234_567), `${name} ${type}`);
    }
    assertEquals(short({ name, type: "u64", display: "hex" }, 1_234_567n), "0x12d687");
    assertEquals(short({ name, type: "f64" }, 1234.5678), "1234.568");
  }
  for (const name of ["count", "blocks", "sizes", "bytesish", "recovered", "seq"]) {
    for (const type of ["u64", "u32", "i64"] as const) {
      assertEquals(short({ name, type }, 1_234_567n), "1234567", `${name} ${type}`);
    }
  }
});

Deno.test("powerMarkup() shows the first and the last number of each power of two", () => {
  const column = { name: "size", type: "u64" } as const;
  const units = ["", ...Array.from("KMGTPE", (letter) => ` ${letter}iB`)];
  const number = (text: string): bigint => {
    const [, figure, unit] = /^(\d+)((?: [KMGTPE]iB)?)$/.exec(text)!;
    return BigInt(figure!) << BigInt(10 * units.indexOf(unit!));
  };
  const shown = (power: bigint | null): string => powerMarkup(column, power).html.replaceAll(/<[^>]*>/g, "");
  assertEquals([shown(null), shown(0n)], ["0", "1"]);
  for (let power = 1n; power < 64n; power++) {
    const [first, last] = shown(power).split("–").map(number);
    // Large ranges end where the next one begins, so that labels stay short.
    assertEquals([first, last], [1n << power, (1n << (power + 1n)) - (power < 10n ? 1n : 0n)], `${power}`);
  }
});

Deno.test("toDouble() gives bars without a number no length", () => {
  assertEquals([3n, -2n, 1.5, null, "9", true].map(toDouble), [3, -2, 1.5, 0, 0, 0]);
});

/** The panels of a sample's page. */
async function panelsOfPage(path: string): Promise<ReadPanel[]> {
  return panelsIn(parsePage(await pageOf(await sampleSession({ a: path }))));
}

Deno.test("the open-ended bin of a profile is labelled by its start", async () => {
  const panels = await panelsOfPage("testdata/mpatrol/wordfreq-le32/profile.mptl");
  const { element } = panels.find(({ title }) => title === "Requested sizes")!;
  const labels = all(all(element, "tbody")[0]!, "tr").map((row) => textOf(all(row, "td")[0]!));
  // from the facts of the sample: two requests of 4096 bytes are in the last of 1024 bins.
  assertEquals(labels.at(-1), "1024 and more");
  assert(labels.every((label) => !label.includes("1 KiB–2 KiB")), labels.join());
});

Deno.test("coverage with lines has panels for them, and linker stubs do not count as branches", async () => {
  const panels = await panelsOfPage("testdata/gnatcov/wordfreq/words.trace");
  const files = panels.find(({ title }) => title === "Source files")!;
  assertEquals(cellsIn(all(files.element, "table")[0]!).map(([file]) => file), ["wordfreq.c"]);
  const branches = panels.find(({ title }) => title === "Lines with branches that had only one outcome")!;
  const rows = cellsIn(all(branches.element, "table")[0]!);
  assert(rows.length > 0 && rows.every(([file, line]) => file === "wordfreq.c" && Number(line) > 0));
});

Deno.test("without lines a branch counts as never taken only if its fallthrough ran", async () => {
  const panels = await panelsOfPage("testdata/gnatcov/vg-amd64-flat-sieve.trace");
  const found = panels.find(({ title }) => title === "Branches that were never taken")!;
  assert(found.query.includes("and fallthrough"), found.query);
  // A trace that records only whether code ran, not how often, has no ranking by counts.
  assert(!panels.some(({ title }) => title === "Blocks that ran most"));
});
