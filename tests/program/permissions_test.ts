/** Behaviour with limited permissions: reading is enough for queries, and missing permissions are named. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { delimiter, dirname } from "node:path";
import { Client } from "../lsp/client.ts";
import { atFullEffort, entriesOf, turnsOf } from "../support/effort.ts";
import { unless } from "../support/programs.ts";
import { Pty } from "../support/pty.ts";
import { EVERY_FORMAT, EVERY_QUERY, sampleFolder } from "../support/every_format.ts";
import { type Outcome, outcomeOf, quarry } from "../cli/program.ts";
import { Temporary } from "../support/temporary.ts";

const ROOT = new URL("../../", import.meta.url);
const TRACE = EVERY_FORMAT["mtrc"]!;

/** Runs the program as `deno run FLAGS cli.ts ARGS`. */
async function run(flags: readonly string[], args: readonly string[], stdin = ""): Promise<Outcome> {
  const command = new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", ...flags, "cli.ts", ...args],
    cwd: ROOT,
    env: { NO_COLOR: "1" },
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  });
  return await outcomeOf(command, stdin, { mayStopReading: true });
}

const READ = ["--allow-read"];

Deno.test(atFullEffort("--allow-read is enough to query every format and every container"), async () => {
  using folder = Temporary.folder();
  const { operands, answer } = await sampleFolder(folder.path);
  const { code, out } = await run(READ, ["query", ...operands, "-e", EVERY_QUERY]);
  assertEquals([code, out], [0, answer]);
});

Deno.test(atFullEffort("--allow-read is enough for every command that writes no file"), async () => {
  const everything = async (args: readonly string[], stdin = ""): Promise<void> => {
    const [little, all] = await Promise.all([
      run(READ, args, stdin),
      quarry(args, { stdin: new TextEncoder().encode(stdin) }),
    ]);
    assertEquals(little, all, args.join(" "));
    assert(little.out !== "" && little.code === 0, args.join(" "));
  };
  await everything(["info", ...Object.values(EVERY_FORMAT)]);
  const others: [string[], string?][] = [
    [["as", "mptrace", "-v", TRACE]],
    [["help", "leaks"]],
    [["version"]],
    [["fmt", "-"], "leaks|count"],
    [["man"]],
    [["completions", "bash"]],
  ];
  for (const [args, stdin] of entriesOf(others, 0.45)) await everything(args, stdin);
  // The values and their order depend on how many can be counted in the available time.
  const { code, out } = await run(READ, ["complete", `quarry ${TRACE} -e 'leaks | by fil`]);
  assertEquals([code, out.split("\n").slice(0, 2).map((line) => line.split("\t")[0])], [
    0,
    ["leaks | by fil", "leaks | by file"],
  ]);
  await everything(["repl", TRACE], "leaks | count\n\n.tables\n");
});

Deno.test(atFullEffort("check needs only the permission to read scripts and traces"), async () => {
  using script = Temporary.file(".qry");
  await Deno.writeTextFile(script.path, "leaks | where siz > 1");
  const { code, err } = await run(READ, ["check", script.path, "--trace", TRACE]);
  assertEquals(code, 2);
  assertMatch(err, /Q203.*"siz"/);
});

Deno.test("without permissions, help answers, and files cause an error that names the flag", async () => {
  const { code, out } = await run([], ["help"]);
  assertEquals(code, 0);
  assertMatch(out, /^Quarry answers/);
  const reading = [["info", TRACE], [TRACE], ["query", TRACE, "-e", "count"], ["as", "mptrace", TRACE]];
  for (const args of entriesOf(reading, 1)) {
    const { code, out, err } = await run([], args);
    assertEquals([code, out], [3, ""]);
    assertMatch(err, /^error: Cannot open "[^"]+": Quarry may not read it without --allow-read\n$/);
  }
});

Deno.test(atFullEffort("without permissions, a script causes an error that names the flag"), async () => {
  const check = await run([], ["check", "a.qry"]);
  assertEquals(check.code, 2);
  assertMatch(check.err, /^error: Cannot open "a.qry": [^\n]+--allow-read\n$/);
});

/** Commands that write, in a folder with a script. */
const WRITERS: Readonly<Record<string, (folder: string, script: string) => Promise<void>>> = {
  fmt: async (_, script) => {
    const { code, err } = await run(READ, ["fmt", script]);
    assertEquals(code, 1);
    assertMatch(err, /^error: Cannot write "[^"]+": Quarry may not write it without --allow-write\n$/);
    assertEquals(await Deno.readTextFile(script), "leaks|count");
  },
  "--junit": async (folder) => {
    const { err } = await run(READ, ["query", TRACE, "-e", "assert leaks", "--junit", `${folder}/j.xml`]);
    assertMatch(err, /without --allow-write\n$/);
  },
  export: async (folder) => {
    const narrow = [`--allow-read=${TRACE}`, `--allow-write=${folder}`];
    const { code, out, err } = await run(narrow, ["export", TRACE, "--to", "csv", "-o", `${folder}/a.csv`]);
    assertEquals([code, out], [1, ""]);
    assertMatch(err, /: Quarry may not read in "[^"]+" without --allow-read\n$/);
  },
  ".output": async (folder) => {
    const { err } = await run(READ, ["repl", TRACE], `.output ${folder}/out.txt\n`);
    assertMatch(err, /without --allow-write\n$/);
  },
};

