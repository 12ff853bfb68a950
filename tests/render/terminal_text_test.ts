/** What reaches a terminal: which control characters are shown, and when a line about progress appears. */
import { assertEquals } from "@std/assert";
import { isLess, optionsForPager, PLAIN_OPTIONS } from "../../src/render/renderer.ts";
import { canEraseLine, StatusLine } from "../../src/render/status_line.ts";
import { TerminalText } from "../../src/render/terminal_text.ts";

Deno.test("colours stay where they are wanted, and what hides text never does", () => {
  const shown = (text: string, colors = true): string =>
    new TerminalText(colors).of(text).replaceAll("\x1b", "ESC");
  const kept = [
    "0",
    "",
    "1",
    "2",
    "3",
    "4",
    "7",
    "9",
    "31",
    "38;5;5",
    "38;5;8",
    "48;5;6",
    "38;2;5;6;8",
    "48;2;8;8;8;1",
    "37",
    "39",
  ];
  const hidden = [
    "5",
    "6",
    "8",
    "1;5",
    "38;5;5;8",
    "38;2;5;6;8;6",
    "38;8",
    "0;8;0",
    "38;5;1;38;5;1;5",
    "4;48;5;3;6",
  ];
  for (const each of kept) {
    assertEquals(shown(`a\x1b[${each}mb`), `aESC[${each}mb`, each);
    assertEquals(shown(`a\x1b[${each}mb`, false), `a\\x1b[${each}mb`, each);
  }
  for (const each of hidden) assertEquals(shown(`a\x1b[${each}mb`), `a\\x1b[${each}mb`, each);
  assertEquals(
    shown("line\r\nnext\n\ttab \r \x00 \x07 \x1b[2J \x7f \u009b1m \u202e"),
    "line\r\nnext\n\ttab \\r \\x00 \\x07 \\x1b[2J \\x7f \\x9b1m \\u202e",
  );
});

Deno.test("a character in two pieces is one character, and a mark at the start of a piece stays", () => {
  const text = new TerminalText(true);
  const bytes = new TextEncoder().encode("\ufeff漢字");
  assertEquals([...bytes].map((_, at) => text.of(bytes.subarray(at, at + 1))).join(""), "\\ufeff漢字");
});

Deno.test("a line about progress waits, is refreshed seldom, and is erased once", () => {
  let now = 1000;
  const said: string[] = [];
  const line = new StatusLine((text) => void said.push(text), 300, () => now);
  const at = (time: number): void => {
    now = time;
    line.show((seconds) => `${seconds} s`);
  };
  line.clear();
  for (const time of [1000, 1299, 1300, 1399, 1400, 1501]) at(time);
  line.clear();
  line.clear();
  line.waitAgain();
  for (const time of [1800, 1801, 1901]) at(time);
  line.clear();
  const shown = (seconds: number): string => `\r\x1b[K${seconds} s`;
  assertEquals(said, [
    shown(0.3),
    shown(0.4),
    shown(0.501),
    "\r\x1b[K",
    shown(0.801),
    shown(0.901),
    "\r\x1b[K",
  ]);
});

Deno.test("a line is erased on terminals that can, and pagers that scroll get all columns", () => {
  const erases = (isTerminal: boolean, term: string | undefined): boolean =>
    canEraseLine({ stderr: { isTerminal }, env: (name) => name === "TERM" ? term : "x" });
  assertEquals(
    [erases(true, "xterm"), erases(true, undefined), erases(true, "dumb"), erases(false, "xterm")],
    [true, true, false, false],
  );
  const names = [
    "less",
    "  less -R",
    "/usr/bin/less",
    "C:\\bin\\less.exe -S",
    "more",
    "lesser",
    "",
    "most less",
  ];
  assertEquals(names.map(isLess), [true, true, true, true, false, false, false, false]);
  const wide = { ...PLAIN_OPTIONS, width: 70 };
  assertEquals(optionsForPager(wide, "less"), { ...PLAIN_OPTIONS, screen: 70 });
  assertEquals(optionsForPager(wide, "more"), wide);
  assertEquals(optionsForPager(PLAIN_OPTIONS, "less"), PLAIN_OPTIONS);
});
