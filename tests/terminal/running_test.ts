/** While a query runs: its status, progress and time, and how to stop it. */
import { assert, assertEquals } from "@std/assert";
import { inTerminal, longTerminalTest } from "./tmux_terminal.ts";

const LONGER = "testdata/mpatrol/debian-jq-le64/trace.mtrc";
/** Sixteen million rows with a text each: too many to wait for. */
const ENDLESS = "events | take 4000 | extend k = 1 | join (events | take 4000 | extend k = 1) on k" +
  ' | by x = replace(hex(seq * 100000 + seq_right), "a", "b") | count';
/** A few hundred milliseconds on any machine. */
const SLOW =
  "events | take 2500 | extend k = 1 | join (events | take 2500 | extend k = 1) on k | summarize count = count(seq)";
const STATUS = /^(\w+: \d+% of [\d.]+[kM]? rows|\w+), [\d.]+ m?s; Ctrl-C stops it$/m;

Deno.test(
  longTerminalTest(
    "a long query shows its status and progress, and erases them",
    async () => {
      {
        await using terminal = await inTerminal(["repl", LONGER]);
        await terminal.prompt();
        await terminal.press("C-l");
        await terminal.enter(ENDLESS, STATUS);
        await terminal.until(/^\w+: \d+% of /m);
        await terminal.press("C-c");
        const screen = await terminal.until(/cancelled\ntrace\.mtrc>$/);
        assert(!screen.includes("Ctrl-C stops it"), screen);
        await terminal.enter(".timer on");
        await terminal.enter("events | take 7 | count", /1 row in [\d.]+ ms, 16,836 rows scanned/);
      }
      {
        await using terminal = await inTerminal(["repl", LONGER]);
        await terminal.prompt();
        await terminal.enter(".timer slow");
        await terminal.enter("events | count", /16,836 │[^]*trace\.mtrc>$/);
        await terminal.enter(SLOW);
        const screen = await terminal.until(/6,250,000 │[^]*trace\.mtrc>$/);
        const times = screen.match(/^1 row in \d+ ms, 16,836 rows scanned/gm);
        assertEquals(times?.length, 1, screen);
        await terminal.press("C-l");
        // Until then the previous result is still there, with its time.
        await terminal.until((screen) => screen === "trace.mtrc>");
        await terminal.enter(".timer off");
        await terminal.enter(SLOW);
        assert(!/ row in /.test(await terminal.until(/6,250,000 │[^]*trace\.mtrc>$/)));
      }
      await using terminal = await inTerminal(["query", LONGER, "-e", ENDLESS]);
      await terminal.until(STATUS);
      await terminal.press("C-c", "exit 130");
    },
  ),
);
