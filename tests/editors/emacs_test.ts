/** The mode and the server inside a real Emacs, with Eglot. */

import { assertEquals, assertMatch } from "@std/assert";
import { withTools } from "../support/programs.ts";
import { Temporary } from "../support/temporary.ts";

const ROOT = new URL("../../", import.meta.url);

Deno.test(
  withTools(["eglot"], "Emacs with editors/emacs has diagnostics, completion and results"),
  async () => {
    using temporary = Temporary.folder();
    const folder = temporary.path;
    await Deno.writeTextFile(`${folder}/a.qry`, 'leaks | wher size > 4K\n\nfunc == "nobody"\n');
    const place = (path: string): string => new URL(path, ROOT).pathname;
    const { code, stderr } = await new Deno.Command("emacs", {
      args: ["--batch", "--no-init-file", "-l", place("tests/editors/emacs.el")],
      cwd: folder,
      env: {
        QUARRY_MODE: place("editors/emacs/quarry-mode.el"),
        QUARRY_SCRIPT: `${folder}/a.qry`,
        QUARRY_OUT: `${folder}/out.json`,
        QUARRY_TRACE: place("testdata/mpatrol/wordfreq-le64/trace.mtrc"),
        QUARRY_COMMAND: [
          ...[Deno.execPath(), "run", "-A", "--quiet", "--config", place("deno.json")],
          ...[place("cli.ts"), "lsp"],
        ].join("\n"),
      },
      stdin: "null",
    }).output();
    assertEquals(code, 0, new TextDecoder().decode(stderr));
    const found = JSON.parse(await Deno.readTextFile(`${folder}/out.json`));
    assertEquals(found.mode, "quarry-mode");
    const told = found.diagnostics.join("\n");
    assertMatch(told, /Unknown stage "wher": did you mean "where"\?/);
    assertMatch(told, /No row has func "nobody": the trace has: "read_word"/);
    assertEquals(found.completion.slice(0, 1), ["read_word"]);
    assertMatch(found.run, /\| 26 \|/);
  },
);
