/**
 * The text being edited with its cursor, its past and what was cut out of it.
 * @module
 */

import { SHOW_LIMITS } from "../base/limits/show_limits.ts";

/** A text and a place in it. */
interface Snapshot {
  readonly text: string;
  /** Offset of the cursor. */
  readonly cursor: number;
}

/** What kind of change was made: equal kinds in a row are one step of undo, or one cut. */
type ChangeKind = "insert" | "erase" | "kill" | "other";

const MOST_STEPS = SHOW_LIMITS.undo.most;
const MOST_CUTS = SHOW_LIMITS.cuts.most;

/** A text with undo, redo and a kill ring. The ring outlives the text. */
export class EditBuffer {
  #text = "";
  #cursor = 0;
  #undo: Snapshot[] = [];
  #redo: Snapshot[] = [];
  #last: ChangeKind | null = null;
  readonly #cuts: string[] = [];
  /** Where the last yank is, while nothing else has happened since. */
  #yanked: { from: number; cut: number } | null = null;

  get text(): string {
    return this.#text;
  }

  /** Offset of the cursor. */
  get cursor(): number {
    return this.#cursor;
  }

  /** Forgets text and past and begins again. */
  reset(text = "", cursor: number = text.length): void {
    this.#text = text;
    this.#cursor = cursor;
    this.#undo = [];
    this.#redo = [];
    this.endUndoGroup();
  }

  /** Ends what belongs together: the next change is a step of its own. */
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
    // A space ends a step, so that undo goes word by word.
    if (/^\s/.test(text) && !/\s$/.test(this.#text.slice(0, this.#cursor))) this.endUndoGroup();
    this.#change("insert", this.#cursor, this.#cursor, text);
  }

  /** Puts a text in place of a stretch, as one step. */
  replace(from: number, to: number, text: string): void {
    this.endUndoGroup();
    this.#change("other", from, to, text);
  }

  /** Removes a stretch without keeping it. */
  erase(from: number, to: number): void {
    if (from < to) this.#change("erase", from, to, "");
  }

  /** Cuts a stretch out; cuts in a row grow together in the order of the text. */
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

  /** Puts the last cut back in. */
  yank(): void {
    this.#yankCut(this.#cuts.length - 1, this.#cursor, this.#cursor);
  }

  /** Right after a yank: takes the cut before that one instead. */
  yankOlder(): void {
    if (!this.#yanked) return;
    const { from, cut } = this.#yanked;
    this.#yankCut((cut + this.#cuts.length - 1) % this.#cuts.length, from, this.#cursor);
  }

  /** Takes the last step back. */
  undo(): void {
    this.#travel(this.#undo, this.#redo);
  }

  /** Takes the last undo back. */
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
