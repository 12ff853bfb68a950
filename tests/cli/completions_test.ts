/** Completion of the command line: the suggestions of the program, and their effect in real shells. */
import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { UsageError } from "../../src/base/errors.ts";
import { allCommands } from "../../src/cli/load_command.ts";
import { completionScript } from "../../src/cli/completions/script.ts";
import { completeQuery, queryBeforeCursor } from "../../src/cli/completions/complete_query.ts";
import { shellLine } from "../../src/cli/completions/shell_line.ts";
import { type Shell, SHELLS } from "../../src/cli/completions/shells.ts";
import { completionSpec } from "../../src/cli/completions/spec.ts";
import { parseArguments } from "../../src/cli/args.ts";
import { completionsCommand } from "../../src/cli/commands/completions.ts";
import { formats } from "../../src/formats/registry.ts";
import { standIns } from "../../src/compat/registry.ts";
import { renderers } from "../../src/render/registry.ts";
import { entriesOf } from "../support/effort.ts";
import { withTools } from "../support/programs.ts";
import { commandInTerminal } from "../terminal/tmux_terminal.ts";
import { fakeHost } from "./fake_host.ts";
import { quarry } from "./program.ts";

const { commands } = await allCommands();

const ROOT = new URL("../../", import.meta.url);
const TRACE = "testdata/mpatrol/wordfreq-le64/trace.mtrc";

/** The suggestions of the program for a line, without a time limit: only queries. */
async function proposals(line: string): Promise<string[]> {
  const found = await completeQuery(fakeHost(), line, () => 0);
  return found?.proposals.map(({ query }) => query) ?? [];
}

Deno.test("shellLine() removes quotes, also one that is still open", () => {
  assertEquals(shellLine("quarry a -e 'leaks | by f"), {
    words: ["quarry", "a", "-e"],
    current: "leaks | by f",
  });
  assertEquals(shellLine('q "a \\"b\\" c" d\\ e "$x \\y'), {
    words: ["q", 'a "b" c', "d e"],
    current: "$x \\y",
  });
  assertEquals(shellLine("q '' "), { words: ["q", ""], current: "" });
  assertEquals(shellLine("q --eval='a b"), { words: ["q"], current: "--eval=a b" });
});

Deno.test("queryBeforeCursor() finds the query and the traces, and returns nothing after other options", () => {
  assertEquals(queryBeforeCursor("quarry query a=x y -m csv -e 'le"), {
    query: "le",
    operands: ["a=x", "y"],
  });
  assertEquals(queryBeforeCursor("quarry x --color -e "), { query: "", operands: ["x"] });
  assertEquals(queryBeforeCursor("quarry x --eval=le"), { query: "le", operands: ["x"] });
  assertEquals(queryBeforeCursor("quarry x -ele"), { query: "le", operands: ["x"] });
  assertEquals(queryBeforeCursor("quarry x -m "), null);
  assertEquals(queryBeforeCursor("quarry x -e leaks "), null);
  assertEquals(queryBeforeCursor("quarry "), null);
});

Deno.test("complete suggests the language without a trace, and values with a small one", async () => {
  assert((await proposals("quarry -e 'lea")).includes("leaks"));
  assert((await proposals(`quarry ${TRACE} -e 'leaks | by f`)).includes("leaks | by file"));
  assertEquals(await proposals(`quarry query ${TRACE} --eval="func:rea`), ["func:read_word"]);
  assertEquals(await proposals(`quarry nosuch -e 'leaks | wher`), ["leaks | where "]);
  assertEquals(await proposals(`quarry ${TRACE} -m js`), []);
});

Deno.test("complete writes the query and a line for each suggestion", async () => {
  const { code, out, err } = await quarry(["complete", "quarry -e 'lea"]);
  assertEquals([code, err], [0, ""]);
  const [query, ...lines] = out.trimEnd().split("\n");
  assertEquals(query, "lea");
  assertEquals(lines.map((line) => line.split("\t")[0]), await proposals("quarry -e 'lea"));
  assertEquals(await quarry(["complete", `quarry ${TRACE} -m js`]), { code: 0, out: "", err: "" });
});

Deno.test("completionSpec() knows the values of options", async () => {
  const query = (await completionSpec(commands)).find(({ command }) => command.name === "query")!;
  const words = (name: string): string[] => {
    const value = query.options.find(({ option }) => option.name === name)!.value!;
    return value.kind === "words" ? value.words.map(({ word }) => word) : [value.kind];
  };
  assertEquals(words("mode"), renderers.map(({ name }) => name));
  assertEquals(words("format"), ["github", "junit", "sarif", ...formats.map(({ name }) => name)]);
  assertEquals(words("eval"), ["query"]);
  assertEquals(words("file"), ["files"]);
  assertEquals(words("sysroot"), ["folders"]);
});

