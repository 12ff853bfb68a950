/** The pictures of README.md are up to date with the program; `deno task pictures` renews them. */
import { assert, assertEquals } from "@std/assert";
import { textIn, withText } from "../../tools/pictures/png_text.ts";
import { PROMPT_PICTURE, promptPicture } from "../../tools/pictures/prompt_picture.ts";
import { pageMark, picturePage, REPORT_ARGUMENTS, REPORT_PICTURE } from "../../tools/pictures/report_page.ts";
import { screenRows } from "../../tools/pictures/screen_rows.ts";
import { WORKBENCH_PICTURE, WORKBENCH_TRACE, workbenchMark } from "../../tools/pictures/workbench_page.ts";
import { quarry } from "../cli/program.ts";
import { TestWorkbench } from "../serve/serve_support.ts";
import { withTools } from "../support/programs.ts";

const ROOT = new URL("../../", import.meta.url);
const LARGEST_PICTURE = 200_000;

Deno.test({
  ...withTools(["tmux"], "the picture of the prompt shows a real session"),
  async fn() {
    const path = new URL(PROMPT_PICTURE, ROOT);
    const now = await promptPicture();
    if (Deno.args.includes("--update")) await Deno.writeTextFile(path, now);
    assertEquals(await Deno.readTextFile(path), now, "run deno task pictures");
  },
});

Deno.test("the picture of the report was made from the page that the program writes today", async () => {
  const { out } = await quarry([...REPORT_ARGUMENTS]);
  const png = await Deno.readFile(new URL(REPORT_PICTURE, ROOT));
  assertEquals(textIn(png, "Page"), await pageMark(picturePage(out)), "run deno task pictures");
  assert(png.length < LARGEST_PICTURE);
});

Deno.test("the picture of the workbench is up to date with its styles and texts", async () => {
  const bench = await TestWorkbench.open({ trace: WORKBENCH_TRACE });
  const mark = await workbenchMark({
    style: await (await bench.send(TestWorkbench.place("style.css"))).text(),
    headlines: await (await bench.ask("headline")).json(),
  });
  const png = await Deno.readFile(new URL(WORKBENCH_PICTURE, ROOT));
  assertEquals(textIn(png, "Page"), mark, "run deno task pictures");
  assert(png.length < LARGEST_PICTURE);
});

Deno.test("a text stored in a PNG is read back, and a PNG without one gives none", async () => {
  const png = await Deno.readFile(new URL(REPORT_PICTURE, ROOT));
  const marked = withText(png, "Page", "another");
  assertEquals([textIn(marked, "Page"), textIn(marked, "Title")], ["another", null]);
});

Deno.test("screenRows() keeps styles across rows, joins runs of the same style, and drops trailing blanks", () => {
  const plain = { color: null, back: null, bold: false, faint: false };
  assertEquals(screenRows("a\x1b[1mb\x1b[39mc\nd\x1b[0;38;5;75me\x1b[48;5;236mf \x1b[0m "), [
    [{ ...plain, text: "a", column: 0 }, { ...plain, bold: true, text: "bc", column: 1 }],
    [
      { ...plain, bold: true, text: "d", column: 0 },
      { ...plain, color: "#5fafff", text: "e", column: 1 },
      { ...plain, color: "#5fafff", back: "#303030", text: "f", column: 2 },
    ],
  ]);
});
