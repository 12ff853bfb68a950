/**
 * Which columns and rows of a result find room on the screen, and how wide the columns are.
 * @module
 */

/** A column before the layout. */
export interface NaturalColumn {
  /** Columns of the terminal that its widest cell or its name takes. */
  readonly width: number;
  /** Numbers and strips are never cut: a cut address looks like another address. */
  readonly rigid: boolean;
  /** Columns with the largest rank are left out first. */
  readonly rank?: number;
}

/** A column that is displayed. */
export interface PlacedColumn {
  /** Number of the column. */
  readonly column: number;
  /** Width in terminal columns. */
  readonly width: number;
}

/** Minimum width of a text column. */
const LEAST_WIDTH = 10;
/** Width of the border and blanks of one column, without the closing border. */
const FRAME = 3;

/** Whether all of the chosen columns fit without being cut. */
export function fitsUncut(
  columns: readonly NaturalColumn[],
  chosen: readonly number[],
  room: number,
): boolean {
  return sum(chosen.map((column) => columns[column]!.width + FRAME)) + 1 <= room;
}

/**
 * Finds widths that fit into `room` terminal columns. Texts are cut first. If that is not enough, columns are
 * left out, those with the largest rank first, and the last one of equal ranks.
 */
export function placeColumns(
  columns: readonly NaturalColumn[],
  chosen: readonly number[],
  room: number,
): PlacedColumn[] {
  const rank = (column: number): number => columns[column]!.rank ?? 0;
  const left = [...chosen];
  for (;;) {
    const placed = fit(columns, left, room);
    if (placed !== null) return placed;
    if (left.length <= 1) break;
    const worst = left.reduce((last, column, at) => rank(column) >= rank(left[last]!) ? at : last, 0);
    left.splice(worst, 1);
  }
  const first = left[0] ?? 0;
  return [{ column: first, width: Math.min(columns[first]?.width ?? 0, Math.max(1, room - FRAME - 1)) }];
}

/**
 * Gives the chosen columns their widths. The widest texts are cut first, all to the same width; null if the
 * columns do not fit.
 */
function fit(
  columns: readonly NaturalColumn[],
  chosen: readonly number[],
  room: number,
): PlacedColumn[] | null {
  const natural = chosen.map((column) => columns[column]!.width);
  const least = chosen.map((column, at) =>
    columns[column]!.rigid ? natural[at]! : Math.min(natural[at]!, LEAST_WIDTH)
  );
  const spare = room - 1 - FRAME * chosen.length;
  if (sum(least) > spare) return null;
  let level = Math.max(...natural);
  const widths = (): number[] => natural.map((width, at) => Math.max(least[at]!, Math.min(width, level)));
  while (sum(widths()) > spare) level--;
  const fair = widths();
  // Columns lost by rounding go to the columns that were cut, from the left.
  let extra = spare - sum(fair);
  for (let at = 0; at < fair.length && extra > 0; at++) {
    if (fair[at]! < natural[at]!) {
      fair[at]!++;
      extra--;
    }
  }
  return chosen.map((column, at) => ({ column, width: fair[at]! }));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** The rows that are displayed: all of them, or the first and the last ones with a gap in between. */
export interface ShownRows {
  /** Number of rows before the gap. */
  readonly head: number;
  /** First row after the gap; equal to `head` if there is no gap. */
  readonly tailFrom: number;
}

/** Leaves out rows in the middle if there are more than `most`. */
export function placeRows(rowCount: number, most: number): ShownRows {
  if (rowCount <= most) return { head: rowCount, tailFrom: rowCount };
  const head = Math.ceil(most / 2);
  return { head, tailFrom: rowCount - (most - head) };
}
