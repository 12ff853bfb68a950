/** Results in a real terminal: which columns are shown, the note about the others, and readable numbers. */
import { assert } from "@std/assert";
import { inTerminal, longTerminalTest, terminalTest } from "./tmux_terminal.ts";

const SAMPLE = "testdata/mpatrol/wordfreq-le64/trace.mtrc";
const THREADS = "testdata/mpatrol/pool-threads-le64/trace.mtrc";
const COVERAGE = "testdata/gnatcov/wordfreq/missing.trace";

Deno.test(
  terminalTest(
    "80 columns keep size, func, file and line",
    async () => {
      await using terminal = await inTerminal(["repl", SAMPLE]);
      await terminal.prompt();
      await terminal.press("C-l");
      await terminal.enter(".hints off");
      await terminal.enter("leaks | take 4", "columns not shown");
      await terminal.prompt();
      await terminal.looks("leaks-80");
      await terminal.press("C-l");
      await terminal.enter("events | skip 40 | take 3");
      await terminal.prompt();
      await terminal.looks("events-80");
    },
  ),
);

Deno.test(longTerminalTest("80 columns keep the state of lines, and complete strips", async () => {
  await using terminal = await inTerminal(["repl", COVERAGE]);
  await terminal.prompt();
  await terminal.press("C-l");
  await terminal.enter(".hints off");
  await terminal.enter("lines | sort count desc | take 5", "5 rows");
  await terminal.prompt();
  await terminal.looks("lines-80");
  await terminal.press("C-l");
  await terminal.enter("heat in 0x401000..0x401200", "rows");
  await terminal.prompt();
  await terminal.looks("heat-80");
}));

Deno.test(longTerminalTest("200 columns show more of the table, and 40 columns less", async () => {
  for (const [columns, rows] of [[200, 50], [40, 12]] as const) {
    await using terminal = await inTerminal(["repl", SAMPLE], { columns, rows });
    await terminal.prompt();
    await terminal.enter(".hints off");
    await terminal.press("C-l");
    await terminal.enter("leaks | take 3", /^3 rows/m);
    await terminal.prompt();
    await terminal.looks(`leaks-${columns}`);
  }
}));

Deno.test(longTerminalTest(
  "sizes, buckets, threads and counts are short on the screen, and exact with .raw on",
  async () => {
    await using terminal = await inTerminal(["repl", THREADS], { rows: 40 });
    await terminal.prompt();
    await terminal.enter(".hints off");
    await terminal.press("C-l");
    await terminal.enter("by thread", "7 rows");
    await terminal.enter("by bucket(size) | top 3 by bytes", "3 rows");
    await terminal.prompt();
    await terminal.looks("people");
    await terminal.press("C-l");
    await terminal.enter(".raw on");
    await terminal.enter("by thread | top 2 by bytes", "2 rows");
    await terminal.enter("by bucket(size) | top 3 by bytes", "3 rows");
    await terminal.prompt();
    await terminal.looks("raw");
  },
));

Deno.test(
  longTerminalTest("less gets the full width of a result and scrolls to the right", async () => {
    await using terminal = await inTerminal(["repl", SAMPLE], { env: { QUARRY_PAGER: "less" } });
    await terminal.prompt();
    await terminal.enter("allocs");
    const first = await terminal.until("alloc │");
    assert(!first.includes("free.line"), first);
    await terminal.press("Right Right Right", "free.line");
    await terminal.type("q");
    await terminal.prompt();
  }, ["less"]),
);
