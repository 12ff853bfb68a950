/** No command requests the network, and queries read only the trace. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { allCommands } from "../../src/cli/load_command.ts";
import { type Sample, SAMPLES } from "../conformance/samples.ts";
import { exporters } from "../../src/export/registry.ts";
import { standIns } from "../../src/compat/registry.ts";
import { largeFile } from "../fuzz/faults/command_faults.ts";
import { openSamples } from "../conformance/opened.ts";
import { EVERY_FORMAT } from "../support/every_format.ts";
import { Client } from "../lsp/client.ts";
import { type Outcome, outcomeOf } from "../cli/program.ts";
import { atFullEffort, entriesOf, later } from "../support/effort.ts";
import { withFolder } from "../support/temporary.ts";

const ROOT = new URL("../../", import.meta.url);
const place = (path: string): string => new URL(path, ROOT).pathname;
const TRACE = place(EVERY_FORMAT["mtrc"]!);
const CALLS = place("testdata/apitrace/real-userarrays.trace");
const COVERAGE = place("testdata/gnatcov/wordfreq/words.trace");
/** Programs at a time, since there may be no more cores. */
const AT_ONCE = 2;

/** Runs the program with flags of Deno, outside the folder of its sources. */
async function run(
  flags: readonly string[],
  args: readonly string[],
  { stdin = "", cwd, env = {} }: { stdin?: string; cwd: string; env?: Record<string, string> },
): Promise<Outcome> {
  const command = new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--quiet",
      "--no-prompt",
      ...flags,
      "--config",
      place("deno.json"),
      place("cli.ts"),
      ...args,
    ],
    cwd,
    env: { NO_COLOR: "1", ...env },
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  });
  return await outcomeOf(command, stdin, { mayStopReading: true });
}

/** What each command does at most: read files, look for programs, write outputs. */
const RUNS: Readonly<
  Record<string, readonly (readonly string[] | { args: readonly string[]; stdin: string })[]>
> = {
  repl: [{
    args: ["repl", TRACE],
    stdin: ".output a.csv\nleaks\n.output\n.open " + CALLS + "\n.save b.md\n.files\n",
  }],
  query: [
    ["query", TRACE, CALLS, "-e", "assert leaks | count > 0", "--junit", "j.xml"],
    ["query", place("testdata/sp-rtrace/c01-jsonidx.rtrace"), "--sysroot", "/", "-e", "leaks | by func"],
  ],
  ask: [["ask", "who leaks", TRACE]],
  record: [["record", "--list"]],
  info: [["info", ...Object.values(EVERY_FORMAT).map(place)]],
  as: [
    ["as", "mptrace", "-v", TRACE],
    ["as", "mprof", place("testdata/mpatrol/wordfreq-le64/profile.mptl")],
    ["as", "sp-rtrace-postproc", "-i", place("testdata/sp-rtrace/c01-jsonidx.rtrace")],
    ["as", "apitrace", "trim", "-o", "t.trace", CALLS],
    ["as", "gnatcov", "dump-trace", place("testdata/gnatcov/qemu-arm-flat-bare1.trace")],
  ],
  check: [["check", "a.qry", "--trace", TRACE]],
  fmt: [["fmt", "a.qry"]],
  export: exporters.map((
    { name, takes },
  ) => ["export", takes === "lines" ? COVERAGE : TRACE, "--to", name, "-o", `out.${name}`]),
  report: [["report", TRACE, CALLS, "-o", "report.html"]],
  suppress: [["suppress", TRACE, "2"]],
  symbols: [["symbols", place("testdata/pprof/gperftools.heap")]],
  watch: [["watch", TRACE, "--fail-if", "events | where size > 1G"]],
  blobs: [["blobs", CALLS, "-o", "blobs"]],
  lsp: [], // a session with a client: below
  sql: [["sql", "leaks | by func", "--dialect", "spark"]],
  serve: [], // it needs the network: tests/serve
  mcp: [], // a session with a client: tests/mcp
  completions: [["completions", "bash"]],
  help: [["help"], ["help", "leaks"]],
  version: [["version"]],
  licenses: [["licenses"]],
  man: [["man"]],
  pipe: [{ args: ["pipe"], stdin: "" }],
  index: [["index", TRACE, "--index", "indexes"]],
  compare: [["compare", TRACE, TRACE, "--fail-if", "leaks_delta > 0"]],
  cache: [["cache", "clear", "--index", "indexes"]],
  server: [["server", "status"]],
  complete: [["complete", `quarry ${TRACE} -e 'leaks | by f`]],
};

