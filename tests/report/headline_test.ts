/** A report begins with the answer, and ends with the least important facts. */
import { assert, assertEquals } from "@std/assert";
import { chartMaximum } from "../../src/base/chart_maximum.ts";
import { sampleSession } from "../support/sample_session.ts";
import { all, attribute, elements, pageOf, panelsIn, parsePage, textOf } from "./page_reader.ts";

const MTRC = "testdata/mpatrol/wordfreq-le64/trace.mtrc";
const SHORT = "testdata/mpatrol/wordfreq-le32/trace.mtrc";
const HANDLES = "testdata/sp-rtrace/c02-filesrv.resolved.txt";

async function pageAbout(samples: Readonly<Record<string, string>>, isComparison = false): Promise<Document> {
  const session = await sampleSession(samples);
  try {
    return parsePage(await pageOf(session, { isComparison }));
  } finally {
    session.closeAll();
  }
}

type Document = ReturnType<typeof parsePage>;

Deno.test("a report begins with the headline, and the facts about an undamaged file come last", async () => {
  const document = await pageAbout({ a: MTRC });
  const found = elements(document);
  const [sentence] = all(document, "p", "sentence");
  assert(textOf(sentence!).startsWith("26 blocks (8.1 KiB) never freed"), textOf(sentence!));
  const firstPanel = all(document, "article")[0]!;
  assert(found.indexOf(sentence!) < found.indexOf(firstPanel));
  const titles = panelsIn(document).map(({ title }) => title);
  assertEquals(titles.slice(-3), ["The file", "Problems with the file", "Header"]);
  // Every panel is in the table of contents.
  const [contents] = all(document, "details", "contents");
  const links = all(contents!, "a");
  assertEquals(links.map(textOf), titles);
  const ids = new Set(found.map((each) => attribute(each, "id")));
  for (const link of links) assert(ids.has(attribute(link, "href")!.slice(1)));
  // Queries are collapsed.
  for (const { element } of panelsIn(document)) {
    assertEquals(
      all(element, "details", "asked").every((each) => attribute(each, "open") === undefined),
      true,
    );
  }
});

Deno.test("a panel without rows is a line, and not a card", async () => {
  const document = await pageAbout({ a: MTRC });
  const problems = panelsIn(document).find(({ title }) => title === "Problems with the file")!;
  assert(attribute(problems.element, "class")!.includes("nothing"));
  const leaks = panelsIn(document).find(({ title }) => title === "Places that leak most")!;
  assert(!attribute(leaks.element, "class")!.includes("nothing"));
});

Deno.test("damage is shown under the headline, and problems come first", async () => {
  using cut = await cutFile();
  const document = await pageAbout({ a: cut.path });
  assertEquals(all(document, "p", "damage").length, 1);
  assertEquals(panelsIn(document)[0]!.title, "Problems with the file");
});

async function cutFile(): Promise<{ readonly path: string } & Disposable> {
  const path = await Deno.makeTempFile({ suffix: ".mtrc" });
  await Deno.writeFile(
    path,
    (await Deno.readFile(new URL(`../../${MTRC}`, import.meta.url))).subarray(0, 5000),
  );
  return { path, [Symbol.dispose]: () => Deno.removeSync(path) };
}

Deno.test("file handles are not added to bytes of memory", async () => {
  const document = await pageAbout({ a: HANDLES });
  const numbers = panelsIn(document).find(({ title }) => title === "Allocations in numbers")!;
  const values = all(numbers.element, "data").map((each) => attribute(each, "value"));
  // 74 blocks of memory; 62 descriptors and 25 streams are something else.
  assertEquals(values, ["74", "208448", "12", "27408"]);
});

Deno.test("flame graphs are among the first three panels", async () => {
  for (
    const path of [
      HANDLES,
      "testdata/heaptrack/heaptrack.shapes.zst",
      "testdata/mpatrol/profile1-le64/profile.mptl",
    ]
  ) {
    const panels = panelsIn(await pageAbout({ a: path }));
    const titles = panels.map(({ title }) => title);
    const at = titles.findIndex((title) => title.startsWith("Flame graph"));
    // The total and the drawing use the same unit.
    const box = all(panels[at]!.element, "div", "flamebox")[0]!;
    const [, measure] = /, by (.*)$/.exec(attribute(all(box, "div", "flame")[0]!, "aria-label")!)!;
    assert(textOf(all(box, "p", "said")[0]!).endsWith(` (${measure})`), measure);
    assert(at >= 0 && at < 3, `${path}: ${titles.join(", ")}`);
  }
});

Deno.test("a comparison begins with the changes, and its first trace is the earlier one", async () => {
  const document = await pageAbout({ before: MTRC, after: SHORT }, true);
  const [sentence, ...more] = all(document, "p", "sentence").map(textOf);
  assert(sentence!.includes("lookup −984 bytes"), sentence);
  assertEquals(more, []);
});

Deno.test("an outlier does not flatten the other values", () => {
  const flat = Array.from({ length: 60 }, (_, at) => 10 + at % 5);
  assertEquals(chartMaximum(flat), 14);
  assertEquals(chartMaximum([2500, ...flat]), 14 * 1.25);
  // With few values, or many large ones, the axis extends to the largest.
  assertEquals(chartMaximum([2500, 1, 1]), 2500);
  assertEquals(chartMaximum([...flat, ...flat.map(() => 2500)]), 2500);
  assertEquals(chartMaximum([]), 0);
});
