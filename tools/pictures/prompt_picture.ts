import { inTerminal } from "../../tests/terminal/tmux_terminal.ts";
import { screenSvg } from "./screen_svg.ts";

/** Width at which the greeting with the time of loading, which is removed later, takes one row. */
const COLUMNS = 100;
const ROWS = 40;
const TRACE = "testdata/mpatrol/wordfreq-le64/trace.mtrc";

/** The file with the picture, from the root of the repository. */
export const PROMPT_PICTURE = "docs/pictures/prompt.svg";

/** Records a session of the real prompt in a real terminal, and draws its last screen. */
export async function promptPicture(): Promise<string> {
  await using terminal = await inTerminal(["repl", TRACE], {
    columns: COLUMNS,
    rows: ROWS,
    background: "#14181e",
  });
  await terminal.prompt();
  await terminal.enter("leaks | by func, file, line", "2 rows");
  await terminal.prompt();
  await terminal.enter("live @ peak | by func, lime", "error[");
  await terminal.prompt();
  await terminal.type("live @ peak | where size > 1K | by f");
  await terminal.press("Tab", /1 of \d+/);
  const screen = await terminal.coloredScreen();
  // How long loading took differs between recordings.
  const steady = screen.replace(/, loaded in [\d.]+ s/, "");
  return screenSvg({ screen: steady, columns: COLUMNS, title: "A session at the prompt of Quarry" });
}
