/**
 * The key bindings: Emacs keys as shells use them. `.help keys` prints this table.
 * @module
 */

import type { EditorRequest, LineEditor } from "./line_editor.ts";
import {
  blankStart,
  lineEnd,
  lineStart,
  nextCharacter,
  previousCharacter,
  wordEnd,
  wordStart,
} from "./text_moves.ts";

/** The command of a chord. */
interface EditingCommand {
  /** A short description. */
  readonly summary: string;
  /** Runs the command. */
  run(editor: LineEditor): EditorRequest | null | void;
  /** Whether the command moves up or down, so that the column and the position in the history stay. */
  readonly vertical?: boolean;
  /** Whether the position in the history stays. */
  readonly keepsWalk?: boolean;
}

/** Chords with the same command. */
interface Binding extends EditingCommand {
  readonly chords: readonly string[];
}

/** All bindings, in the order of help. */
export const BINDINGS: readonly Binding[] = [
  on(
    ["Enter", "C-j"],
    "run, or start a new line while a bracket or quote is open",
    (editor) => editor.enter(),
  ),
  on(["M-Enter", "S-Enter", "C-M-j"], "a new line", (editor) => editor.newLine()),
  on(["Tab", "M-?"], "complete", (editor) => editor.complete()),
  on(
    ["M-.", "F2"],
    "apply the suggested fix; on an empty line run the suggested query",
    (editor) => editor.takeFix(),
  ),
  on(["M-h", "F1"], "documentation of the word at the cursor", () => "documentation"),
  on(["C-f", "Right"], "right; at the end accept the suggestion", (editor) => editor.moveRight("character")),
  on(["C-b", "Left"], "left", ({ buffer, text, cursor }) => buffer.moveTo(previousCharacter(text, cursor))),
  on(
    ["M-f", "C-Right", "M-Right"],
    "a word right, also into the suggestion",
    (editor) => editor.moveRight("word"),
  ),
  on(
    ["M-b", "C-Left", "M-Left"],
    "a word left",
    ({ buffer, text, cursor }) => buffer.moveTo(wordStart(text, cursor)),
  ),
  on(
    ["C-a", "Home"],
    "start of the line",
    ({ buffer, text, cursor }) => buffer.moveTo(lineStart(text, cursor)),
  ),
  on(["C-e", "End"], "end of the line; at the end accept the suggestion", (editor) => {
    const { buffer, text, cursor } = editor;
    if (cursor === text.length) editor.moveRight("all");
    else buffer.moveTo(lineEnd(text, cursor));
  }),
  on(["C-Home"], "start of the text", ({ buffer }) => buffer.moveTo(0)),
  on(["C-End"], "end of the text", ({ buffer, text }) => buffer.moveTo(text.length)),
  vertical(
    ["C-p", "Up"],
    "line above, then older entries with the same beginning",
    (editor) => editor.moveVertically(-1),
  ),
  vertical(["C-n", "Down"], "line below, then newer entries", (editor) => editor.moveVertically(1)),
  vertical(["M-p", "PageUp"], "older entry with the same beginning", (editor) => editor.walkHistory(-1)),
  vertical(["M-n", "PageDown"], "newer entry with the same beginning", (editor) => editor.walkHistory(1)),
  vertical(["M-<"], "oldest entry", (editor) => editor.historyEnd(-1)),
  vertical(["M->"], "back to what you were typing", (editor) => editor.historyEnd(1)),
  on(["C-r"], "search the history; again for older, Ctrl-S for newer", (editor) => editor.startSearch()),
  on(["Backspace"], "erase left", ({ buffer, text, cursor }) => {
    buffer.erase(previousCharacter(text, cursor), cursor);
  }),
  on(["Delete"], "erase right", eraseRight),
  on(
    ["C-d"],
    "erase right; on an empty line exit",
    (editor) => editor.text === "" ? "leave" : eraseRight(editor),
  ),
  on(["C-k"], "cut to the end of the line", ({ buffer, text, cursor }) => {
    const end = lineEnd(text, cursor);
    buffer.kill(cursor, end === cursor ? nextCharacter(text, cursor) : end);
  }),
  on(["C-u"], "cut to the start of the line", ({ buffer, text, cursor }) => {
    const start = lineStart(text, cursor);
    buffer.kill(start === cursor ? previousCharacter(text, cursor) : start, cursor);
  }),
  on(
    ["C-w"],
    "cut back to white space",
    ({ buffer, text, cursor }) => buffer.kill(blankStart(text, cursor), cursor),
  ),
  on(["M-d", "C-Delete"], "cut the word right", ({ buffer, text, cursor }) => {
    buffer.kill(cursor, wordEnd(text, cursor));
  }),
  on(["M-Backspace", "C-Backspace", "C-M-h"], "cut the word left", ({ buffer, text, cursor }) => {
    buffer.kill(wordStart(text, cursor), cursor);
  }),
  on(["C-y"], "put the last cut back", ({ buffer }) => buffer.yank()),
  on(["M-y"], "after Ctrl-Y: the cut before it", ({ buffer }) => buffer.yankOlder()),
  on(["C-_", "C-x C-u", "C-x u"], "undo", ({ buffer }) => buffer.undo()),
  on(["M-_", "C-M-_", "C-x r"], "redo", ({ buffer }) => buffer.redo()),
  on(["C-t"], "swap two characters", swapCharacters),
  on(["M-u"], "word in upper case", (editor) => changeWord(editor, (word) => word.toUpperCase())),
  on(["M-l"], "word in lower case", (editor) => changeWord(editor, (word) => word.toLowerCase())),
  on(["C-x C-e"], "edit in $VISUAL or $EDITOR", () => "edit-outside"),
  on(["C-l"], "clear the screen", () => "clear-screen"),
  on(["C-z"], "suspend", () => "suspend"),
  on(["C-c"], "discard the line; cancel a running query", () => "cancel"),
];

/** The bindings by chord. */
export const EDITING_KEYS: Readonly<Record<string, EditingCommand>> = Object.fromEntries(
  BINDINGS.flatMap((binding) => binding.chords.map((chord) => [chord, binding])),
);

function on(chords: readonly string[], summary: string, run: EditingCommand["run"]): Binding {
  return { chords, summary, run };
}

function vertical(chords: readonly string[], summary: string, run: EditingCommand["run"]): Binding {
  return { chords, summary, run, vertical: true };
}

function eraseRight({ buffer, text, cursor }: LineEditor): void {
  buffer.erase(cursor, nextCharacter(text, cursor));
}

function swapCharacters({ buffer, text, cursor }: LineEditor): void {
  const end = cursor === text.length ? cursor : nextCharacter(text, cursor);
  const middle = previousCharacter(text, end);
  const start = previousCharacter(text, middle);
  if (start < middle && middle < end) {
    buffer.replace(start, end, text.slice(middle, end) + text.slice(start, middle));
  }
}

function changeWord({ buffer, text, cursor }: LineEditor, change: (word: string) => string): void {
  const end = wordEnd(text, cursor);
  buffer.replace(cursor, end, change(text.slice(cursor, end)));
}
