/**
 * Prints a headline as plain text, for terminals and similar output.
 * @module
 */

import { textWidth } from "../base/text_width.ts";
import { chartMaximum } from "../base/chart_maximum.ts";
import { elide } from "../render/fit_text.ts";
import { sparkline } from "../render/plot/strips.ts";
import { visible } from "../render/visible.ts";
import { amountOf, bytesOf } from "../base/amount_text.ts";
import type { Headline, HeadlinePicture, HeadlineRow, Tone } from "./headline.ts";

/** The role of a piece of text, which decides its colour. */
type HeadlinePart = "sentence" | "damage" | "bar" | "faint" | Tone;

/** Options for printing a headline. */
interface HeadlineTextOptions {
  /** Width of the screen in columns. */
  readonly width: number;
  /** Colours a piece of text. */
  readonly paint?: (part: HeadlinePart, text: string) => string;
  /** The number of the first row, if rows are numbered so that a user can open them by number. */
  readonly firstNumber?: number;
}

const BAR_WIDTH = 12;
/** Narrower screens fit either names or bars, so bars are left out. */
const LEAST_WITH_BARS = 60;
const CURVE_WIDTH = 60;
const PIECES = " ▏▎▍▌▋▊▉█";

/** The sentence, the picture and the rows, each on their own lines. */
export function headlineLines(headline: Headline, options: HeadlineTextOptions): string[] {
  const { width, paint = (_part, text) => text } = options;
  const { sentence, damage, picture, rows } = headline;
  const lines = wrap(visible(sentence), width).map((line) => paint("sentence", line));
  if (damage !== null) {
    lines.push(...wrap(visible(`Damaged: ${damage}`), width).map((line) => paint("damage", line)));
  }
  if (picture?.kind === "curve") lines.push(...curveLines(picture, width, paint));
  lines.push(...rowLines(rows, options, paint));
  return lines;
}

/** Breaks a text at spaces to fit the width; further lines are indented by two columns. */
function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (line.trim() !== "" && textWidth(longer) > width) {
      lines.push(line);
      line = `  ${word}`;
    } else line = longer;
  }
  return [...lines, line];
}

/** The curve as a sparkline, with its title and its maximum. */
function curveLines(
  { points, title, unit }: Extract<HeadlinePicture, { readonly kind: "curve" }>,
  width: number,
  paint: NonNullable<HeadlineTextOptions["paint"]>,
): string[] {
  const values = points.map(({ value }) => Number(value));
  const most = Math.max(...values);
  const ceiling = chartMaximum(values);
  if (most === 0) return [];
  const label = ` ${title}, at most ${unit === "bytes" ? bytesOf(most) : amountOf(most)}`;
  const room = Math.min(CURVE_WIDTH, width - label.length);
  if (room < 10) return [];
  return [
    paint("bar", sparkline(shrunk(values.map((value) => Math.min(value, ceiling)), room), room)) +
    paint("faint", label),
  ];
}

/** Reduces the values to the available columns; each result is the maximum of the values that it replaces. */
function shrunk(values: readonly number[], room: number): number[] {
  const count = Math.min(room, values.length);
  return Array.from({ length: count }, (_, at) => {
    const from = Math.floor(at * values.length / count);
    const to = Math.max(from + 1, Math.floor((at + 1) * values.length / count));
    return Math.max(...values.slice(from, to));
  });
}

/** One line per row: number, bar, value, name and location. */
function rowLines(
  rows: readonly HeadlineRow[],
  { width, firstNumber }: HeadlineTextOptions,
  paint: NonNullable<HeadlineTextOptions["paint"]>,
): string[] {
  const hasBars = width >= LEAST_WITH_BARS && rows.some(({ share }) => share !== null);
  const widest = Math.max(0, ...rows.map(({ value }) => textWidth(value)));
  return rows.map(({ label, detail, value, share, tone }, at) => {
    const number = firstNumber === undefined ? "  " : `${String(firstNumber + at).padStart(1)} `;
    const bar = hasBars ? `${barOf(share)} ` : "";
    const shown = value.padStart(value.length + widest - textWidth(value));
    const taken = number.length + (hasBars ? BAR_WIDTH + 1 : 0) + widest + 2;
    const name = elide(visible(label), Math.max(1, width - taken));
    const room = width - taken - textWidth(name) - 2;
    const where = detail === null || room < 6 ? "" : `  ${elide(visible(detail), room)}`;
    return paint("faint", number) + paint(tone ?? "bar", bar) + `${shown}  ${name}` + paint("faint", where);
  });
}

/** A bar whose length shows a share. */
function barOf(share: number | null): string {
  const eighths = Math.round((share ?? 0) * BAR_WIDTH * 8);
  const text = "█".repeat(eighths >> 3) + (eighths % 8 === 0 ? "" : PIECES[eighths % 8]!);
  // Even the smallest share gets a visible bar.
  return (text === "" && share !== null && share > 0 ? PIECES[1]! : text).padEnd(BAR_WIDTH);
}
