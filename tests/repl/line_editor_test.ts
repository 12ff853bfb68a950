import { needsMore } from "../../src/repl/plain_loop.ts";
import { assertEquals } from "@std/assert";
import type { Completions } from "../../src/repl/completion_menu.ts";
import { fromHistoryLines, History, toHistoryLine } from "../../src/repl/history.ts";
import type { Key } from "../../src/repl/keys.ts";
import { type EditorRequest, LineEditor } from "../../src/repl/line_editor.ts";

const WORDS = ["file", "first", "func"];

function completeWord(text: string, cursor: number): Completions | null {
  const start = /\w*$/.exec(text.slice(0, cursor))!.index;
  const typed = text.slice(start, cursor);
  const items = WORDS.filter((word) => word.startsWith(typed)).map((word) => ({
    label: word,
    insert: word,
    detail: "",
    doc: "",
  }));
  return { start, end: cursor, items };
}

/** An editor after some keys, and the actions that they requested. */
function edit(
  script: string,
  history: readonly string[] = [],
): { editor: LineEditor; asked: EditorRequest[] } {
  const editor = new LineEditor({ history: new History(history), complete: completeWord, needsMore });
  const asked: EditorRequest[] = [];
  for (const [, paste, chord, text] of script.matchAll(/<<([^]*?)>>|<(M-[<>]|[^<>\s][^<>]*)>|([^<]+|<)/g)) {
    const key: Key = paste !== undefined
      ? { kind: "paste", text: paste }
      : chord !== undefined
      ? { kind: "chord", chord }
      : { kind: "text", text: text! };
    // Typed one by one, like a user does.
    const keys: Key[] = key.kind === "text"
      ? [...key.text].map((each) => ({ kind: "text", text: each }))
      : [key];
    for (const each of keys) {
      const request = editor.press(each);
      if (request) asked.push(request);
    }
  }
  return { editor, asked };
}

/** The text with a `|` at the cursor. */
function edited(script: string, history: readonly string[] = []): string {
  const { text, cursor } = edit(script, history).editor;
  return `${text.slice(0, cursor)}‸${text.slice(cursor)}`;
}

const HISTORY = ["leaks | by file", "events | take 3", "leaks | by func", ".tables"];

const SCRIPTS: readonly (readonly [keys: string, text: string])[] = [
  ["abc<C-b><C-b>X", "aX‸bc"],
  ["abc def<C-a>X<C-e>Y", "Xabc defY‸"],
  ["abc def.x<M-b>", "abc def.‸x"],
  ["abc def<M-b><M-b><M-f>", "abc‸ def"],
  ["abc def<C-a><C-k>", "‸"],
  ["abc def<M-b><C-k><C-y><C-y>", "abc defdef‸"],
  ["a b c<C-w><C-w><C-a><C-y>", "b c‸a "],
  ["one two<M-Backspace><Left><C-k>x<C-y><M-y>", "onextwo‸"],
  ["one two<C-u>x<C-y>", "xone two‸"],
  ["abc<C-t>", "acb‸"],
  ["abc<C-a><Delete><C-d>", "‸c"],
  ["leaks<C-a><M-u>", "LEAKS‸"],
  // Undo goes word by word, and redo brings the words back.
  ["one two<C-_>", "one‸"],
  ["one two<C-_><C-_>", "‸"],
  ["one two<C-_><C-_><M-_>", "one‸"],
  ["one<C-w><C-x><C-u>", "one‸"],
  // Characters as users see them.
  ["日本👍🏽é<Backspace><Backspace>", "日本‸"],
  ["a👩‍👩‍👧b<Left><Left>", "a‸👩‍👩‍👧b"],
  ["e\u0301x<C-a><Right>", "e\u0301‸x"],
  // Several lines.
  ["a<M-Enter>bc<Up>X", "aX‸\nbc"],
  ["abc<M-Enter>d<Up><End><Down>", "abc\nd‸"],
  ["leaks |<Enter>take 3", "leaks |\ntake 3‸"],
  ["  (a<Enter>b", "  (a\n  b‸"],
  // History: entries with the same beginning, then back.
  ["<Up>", ".tables‸"],
  ["<Up><Up><Up>", "events | take 3‸"],
  ["lea<Up>", "leaks | by func‸"],
  ["lea<Up><Up>", "leaks | by file‸"],
  ["lea<Up><Up><Down><Down>", "lea‸"],
  ["x<M-<>", "leaks | by file‸"],
  ["x<M-<><M->>", "x‸"],
  // Suggestions.
  ["ev<Right>", "events | take 3‸"],
  ["lea<M-f>", "leaks‸"],
  ["lea<C-e>", "leaks | by func‸"],
  ["lea<Left><Right>", "lea‸"],
  // Search.
  ["<C-r>by<Enter>", "leaks | ‸by func"],
  ["<C-r>by<C-r><Escape>", "leaks | ‸by file"],
  ["<C-r>by<C-r><C-s><Escape>", "leaks | ‸by func"],
  ["abc<C-r>take<C-g>", "abc‸"],
  ["<C-r>take<C-a>X", "X‸events | take 3"],
  ["<C-r>zzz<C-g>", "‸"],
  // Completion: the common beginning, then the menu.
  ["by f<Tab>", "by f‸"],
  ["by f<Tab><Enter>", "by file‸"],
  ["by f<Tab><Tab><Enter>", "by first‸"],
  ["by f<Tab><S-Tab><Enter>", "by func‸"],
  ["by f<Tab>u<Enter>", "by func‸"],
  ["by fi<Tab>r<Backspace><Enter>", "by file‸"],
  ["by fu<Tab>", "by func‸"],
  ["by f<Tab><Escape>x", "by fx‸"],
  ["by zz<Tab>", "by zz‸"],
  // Pastes are text, whatever they contain.
  ["<<leaks\r\n| take 3\r\n>>", "leaks\n| take 3‸"],
  ["a<<b\x1b[Ac\x07>>d", "ab[Acd‸"],
  ["<<one two>><C-_>", "‸"],
];

