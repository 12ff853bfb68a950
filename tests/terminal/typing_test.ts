/** Sessions at the prompt, in a real terminal: typing, completion, pastes and searches. */
import { assertEquals, assertMatch } from "@std/assert";
import { inTerminal, longTerminalTest, terminalTest, withoutLoadTime } from "./tmux_terminal.ts";
import { Temporary } from "../support/temporary.ts";

const SAMPLE = "testdata/mpatrol/wordfreq-le64/trace.mtrc";

Deno.test(terminalTest(
  "typing: colours, underlined errors, completion, a result and suggested queries",
  async () => {
    await using terminal = await inTerminal(["repl", SAMPLE]);
    await terminal.prompt();
    await terminal.looks("greeting", withoutLoadTime);
    await terminal.press("C-l");
    await terminal.type("leaks | where sizy > 3 | by file");
    await terminal.looks("mistake");
    const colored = await terminal.coloredScreen();
    // The stage, the number and the underline have different colours.
    for (const part of ["where", "3", "^^^^"]) {
      assertMatch(colored, new RegExp(`\x1b\\[[\\d;]*m ?${escaped(part)}`));
    }
    await terminal.press("C-u");
    await terminal.type("leaks | by fi");
    await terminal.press("Tab");
    await terminal.looks("menu");
    await terminal.press("Enter Enter", "next:");
    await terminal.looks("result");
    await terminal.type("lea", "trace.mtrc> leaks | by file");
    await terminal.press("Right");
    await terminal.type(", line");
    await terminal.looks("suggestion-taken");
  },
));

Deno.test(
  longTerminalTest(
    "several lines: a trailing pipe, an open bracket and Alt-Enter start a new one",
    async () => {
      await using terminal = await inTerminal(["repl", SAMPLE]);
      await terminal.prompt();
      await terminal.press("C-l");
      await terminal.enter("allocs |");
      await terminal.enter("  join (leaks");
      await terminal.type("| by func) on func");
      await terminal.press("M-Enter");
      await terminal.type("| count");
      await terminal.looks("several-lines");
      await terminal.press("Enter", "1 row");
      await terminal.looks("several-lines-run");
      // They are one history entry, and Up goes through its lines first.
      await terminal.press("Up Up");
      await terminal.looks("several-lines-again");
    },
  ),
);

Deno.test(longTerminalTest("a paste is shown unchanged and never runs by itself", async () => {
  await using terminal = await inTerminal(["repl", SAMPLE]);
  await terminal.prompt();
  await terminal.press("C-l");
  await terminal.paste("leaks\n| by file\n\n.quit\n");
  await terminal.looks("paste");
  // Text pasted while a new entry begins is not marked as a paste.
  await terminal.press("C-c", /^trace\.mtrc>$/m);
  await terminal.paste("events | count\n");
  await terminal.until("trace.mtrc> events | count");
  await terminal.press("Enter", "│ 1,257 │");
}));

Deno.test(longTerminalTest("editing: words, cuts, undo and two-column characters", async () => {
  await using terminal = await inTerminal(["repl", SAMPLE]);
  await terminal.prompt();
  await terminal.press("C-l");
  await terminal.type("one two three");
  await terminal.press("C-w M-b M-d C-y M-y", /trace.mtrc> one three$/m);
  await terminal.press("C-a C-k C-y C-_");
  await terminal.until((screen) => screen === "trace.mtrc>");
  await terminal.press("M-_", /trace.mtrc> one three$/m);
  await terminal.press("C-u");
  await terminal.type('file:"漢字é👩‍👩‍👧" and size');
  await terminal.press("M-b Left Left Left Left Left Left");
  await terminal.type("ñ", 'trace.mtrc> file:"漢字é👩‍👩‍👧ñ" and size');
  await terminal.press("Left BSpace", 'trace.mtrc> file:"漢字éñ" and size');
}));

Deno.test(
  longTerminalTest("history: prefix, search, the next session, and private permissions", async () => {
    using temporary = Temporary.folder();
    const home = temporary.path;
    {
      await using terminal = await inTerminal(["repl", SAMPLE], { home });
      await terminal.prompt();
      for (const query of ["leaks | count", "events | by kind", "allocs | count"]) {
        await terminal.enter(query);
        await terminal.until((screen) =>
          screen.includes(`trace.mtrc> ${query}`) && screen.endsWith("trace.mtrc>")
        );
      }
      await terminal.enter(".quit", "exit 0");
    }
    const { mode } = await Deno.stat(`${home}/state/quarry/history`);
    assertEquals((mode ?? 0) & 0o777, 0o600);
    await using terminal = await inTerminal(["repl", SAMPLE], { home });
    await terminal.prompt();
    await terminal.press("C-l");
    await terminal.type("l");
    await terminal.press("Up", /^trace.mtrc> leaks \| count$/m);
    await terminal.press("C-u C-r");
    await terminal.type("kin");
    await terminal.looks("search");
    await terminal.press("C-g");
    await terminal.until((screen) => screen === "trace.mtrc>");
    await terminal.press("C-r");
    await terminal.type("count", 'search "count": allocs | count');
    await terminal.press("C-r", 'search "count": leaks | count');
    await terminal.press("Enter", /26 │\n└─+┘\n1 row\n(next: .*\n)?trace.mtrc>$/);
  }),
);

Deno.test(
  longTerminalTest("Ctrl-X Ctrl-E inserts the text from the editor, and Alt-H explains a word", async () => {
    using temporary = Temporary.folder();
    const home = temporary.path;
    const editor = `${home}/editor`;
    await Deno.writeTextFile(
      editor,
      '#!/bin/sh\nread -r line < "$1"\nprintf "%s\\n| count\\n" "$line" > "$1"\n',
      { mode: 0o755 },
    );
    await using terminal = await inTerminal(["repl", SAMPLE], { home, env: { EDITOR: editor, VISUAL: "" } });
    await terminal.prompt();
    await terminal.press("C-l");
    await terminal.type("leaks");
    await terminal.press("M-h", /trace.mtrc> leaks\n.*leaks .*\n/);
    await terminal.press("C-x C-e");
    await terminal.until((screen) => screen === "trace.mtrc> leaks\n       ...> | count");
    await terminal.press("Enter", "│    26 │");
  }),
);

function escaped(text: string): string {
  return text.replaceAll(/[\^|]/g, "\\$&");
}
