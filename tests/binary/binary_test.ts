/** The compiled program, alone: in another folder, without environment or home, and with the sources hidden. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { Buffer } from "node:buffer";
import project from "../../deno.json" with { type: "json" };
import { formats } from "../../src/formats/registry.ts";
import { threadPrograms } from "../../tools/compile/bundle.ts";
import { type Outcome, outcomeOf, quarry } from "../cli/program.ts";
import { Client } from "../lsp/client.ts";
import { EVERY_QUERY, sampleFolder } from "../support/every_format.ts";
import { lacks, programPath, unless } from "../support/programs.ts";
import { Pty } from "../support/pty.ts";
import { makeBinary } from "./make_binary.ts";

const ROOT = new URL("../../", import.meta.url);
const lock = JSON.parse(await Deno.readTextFile(new URL("deno.lock", ROOT)));
const folder = await Deno.makeTempDir({ prefix: "quarry-binary" });
const binary = await makeBinary(`${folder}/made`);
globalThis.addEventListener("unload", () => Deno.removeSync(folder, { recursive: true }));

// The program has another name, in another folder beside the traces.
await Deno.mkdir(`${folder}/bin`);
await Deno.mkdir(`${folder}/samples`);
await Deno.mkdir(`${folder}/empty`);
if (binary.path) await Deno.rename(binary.path, `${folder}/bin/q`);
const samples = binary.path ? await sampleFolder(`${folder}/samples`) : { operands: [], answer: "" };
const trace = `${folder}/samples/mtrc`;

/** Nobody, not even root, can write below a file. */
await Deno.writeTextFile(`${folder}/home`, "");
const env = { HOME: `${folder}/home`, XDG_STATE_HOME: "", TERM: "xterm-256color" };

/** Hides the sources and the packages from a program, where the system allows that. */
const HIDING = ["unshare", "mount"];
const HIDE = ["unshare", "-m", "sh", "-c", 'mount -t tmpfs none "$0" && exec "$@"', ROOT.pathname];
const canHide = HIDING.every((program) => programPath(program) !== null) &&
  (await new Deno.Command(HIDE[0]!, { args: [...HIDE.slice(1), "true"], stderr: "null" }).output()).success;
const PROGRAM: readonly [string, ...string[]] = canHide
  ? [HIDE[0]!, ...HIDE.slice(1), `${folder}/bin/q`]
  : [`${folder}/bin/q`];

const PROGRAM_BYTES = 8 << 20;

const PIPES = { stdin: "piped", stdout: "piped", stderr: "piped" } as const;

/** Runs the compiled program with no environment but the given one. */
function compiled(args: readonly string[], stdin = "", env: Record<string, string> = {}): Promise<Outcome> {
  const [program, ...before] = PROGRAM;
  const command = new Deno.Command(canHide ? "/usr/bin/env" : program, {
    args: canHide
      ? [`PATH=/usr/bin:/bin:/usr/sbin:/sbin`, program, ...before.slice(0, -1), ...bare(env), ...args]
      : [...args],
    cwd: `${folder}/empty`,
    clearEnv: true,
    env,
    ...PIPES,
  });
  return outcomeOf(command, stdin, { mayStopReading: true });
}

/** The command for the program in an empty environment (`env -i`). */
function bare(env: Record<string, string>): string[] {
  return ["env", "-i", ...Object.entries(env).map(([name, value]) => `${name}=${value}`), `${folder}/bin/q`];
}

/** Runs the sources, for comparison. */
function sources(args: readonly string[], stdin = ""): Promise<Outcome> {
  return quarry(args, { stdin: new TextEncoder().encode(stdin), env: { NO_COLOR: "1" } });
}

function test(name: string, run: () => Promise<void>): void {
  Deno.test({ ...unless([binary.reason], `the compiled program ${name}`), fn: run });
}

test("prints its version, commit, runtime and formats", async () => {
  const { code, out, err } = await compiled(["--version"]);
  assertEquals([code, err], [0, ""]);
  const [first, commit, second, third] = out.split("\n");
  assertEquals(first, `quarry ${project.version}`);
  assertMatch(commit!, /^commit (?:[0-9a-f]{10,}\+?|unknown: runs from sources)$/);
  assertMatch(second!, new RegExp(`^deno \\d+\\.\\d+\\.\\d+ \\(${Deno.build.target}\\)$`));
  assertEquals(third, `formats ${formats.map(({ name }) => name).join(" ")}`);
});

