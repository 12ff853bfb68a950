/**
 * The markup of a headline: a sentence, a curve or bars, and rows with their queries, which are collapsed.
 * @module
 */

import { amountOf, bytesOf } from "../base/amount_text.ts";
import { curveEnds } from "../headline/curve.ts";
import type { Headline, HeadlinePicture } from "../headline/headline.ts";
import { chartMaximum } from "../base/chart_maximum.ts";
import { type Markup, markup, verbatim } from "./markup.ts";

const WIDTH = 1000;
const HEIGHT = 120;

/** The headline of a section. */
export function headlineMarkup({ sentence, damage, picture, rows, traces }: Headline): Markup {
  return markup`<div class="headline" role="group" aria-label="Headline: ${traces.join(", ")}">
<p class="sentence">${marked(sentence)}</p>
${damage === null ? null : markup`<p class="damage">Damaged: ${damage}</p>\n`}${
    picture?.kind === "curve" ? curveMarkup(picture) : null
  }${rows.length === 0 ? null : rowsMarkup(rows)}</div>
`;
}

/** Formats a text in which names between backticks become code. */
function marked(text: string): Markup[] {
  return text.split("`").map((part, at) => at % 2 === 1 ? markup`<code>${part}</code>` : markup`${part}`);
}

function rowsMarkup(rows: Headline["rows"]): Markup {
  const hasBars = rows.some(({ share }) => share !== null);
  const lines = rows.map(({ label, detail, value, share, tone }) => {
    const percent = (100 * (share ?? 0)).toFixed(2);
    const bar = hasBars
      ? markup`<span class="track"><span class="fill ${tone ?? ""}" style="width:${percent}%"></span></span>`
      : null;
    const where = detail === null ? null : markup` <span class="where">${detail}</span>`;
    return markup`<li>${bar}<span class="n ${
      tone ?? ""
    }">${value}</span><span class="what"><strong>${label}</strong>${where}</span></li>\n`;
  });
  const queries = rows.map(({ query }) => query).join("\n");
  return markup`<ol class="headrows${hasBars ? "" : " nobars"}">
${lines}</ol>
<details class="asked"><summary>Queries</summary><div class="query"><code>${
    verbatim(queries)
  }</code></div></details>
`;
}

function curveMarkup(
  { title, points, unit, axis }: Extract<HeadlinePicture, { readonly kind: "curve" }>,
): Markup {
  const values = points.map(({ value }) => Number(value));
  const most = Math.max(...values);
  const ceiling = chartMaximum(values);
  const width = WIDTH / values.length;
  const top = (value: number): string =>
    (HEIGHT - (most === 0 ? 0 : (HEIGHT - 4) * Math.min(value, ceiling) / ceiling)).toFixed(1);
  const line = values.map((value, at) =>
    `${at === 0 ? "M0" : `L${(at * width).toFixed(1)}`} ${top(value)}H${((at + 1) * width).toFixed(1)}`
  ).join("");
  const [first, last] = curveEnds(points);
  const said = `${title}, at most ${unit === "bytes" ? bytesOf(most) : amountOf(most)}`;
  return markup`<div class="headcurve"><svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${said}">
<path class="area" d="${line}V${HEIGHT}H0Z"/>
<path class="line" d="${line}"/>
</svg>
<p class="axis"><span>${axis} ${first}</span> <span>${said}</span> <span>${last}</span></p></div>
`;
}
