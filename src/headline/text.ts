/**
 * A headline for terminals and other places of text.
 * @module
 */

import { textWidth } from "../base/text_width.ts";
import { chartCeiling } from "../base/chart_ceiling.ts";
import { elide } from "../render/fit_text.ts";
import { sparkline } from "../render/plot/strips.ts";
import { visible } from "../render/visible.ts";
import { amountOf, bytesOf } from "../base/amount_text.ts";
import type { Headline, HeadlinePicture, HeadlineRow, Tone } from "./headline.ts";

/** What a piece of a headline is, for whoever colours it. */
type HeadlinePart = "sentence" | "damage" | "bar" | "faint" | Tone;

/** How a headline is drawn. */
interface HeadlineTextOptions {
  /** Columns of the screen. */
  readonly width: number;
  /** Colours a piece of text. */
  readonly paint?: (part: HeadlinePart, text: string) => string;
  /** Numbers rows from here on, where a number asks the query of a row; absent where it does not. */
  readonly firstNumber?: number;
}

const BAR_WIDTH = 12;
/** Narrower screens have room for names or bars. */
const LEAST_WITH_BARS = 60;
const CURVE_WIDTH = 60;
const PIECES = " ▏▎▍▌▋▊▉█";

/** The sentence, the picture and the rows, each on lines of their own. */
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

/** Lines broken at blanks, where the text is wider than the screen; what follows is two columns in. */
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

/** The curve as one strip, with what it shows and its largest value. */
function curveLines(
  { points, title, unit }: Extract<HeadlinePicture, { readonly kind: "curve" }>,
  width: number,
  paint: NonNullable<HeadlineTextOptions["paint"]>,
): string[] {
  const values = points.map(({ value }) => Number(value));
  const most = Math.max(...values);
  const ceiling = chartCeiling(values);
  if (most === 0) return [];
  const label = ` ${title}, at most ${unit === "bytes" ? bytesOf(most) : amountOf(most)}`;
  const room = Math.min(CURVE_WIDTH, width - label.length);
  if (room < 10) return [];
  return [
    paint("bar", sparkline(shrunk(values.map((value) => Math.min(value, ceiling)), room), room)) +
    paint("faint", label),
  ];
}

/** As many values as there is room for, each the largest of those that it is drawn for. */
function shrunk(values: readonly number[], room: number): number[] {
  const count = Math.min(room, values.length);
  return Array.from({ length: count }, (_, at) => {
    const from = Math.floor(at * values.length / count);
    const to = Math.max(from + 1, Math.floor((at + 1) * values.length / count));
    return Math.max(...values.slice(from, to));
  });
}

/** A line for each row: its number, its bar, its value, its name and where that is. */
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

/** A bar as long as its part. */
function barOf(share: number | null): string {
  const eighths = Math.round((share ?? 0) * BAR_WIDTH * 8);
  const text = "█".repeat(eighths >> 3) + (eighths % 8 === 0 ? "" : PIECES[eighths % 8]!);
  // What there is is seen, however little it is.
  return (text === "" && share !== null && share > 0 ? PIECES[1]! : text).padEnd(BAR_WIDTH);
}
