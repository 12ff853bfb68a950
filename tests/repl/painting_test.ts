import { assert, assertEquals } from "@std/assert";
import { layOut } from "../../src/repl/layout.ts";
import { ScreenPainter } from "../../src/repl/screen_painter.ts";
import { chooseTheme, isLightBackground } from "../../src/repl/theme.ts";
import { EMPTY_VIEW, type StyledSpan, type View } from "../../src/repl/view.ts";
import { VtScreen } from "../support/vt_screen.ts";
import { seeds } from "../support/effort.ts";

const DARK = chooseTheme("dark", true, () => undefined);
const NONE = chooseTheme("none", true, () => undefined);

/** The screen after one view. */
function shown(view: Partial<View>, columns = 40, rows = 12, theme = NONE): string {
  const screen = new VtScreen(columns, rows);
  const frame = layOut(
    { ...EMPTY_VIEW, prompt: "> ", continuation: ". ", ...view },
    { columns, rows },
    theme,
  );
  screen.write(new ScreenPainter().paint(frame, columns));
  return screen.withCursor;
}

Deno.test("layOut() wraps at the width and finds the cursor", () => {
  assertEquals(shown({ text: "leaks", cursor: 2 }), "> le▏aks");
  assertEquals(shown({ text: "a\nbc", cursor: 4 }), "> a\n. bc▏");
  assertEquals(shown({ text: "abcdefghijkl", cursor: 12 }, 10), "> abcdefgh\nijkl▏");
  // A full row: the cursor is at the position of the next character.
  assertEquals(shown({ text: "abcdefgh", cursor: 8 }, 10), "> abcdefgh\n▏");
  assertEquals(shown({ text: "abcdefghi", cursor: 8 }, 10), "> abcdefgh\n▏i");
});

Deno.test("layOut() handles wide characters, combining marks and control characters", () => {
  assertEquals(shown({ text: "日本x", cursor: 2 }), "> 日本▏x");
  // A character of two columns does not fit into the last one.
  assertEquals(shown({ text: "abcdefg日", cursor: 8 }, 10), "> abcdefg\n日▏");
  assertEquals(shown({ text: "e\u0301x", cursor: 2 }), "> e\u0301▏x");
  assertEquals(shown({ text: "a\x1b[31m", cursor: 1 }), "> a▏\\x1b[31m");
  assertEquals(shown({ text: "a\tb", cursor: 3 }), "> a b▏");
});

Deno.test("layOut() underlines the position of a diagnostic, with the message beside or below", () => {
  const marks = [{ span: { start: 2, end: 4 }, severity: "error", message: "Wrong" }] as const;
  assertEquals(shown({ text: "ab cd", cursor: 5, marks }), "> ab cd▏\n    ^^ Wrong");
  const long = [{ ...marks[0], message: "A long story about what went wrong here and why" }];
  assertEquals(
    shown({ text: "ab cd", cursor: 5, marks: long }),
    "> ab cd▏\n    ^^\n  A long story about what went wrong\n  here and why",
  );
  // After the end of the text, and in a text of several lines.
  const end = [{ ...marks[0], span: { start: 5, end: 5 } }];
  assertEquals(shown({ text: "ab cd", cursor: 0, marks: end }), "> ▏ab cd\n       ^ Wrong");
  assertEquals(shown({ text: "ab\ncd\nef", cursor: 8, marks }), "> ab\n    ^ Wrong\n. cd\n. ef▏");
});

Deno.test("layOut() scrolls a text that is taller than the screen to its cursor", () => {
  const text = Array.from({ length: 30 }, (_, at) => `line ${at}`).join("\n");
  const rows = shown({ text, cursor: text.length }, 40, 5).split("\n");
  assertEquals(rows.length, 5);
  assertEquals(rows.at(-1), ". line 29▏");
  assert(shown({ text, cursor: 0 }, 40, 5).startsWith("> ▏line 0\n"));
});

Deno.test("menuRows() fits any width and shows the position in the menu", () => {
  const items = Array.from({ length: 25 }, (_, at) => ({
    label: `column_${at}`,
    insert: "",
    detail: "u64",
    doc: "what it means, at some length",
  }));
  const menu = { start: 0, end: 0, items, selected: 12 };
  for (const columns of [20, 40, 80, 200]) {
    for (const rows of [4, 8, 24]) {
      const screen = shown({ text: "", menu }, columns, rows);
      assert(screen.includes("> column_12"), screen);
      assert(screen.split("\n").length <= rows);
      assert(screen.includes("13 of 25"), screen);
    }
  }
});

Deno.test("ScreenPainter sends only changes, in one piece, and nothing without changes", () => {
  const painter = new ScreenPainter();
  const frame = (text: string): ReturnType<typeof layOut> =>
    layOut({ ...EMPTY_VIEW, prompt: "> ", text: `first\nsecond ${text}`, cursor: 0 }, {
      columns: 40,
      rows: 10,
    }, NONE);
  painter.paint(frame("a"), 40);
  const change = painter.paint(frame("b"), 40);
  assert(!change.includes("first"));
  assert(change.includes("second b"));
  assertEquals(change.split("\x1b[?2026h").length, 2);
  assertEquals(painter.paint(frame("b"), 40), "");
});

