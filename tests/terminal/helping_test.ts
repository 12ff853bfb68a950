/** Help of the prompt for first attempts: fixes, numbers, words of other prompts, several traces. */
import { assert } from "@std/assert";
import { inTerminal, longTerminalTest, terminalTest, withoutLoadTime } from "./tmux_terminal.ts";
import { Temporary } from "../support/temporary.ts";

const SAMPLE = "testdata/mpatrol/wordfreq-le64/trace.mtrc";
const OTHER = "testdata/mpatrol/wordfreq-le32/trace.mtrc";
const COVERAGE = "testdata/gnatcov/wordfreq/missing.trace";

Deno.test(
  longTerminalTest("a key applies the suggested fix, during typing and after the query failed", async () => {
    await using terminal = await inTerminal(["repl", SAMPLE]);
    await terminal.prompt();
    await terminal.press("C-l");
    await terminal.type("leaks | by fumc ", 'did you mean "func"? (Alt-.)');
    await terminal.press("M-.", /^trace\.mtrc> leaks \| by func$/m);
    await terminal.press("C-u");
    await terminal.enter("leaks | top 5 size", "write: leaks | top 5 by size");
    await terminal.prompt();
    // On an empty line the key runs the suggestion.
    await terminal.press("M-.", /> leaks \| top 5 by size\n/);
    await terminal.until("5 rows");
  }),
);

Deno.test(longTerminalTest("numbers run suggested queries, and .next lists them again", async () => {
  await using terminal = await inTerminal(["repl", SAMPLE]);
  await terminal.until("3 leaks | where line > 0 | by func, line | top 10 by bytes");
  await terminal.prompt();
  await terminal.enter("2", "> leaks | where func is null\n");
  await terminal.until("2 rows");
  await terminal.prompt();
  await terminal.press("C-l");
  await terminal.enter("leaks | by file", 'next: 1 leaks | where file == "wordfreq.c" | top 10 by size');
  await terminal.enter(".next", /^1 leaks \| where file == "wordfreq.c" \| top 10 by size$/m);
  await terminal.enter("1", "10 rows");
  // The history has the query that ran.
  await terminal.press("Up", /> leaks \| where file == "wordfreq.c" \| top 10 by size$/m);
}));

Deno.test(
  longTerminalTest(
    "Tab continues after a complete word, and a failed line is never suggested",
    async () => {
      using home = Temporary.folder();
      {
        await using terminal = await inTerminal(["repl", SAMPLE], { home: home.path });
        await terminal.prompt();
        await terminal.press("C-l");
        await terminal.type("wh");
        await terminal.press("Tab Tab", /> where\n> kind/);
        await terminal.press("C-g");
        await terminal.press("C-u");
        await terminal.type("lea");
        await terminal.press("Tab Tab", /> leaks \|/);
        await terminal.press("C-u");
        await terminal.enter("leaks | sizy", "error[");
        await terminal.prompt();
        await terminal.type("leaks | si", /> leaks \| si$/m);
        assert(!(await terminal.screen()).endsWith("sizy"));
        await terminal.press("C-u");
        await terminal.press("C-d", "exit 0");
      }
      // It is not suggested in the next session either.
      await using terminal = await inTerminal(["repl", SAMPLE], { home: home.path });
      await terminal.prompt();
      await terminal.type("leaks | si", /> leaks \| si$/m);
      await terminal.press("Right", /> leaks \| si$/m);
      // It is still found on request.
      await terminal.press("C-u Up", "leaks | sizy");
    },
  ),
);

Deno.test(longTerminalTest("commands of other prompts have the intended effect", async () => {
  {
    await using terminal = await inTerminal(["repl", SAMPLE], { columns: 200, rows: 50 });
    await terminal.prompt();
    for (
      const [word, seen] of [["ls", "one row per open trace"], [
        "?",
        "program for results taller than the screen",
      ], [
        "help leaks",
        "blocks that were never freed",
      ]] as const
    ) {
      await terminal.press("C-l");
      await terminal.enter(word, seen);
      await terminal.prompt();
    }
    await terminal.enter("clear");
    await terminal.until((screen) => screen === "trace.mtrc>");
    await terminal.enter("exit", "exit 0");
  }
  for (const word of ["quit", ":q", "\\q"]) {
    await using terminal = await inTerminal(["repl", SAMPLE]);
    await terminal.prompt();
    await terminal.enter(word, "exit 0");
  }
}));

Deno.test(
  terminalTest("the prompt names the open traces, and opening a second one explains the effect", async () => {
    await using terminal = await inTerminal(["repl", SAMPLE]);
    await terminal.prompt();
    await terminal.press("C-l");
    await terminal.enter(`.open ${OTHER}`, /One\s+of them: leaks of wordfreq-le32\/trace\./);
    await terminal.until(/^2 traces>$/m);
    await terminal.looks("second-trace", withoutLoadTime);
    await terminal.enter("leaks of wordfreq-le32/trace | count", "│    26 │");
    await terminal.enter(".close trace.mtrc", /^wordfreq-le32\/trace>$/m);
  }),
);

Deno.test(longTerminalTest("the prompt shows the given names of traces", async () => {
  await using terminal = await inTerminal(["repl", `before=${SAMPLE}`, `after=${OTHER}`]);
  await terminal.until(/^before, after>$/m);
}));

Deno.test(longTerminalTest("a coverage trace with its program begins with uncovered code", async () => {
  await using terminal = await inTerminal(["repl", COVERAGE]);
  await terminal.until("6 lines | by file, func: missed = count() if not covered | top 10 by missed");
  await terminal.prompt();
  await terminal.enter("6", "grow_table");
}));