Deno.test("LineEditor edits as Emacs users expect", () => {
  for (const [keys, text] of SCRIPTS) assertEquals(edited(keys, HISTORY), text, keys);
});

Deno.test("LineEditor requests actions from its owner that it cannot do itself", () => {
  const cases: readonly (readonly [string, readonly EditorRequest[]])[] = [
    ["leaks<Enter>", ["accept"]],
    ["leaks |<Enter>", []],
    ["leaks |<Enter><Enter>", ["accept"]],
    ["(<Enter>x)<Enter>", ["accept"]],
    ["<C-d>", ["leave"]],
    ["x<C-d>", []],
    ["x<C-c>", ["cancel"]],
    ["x<C-x><C-e>", ["edit-outside"]],
    ["x<M-h>", ["documentation"]],
    ["<C-l>", ["clear-screen"]],
    ["<C-z>", ["suspend"]],
    ["<<leaks\n>>", []],
    ["<<leaks\n\n\n>><Enter>", ["accept"]],
    ["<C-r>take<Enter>", ["accept"]],
    ["f<Tab><Enter>", []],
    ["f<Tab><Enter><Enter>", ["accept"]],
  ];
  for (const [keys, asked] of cases) assertEquals(edit(keys, HISTORY).asked, asked, keys);
});

Deno.test("LineEditor survives every key in every state", () => {
  const chords =
    "Enter M-Enter Tab S-Tab Up Down Left Right Home End C-a C-e C-k C-u C-w C-y M-y C-_ M-_ C-r C-s C-g C-t " +
    "M-f M-b M-d M-Backspace Backspace Delete Escape C-x C-e M-< M-> PageUp PageDown M-u M-l C-n C-p";
  const keys: Key[] = [
    ...chords.split(" ").map((chord): Key => ({ kind: "chord", chord })),
    ...["f", "(", "|", "日", "👍🏽", " ", "\n"].map((text): Key => ({ kind: "text", text })),
    { kind: "paste", text: "a\nb\t" },
  ];
  let seed = 7;
  const random = (): number => (seed = seed * 1103515245 + 12345 & 0x7fffffff) / 0x7fffffff;
  const { editor } = edit("", HISTORY);
  for (let step = 0; step < 20_000; step++) {
    editor.press(keys[Math.floor(random() * keys.length)]!);
    const { text, cursor } = editor;
    if (cursor < 0 || cursor > text.length) {
      throw new Error(`step ${step}: cursor ${cursor} of ${text.length}`);
    }
    if (text.length > 2000) editor.reset();
  }
});

Deno.test("needsMore() waits for brackets, pipes and commas", () => {
  for (const text of ["leaks |", "by file,", "(a", "x in {1, 2", "leaks | -- done", "a | # note"]) {
    assertEquals(needsMore(text), true, text);
  }
  for (
    const text of [
      "",
      "leaks",
      'func == "("',
      "leaks -- |",
      ".help (",
      "func ~ /(a/",
      "(a))",
      "`a(`",
      "live @ #812",
    ]
  ) {
    assertEquals(needsMore(text), false, text);
  }
});

Deno.test("History stores a multi-line entry on one line, and drops repetitions and entries that start with a space", () => {
  const entries = ["a\nb", "c\\n", "d\r\n\\"];
  assertEquals(fromHistoryLines(entries.map(toHistoryLine).join("")), entries);
  const history = new History(["a", "a", " secret", "", "b"]);
  assertEquals(history.entries, ["a", "b"]);
  assertEquals(history.suggestion("b"), "");
  assertEquals(new History(["leaks | by file"]).suggestion("leaks"), " | by file");
});