/** The kinds of permissions that a run has requested, including those that were refused and not needed. */
async function requestedPermissions(file: string): Promise<string[]> {
  const lines = (await Deno.readTextFile(file).catch(() => "")).split("\n").filter((line) => line !== "");
  return [...new Set(lines.map((line) => (JSON.parse(line) as { permission: string }).permission))];
}

Deno.test("Deno's permission audit shows what asks for the network", () =>
  withFolder(async (cwd) => {
    const script = `${cwd}/net.ts`;
    await Deno.writeTextFile(script, "try { Deno.listen({ port: 0 }).close(); } catch { /* refused */ }");
    await new Deno.Command(Deno.execPath(), {
      args: ["run", "--quiet", "--no-prompt", "-A", "--deny-net", script],
      cwd,
      env: { DENO_AUDIT_PERMISSIONS: `${cwd}/asked` },
    }).output();
    assertEquals(await requestedPermissions(`${cwd}/asked`), ["net"]);
  }));

/** Checks that a run requests no foreign libraries and system information, and no network. */
function assertUsualKinds(kinds: readonly string[], command: string): void {
  for (const kind of kinds) assert(["read", "write", "env", "run"].includes(kind), `${command}: ${kind}`);
}

Deno.test(atFullEffort("the language server does not ask for the network"), () =>
  withFolder(async (cwd) => {
    const asked = `${cwd}/asked`;
    const flags = ["run", "--quiet", "--no-prompt", "-A", "--deny-net", "--config", place("deno.json")];
    const client = await Client.start({
      command: ["env", `DENO_AUDIT_PERMISSIONS=${asked}`, Deno.execPath(), ...flags, place("cli.ts")],
      args: ["--trace", TRACE],
    });
    await client.open("untitled:a.qry", "leaks | wher");
    await client.ready();
    await client.diagnostics("untitled:a.qry", (each) => each.diagnostics.length > 0);
    assertEquals(await client.stop(), 0);
    const kinds = await requestedPermissions(asked);
    assert(kinds.includes("read"));
    assertUsualKinds(kinds, "lsp");
  }));

