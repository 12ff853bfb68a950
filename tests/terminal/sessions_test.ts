/** Sessions at the prompt, in a real terminal: its size, its colours, limited terminals, and long work. */
import { assert, assertEquals } from "@std/assert";
import { byEffort } from "../support/effort.ts";
import { inTerminal, longTerminalTest, terminalTest, withoutLoadTime } from "./tmux_terminal.ts";
import { Temporary } from "../support/temporary.ts";

const ROOT = new URL("../../", import.meta.url);
const SAMPLE = "testdata/mpatrol/wordfreq-le64/trace.mtrc";
const LONGER = "testdata/mpatrol/debian-jq-le64/trace.mtrc";
/** A first answer shows that the script runs; then sixteen million rows with a text each, too many to wait for. */
const ENDLESS =
  "events | count; events | take 4000 | extend k = 1 | join (events | take 4000 | extend k = 1) on k" +
  ' | by x = replace(hex(seq * 100000 + seq_right), "a", "b") | count';
const ESCAPE = "\x1b";
const COLORS = new RegExp(`${ESCAPE}\\[[\\d;]*m`, "g");

Deno.test(terminalTest(
  "Ctrl-C cancels a long query and keeps the session, also on a line-based terminal",
  async () => {
    for (const env of byEffort([{}, { TERM: "dumb" }], [{}])) {
      await using terminal = await inTerminal(["repl", LONGER], { env });
      await terminal.prompt();
      await terminal.enter(ENDLESS);
      // The first answer: the line was read, and the endless query has begun.
      await terminal.until("│ 16,836 │");
      await terminal.press("C-c", /cancelled\ntrace.mtrc>$/);
      await terminal.enter("events | take 7 | count", "│     7 │");
      await terminal.press("C-d", "exit 0");
    }
  },
));

Deno.test(longTerminalTest(
  "NO_COLOR: no escape sequences, and no information by colour alone",
  async () => {
    await using terminal = await inTerminal(["repl", SAMPLE], { env: { NO_COLOR: "1" } });
    await terminal.prompt();
    await terminal.enter("leaks | by file", "next:");
    await terminal.type("lea");
    // The grey rest of the last entry would look as if it were typed, so there is none, and nothing to
    // accept.
    await terminal.press("Right C-e", /trace.mtrc> lea$/);
    await terminal.type("ks | sizy > 3 ", "^^^^");
    await terminal.press("C-u");
    await terminal.type("leaks | by f");
    await terminal.press("Tab", "> func");
    await terminal.press("Escape");
    assert(!(await terminal.coloredScreen()).includes(ESCAPE));
  },
));

Deno.test(terminalTest("the colours follow the background that the terminal reports", async () => {
  // A terminal without an answer is treated as dark.
  const backgrounds = byEffort({ light: "#ffffff", dark: "#002b36" }, { light: "#ffffff" });
  for (const [name, background] of Object.entries(backgrounds)) {
    await using terminal = await inTerminal(["repl", SAMPLE], { background });
    await terminal.prompt();
    await terminal.enter(".theme", `theme auto (${name})`);
    await terminal.prompt();
  }
}));

Deno.test(longTerminalTest("a dumb terminal gets lines without escape sequences", async () => {
  await using terminal = await inTerminal(["repl", SAMPLE], { env: { TERM: "dumb" } });
  await terminal.prompt();
  // The system echoes keys that are typed ahead, so none are.
  await terminal.enter("leaks |", /\.\.\.>$/);
  await terminal.press("C-c", /\.\.\.> \^C\ntrace.mtrc>$/);
  await terminal.enter("leaks |", /\.\.\.>$/);
  await terminal.enter("by file", "wordfreq.c");
  await terminal.prompt();
  await terminal.enter("leaks | sizy", "error[Q102]");
  await terminal.prompt();
  await terminal.enter(".plot", "█");
  await terminal.prompt();
  await terminal.looks("dumb", withoutLoadTime);
  assert(!(await terminal.coloredScreen()).includes(ESCAPE));
  await terminal.press("C-d", "exit 0");
}));

Deno.test(
  longTerminalTest(
    "without a file the prompt offers the traces of the folder, also compressed ones",
    async () => {
      using temporary = Temporary.folder();
      const folder = temporary.path;
      await Deno.copyFile(new URL(SAMPLE, ROOT), `${folder}/words.mtrc`);
      await Deno.writeTextFile(`${folder}/notes.txt`, "no trace\n");
      await packed(`${folder}/packed.gz`, await Deno.readFile(new URL(LONGER, ROOT)));
      await packed(`${folder}/notes.txt.gz`, new TextEncoder().encode("no trace either\n"));
      for (const [name, at] of [["words.mtrc", 2000], ["packed.gz", 1000]] as const) {
        await Deno.utime(`${folder}/${name}`, at, at);
      }
      for (const columns of [80, 40]) {
        await using terminal = await inTerminal(["repl"], { folder, columns });
        await terminal.until("packed.gz");
        await terminal.looks(`picker-${columns}`);
        await terminal.type("pk");
        await terminal.until((screen) => !screen.includes("words.mtrc"));
        await terminal.press("Enter", "packed.gz: mtrc");
        await terminal.prompt();
        // The first key after the selection is not lost.
        await terminal.enter("events | count", "│ 16,836 │");
      }
      for (const key of ["Escape", "C-c"]) {
        await using terminal = await inTerminal(["repl"], { folder });
        await terminal.until("packed.gz");
        await terminal.press(key);
        await terminal.until((screen) => screen === "exit 0");
      }
    },
  ),
);

