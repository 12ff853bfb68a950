/**
 * An SVG chart: labelled bars, or a curve. It contains no styles and no scripts.
 * @module
 */

import { SHOW_LIMITS } from "../../base/limits/show_limits.ts";
import { escapeHtml } from "../escape_html.ts";
import { bounds, downsample, moreRows, type Series } from "./series.ts";

const WIDTH = 800;
const MARGIN = 12;
const BAR = 22;
const LABEL = 260;
const VALUE = 110;
const LABEL_LETTERS = 40;
const HEIGHT = 320;
/** Readable on white and on black backgrounds. */
const COLOR = "#3b82c4";

/** Where the chart is shown: by itself, or within a page whose colours it inherits. */
type SvgPlace = "alone" | "within a page";

/** A part of the chart below its title, with the total height. */
interface Drawing {
  readonly height: number;
  readonly title: string;
  readonly parts: readonly string[];
}

/** Draws numbers as a kind of chart. */
export function svgChart(series: Series, kind: "bars" | "lines", place: SvgPlace): string {
  const { height, title, parts } = kind === "bars" ? bars(series) : curve(series);
  const [ink, paper] = place === "alone"
    ? ["#1b2330", '<rect width="100%" height="100%" fill="#fff"/>\n']
    : ["currentColor", ""];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" ` +
    `role="img" font-family="sans-serif" font-size="13" fill="${ink}">\n` +
    `<title>${escapeHtml(title)}</title>\n${paper}${text(MARGIN, 20, title)}\n${parts.join("\n")}\n</svg>\n`;
}

function text(x: number, y: number, content: string, anchor = "start"): string {
  return `<text x="${x}" y="${y}" text-anchor="${anchor}">${escapeHtml(shortened(content))}</text>`;
}

function shortened(content: string): string {
  const letters = [...content];
  return letters.length <= LABEL_LETTERS ? content : `${letters.slice(0, LABEL_LETTERS - 1).join("")}…`;
}

/** Whether a number has a length: null and infinite ones do not. */
function isFiniteNumber(value: number | null): value is number {
  return value !== null && Number.isFinite(value);
}

function bars({ values, labels, name, over, spell }: Series): Drawing {
  const shown = values.slice(0, SHOW_LIMITS.bars.most);
  const { low, high } = bounds(shown) ?? { low: 0, high: 0 };
  const most = Math.max(-low, high) || 1;
  const room = WIDTH - 2 * MARGIN - LABEL - VALUE;
  const parts = shown.flatMap((value, at) => {
    const y = 32 + at * BAR;
    const length = isFiniteNumber(value) ? (room * Math.abs(value) / most).toFixed(1) : "0";
    return [
      text(MARGIN + LABEL - 8, y + 15, labels[at] ?? "", "end"),
      `<rect x="${MARGIN + LABEL}" y="${y + 2}" width="${length}" height="${BAR - 5}" fill="${COLOR}"/>`,
      text(WIDTH - MARGIN, y + 15, value === null ? "NULL" : spell(value), "end"),
    ];
  });
  const more = values.length - shown.length;
  const end = 40 + shown.length * BAR;
  if (more > 0) parts.push(text(MARGIN, end + 4, moreRows(more)));
  return { height: end + 14, title: `${name} by ${over}`, parts };
}

function curve({ values, labels, name, over, spell }: Series): Drawing {
  const points = downsample(values, WIDTH);
  const range = bounds(points) ?? { low: 0, high: 0 };
  const [low, high] = [Math.min(0, range.low), Math.max(0, range.high)];
  const [left, top, right, bottom] = [VALUE, 34, WIDTH - MARGIN, HEIGHT - 30];
  const x = (at: number): string => (left + (right - left) * at / points.length).toFixed(1);
  const y = (value: number): string =>
    (bottom - (bottom - top) * (value - low) / (high - low || 1)).toFixed(1);
  let path = "";
  let wasGap = true;
  for (const [at, value] of points.entries()) {
    if (isFiniteNumber(value)) path += `${wasGap ? "M" : "L"}${x(at)} ${y(value)}H${x(at + 1)}`;
    wasGap = !isFiniteNumber(value);
  }
  return {
    height: HEIGHT,
    title: `${name} over ${over}`,
    parts: [
      `<path d="M${left} ${top}V${bottom}H${right}" fill="none" stroke="#9ba6b5"/>`,
      `<path d="${path}" fill="none" stroke="${COLOR}" stroke-width="1.5"/>`,
      text(left - 6, top + 6, spell(high), "end"),
      text(left - 6, bottom, spell(low), "end"),
      text(left, HEIGHT - 10, labels[0] ?? ""),
      text(right, HEIGHT - 10, labels.at(-1) ?? "", "end"),
    ],
  };
}
