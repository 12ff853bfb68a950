/**
 * The line editor as a state machine: each key changes the state, and may return a request. It performs no
 * input or output; the painter reads its state.
 * @module
 */

import type { Span } from "../base/diagnostic.ts";
import { dropTrailing } from "../base/drop_trailing.ts";
import {
  commonPrefix,
  type Completions,
  type Menu,
  MENU_KEYS,
  type MenuItem,
  moveSelection,
} from "./completion_menu.ts";
import { EditBuffer } from "./edit_buffer.ts";
import { EDITING_KEYS } from "./editing_keys.ts";
import type { History } from "./history.ts";
import type { Key } from "./keys.ts";
import { columnOf, nextCharacter, verticalMove, wordEnd } from "./text_moves.ts";

/** A request to the loop around the editor. */
export type EditorRequest =
  | "accept"
  | "cancel"
  | "leave"
  | "edit-outside"
  | "clear-screen"
  | "suspend"
  | "documentation";

/** What the editor needs from the prompt. */
interface EditorOptions {
  /** History of entries. */
  readonly history: History;
  /** Completions at the cursor. */
  readonly complete: (text: string, cursor: number) => Completions | null;
  /** True if Enter should insert a line break. */
  readonly needsMore: (text: string) => boolean;
  /** The fix nearest to the cursor; null if there is none. */
  readonly fix?: (text: string, cursor: number) => ProposedFix | null;
  /** Whether a suggestion could be distinguished from the text; if not, none is shown or accepted. */
  readonly suggests?: () => boolean;
}

/** A suggested change. */
interface ProposedFix {
  readonly span: Span;
  readonly text: string;
  /** Whether the suggestion is a complete query, which runs at once. */
  readonly runs?: boolean;
}

/** A search through the history. */
interface HistorySearch {
  /** The search text. */
  readonly wanted: string;
  /** Index of the entry found; -1 if there is none. */
  readonly at: number;
  /** The text edited before the search. */
  readonly before: { readonly text: string; readonly cursor: number };
}

/** Number of rows by which keys move the selection in an open menu. */
const STEPS: Readonly<Record<string, number>> = { ...MENU_KEYS, PageDown: 8, PageUp: -8 };

/** An entry being edited. */
export class LineEditor {
  /** Text, cursor, undo history, kill ring. */
  readonly buffer = new EditBuffer();
  readonly #options: EditorOptions;
  #menu: Menu | null = null;
  #search: HistorySearch | null = null;
  #historyAt: number;
  #draft = "";
  #walking: { prefix: string } | null = null;
  #column: number | null = null;
  #pendingControlX = false;
  #typed = false;

  /** Creates an editor without text. */
  constructor(options: EditorOptions) {
    this.#options = options;
    this.#historyAt = options.history.entries.length;
  }

  get text(): string {
    return this.buffer.text;
  }

  /** Offset of the cursor. */
  get cursor(): number {
    return this.buffer.cursor;
  }

  /** The open menu. */
  get menu(): Menu | null {
    return this.#menu;
  }

  /** The active search. */
  get search(): HistorySearch | null {
    return this.#search;
  }

  /** Whether the last key changed the text, so that the word at the cursor is probably unfinished. */
  get justTyped(): boolean {
    return this.#typed;
  }