Deno.test("ScreenPainter gives the same screen incrementally and from scratch (200 seeds)", () => {
  for (let seed = 1; seed <= seeds(200); seed++) {
    let state = seed;
    const random = (below: number): number => {
      state = (state * 1103515245 + 12345) & 0x7fffffff;
      return (state >>> 8) % below;
    };
    const columns = 12 + random(40);
    const rows = 6 + random(10);
    const before = random(rows);
    const screen = new VtScreen(columns, rows);
    const painter = new ScreenPainter();
    screen.write("\r\n".repeat(before));
    const theme = seed % 2 === 0 ? DARK : NONE;
    let last: View = EMPTY_VIEW;
    for (let step = 0; step < 12; step++) {
      // Usually one more letter is typed, like users do.
      last = random(3) === 0 ? randomView(random) : edited(last, random);
      screen.write(painter.paint(layOut(last, { columns, rows }, theme), columns));
    }
    const fresh = new VtScreen(columns, rows);
    fresh.write("\r\n".repeat(before));
    fresh.write(new ScreenPainter().paint(layOut(last, { columns, rows }, theme), columns));
    const trim = (each: VtScreen): string => each.withCursor.replace(/^\n+/, "");
    assertEquals(trim(screen), trim(fresh), `seed ${seed}`);
  }
});

Deno.test("ScreenPainter restores its position when the window gets narrower or wider", () => {
  const text = "leaks | where size > 1K and func is not null | by file, line | top 10 by bytes";
  const view = { ...EMPTY_VIEW, prompt: "quarry> ", text, cursor: text.length };
  for (const [from, to] of [[80, 40], [40, 80], [80, 20], [100, 30], [30, 31]] as const) {
    const screen = new VtScreen(from, 20);
    const painter = new ScreenPainter();
    screen.write("above\r\n");
    screen.write(painter.paint(layOut(view, { columns: from, rows: 20 }, DARK), from));
    screen.resize(to);
    screen.write(painter.paint(layOut(view, { columns: to, rows: 20 }, DARK), to));
    const expected = new VtScreen(to, 20);
    expected.write(
      "above\r\n" + new ScreenPainter().paint(layOut(view, { columns: to, rows: 20 }, DARK), to),
    );
    assertEquals(screen.withCursor, expected.withCursor, `${from} to ${to}`);
  }
});

const LETTERS = ["a", "b", " ", "日", "\n", "e\u0301", "👍🏽", "xyz", "\t"];

/** A copy of a view with one more letter somewhere. */
function edited(view: View, random: (below: number) => number): View {
  const starts = [...new Intl.Segmenter().segment(view.text)].map(({ index }) => index);
  const at = random(2) === 0 ? view.text.length : starts[random(starts.length)] ?? 0;
  const letter = LETTERS[random(LETTERS.length)]!;
  const text = view.text.slice(0, at) + letter + view.text.slice(at);
  return { ...view, text, cursor: at + letter.length, spans: spansOf(text), marks: [] };
}

/** A style for every three characters. */
function spansOf(text: string): StyledSpan[] {
  const styles = ["stage", "plain", "string"] as const;
  return [...new Intl.Segmenter().segment(text)].map(({ segment, index }, at) => ({
    span: { start: index, end: index + segment.length },
    style: styles[Math.floor(at / 3) % styles.length]!,
  }));
}

function randomView(random: (below: number) => number): View {
  const text = Array.from({ length: random(30) }, () => LETTERS[random(LETTERS.length)]!).join("");
  const starts = [...new Intl.Segmenter().segment(text)].map(({ index }) => index).concat(text.length);
  const start = random(text.length + 1);
  return {
    ...EMPTY_VIEW,
    prompt: "> ",
    continuation: ". ",
    text,
    spans: spansOf(text),
    cursor: starts[random(starts.length)]!,
    marks: random(3) === 0
      ? [{ span: { start, end: start + random(4) }, severity: "error", message: "wrong here" }]
      : [],
    below: random(3) === 0 ? [[{ text: "signature of something", style: "hint" }]] : [],
    menu: random(4) === 0
      ? {
        start: 0,
        end: 0,
        selected: 0,
        items: Array.from(
          { length: 1 + random(5) },
          (_, at) => ({ label: `item${at}`, insert: "", detail: "d", doc: "" }),
        ),
      }
      : null,
  };
}

Deno.test("chooseTheme() follows the terminal, its background and NO_COLOR", () => {
  const theme = (env: Record<string, string>, name = "auto", color = true): string =>
    chooseTheme(name, color, (each) => env[each]).name;
  assertEquals(theme({ TERM: "xterm-256color" }), "dark");
  assertEquals(theme({ TERM: "xterm-256color", COLORFGBG: "0;15" }), "light");
  assertEquals(theme({ TERM: "xterm-256color", COLORFGBG: "15;0" }), "dark");
  assertEquals(theme({ TERM: "linux" }), "basic");
  assertEquals(theme({ TERM: "xterm-256color" }, "light"), "light");
  assertEquals(theme({ TERM: "xterm-256color" }, "light", false), "none");
  assertEquals(NONE.paint("error", "x"), "x");
  // The terminal's answer overrides COLORFGBG.
  const env = (name: string): string | undefined => ({ TERM: "xterm-256color", COLORFGBG: "15;0" })[name];
  assertEquals(chooseTheme("auto", true, env, true).name, "light");
  assertEquals(chooseTheme("dark", true, env, true).name, "dark");
  assertEquals(isLightBackground("11;rgb:ffff/ffff/eeee"), true);
  assertEquals(isLightBackground("11;rgb:00/2b/36"), false);
  assertEquals(isLightBackground("11;rgba:f/f/f/f"), true);
  assertEquals(isLightBackground("10;rgb:ffff/ffff/ffff"), undefined);
  assertEquals(isLightBackground("11;?"), undefined);
});
