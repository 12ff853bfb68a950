/** Prompts in narrow windows, and in one whose size changes. */
import { inTerminal, longTerminalTest, withoutLoadTime } from "./tmux_terminal.ts";

const SAMPLE = "testdata/mpatrol/wordfreq-le64/trace.mtrc";

Deno.test(longTerminalTest("the window may become narrower and wider during typing", async () => {
  await using terminal = await inTerminal(["repl", SAMPLE]);
  await terminal.prompt();
  await terminal.press("C-l");
  await terminal.type('leaks | where size > 20 and file ~ "*word*" | by file, lin');
  // The error message comes after the typed text: a resize between them would move the text that is being
  // written.
  await terminal.until("Unknown column");
  await terminal.resize(40, 20);
  await terminal.looks("resized-40");
  await terminal.press("Tab", "> line");
  await terminal.resize(30, 12);
  await terminal.until((screen) => screen.includes("> line") && widest(screen) <= 30);
  await terminal.resize(100, 24);
  await terminal.looks("resized-100");
}));

Deno.test(longTerminalTest("greeting, menu, error and result fit into 40 columns", async () => {
  await using terminal = await inTerminal(["repl", SAMPLE], { columns: 40, rows: 24 });
  await terminal.prompt();
  await terminal.looks("greeting-40", withoutLoadTime);
  await terminal.press("C-l");
  await terminal.type("leaks | by fi");
  await terminal.press("Tab");
  await terminal.looks("menu-40");
  await terminal.press("Enter");
  await terminal.type(", lime, func | count");
  await terminal.looks("mistake-40");
  await terminal.press("Enter", "error[");
  await terminal.prompt();
  await terminal.looks("error-40");
  await terminal.press("C-l");
  await terminal.enter("leaks | take 3");
  await terminal.prompt();
  await terminal.looks("result-40");
}));

function widest(screen: string): number {
  return Math.max(...screen.split("\n").map((line) => line.length));
}
