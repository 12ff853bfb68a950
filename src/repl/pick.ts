/**
 * Chooses one of several items with the keyboard: typing narrows the list.
 * @module
 */

import { fuzzyMatch } from "../assist/assist.ts";
import type { MenuItem } from "./completion_menu.ts";
import { decodeKeys, type Key } from "./keys.ts";
import { layOut } from "./layout.ts";
import { ScreenPainter } from "./screen_painter.ts";
import type { Terminal } from "./terminal.ts";
import { previousCharacter } from "./text_moves.ts";
import type { Theme } from "./theme.ts";
import { EMPTY_VIEW, type View } from "./view.ts";
import { MENU_KEYS } from "./completion_menu.ts";

/** The items of a menu, and its appearance. */
interface PickOptions {
  /** The text before the typed characters. */
  readonly prompt: string;
  /** The items, best first. */
  readonly items: readonly MenuItem[];
  /** Theme of the prompt. */
  readonly theme: Theme;
}

/** A choice in progress. */
class Picking {
  readonly #all: readonly MenuItem[];
  #items: readonly MenuItem[];
  #selected = 0;
  #typed = "";

  constructor(items: readonly MenuItem[]) {
    this.#all = this.#items = items;
  }

  view(prompt: string): View {
    const typed = this.#typed;
    const menu = { start: 0, end: typed.length, items: this.#items, selected: this.#selected };
    const below = this.#items.length > 0 ? [] : [[{ text: "  nothing fits", style: "faint" }] as const];
    return {
      ...EMPTY_VIEW,
      prompt,
      text: typed,
      cursor: typed.length,
      menu: this.#items.length > 0 ? menu : null,
      below,
    };
  }

  /** Returns the choice; null if cancelled; undefined to continue. */
  press(key: Key): string | null | undefined {
    if (key.kind !== "chord") return this.#filter(this.#typed + key.text.replaceAll("\n", ""));
    const { chord } = key;
    const by = MENU_KEYS[chord];
    const count = this.#items.length;
    if (by !== undefined) this.#selected = count === 0 ? 0 : (this.#selected + count + by) % count;
    else if (chord === "Enter" || chord === "C-j") return this.#items[this.#selected]?.insert;
    else if (chord === "C-u") this.#filter("");
    else if (chord === "Backspace") {
      this.#filter(this.#typed.slice(0, previousCharacter(this.#typed, this.#typed.length)));
    } else if (["Escape", "C-c", "C-d", "C-g"].includes(chord)) return null;
    return undefined;
  }

  #filter(typed: string): undefined {
    this.#typed = typed;
    this.#selected = 0;
    this.#items = this.#all
      .map((item) => ({ item, fit: fuzzyMatch(typed, item.label) }))
      .filter(({ fit }) => fit !== null)
      .toSorted((left, right) => right.fit!.score - left.fit!.score)
      .map(({ item, fit }) => ({ ...item, matched: fit!.matched }));
  }
}

/** Shows the list and waits for a choice; null if cancelled. */
export async function pick(
  terminal: Terminal,
  { prompt, items, theme }: PickOptions,
): Promise<string | null> {
  const picking = new Picking(items);
  const painter = new ScreenPainter();
  terminal.setMode("editing");
  const show = async (): Promise<void> => {
    const size = terminal.size();
    await terminal.write(painter.paint(layOut(picking.view(prompt), size, theme), size.columns));
  };
  const stop = terminal.onResize(() => void show());
  let rest = "";
  let choice: string | null | undefined;
  try {
    while (choice === undefined) {
      await show();
      const input = await terminal.read();
      if (input === null) return null;
      // A lone escape is the Escape key, since the characters of a sequence arrive in one read.
      const decoded = decodeKeys(rest + input, rest + input === "\x1b");
      rest = decoded.rest;
      for (const key of decoded.keys) {
        choice = picking.press(key);
        if (choice !== undefined) break;
      }
    }
    return choice;
  } finally {
    stop();
    await terminal.write(painter.erase(terminal.size().columns));
    terminal.setMode("plain");
  }
}