Deno.test(atFullEffort("only serve asks for the network"), async () => {
  const { commands, helperCommands } = await allCommands();
  const names = [...commands, ...helperCommands].map(({ name }) => name);
  assertEquals(Object.keys(RUNS).sort(), names.sort());
  const tools = RUNS["as"]!.map((run) => "args" in run ? "" : run[1]);
  assertEquals([...new Set(tools)].sort(), standIns.map(({ name }) => name).sort());
  const left = entriesOf(Object.values(RUNS).flat(), 1);
  const work = async (): Promise<void> => {
    for (let next = left.shift(); next; next = left.shift()) {
      const { args, stdin } = "args" in next ? next : { args: next, stdin: "" };
      await withFolder(async (cwd) => {
        await Deno.writeTextFile(`${cwd}/a.qry`, "leaks | where size>1");
        const asked = `${cwd}/asked`;
        const { code, err } = await run(["-A", "--deny-net"], args, {
          cwd,
          stdin,
          env: { DENO_AUDIT_PERMISSIONS: asked },
        });
        assertEquals(code, 0, `${args.join(" ")}: ${err}`);
        const kinds = await requestedPermissions(asked);
        // Foreign libraries and system information are not needed either.
        for (const kind of kinds) {
          // How much of the disk is free decides whether an index fits; a tracer may belong to another user.
          const asksSystem = ["index", "record"].includes(args[0]!) && kind === "sys";
          assert(asksSystem || ["read", "write", "env", "run"].includes(kind), `${args[0]}: ${kind}`);
        }
        if (args.length > 1 && args[0] !== "help") {
          assert(kinds.includes("read") || args[0] === "completions", args[0]);
        }
      });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
});

/** Queries for all columns of the first rows, and for tables that may need other files. */
const QUESTIONS = ["-e", "traces | select format, version, rows, problems", "-e", "tags", "-e", "take 3"];

/** Rows of every table: for some of them the file is read again. */
async function everyTable(sample: Sample): Promise<string[]> {
  const session = await openSamples({ a: sample }, { programs: false });
  const tables = session.catalog.tableNames.filter((name) => name !== "traces" && name !== "stacks");
  session.closeAll();
  return tables.flatMap((table) => ["-e", `${table} of NAME | take 2`]);
}

Deno.test(
  atFullEffort("--allow-read=TRACE is enough to query every format"),
  () =>
    withFolder(async (cwd) => {
      const files: string[] = [], queries: string[] = [];
      for (const [format, samples] of SAMPLES) {
        const sample = samples.find(({ path }) => /\.gz$/.test(path)) ??
          samples[Math.floor(samples.length / 2)]!;
        const name = format.replaceAll("-", "_");
        await Deno.writeFile(`${cwd}/${name}`, sample.bytes);
        files.push(name);
        queries.push(...(await everyTable(sample)).map((each) => each.replace("NAME", name)));
      }
      const args = ["query", ...files, ...QUESTIONS, ...queries];
      const little = [`--allow-read=${files.join(",")}`];
      const [asked, all, info] = await Promise.all([
        run(little, args, { cwd }),
        run(["-A"], args, { cwd }),
        run(little, ["info", ...files], { cwd }),
      ]);
      assertEquals(asked, all);
      assertEquals([asked.code, info.code], [0, 0], asked.err + info.err);
      for (const format of SAMPLES.keys()) assertStringIncludes(asked.out, format);
    }),
);

Deno.test(
  atFullEffort("--allow-read=TRACE is enough for a trace that is large enough for threads"),
  () =>
    withFolder((cwd) =>
      largeFile(220_000, async (path) => {
        const args = ["query", path, "-e", "leaks | by func | count"];
        const [little, all] = await Promise.all([
          run([`--allow-read=${path}`], args, { cwd }),
          run(["-A"], args, { cwd }),
        ]);
        assertEquals(little, all);
        assertEquals(little.code, 0);
      })
    ),
);

Deno.test(
  atFullEffort("a program without read permission is ignored silently"),
  () =>
    withFolder(async (cwd) => {
      await Deno.mkdir(`${cwd}/bin`);
      await Deno.copyFile(place("testdata/gnatcov/elf/bare1-arm"), `${cwd}/bin/bare1-arm`);
      await Deno.copyFile(place("testdata/gnatcov/qemu-arm-flat-bare1.trace"), `${cwd}/a.trace`);
      const ask = (flag: string, query: string): Promise<Outcome> =>
        run([flag], ["query", "a.trace", "--no-header", "-e", query], { cwd });
      // If the program is available, there are functions and sections.
      const functions = await ask("--allow-read=.", "functions | count");
      assertEquals([functions.code, functions.err], [0, ""]);
      assert(Number(functions.out) > 1);
      assertEquals((await ask("--allow-read=.", 'heat in section(".text") | count')).code, 0);
      const blocks = await ask("--allow-read=a.trace", "blocks | count");
      assertEquals([blocks.code, blocks.out, blocks.err], [0, "47\n", ""]);
      const lookup = await ask("--allow-read=a.trace", "blocks | where symbol is not null | count");
      assertEquals([lookup.code, lookup.out], [0, "0\n"]);
      assert(!/allow-|error/.test(lookup.err), lookup.err);
      const section = await ask("--allow-read=a.trace", 'heat in section(".text") | count');
      assertEquals([section.code, section.out], [2, ""]);
      assert(!/internal|allow-/.test(section.err), section.err);
      const tables = await ask("--allow-read=a.trace", "symbols | count");
      assertStringIncludes(tables.err, "it needs the program of the trace, which was not found");
    }),
);

Deno.test(
  atFullEffort(
    "programs of a memory map without read permission leave functions without names, with one message",
  ),
  () =>
    withFolder(async (cwd) => {
      await Deno.copyFile(place("testdata/sp-rtrace/c01-jsonidx.rtrace"), `${cwd}/a.trace`);
      const ask = (...more: string[]): Promise<Outcome> =>
        run(["--allow-read=a.trace"], ["query", "a.trace", ...more, "-e", "by func | count"], { cwd });
      assertEquals(await ask(), { code: 0, out: "count\n1\n", err: "" });
      const { code, out, err } = await ask("--sysroot", "/");
      assertEquals([code, out], [0, "count\n1\n"]);
      assertEquals(err.split("\n").length, 2, err);
      assertStringIncludes(err, "warning: a.trace: no program found for /opt/demo/jsonidx");
    }),
);

Deno.test(
  atFullEffort("a call list without read permission is treated like a missing one"),
  () =>
    withFolder(async (cwd) => {
      await Deno.copyFile(CALLS, `${cwd}/a.trace`);
      await Deno.writeTextFile(`${cwd}/list`, "10-20\n");
      const query = 'calls | where no in set("@list") | count';
      const ask = (flag: string): Promise<Outcome> => run([flag], ["query", "a.trace", "-e", query], { cwd });
      if (later === null) {
        assertEquals(await ask("--allow-read=."), { code: 0, out: "count\n11\n", err: "" });
      }
      const refused = await ask("--allow-read=a.trace");
      assertEquals([refused.code, refused.out], [2, ""]);
      assertStringIncludes(refused.err, 'no list "list"');
    }),
);
