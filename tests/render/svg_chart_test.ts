/** Charts as pictures. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import type { Series } from "../../src/render/plot/series.ts";
import { svgChart } from "../../src/render/plot/svg_chart.ts";

function series(values: readonly (number | null)[], labels: readonly string[]): Series {
  return { name: "bytes", over: "func", values, labels, spell: String };
}

Deno.test("svgChart() draws negative amounts as long as positive ones, and nothing for a missing number", () => {
  const picture = svgChart(series([50, -100, null, Infinity], ["a", "b", "<c>", "d\u202e"]), "bars", "alone");
  const lengths = [...picture.matchAll(/<rect x="\d+" y="\d+" width="([^"]+)"/g)].map(([, width]) => width);
  assertEquals(lengths, ["203.0", "406.0", "0", "0"]);
  assertEquals(
    [...picture.matchAll(/text-anchor="end">([^<]*)</g)].map(([, text]) => text),
    ["a", "50", "b", "-100", "&lt;c&gt;", "NULL", "d\\u202e", "Infinity"],
  );
});

Deno.test("svgChart() leaves gaps in a curve, and shows a single number", () => {
  const [, gaps] = /<path d="(M110\.0[^"]*)"/.exec(
    svgChart(series([1, 2, null, Infinity, 4], ["", "", "", "", ""]), "lines", "alone"),
  )!;
  assertEquals(gaps!.match(/M/g)!.length, 2);
  assertMatch(svgChart(series([7], ["x"]), "lines", "alone"), /d="M110\.0 34\.0H788\.0"/);
});

Deno.test("svgChart() within a page uses the colours of the page", () => {
  const [alone, within] = (["alone", "within a page"] as const).map((place) =>
    svgChart(series([1], ["a"]), "bars", place)
  );
  assertEquals([alone, within].map((each) => each!.includes('fill="#fff"')), [true, false]);
  assertEquals([alone, within].map((each) => each!.includes("currentColor")), [false, true]);
});

Deno.test("svgChart() writes the name and the amount of each bar beside it", () => {
  const picture = svgChart(series([1, 2, 3], ["a", "b", "c"]), "bars", "alone");
  const bars = [...picture.matchAll(/<rect x="\d+" y="(\d+)" width="[^"]+" height="(\d+)"/g)].map((each) =>
    each.slice(1).map(Number)
  );
  const texts = [...picture.matchAll(/<text x="\d+" y="(\d+)" text-anchor="end">/g)].map(([, y]) =>
    Number(y)
  );
  assertEquals([bars.length, texts.length], [3, 6]);
  for (const [at, y] of texts.entries()) {
    const [top, height] = bars[at >> 1]! as [number, number];
    assert(y > top && y <= top + height, `${y} is not within ${top} and ${top + height}`);
  }
});
