/** A newcomer's experience with terminals of any width: the screen during loading, and the output that fits. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { inTerminal, longTerminalTest, terminalTest } from "../terminal/tmux_terminal.ts";
import { quarry } from "../cli/program.ts";
import { Temporary } from "../support/temporary.ts";

const SAMPLE = "testdata/mpatrol/wordfreq-le64/trace.mtrc";
const LARGE = "testdata/mpatrol/debian-jq-le64/trace.mtrc";

Deno.test(longTerminalTest("walk: info breaks lines at blanks in a narrow terminal", async () => {
  const { out } = await quarry(["info", SAMPLE]);
  await using terminal = await inTerminal(["info", SAMPLE], { columns: 50, rows: 60 });
  const screen = (await terminal.until("exit 0")).replace(/\nexit 0$/, "");
  // Before that, picture and rows of the headline use the available space, and are cut.
  const words = (text: string): string[] =>
    text.slice(text.indexOf("\n  rows ")).split(/\s+/).filter((word) => word !== "");
  assertEquals(words(screen), words(out));
  // A broken line continues below the text that it belongs to.
  assertMatch(screen, /^ {15}\S/m);
}));

Deno.test(longTerminalTest("walk: a narrow table leaves out columns without values first", async () => {
  for (const columns of [40, 80]) {
    await using terminal = await inTerminal([SAMPLE, "-e", "skip 30 | take 3"], { columns });
    const screen = await terminal.until("exit 0");
    assertMatch(screen, /^All rows: [^]*\n3 rows, \d+ of 23 columns not\s+shown: /);
    assert(!/NULL/.test(screen), screen);
    for (const line of screen.split("\n")) assert(line.length <= columns, line);
  }
}));

Deno.test(
  longTerminalTest(
    "walk: progress is shown while a slow pipe is read, and erased by Ctrl-C",
    async () => {
      using folder = Temporary.folder();
      const pipe = `${folder.path}/pipe`;
      assert((await new Deno.Command("mkfifo", { args: [pipe] }).output()).success);
      const bytes = await Deno.readFile(new URL(`../../${LARGE}`, import.meta.url));
      {
        await using terminal = await inTerminal(["info", pipe], { columns: 100 });
        using writer = await Deno.open(pipe, { write: true });
        await writer.write(bytes.subarray(0, 50_000));
        await terminal.until(/pipe [\d.]+ KiB {2}[\d.]+ (Ki)?B\/s$/);
        await terminal.press("C-c");
        const screen = await terminal.until("exit 130");
        assert(!screen.includes("/s"), screen);
      }
      // A program that ends normally also leaves nothing on the screen.
      await using terminal = await inTerminal(["query", pipe, "-e", "count"]);
      {
        using writer = await Deno.open(pipe, { write: true });
        for (let at = 0; at < bytes.length - 1000;) {
          at += await writer.write(bytes.subarray(at, bytes.length - 1000));
        }
        await terminal.until("/s");
        for (let at = bytes.length - 1000; at < bytes.length;) {
          at += await writer.write(bytes.subarray(at));
        }
      }
      const screen = await terminal.until("exit 0");
      assertMatch(screen, /^┌─+┐\n│ +count │/);
    },
    ["mkfifo"],
  ),
);

Deno.test(longTerminalTest("walk: Ctrl-C in the pager goes to the pager", async () => {
  const env = { PAGER: "less -X" };
  await using terminal = await inTerminal([LARGE, "-e", "events"], { env });
  await terminal.until(/^:$/m);
  await terminal.press("C-c");
  // `less` drops keys that arrive while it handles the interrupt.
  await terminal.untilTrue("exit 0", async () => {
    await terminal.press("q");
    return (await terminal.screen()).includes("exit 0");
  });
}, ["less"]));

Deno.test(terminalTest("walk: a trace is not read from a terminal", async () => {
  await using terminal = await inTerminal(["info", "-"]);
  const screen = await terminal.until("exit 2");
  assertMatch(screen, /^error: Cannot read a trace from the terminal: name a file, or pipe one in\n/);
}));
