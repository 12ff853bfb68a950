import { type Run, screenRows } from "./screen_rows.ts";

const CELL_WIDTH = 8.4;
const ROW_HEIGHT = 18;
const FONT_SIZE = 14;
const MARGIN = 14;
/** The part of a row's height above the baseline. */
const ASCENT = 0.75;
const BACK = "#14181e";
const COLOR = "#d7dce3";
const FAINT_OPACITY = "0.6";

/** Viewers collapse blanks, and not all of them support the attribute that preserves them. */
const BLANK = "\u00a0";

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** A position with at most one decimal. */
function at(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/** Bars behind runs with a background, from the first such run of a row to the end up to which a menu is padded. */
function backsOf(runs: readonly Run[], row: number, columns: number): string {
  return runs.flatMap(({ column, back }, index) => {
    if (back === null || runs[index - 1]?.back === back) return [];
    const end = runs.slice(index).find((run) => run.back !== back)?.column ?? columns;
    const place = `x="${at(MARGIN + column * CELL_WIDTH)}" y="${at(MARGIN + row * ROW_HEIGHT)}"`;
    const width = at((end - column) * CELL_WIDTH);
    return [`<rect ${place} width="${width}" height="${ROW_HEIGHT}" fill="${back}"/>\n`];
  }).join("");
}

function textOf({ text, column, color, bold, faint }: Run): string {
  if (text.trim() === "") return "";
  const attributes = [
    // Every run has its position and width, so that columns are aligned in any font.
    `x="${at(MARGIN + column * CELL_WIDTH)}" textLength="${at([...text].length * CELL_WIDTH)}"`,
    ...(color === null ? [] : [`fill="${color}"`]),
    ...(bold ? [`font-weight="bold"`] : []),
    ...(faint ? [`opacity="${FAINT_OPACITY}"`] : []),
  ];
  return `<tspan ${attributes.join(" ")}>${escaped(text).replaceAll(" ", BLANK)}</tspan>`;
}

/** The screen as a picture that loads nothing. */
export function screenSvg(
  { screen, columns, title }: { readonly screen: string; readonly columns: number; readonly title: string },
): string {
  const rows = screenRows(screen);
  const width = at(columns * CELL_WIDTH + 2 * MARGIN);
  const height = at(rows.length * ROW_HEIGHT + 2 * MARGIN);
  const lines = rows.map((runs, row) => {
    const text = runs.map(textOf).join("");
    const backs = backsOf(runs, row, columns);
    if (text === "") return backs;
    return `${backs}<text y="${at(MARGIN + (row + ASCENT) * ROW_HEIGHT)}">${text}</text>\n`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" ` +
    `role="img" font-family="ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace" ` +
    `font-size="${FONT_SIZE}" fill="${COLOR}">\n<title>${escaped(title)}</title>\n` +
    `<rect width="100%" height="100%" rx="8" fill="${BACK}"/>\n${lines.join("")}</svg>\n`;
}
