/**
 * The menu of completions: what is offered and what is chosen.
 * @module
 */

/** One thing that could be at the cursor. */
export interface MenuItem {
  /** Text shown in the menu. */
  readonly label: string;
  readonly insert: string;
  /** Where the cursor goes, counted from the start of `insert`; absent = to its end. */
  readonly caret?: number;
  /** Type or count, in a few characters. */
  readonly detail: string;
  /** One line on what it means. */
  readonly doc: string;
  /** Places in `label` of the letters that were typed. */
  readonly matched?: readonly number[];
}

/** What fits at a place of a text. */
export interface Completions {
  /** Stretch of the text that an item replaces. */
  readonly start: number;
  /** End of that stretch. */
  readonly end: number;
  /** Suggestions, best first. */
  readonly items: readonly MenuItem[];
}

/** An open menu. */
export interface Menu extends Completions {
  /** Index of the chosen item. */
  readonly selected: number;
}

/** Letters that all items begin with, however they are written; empty when they differ from what is there. */
export function commonInsert({ items }: Completions): string {
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

/** Keys that choose the item below or above. */
export const MENU_KEYS: Readonly<Record<string, 1 | -1>> = {
  Down: 1,
  Tab: 1,
  "C-n": 1,
  Up: -1,
  "S-Tab": -1,
  "C-p": -1,
};

/** A menu with the selection moved by `by` items, around the ends. */
export function moveSelection(menu: Menu, by: number): Menu {
  const count = menu.items.length;
  return { ...menu, selected: ((menu.selected + by) % count + count) % count };
}
