/**
 * A chart as a picture: bars with their labels, or a curve. It stands for itself, without styles or scripts.
 * @module
 */

import { SHOW_LIMITS } from "../base/limits/show_limits.ts";
import { escapeXml } from "../render/escape_xml.ts";
import { bounds, type Series, squeeze } from "../render/plot/series.ts";
import { visible } from "../render/visible.ts";

const WIDTH = 800;
const MARGIN = 12;
const BAR = 22;
const LABEL = 260;
const VALUE = 110;
const LABEL_CHARS = 40;
const HEIGHT = 320;
const COLOR = "#2f6fb3";
const INK = "#1b2330";
const MOST_BARS = SHOW_LIMITS.bars.most;

/** Draws numbers as a kind of chart. */
export function chartSvg(series: Series, kind: "bars" | "lines"): string {
  return kind === "bars" ? bars(series) : curve(series);
}

function text(x: number, y: number, content: string, anchor = "start"): string {
  return `<text x="${x}" y="${y}" text-anchor="${anchor}">${escapeXml(shortened(content))}</text>`;
}

function shortened(content: string): string {
  const shown = visible(content);
  return shown.length <= LABEL_CHARS ? shown : `${shown.slice(0, LABEL_CHARS - 1)}…`;
}

function page(height: number, title: string, parts: readonly string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" ` +
    `font-family="sans-serif" font-size="13" fill="${INK}">\n` +
    `<title>${escapeXml(visible(title))}</title>\n<rect width="100%" height="100%" fill="#fff"/>\n` +
    `${text(MARGIN, 20, title)}\n${parts.join("\n")}\n</svg>\n`;
}

function bars({ values, labels, name, over, spell }: Series): string {
  const shown = values.slice(0, MOST_BARS);
  const most = Math.max(bounds(shown)?.high ?? 0, Number.MIN_VALUE);
  const room = WIDTH - 2 * MARGIN - LABEL - VALUE;
  const parts = shown.flatMap((value, at) => {
    const y = 32 + at * BAR;
    const length = Math.max(0, room * (value ?? 0) / most).toFixed(1);
    return [
      text(MARGIN + LABEL - 8, y + 15, labels[at] ?? "", "end"),
      `<rect x="${MARGIN + LABEL}" y="${y + 2}" width="${length}" height="${BAR - 5}" fill="${COLOR}"/>`,
      text(WIDTH - MARGIN, y + 15, value === null ? "NULL" : spell(value), "end"),
    ];
  });
  const more = values.length - shown.length;
  const end = 40 + shown.length * BAR;
  if (more > 0) parts.push(text(MARGIN, end + 4, `${more} more rows`));
  return page(end + 14, `${name} by ${over}`, parts);
}

function curve({ values, labels, name, over, spell }: Series): string {
  const points = squeeze(values, WIDTH);
  const { low: least, high } = bounds(points) ?? { low: 0, high: 1 };
  const low = Math.min(0, least);
  const span = high - low || 1;
  const [left, top, right, bottom] = [VALUE, 34, WIDTH - MARGIN, HEIGHT - 30];
  const last = Math.max(1, points.length - 1);
  let path = "";
  let isDown = false;
  for (const [at, value] of points.entries()) {
    if (value !== null) {
      const x = (left + (right - left) * at / last).toFixed(1);
      path += `${isDown ? "L" : "M"}${x} ${(bottom - (bottom - top) * (value - low) / span).toFixed(1)}`;
    }
    isDown = value !== null;
  }
  return page(HEIGHT, `${name} over ${over}`, [
    `<path d="M${left} ${top}V${bottom}H${right}" fill="none" stroke="#9ba6b5"/>`,
    `<path d="${path}" fill="none" stroke="${COLOR}" stroke-width="1.5"/>`,
    text(left - 6, top + 6, spell(high), "end"),
    text(left - 6, bottom, spell(low), "end"),
    text(left, HEIGHT - 10, labels[0] ?? ""),
    text(right, HEIGHT - 10, labels.at(-1) ?? "", "end"),
  ]);
}
