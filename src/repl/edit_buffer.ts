/**
 * The edited text with its cursor, undo history and kill ring.
 * @module
 */

import { SHOW_LIMITS } from "../base/limits/show_limits.ts";

/** A text with a cursor position. */
interface Snapshot {
  readonly text: string;
  /** Offset of the cursor. */
  readonly cursor: number;
}

/** The kind of a change: consecutive changes of the same kind form one undo step, or one cut. */
type ChangeKind = "insert" | "erase" | "kill" | "other";

const MOST_STEPS = SHOW_LIMITS.undo.most;
const MOST_CUTS = SHOW_LIMITS.cuts.most;

/** A text with undo, redo and a kill ring. The kill ring outlives the text. */
export class EditBuffer {
  #text = "";
  #cursor = 0;
  #undo: Snapshot[] = [];
  #redo: Snapshot[] = [];
  #last: ChangeKind | null = null;
  readonly #cuts: string[] = [];
  /** The range of the last yank, while nothing else has happened since. */
  #yanked: { from: number; cut: number } | null = null;

  get text(): string {
    return this.#text;
  }

  /** Offset of the cursor. */
  get cursor(): number {
    return this.#cursor;
  }

  /** Clears text and undo history. */
  reset(text = "", cursor: number = text.length): void {
    this.#text = text;
    this.#cursor = cursor;
    this.#undo = [];
    this.#redo = [];
    this.endUndoGroup();
  }

  /** Ends an undo group: the next change is a step of its own. */
  endUndoGroup(): void {
    this.#last = null;
    this.#yanked = null;
  }

  moveTo(cursor: number): void {
    this.endUndoGroup();
    this.#cursor = Math.min(Math.max(cursor, 0), this.#text.length);
  }

  /** Inserts typed text at the cursor. */
  insert(text: string): void {
    // A space ends an undo step, so that undo works word by word.
    if (/^\s/.test(text) && !/\s$/.test(this.#text.slice(0, this.#cursor))) this.endUndoGroup();
    this.#change("insert", this.#cursor, this.#cursor, text);
  }

  /** Replaces a range, as one step. */
  replace(from: number, to: number, text: string): void {
    this.endUndoGroup();
    this.#change("other", from, to, text);
  }

  /** Removes a range without storing it for `yank`. */
  erase(from: number, to: number): void {
    if (from < to) this.#change("erase", from, to, "");
  }

  /** Cuts a range; consecutive cuts are joined in the order of the text. */
  kill(from: number, to: number): void {
    if (from >= to) return;
    const cut = this.#text.slice(from, to);
    const before = to === this.#cursor && from < this.#cursor;
    if (this.#last === "kill" && this.#cuts.length > 0) {
      const joined = this.#cuts.pop()!;
      this.#cuts.push(before ? cut + joined : joined + cut);
    } else {
      this.#cuts.push(cut);
      if (this.#cuts.length > MOST_CUTS) this.#cuts.shift();
    }
    this.#change("kill", from, to, "");
  }

  /** Inserts the last cut. */
  yank(): void {
    this.#yankCut(this.#cuts.length - 1, this.#cursor, this.#cursor);
  }

  /** Directly after a yank, replaces the inserted text by the cut before it. */
  yankOlder(): void {
    if (!this.#yanked) return;
    const { from, cut } = this.#yanked;
    this.#yankCut((cut + this.#cuts.length - 1) % this.#cuts.length, from, this.#cursor);
  }

  /** Undoes the last step. */
  undo(): void {
    this.#travel(this.#undo, this.#redo);
  }

  /** Redoes the last undone step. */
  redo(): void {
    this.#travel(this.#redo, this.#undo);
  }

  #yankCut(cut: number, from: number, to: number): void {
    const text = this.#cuts[cut];
    if (text === undefined) return;
    this.replace(from, to, text);
    this.#yanked = { from, cut };
  }

  #travel(from: Snapshot[], to: Snapshot[]): void {
    const there = from.pop();
    if (!there) return;
    to.push({ text: this.#text, cursor: this.#cursor });
    this.#text = there.text;
    this.#cursor = there.cursor;
    this.endUndoGroup();
  }

  #change(kind: ChangeKind, from: number, to: number, text: string): void {
    if (this.#last !== kind || kind === "other") {
      this.#undo.push({ text: this.#text, cursor: this.#cursor });
      if (this.#undo.length > MOST_STEPS) this.#undo.shift();
    }
    this.#redo = [];
    this.#text = this.#text.slice(0, from) + text + this.#text.slice(to);
    this.#cursor = from + text.length;
    this.#yanked = null;
    this.#last = kind;
  }
}