test("queries every format and every container", async () => {
  const { code, out } = await compiled(["query", ...samples.operands, "-e", EVERY_QUERY]);
  assertEquals([code, out], [0, samples.answer]);
});

test("embeds the page for reports that answer queries on their own", async () => {
  const args = ["report", "--live", trace, "-o", "-"];
  const { code, out, err } = await compiled(args);
  assertEquals([code, err], [0, ""]);
  // The sources build the page themselves.
  assertEquals(out, (await sources(args)).out);
  assert(out.startsWith("<!DOCTYPE html>") && out.includes("data-trace") && out.length > 1 << 20);
});

test("reports the same as the sources for every sample", async () => {
  for (const args of [["info", ...samples.operands], ["help", "cookbook"], ["as", "mptrace", "-v", trace]]) {
    const [left, right] = await Promise.all([compiled(args), sources(args)]);
    assert(right.out !== "");
    assertEquals(left, right);
  }
});

test("caches compiled code, and answers the same with a cache, without one and with a damaged one", async () => {
  const cache = `${folder}/kept`;
  const args = ["query", trace, "-e", "leaks | by func, line", "-e", "count"];
  const expected = await sources(args);
  const kept = { XDG_CACHE_HOME: cache };
  assertEquals(await compiled([...args, "--no-cache"], "", kept), expected);
  assertEquals(await compiled(args, "", { ...kept, QUARRY_CACHE: "off" }), expected);
  assert(!await Deno.stat(cache).then(() => true, () => false));
  for (let run = 0; run < 6; run++) assertEquals(await compiled(args, "", kept), expected);
  const [file, ...more] = [...Deno.readDirSync(`${cache}/quarry/code`)].map(({ name }) => name);
  assertEquals(more, []);
  assertMatch(file!, /^query-[0-9a-f]{16}-.*\.code$/);
  const path = `${cache}/quarry/code/${file}`;
  const bytes = await Deno.readFile(path);
  bytes[bytes.length >> 1]! ^= 1;
  for (const damaged of [bytes, bytes.subarray(0, 1000), new Uint8Array()]) {
    await Deno.writeFile(path, damaged);
    assertEquals(await compiled(args, "", kept), expected);
    // The file is rewritten.
    assert((await Deno.stat(path)).size > 100_000);
  }
  assertEquals(await compiled(args, "", { XDG_CACHE_HOME: `${folder}/home` }), expected);
  const cleared = await compiled(["cache", "clear"], "", kept);
  assertMatch(cleared.out, /^Removed /);
  assert(!await Deno.stat(`${cache}/quarry/code`).then(() => true, () => false));
});

test("asks each of many traces, in threads", async () => {
  const copies = [1, 2, 3, 4, 5].map((at) => `${folder}/samples/copy${at}.mtrc`);
  for (const copy of copies) await Deno.copyFile(trace, copy);
  const args = ["query", "--each", ...copies, "-e", "leaks | count", "--threads", "2"];
  const expected = await sources(args);
  assertEquals(expected.code, 0);
  assertEquals(await compiled(args, "", { XDG_CACHE_HOME: `${folder}/kept` }), expected);
});

test("prints the same as the original tool", async () => {
  const { code, out } = await compiled(["as", "mptrace", trace]);
  assertEquals(code, 0);
  assertEquals(out, await Deno.readTextFile(new URL("testdata/mpatrol/wordfreq-le64/mptrace.txt", ROOT)));
});

test("compresses Parquet with snappy, whose library is a separate module", async () => {
  const [made, expected] = [`${folder}/made.parquet`, `${folder}/expected.parquet`];
  const args = ["export", trace, "--to", "parquet", "--compression", "snappy", "-o"];
  const [own, from] = [await compiled([...args, made]), await sources([...args, expected])];
  assertEquals([own.code, own.err, from.code], [0, "", 0]);
  assertEquals(await Deno.readFile(made), await Deno.readFile(expected));
});

test("works through a pipe when the home folder is read-only", async () => {
  const script = "leaks | by func\n\n.mode json\nlive @ peak | count\n.tables\n";
  const [left, right] = await Promise.all([
    compiled(["repl", trace], script, env),
    sources(["repl", trace], script),
  ]);
  assertMatch(left.out, /"count"/);
  assertEquals(left, right);
});