  /** The rest of an earlier entry, shown in grey after the cursor. */
  get suggestion(): string {
    if (this.#menu || this.#search || this.#walking || this.cursor < this.text.length) return "";
    if (this.#options.suggests?.() === false) return "";
    return this.#options.history.suggestion(this.text);
  }

  /** Begins a new entry. */
  reset(text = ""): void {
    this.buffer.reset(text);
    this.#menu = this.#search = this.#walking = null;
    this.#historyAt = this.#options.history.entries.length;
    this.#draft = "";
    this.#pendingControlX = this.#typed = false;
  }

  /** Handles a key. */
  press(key: Key): EditorRequest | null {
    const before = this.text;
    const request = this.#press(key);
    this.#typed = this.text !== before;
    return request;
  }

  #press(key: Key): EditorRequest | null {
    const name = key.kind === "chord" ? key.chord : "";
    if (this.#pendingControlX && key.kind !== "paste") {
      this.#pendingControlX = false;
      return this.#bound(`C-x ${name === "" && key.kind === "text" ? key.text : name}`);
    }
    if (name === "C-x") {
      this.#pendingControlX = true;
      return null;
    }
    if (this.#search) {
      const done = this.#pressInSearch(key, this.#search);
      if (done !== "on") return done;
    }
    if (this.#menu && this.#pressInMenu(name, this.#menu)) return null;
    if (key.kind === "chord") return this.#bound(name);
    this.#walking = null;
    this.#column = null;
    if (key.kind === "paste") {
      this.buffer.endUndoGroup();
      this.buffer.insert(cleanPaste(key.text));
      this.buffer.endUndoGroup();
      this.#menu = null;
      return null;
    }
    this.buffer.insert(key.text);
    if (this.#menu) this.#openMenu();
    return null;
  }

  #bound(name: string): EditorRequest | null {
    const command = EDITING_KEYS[name];
    if (!command) return null;
    if (!command.vertical) this.#column = null;
    if (!command.vertical && !command.keepsWalk) this.#walking = null;
    return command.run(this) ?? null;
  }

  /** Enter: inserts a line break if one is needed, otherwise finishes the entry. */
  enter(): EditorRequest | null {
    // A second Enter on an empty last line always runs the entry, so that its error is shown.
    const insists = /\n[^\S\n]*$/.test(this.text) && this.cursor === this.text.length;
    if (this.#options.needsMore(this.text) && !insists) {
      this.newLine();
      return null;
    }
    return "accept";
  }

  /** Inserts a line break, indented like the previous line. */
  newLine(): void {
    const { text, cursor } = this;
    const indent = /[^\S\n]*/.exec(text.slice(text.lastIndexOf("\n", cursor - 1) + 1, cursor))![0];
    this.buffer.endUndoGroup();
    this.buffer.insert("\n" + indent);
  }

  /** Up and Down: first within the text, then through the history. */
  moveVertically(step: -1 | 1): void {
    this.#column ??= columnOf(this.text, this.cursor);
    const target = this.#walking ? null : verticalMove(this.text, this.cursor, step, this.#column);
    if (target !== null) this.buffer.moveTo(target);
    else this.walkHistory(step);
  }

  /** Shows the next older or newer entry that begins with the text before the cursor. */
  walkHistory(step: -1 | 1): void {
    const { history } = this.#options;
    if (!this.#walking) {
      this.#walking = { prefix: this.text.slice(0, this.cursor) };
      this.#draft = this.text;
      this.#historyAt = history.entries.length;
    }
    const { prefix } = this.#walking;
    const at = history.withPrefix(prefix, this.#historyAt, step, this.text);
    if (at >= 0) this.#historyAt = at;
    else if (step > 0) this.#historyAt = history.entries.length;
    else return;
    const text = history.entries[this.#historyAt] ?? this.#draft;
    this.buffer.replace(0, this.text.length, text);
  }

  /** Shows the oldest entry, or returns to the text being typed. */
  historyEnd(step: -1 | 1): void {
    const { history } = this.#options;
    if (!this.#walking) {
      this.#walking = { prefix: "" };
      this.#draft = this.text;
    }
    this.#historyAt = step < 0 ? 0 : history.entries.length;
    this.buffer.replace(0, this.text.length, history.entries[this.#historyAt] ?? this.#draft);
  }

  /** Moves right; at the end accepts the grey suggestion, or one word of it. */
  moveRight(by: "character" | "word" | "all"): void {
    const { suggestion, text, cursor } = this;
    if (suggestion === "") {
      if (by === "character") this.buffer.moveTo(nextCharacter(text, cursor));
      if (by === "word") this.buffer.moveTo(wordEnd(text, cursor));
      return;
    }
    const taken = by === "word" ? suggestion.slice(0, wordEnd(suggestion, 0)) : suggestion;
    this.buffer.replace(cursor, cursor, taken);
  }

  /** Tab: inserts the only completion or the common prefix, otherwise opens the menu. */
  complete(): void {
    const found = this.#options.complete(this.text, this.cursor);
    if (!found || found.items.length === 0) return;
    const [only] = found.items;
    if (found.items.length === 1 && only) {
      const isThere = only.insert === this.text.slice(found.start, found.end);
      // The word is complete, so completions of the next word are shown.
      if (isThere && this.cursor === this.text.length) this.#completeNext();
      else this.#insert(found, only);
      return;
    }
    const common = commonPrefix(found);
    const there = this.text.slice(found.start, found.end);
    if (common.length > there.length && common.startsWith(there)) {
      this.buffer.replace(found.start, found.end, common);
    }
    this.#openMenu();
  }

  /**
   * Applies the suggested fix. On an empty line, applies the fix of the last failed entry, which runs if it
   * is a complete query.
   */
  takeFix(): EditorRequest | null {
    const fix = this.#options.fix?.(this.text, this.cursor);
    if (!fix) return null;
    this.buffer.replace(fix.span.start, fix.span.end, fix.text);
    return fix.runs ? "accept" : null;
  }

  /** Begins the next word, and completes it if only one can follow. */
  #completeNext(): void {
    if (!/\s$/.test(this.text)) this.buffer.insert(" ");
    const found = this.#options.complete(this.text, this.cursor);
    const [only, ...others] = found?.items ?? [];
    if (found && only && others.length === 0) this.#insert(found, only);
    else this.#openMenu();
  }

  /** Opens the search through the history. */
  startSearch(): void {
    this.#menu = null;
    const { text, cursor } = this;
    this.#search = { wanted: "", at: this.#options.history.entries.length, before: { text, cursor } };
  }

  #insert({ start, end }: Completions, { insert, caret = insert.length }: MenuItem): void {
    this.buffer.replace(start, end, insert);
    this.buffer.moveTo(start + caret);
  }

  #openMenu(): void {
    const found = this.#options.complete(this.text, this.cursor);
    const none = !found || found.items.length === 0 ||
      (found.items.length === 1 && found.items[0]!.insert === this.text.slice(found.start, found.end));
    this.#menu = none ? null : { ...found!, selected: 0 };
  }

  /** Handles a key in the menu; returns false if the key is for the editor. */
  #pressInMenu(name: string, menu: Menu): boolean {
    const by = STEPS[name];
    if (by !== undefined) {
      this.#menu = moveSelection(menu, by);
      return true;
    }
    // The text is inserted, and then the menu is updated.
    if (name === "" || name === "M-h" || name === "F1") return false;
    this.#menu = null;
    if (name === "Enter" || name === "C-j" || name === "Right") {
      const item = menu.items[menu.selected];
      if (item) this.#insert(menu, item);
    } else if (name === "Backspace") {
      EDITING_KEYS[name]!.run(this);
      if (this.cursor > menu.start) this.#openMenu();
    } else return name === "Escape" || name === "C-g";
    return true;
  }

  /** Handles a key during a search; `on` passes the key to the editor. */
  #pressInSearch(key: Key, search: HistorySearch): EditorRequest | null | "on" {
    const name = key.kind === "chord" ? key.chord : "";
    const look = (wanted: string, from: number, step: -1 | 1): void => {
      const at = wanted === ""
        ? this.#options.history.entries.length
        : this.#options.history.containing(wanted, from, step);
      // The previous match stays visible until there is a better match.
      this.#search = { ...search, wanted, at };
      if (at < 0) return;
      const text = this.#options.history.entries[at];
      const before = text === undefined ? search.before : {
        text,
        cursor: Math.max(0, text.toLowerCase().indexOf(wanted.toLowerCase())),
      };
      this.buffer.reset(before.text, before.cursor);
    };
    const newest = this.#options.history.entries.length - 1;
    if (key.kind !== "chord") {
      look(
        search.wanted + key.text.replaceAll(/\s+/g, " "),
        Math.min(search.at < 0 ? newest : search.at, newest),
        -1,
      );
      return null;
    }
    const { wanted, at, before } = search;
    if (name === "C-r" || name === "C-s") {
      const step = name === "C-r" ? -1 : 1;
      if (wanted !== "" && at >= 0) look(wanted, at + step, step);
      return null;
    }
    if (name === "Backspace") {
      look([...wanted].slice(0, -1).join(""), newest, -1);
      return null;
    }
    this.#search = null;
    if (name === "C-g" || name === "C-c") this.buffer.reset(before.text, before.cursor);
    else if (name === "Enter" || name === "C-j") return this.text.trim() === "" ? null : "accept";
    else if (name !== "Escape" && name !== "Tab") return "on";
    return null;
  }
}

/** A paste as plain text: uniform line breaks, no control characters, no line break at the end. */
function cleanPaste(text: string): string {
  // deno-lint-ignore no-control-regex
  return dropTrailing(text.replaceAll(/\r\n?/g, "\n").replaceAll(/[\x00-\x08\x0b-\x1f\x7f]/g, ""), "\n");
}
