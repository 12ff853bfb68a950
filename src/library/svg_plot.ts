/**
 * The numbers of a result as a picture that stands by itself: bars by name, or a curve along the trace.
 * @module
 */

import type { ResultTable } from "../base/result_table.ts";
import { escapeHtml } from "../render/escape_html.ts";
import { likelyKind } from "../render/plot/plot.ts";
import { bounds, type Series, seriesOf, squeeze, valueColumn } from "../render/plot/series.ts";
import { SHOW_LIMITS } from "../base/limits/show_limits.ts";

const WIDTH = 720;
const LABEL_WIDTH = 240;
const VALUE_WIDTH = 90;
const BAR_HEIGHT = 18;
const CURVE_HEIGHT = 220;
const LABEL_LETTERS = 36;
const MARGIN = 24;
/** Readable on white and on black pages. */
const COLOR = "#3b82c4";
const TEXT = 'fill="currentColor" font-family="sans-serif" font-size="11"';

/** Draws the column that says most. The table must have a column of numbers. */
export function svgPlot(table: ResultTable): string {
  const column = valueColumn(table, undefined);
  const series = seriesOf(table, column, undefined);
  return likelyKind(table) === "bars" ? bars(series) : curve(series);
}

function bars({ name, values, labels, over, spell }: Series): string {
  const shown = values.slice(0, SHOW_LIMITS.bars.most);
  const most = Math.max(...shown.map((value) => Math.abs(value ?? 0)), Number.MIN_VALUE);
  const room = WIDTH - LABEL_WIDTH - VALUE_WIDTH;
  const rows = shown.map((value, row) => {
    const y = MARGIN + row * BAR_HEIGHT;
    const middle = y + BAR_HEIGHT / 2 + 3;
    const width = (room * Math.abs(value ?? 0) / most).toFixed(1);
    const letters = [...labels[row]!];
    const label = letters.length > LABEL_LETTERS
      ? `${letters.slice(0, LABEL_LETTERS - 1).join("")}…`
      : letters.join("");
    const number = value === null ? "" : spell(value);
    return `<text x="${LABEL_WIDTH - 6}" y="${middle}" text-anchor="end" ${TEXT}>${
      escapeHtml(label)
    }</text>` +
      `<rect x="${LABEL_WIDTH}" y="${y + 2}" width="${width}" height="${BAR_HEIGHT - 4}" fill="${COLOR}"/>` +
      `<text x="${(LABEL_WIDTH + Number(width) + 4).toFixed(1)}" y="${middle}" ${TEXT}>${
        escapeHtml(number)
      }</text>`;
  });
  return picture(MARGIN + shown.length * BAR_HEIGHT, `${name} by ${over}`, rows.join("\n"));
}

function curve({ name, values, labels, over, spell }: Series): string {
  const points = squeeze(values, WIDTH);
  const range = bounds(points) ?? { low: 0, high: 0 };
  const [low, high] = [Math.min(0, range.low), Math.max(0, range.high)];
  const y = (value: number): string =>
    (MARGIN + CURVE_HEIGHT - CURVE_HEIGHT * (value - low) / Math.max(high - low, Number.MIN_VALUE)).toFixed(
      1,
    );
  const x = (at: number): string => (WIDTH * at / points.length).toFixed(1);
  let path = "";
  let wasGap = true;
  for (const [at, value] of points.entries()) {
    if (value !== null) path += `${wasGap ? "M" : "L"}${x(at)} ${y(value)}H${x(at + 1)}`;
    wasGap = value === null;
  }
  const bottom = MARGIN + CURVE_HEIGHT;
  const labelY = bottom + 14;
  return picture(
    bottom + MARGIN,
    `${name} over ${over}`,
    `<path d="M0 ${bottom}H${WIDTH}" stroke="currentColor" stroke-opacity="0.3"/>\n` +
      `<path d="${path}" fill="none" stroke="${COLOR}" stroke-width="1.5"/>\n` +
      `<text x="${WIDTH}" y="12" text-anchor="end" ${TEXT}>${escapeHtml(`at most ${spell(high)}`)}</text>\n` +
      `<text x="0" y="${labelY}" ${TEXT}>${escapeHtml(labels[0] ?? "")}</text>\n` +
      `<text x="${WIDTH}" y="${labelY}" text-anchor="end" ${TEXT}>${escapeHtml(labels.at(-1) ?? "")}</text>`,
  );
}

function picture(height: number, title: string, inside: string): string {
  const name = escapeHtml(title);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" role="img" aria-label="${name}">\n` +
    `<text x="0" y="12" ${TEXT} font-weight="bold">${name}</text>\n${inside}\n</svg>`;
}