Deno.test(terminalTest("keys typed ahead of a long result start nothing", async () => {
  using temporary = Temporary.folder();
  const home = temporary.path;
  // What less would do with these keys: start a shell, and save what it shows.
  const keys = [`!touch ${home}/shell`, `s${home}/saved`, `|$cat > ${home}/piped`, "v"];
  await using terminal = await inTerminal(["repl", SAMPLE], { home, env: { PAGER: "less", LESS: "" } });
  await terminal.prompt();
  await terminal.type(["allocs", ...keys, "events | count", ""].join("\r"));
  await terminal.until("│  1257 │".replace("1257", "1,257").replace("  ", " "));
  await terminal.prompt();
  const found = [...Deno.readDirSync(home)].map(({ name }) => name);
  for (const name of ["shell", "saved", "piped"]) assert(!found.includes(name), found.join(" "));
}));

Deno.test(
  terminalTest(
    "a result taller than the screen goes completely to the user's pager",
    async () => {
      using temporary = Temporary.folder();
      const home = temporary.path;
      const pager = `${home}/pager`;
      await Deno.writeTextFile(
        pager,
        `#!/bin/sh\ntee ${home}/paged | tail -n 1\nread -r key < /dev/tty\necho "[$key]"\n`,
        {
          mode: 0o755,
        },
      );
      await using terminal = await inTerminal(["repl", SAMPLE], { home, env: { QUARRY_PAGER: pager } });
      await terminal.prompt();
      await terminal.enter("allocs | take 100 | select seq, size");
      // Keys belong to the pager until it ends.
      await terminal.until("100 rows");
      await terminal.enter("leave", "[leave]");
      await terminal.prompt();
      const paged = (await Deno.readTextFile(`${home}/paged`)).replaceAll(COLORS, "");
      assertEquals(paged.match(/^│ +\d+ │/gm)?.length, 100);
      await terminal.press("C-l");
      await terminal.enter("allocs | take 3 | select seq, size", "3 rows");
      await terminal.prompt();
    },
  ),
);

Deno.test(terminalTest("the configuration file runs first, and .timer shows rows and blocks", async () => {
  using temporary = Temporary.folder();
  const home = temporary.path;
  await Deno.mkdir(`${home}/config/quarry`, { recursive: true });
  await Deno.writeTextFile(`${home}/config/quarry/replrc`, ".timer on\n.hints off\nlet big = size > 100\n");
  await using terminal = await inTerminal(["repl", SAMPLE], { home });
  await terminal.prompt();
  await terminal.enter("events | where big | count");
  const screen = await terminal.until(/1 row in [\d.]+ ms, 1,257 rows scanned in 1 block/);
  assert(!screen.includes("next:"));
}));

Deno.test(
  longTerminalTest("pictures of a result: a line, a heat strip, bars, and a curve in each row", async () => {
    await using terminal = await inTerminal(["repl", SAMPLE]);
    await terminal.prompt();
    await terminal.enter(".maxrows 1");
    await terminal.prompt();
    await terminal.enter("timeline every 20 b = max(live_bytes)", "next: 1 .plot");
    await terminal.prompt();
    await terminal.press("C-l");
    await terminal.enter(".plot");
    await terminal.looks("plot-lines");
    await terminal.press("C-l");
    await terminal.enter(".plot heat", "b: 0 to 12.0 KiB");
    await terminal.prompt();
    // The hottest stripe has the colour of the largest value.
    assert((await terminal.coloredScreen()).includes("48;5;229m"));
    await terminal.enter("events | where func is not null | by func, bin(seq, 40): n = count() | sort bin");
    await terminal.until("next:");
    await terminal.prompt();
    await terminal.press("C-l");
    await terminal.enter(".maxrows auto");
    await terminal.prompt();
    await terminal.enter(".plot spark", "4 rows");
    await terminal.prompt();
    await terminal.enter("leaks | by func", "next:");
    await terminal.prompt();
    await terminal.enter(".plot bars");
    await terminal.looks("plot-spark-bars");
  }),
);

Deno.test(
  terminalTest(
    "the prompt works with only read permission, and Deno asks for no more",
    async () => {
      const options = { permissions: ["--allow-read"], env: { EDITOR: "vi" } };
      await using terminal = await inTerminal(["repl", SAMPLE], options);
      await terminal.prompt();
      await terminal.enter("leaks | count", "│    26 │");
      await terminal.press("C-x C-e");
      await terminal.until((screen) => screen.replaceAll("\n", "").includes("--allow-run"), "--allow-run");
      await terminal.prompt();
      await terminal.enter(".once there.csv");
      await terminal.prompt();
      await terminal.enter("leaks | count");
      await terminal.until(
        (screen) => screen.replaceAll("\n", "").includes("--allow-write"),
        "--allow-write",
      );
      await terminal.prompt();
      await terminal.enter("allocs | take 100", "100 rows");
      await terminal.prompt();
      await terminal.press("C-d", "exit 0");
      assert(!/Deno requests|Allow\?/.test(await terminal.scrolledScreen()));
    },
  ),
);

async function packed(path: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  await Deno.writeFile(path, new Blob([bytes]).stream().pipeThrough(new CompressionStream("gzip")));
}
