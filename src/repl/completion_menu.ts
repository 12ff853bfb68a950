/**
 * The completion menu: its items and the selection.
 * @module
 */

/** A possible completion. */
export interface MenuItem {
  /** Text shown in the menu. */
  readonly label: string;
  readonly insert: string;
  /** Cursor position, from the start of `insert`; its end if absent. */
  readonly caret?: number;
  /** Type or count, in a few characters. */
  readonly detail: string;
  /** Description in one line. */
  readonly doc: string;
  /** Positions in `label` of the typed characters. */
  readonly matched?: readonly number[];
}

/** Completions at a position of a text. */
export interface Completions {
  /** Start of the text that an item replaces. */
  readonly start: number;
  /** End of that text. */
  readonly end: number;
  /** Suggestions, best first. */
  readonly items: readonly MenuItem[];
}

/** An open menu. */
export interface Menu extends Completions {
  /** Index of the selected item. */
  readonly selected: number;
}

/** The prefix that all items share, ignoring case; empty if it conflicts with the text. */
export function commonPrefix({ items }: Completions): string {
  const [first, ...others] = items;
  if (!first) return "";
  let common = first.insert;
  for (const { insert } of others) {
    let length = 0;
    while (length < common.length && length < insert.length && common[length] === insert[length]) length++;
    common = common.slice(0, length);
  }
  return common;
}

/** Keys that select the next or the previous item. */
export const MENU_KEYS: Readonly<Record<string, 1 | -1>> = {
  Down: 1,
  Tab: 1,
  "C-n": 1,
  Up: -1,
  "S-Tab": -1,
  "C-p": -1,
};

/** A menu with the selection moved by `by` items, wrapping around. */
export function moveSelection(menu: Menu, by: number): Menu {
  const count = menu.items.length;
  return { ...menu, selected: ((menu.selected + by) % count + count) % count };
}