Deno.test("every script has every command, option and tool", async () => {
  for (const shell of SHELLS) {
    const script = await completionScript(shell, commands);
    for (const { name, options, raw } of commands) {
      assert(script.includes(name), `${shell}: ${name}`);
      for (const option of raw ? [] : options) {
        assert(
          script.includes(shell === "fish" ? `-l ${option.name} ` : `--${option.name}`),
          `${shell}: ${option.name}`,
        );
      }
    }
    for (const { name } of standIns) assert(script.includes(name), `${shell}: ${name}`);
  }
});

Deno.test("completions requires the name of one shell", async () => {
  const run = (...args: string[]): Promise<number> =>
    completionsCommand.run(fakeHost(), parseArguments(args, completionsCommand), { all: allCommands });
  await assertRejects(() => run(), UsageError, "bash|zsh|fish");
  await assertRejects(() => run("tcsh"), UsageError);
  await assertRejects(() => run("bash", "zsh"), UsageError);
});

/** How each shell starts without the user's configuration, and reads the script. */
const STARTS: Readonly<Record<Shell, (script: string, folder: string) => string>> = {
  bash: (script, folder) => {
    Deno.writeTextFileSync(`${folder}/rc`, `PS1='ready> '\nsource '${script}'\n`);
    return `bash --noprofile --rcfile '${folder}/rc' -i`;
  },
  zsh: (script, folder) => {
    Deno.writeTextFileSync(
      `${folder}/.zshrc`,
      `PS1='ready> '\nautoload -U compinit\ncompinit -u -D\nsource '${script}'\n`,
    );
    return `env ZDOTDIR='${folder}' zsh -i`;
  },
  fish: (script, folder) => {
    Deno.mkdirSync(`${folder}/fish`);
    Deno.writeTextFileSync(
      `${folder}/fish/config.fish`,
      `set -g fish_greeting\nfunction fish_prompt; echo -n 'ready> '; end\nsource '${script}'\n`,
    );
    return `env XDG_CONFIG_HOME='${folder}' XDG_DATA_HOME='${folder}' fish -i`;
  },
};

/** The text before Tab, and the line after it. */
const LINES: readonly (readonly [typed: string, becomes: string])[] = [
  ["quarry inf", "quarry info"],
  ["quarry query --js", "quarry query --json-numbers"],
  ["quarry query -m ndj", "quarry query -m ndjson"],
  ["quarry query --mode=mark", "quarry query --mode=markdown"],
  ["quarry as sp-r", "quarry as sp-rtrace-postproc"],
  ["quarry info trace.mt", "quarry info trace.mtrc"],
  ["quarry trace.mtrc -e 'leaks | wher", "quarry trace.mtrc -e 'leaks | where"],
  ['quarry trace.mtrc -e "func:rea', 'quarry trace.mtrc -e "func:read_word'],
  ["quarry query trace.mtrc -e lea", "quarry query trace.mtrc -e leaks"],
];

/** Shells may still write their files while they exit. */
async function removeFolder(path: string): Promise<void> {
  for (let left = 100;; left--) {
    try {
      return await Deno.remove(path, { recursive: true });
    } catch (error) {
      if (left === 0) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

for (const [turn, shell] of SHELLS.entries()) {
  Deno.test({
    ...withTools(["tmux", shell], `${shell} completes commands, options, values, files and queries`),
    async fn() {
      const folder = await Deno.makeTempDir({ prefix: `quarry-${shell}` });
      try {
        await Deno.copyFile(new URL(TRACE, ROOT), `${folder}/trace.mtrc`);
        const script = `${folder}/completions`;
        await Deno.writeTextFile(script, await completionScript(shell, commands));
        await Deno.mkdir(`${folder}/bin`);
        await Deno.writeTextFile(
          `${folder}/bin/quarry`,
          `#!/bin/sh\nexec '${Deno.execPath()}' run -A --quiet --config '${
            new URL("deno.json", ROOT).pathname
          }' ` +
            `'${new URL("cli.ts", ROOT).pathname}' "$@"\n`,
          { mode: 0o755 },
        );
        const start = STARTS[shell](script, folder);
        const path = `${folder}/bin:${Deno.env.get("PATH")}`;
        await using screen = await commandInTerminal(["sh", "-c", start], {
          columns: 110,
          rows: 40,
          folder,
          home: folder,
          env: { PATH: path, HOME: folder },
        });
        // The second half of the lines run the program.
        for (const [typed, becomes] of entriesOf(LINES, 0.2, turn)) {
          await screen.until(/(^|\n)ready>$/, "the prompt");
          await screen.type(typed, `ready> ${typed}`);
          // On a busy machine the first answer may lack values of the trace: so the key is pressed again.
          await screen.pressUntil("Tab", `ready> ${becomes}`);
          // A shell that is still busy with the previous key ignores this one.
          await screen.pressUntil("C-c", /(^|\n)ready>$/);
          await screen.press("C-l");
        }
      } finally {
        await removeFolder(folder);
      }
    },
  });
}

Deno.test("scripts say how to install them", async () => {
  for (const shell of SHELLS) {
    assertMatch(await completionScript(shell, commands), new RegExp(`quarry completions ${shell}`));
  }
});