for (const { entry: [name, write], left } of turnsOf(Object.entries(WRITERS), 4)) {
  Deno.test(
    unless([left], `writing without permission causes an error that names the flag: ${name}`),
    async () => {
      using folder = Temporary.folder();
      await Deno.writeTextFile(`${folder.path}/a.qry`, "leaks|count");
      await write(folder.path, `${folder.path}/a.qry`);
      assertEquals([...Deno.readDirSync(folder.path)].map(({ name }) => name), ["a.qry"]);
    },
  );
}

Deno.test(atFullEffort("read permission for the folder of the trace is enough"), async () => {
  const flags = [`--allow-read=${new URL("testdata/mpatrol", ROOT).pathname}`];
  const named = await run(flags, ["query", `a=${TRACE}`, "-e", "traces | select name"]);
  assertEquals([named.code, named.out, named.err], [0, "name\na\n", ""]);
  const other = await run(flags, ["info", EVERY_FORMAT["gnatcov"]!]);
  assertMatch(other.err, /without --allow-read\n$/);
});

Deno.test(atFullEffort("deno install makes a program that runs in any folder"), async () => {
  using folder = Temporary.folder();
  const install = await new Deno.Command(Deno.execPath(), {
    args: [
      "install",
      "-g",
      "--quiet",
      "--root",
      folder.path,
      "--name",
      "quarry",
      ...READ,
      "--unstable-lazy-dynamic-imports",
      "--config",
      "deno.json",
      "cli.ts",
    ],
    cwd: ROOT,
  }).output();
  assert(install.success, new TextDecoder().decode(install.stderr));
  const { success, stdout } = await new Deno.Command(`${folder.path}/bin/quarry`, {
    args: ["query", new URL(TRACE, ROOT).pathname, "-e", "traces | select format"],
    cwd: folder.path,
    // The installed program is a script that calls `deno`.
    env: { PATH: `${dirname(Deno.execPath())}${delimiter}${Deno.env.get("PATH")}` },
  }).output();
  assert(success);
  assertEquals(new TextDecoder().decode(stdout), "format\nmtrc\n");
});

const QUICK = new URL("quick_intervals.ts", import.meta.url).pathname;

Deno.test(
  atFullEffort("the language server runs with --allow-read, also if it cannot signal its client"),
  async () => {
    const program = new URL("cli.ts", ROOT).pathname;
    const config = new URL("deno.json", ROOT).pathname;
    const client = await Client.start({
      command: [Deno.execPath(), "run", "--quiet", ...READ, "--preload", QUICK, "--config", config, program],
      args: ["--trace", new URL(TRACE, ROOT).pathname],
    });
    await client.open("untitled:a.qry", "leaks | wher");
    await client.ready();
    const { diagnostics } = await client.diagnostics("untitled:a.qry", (each) => each.diagnostics.length > 0);
    assertMatch(diagnostics[0]!.message, /wher/);
    // The library checks every three seconds whether its client is running.
    await new Promise((resolve) => client.child.stderr!.once("data", resolve));
    assertEquals(await client.stop(), 0);
  },
);

Deno.test(
  atFullEffort("the program never asks for permissions at a terminal", ["script of util-linux"]),
  async () => {
    const deno = `'${Deno.execPath()}' run --quiet`;
    const terminal = new Pty(
      [
        `${deno} cli.ts info ${TRACE}`,
        `${deno} cli.ts help`,
        `${deno} ${READ} cli.ts query ${TRACE} -e count --junit j.xml`,
        `${deno} ${READ} cli.ts ${TRACE}`,
        // Not even the sources, which include the programs of threads, may be read.
        `${deno} --allow-read=testdata cli.ts ${TRACE}`,
      ].join("; "),
      { cwd: ROOT },
    );
    await terminal.waitFor(/may not read it\s+without\s+--allow-read/);
    await terminal.waitFor(/Quarry answers/);
    await terminal.waitFor(/may not write it\s+without\s+--allow-write/);
    await terminal.waitFor(/\S> /);
    // Ctrl-Z would stop the program, Ctrl-X Ctrl-E starts an editor.
    await terminal.type("\x1a\x18\x05");
    await terminal.waitFor(/editor "\w+": Quarry may not run it\s+without\s+--allow-run/);
    await terminal.type("leaks | count\r");
    await terminal.waitFor(/│ +\d+ │/);
    await terminal.type(".output /tmp/no\r");
    await terminal.waitFor(/may not write it\s+without\s+--allow-write[^]*\S> /);
    await terminal.type("\x04");
    await terminal.waitFor(/Ctrl-D exits[^]*\S> /);
    await terminal.type("leaks | count\r");
    await terminal.waitFor(/│ +\d+ │/);
    await terminal.type("\x04");
    const shown = await terminal.end();
    assert(!/requests|Allow\?/.test(shown), shown);
  },
);
