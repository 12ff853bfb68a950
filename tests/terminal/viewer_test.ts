/** The viewer: moving in a result, and the details of its rows. */
import { assert, assertEquals } from "@std/assert";
import { inTerminal, longTerminalTest, terminalTest } from "./tmux_terminal.ts";
import { Temporary } from "../support/temporary.ts";

const ROOT = new URL("../../", import.meta.url).pathname;
const SAMPLE = "testdata/mpatrol/wordfreq-le64/trace.mtrc";
const STACKS = "testdata/sp-rtrace/c01-jsonidx.resolved.txt";

Deno.test(
  terminalTest(
    "Enter leads from a group to its events, the life of a block and its source line, and back",
    async () => {
      using folder = Temporary.folder();
      await Deno.copyFile(ROOT + SAMPLE, `${folder.path}/run.mtrc`);
      await Deno.writeTextFile(
        `${folder.path}/wordfreq.c`,
        Array.from({ length: 30 }, (_, at) => `/* line ${at + 1} */\n`).join(""),
      );
      await using terminal = await inTerminal(["repl", "run.mtrc"], { folder: folder.path });
      await terminal.prompt();
      await terminal.press("C-l");
      await terminal.enter("events | by func", "5 rows");
      await terminal.prompt();
      await terminal.press("Enter", "row 1 of 5, column 1 of 3");
      await terminal.looks("viewer-group");
      await terminal.press("Down Enter", 'events | where func == "main"\n');
      await terminal.until("row 1 of 424, column 1 of 23");
      await terminal.press("Enter", /^events \| where alloc == 31\n/);
      await terminal.until("row 1 of 2");
      await terminal.press("Enter", /^wordfreq\.c:13\n/);
      await terminal.until(/^> +13 +\/\* line 13 \*\//m);
      await terminal.press("BSpace", /^events \| where alloc == 31\n/);
      await terminal.press("BSpace BSpace", /row 2 of 5, column 1 of 3/);
      await terminal.press("BSpace", "This is already the first result");
      await terminal.type("q", /\n5 rows\nnext: .*\nrun\.mtrc>\nrun\.mtrc>$/);
    },
  ),
);

Deno.test(
  longTerminalTest("the viewer sorts, searches and filters, and hands its query to the prompt", async () => {
    await using terminal = await inTerminal(["repl", SAMPLE], { columns: 200, rows: 50 });
    await terminal.prompt();
    await terminal.enter("allocs | where size > 20", "NULL");
    await terminal.prompt();
    await terminal.enter(".view", "row 1 of ");
    await terminal.press("Right Right Right", "[size]");
    await terminal.type("s", "allocs | where size > 20 | sort size desc\n");
    const sizes = [
      ...(await terminal.screen()).matchAll(/^(?:>| ) +\d+ +\d+ +0x[\da-f]+ +([\d.]+(?: KiB)?) /gm),
    ];
    assertEquals(sizes[0]?.[1], "4.0 KiB");
    await terminal.type("s", "allocs | where size > 20 | sort size\n");
    await terminal.type("/");
    await terminal.enter("grow_table", /^> .* grow_table/m);
    await terminal.type("f", 'allocs | where size > 20 | sort size | where func == "grow_table"\n');
    await terminal.until(/row 1 of 4, /);
    await terminal.type("G", /row 4 of 4, /);
    await terminal.type("?", "s: sort, again: other way");
    await terminal.type("e", /> allocs \| where size > 20 \| sort size \| where func == "grow_table"$/m);
    await terminal.type(" | count");
    await terminal.press("Enter", "│     4 │");
  }),
);

Deno.test(longTerminalTest("Enter on an event shows its stack, and columns scroll into view", async () => {
  await using terminal = await inTerminal(["repl", STACKS]);
  await terminal.prompt();
  await terminal.enter("leaks | take 2", "2 rows");
  await terminal.prompt();
  await terminal.press("Enter", "row 1 of 2");
  await terminal.press("Enter", /^events \| where alloc == \d+\n/);
  await terminal.press("Enter", /^events \| where seq == \d+ \| unwind \| select level/);
  await terminal.until(/^> +0 +dupn +libjson\.c +5$/m);
  await terminal.press("BSpace BSpace End", "[trace]");
  await terminal.until("◂");
}));

Deno.test(
  longTerminalTest(
    "the viewer fits into 40 columns and 12 rows, and a line-based terminal suggests .row",
    async () => {
      {
        await using terminal = await inTerminal(["repl", SAMPLE], { columns: 40, rows: 12 });
        await terminal.prompt();
        await terminal.enter("by func, file, line | top 20 by bytes", "rows");
        await terminal.prompt();
        await terminal.press("Enter", "row 1 of ");
        await terminal.looks("viewer-40");
        await terminal.resize(60, 16);
        await terminal.until((screen) => screen.split("\n")[15]?.includes("? keys") ?? false);
        await terminal.type("q");
      }
      await using terminal = await inTerminal(["repl", SAMPLE], { env: { TERM: "dumb" } });
      await terminal.prompt();
      await terminal.enter("leaks | count", "26");
      await terminal.prompt();
      await terminal.enter(".view", "Cannot open");
      const screen = await terminal.prompt();
      // The line is wrapped at the width of the screen.
      assert(screen.replaceAll(/\s/g, "").includes("thisterminalcanonlyprintlines;use.rowN"), screen);
    },
  ),
);