test("writes the requested outputs", async () => {
  const target = `${folder}/out.tsv`;
  const { code, err } = await compiled(["repl", trace], `.output ${target}\nleaks | count\n`);
  assertEquals([code, err], [0, ""]);
  assertMatch(await Deno.readTextFile(target), /^count\n\d+\n$/);
});

Deno.test({
  ...unless(
    [binary.reason, lacks("script of util-linux")],
    "the compiled program talks at a terminal, edits outside and keeps its history",
  ),
  async fn() {
    // An editor that adds a stage.
    await Deno.writeTextFile(`${folder}/editor`, '#!/bin/sh\nprintf "leaks | count" > "$1"\n', {
      mode: 0o755,
    });
    const state = `${folder}/state`;
    const own = { EDITOR: `${folder}/editor`, XDG_STATE_HOME: state, TERM: "xterm-256color", HOME: env.HOME };
    const terminal = new Pty(`${bare(own).map((word) => `'${word}'`).join(" ")} '${trace}'`, {
      cwd: `${folder}/empty`,
    });
    await terminal.waitFor(/\S> /);
    await terminal.type("events | by kind\r");
    await terminal.waitFor(/│ internal │/);
    await terminal.waitFor(/\S> /);
    await terminal.type("leaks | by fi\t");
    await terminal.waitFor(/source file of the allocation/);
    await terminal.type("\r");
    await terminal.type("\r");
    await terminal.waitFor(/│ file +│/);
    await terminal.waitFor(/\S> /);
    await terminal.type("\x15\x18\x05");
    await terminal.waitFor(/leaks \| count/);
    await terminal.type("\r");
    await terminal.waitFor(/│ count │/);
    await terminal.waitFor(/\S> /);
    await terminal.type("\x04");
    const shown = await terminal.end();
    assert(!/error|warning|requests/i.test(shown), shown);
    assertEquals(
      await Deno.readTextFile(`${state}/quarry/history`),
      "events | by kind\nleaks | by file\nleaks | count\n",
    );
    assertEquals((await Deno.stat(`${state}/quarry/history`)).mode! & 0o777, 0o600);
  },
});

test("serves an editor", async () => {
  const client = await Client.start({ command: PROGRAM, args: ["--trace", trace] });
  const uri = "untitled:a.qry";
  await client.open(uri, 'leaks | wher size > 1K\n\nfunc == "nobody"');
  await client.ready();
  const published = await client.diagnostics(
    uri,
    ({ diagnostics }) => diagnostics.some(({ message }) => /No row has/.test(message)),
  );
  assertMatch(published.diagnostics[0]!.message, /"wher".*"where"/);
  await client.replace(uri, 2, "leaks | by f");
  const { items } = await client.request<{ items: { label: string }[] }>("textDocument/completion", {
    textDocument: { uri },
    position: { line: 0, character: 12 },
  });
  assert(items.some(({ label }) => label === "file"));
  assertEquals(await client.stop(), 0);
});

test("contains the packages of the program and no others", () => {
  const known = Object.keys(lock.npm).map((key) => key.replace(/_.*/, ""));
  assert(binary.packages!.length > 0);
  for (const name of binary.packages!) assert(known.includes(name), name);
  return Promise.resolve();
});

test("has a separate file for the program of each thread", async () => {
  // Two such programs in one file would both wait for a thread's messages. Some ask in a function, with their
  // address.
  const begins = /(?<!!\(|return)"WorkerGlobalScope"in |(?<!createRequire)\(import\.meta\.url\)/g;
  const counts: number[] = [];
  for (const { name } of Deno.readDirSync(`${folder}/made-bundle`)) {
    // The main program passes its own address to a server.
    if (!name.endsWith(".js") || name === "cli.js") continue;
    const text = await Deno.readTextFile(`${folder}/made-bundle/${name}`);
    const count = [...text.matchAll(begins)].length;
    if (count > 0) counts.push(count);
  }
  assertEquals(counts, threadPrograms().map(() => 1));
});

test("names no folder of the machine that made it", async () => {
  // The part that was appended to the base runtime.
  const bytes = Buffer.from(await Deno.readFile(`${folder}/bin/q`)).subarray(-PROGRAM_BYTES);
  assert(bytes.includes("by func"));
  for (const path of [ROOT.pathname, `${Deno.env.get("HOME")}/`, "/.cache/deno/"]) {
    assertEquals(bytes.indexOf(path.slice(1)), -1, path);
  }
});
