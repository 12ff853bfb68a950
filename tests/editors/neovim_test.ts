/** The server inside a real editor. */

import { assertEquals, assertMatch } from "@std/assert";
import { withTools } from "../support/programs.ts";
import { Temporary } from "../support/temporary.ts";

const ROOT = new URL("../../", import.meta.url);
const TRACE = new URL("testdata/mpatrol/wordfreq-le64/trace.mtrc", ROOT).pathname;

Deno.test(
  withTools(["nvim"], "Neovim with editors/neovim has diagnostics, completion, hover and results"),
  async () => {
    using temporary = Temporary.folder();
    const folder = temporary.path;
    await Deno.writeTextFile(`${folder}/a.qry`, 'leaks | wher size > 4K\n\nfunc == "nobody"\n');
    const { code, stderr } = await new Deno.Command("nvim", {
      args: [
        "--headless",
        "--clean",
        "-n",
        "-S",
        new URL("neovim.lua", import.meta.url).pathname,
        "-c",
        "cquit",
      ],
      cwd: folder,
      env: {
        XDG_STATE_HOME: folder,
        XDG_CACHE_HOME: folder,
        QUARRY_SCRIPT: `${folder}/a.qry`,
        QUARRY_OUT: `${folder}/out.json`,
        QUARRY_CONFIG: new URL("editors/neovim/quarry.lua", ROOT).pathname,
        QUARRY_TRACE: TRACE,
        DENO_DIR: Deno.env.get("DENO_DIR") ?? `${Deno.env.get("HOME")}/.cache/deno`,
        QUARRY_COMMAND: [
          Deno.execPath(),
          "run",
          "-A",
          "--quiet",
          "--config",
          new URL("deno.json", ROOT).pathname,
          new URL("cli.ts", ROOT).pathname,
          "lsp",
        ].join("\n"),
      },
      stdout: "piped",
      stderr: "piped",
    }).output();
    assertEquals(code, 0, new TextDecoder().decode(stderr));
    const found = JSON.parse(await Deno.readTextFile(`${folder}/out.json`));
    assertEquals(found.filetype, "quarry");
    assertEquals(
      found.diagnostics.map(({ line, column }: { line: number; column: number }) => [line, column]),
      [
        [0, 8],
        [2, 8],
      ],
    );
    assertMatch(found.diagnostics[0].message, /Unknown stage "wher": did you mean "where"\?/);
    assertMatch(found.diagnostics[1].message, /No row has func "nobody": the trace has: "read_word"/);
    assertEquals(found.completion.slice(0, 1), ["read_word"]);
    assertMatch(found.hover, /`func` · column of events · text/);
    assertMatch(found.run, /\| count \|/);
    assertMatch(found.window, /^\| count \|\n.*\n\| 26 \|/);
  },
);
