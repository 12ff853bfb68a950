/**
 * The completion menu as screen rows.
 * @module
 */

import { textWidth } from "../base/text_width.ts";
import { cutEnd } from "../render/fit_text.ts";
import type { Menu } from "./completion_menu.ts";
import { ScreenRow } from "./screen_row.ts";
import { graphemes } from "./text_moves.ts";
import type { Theme } from "./theme.ts";

const MOST_ITEMS = 10;
/** Minimum width of a description; a description that would be cut to less is omitted. */
const LEAST_DOC = 12;

/** As many items as fit, around the selected one; the last row shows its number. */
export function menuRows(menu: Menu, room: { columns: number; rows: number }, theme: Theme): ScreenRow[] {
  const { items, selected } = menu;
  const shown = Math.min(items.length, MOST_ITEMS, Math.max(1, room.rows - 1));
  const first = Math.min(Math.max(0, selected - Math.floor(shown / 2)), items.length - shown);
  const window = items.slice(first, first + shown);
  const columns = room.columns - 1;
  const widest = Math.max(...window.map(({ label }) => textWidth(label)));
  const labels = Math.min(widest, Math.max(8, Math.floor(columns * 0.5)));
  const details = Math.min(
    Math.max(...window.map(({ detail }) => textWidth(detail))),
    Math.floor(columns * 0.3),
  );
  const rows = window.map((item, at) => {
    const chosen = first + at === selected;
    const row = new ScreenRow(theme, columns);
    // Without colours, the mark is the only sign of the selection.
    row.add(chosen ? "> " : "  ", chosen ? "menu-chosen" : "menu");
    addLabel(row, item.label, chosen ? [] : item.matched ?? [], chosen, labels);
    row.padTo(2 + labels + 1, chosen ? "menu-chosen" : "menu");
    const style = chosen ? "menu-chosen" : "menu-detail";
    if (details > 0) {
      row.add(cutEnd(item.detail, details), style);
      row.padTo(2 + labels + 1 + details + 1, style);
    }
    if (row.left >= LEAST_DOC) row.add(item.doc, style);
    row.padTo(columns, style);
    return row;
  });
  if (items.length > shown && room.rows > shown) {
    const row = new ScreenRow(theme, columns);
    row.add(`  ${selected + 1} of ${items.length}`, "faint");
    rows.push(row);
  }
  return rows;
}

/** A label with the typed characters highlighted. */
function addLabel(
  row: ScreenRow,
  label: string,
  matched: readonly number[],
  chosen: boolean,
  room: number,
): void {
  let left = room;
  for (const { segment, index } of graphemes(cutEnd(label, room))) {
    const width = textWidth(segment);
    if (width > left) return;
    left -= width;
    row.add(segment, chosen ? "menu-chosen" : matched.includes(index) ? "menu-match" : "menu");
  }
}
