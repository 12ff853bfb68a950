/** A newcomer's experience with pipes, full disks, closed streams, signals and odd environments. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import type { OutputStream } from "../../src/cli/host.ts";
import { BrokenPipeError } from "../../src/output/output_error.ts";
import { mainHere } from "../cli/host_here.ts";
import { renderers } from "../../src/render/registry.ts";
import { atFullEffort, entriesOf } from "../support/effort.ts";
import { letGo } from "../support/named_pipe.ts";
import { withTools } from "../support/programs.ts";
import { fakeHost } from "../cli/fake_host.ts";
import { programCommand, quarry } from "../cli/program.ts";
import { Temporary } from "../support/temporary.ts";

const root = new URL("../../", import.meta.url);
const SAMPLE = "testdata/mpatrol/wordfreq-le64/trace.mtrc";
const LARGE = "testdata/mpatrol/debian-jq-le64/trace.mtrc";
const trace = await Deno.readFile(new URL(SAMPLE, root));
const decoder = new TextDecoder();

/** Runs the program in a shell: `line` is the command line around `"$@"`. */
async function inShell(
  line: string,
  args: readonly string[],
  options: Deno.CommandOptions = {},
): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
  const program = [Deno.execPath(), "run", "-A", "--quiet", new URL("cli.ts", root).pathname, ...args];
  const { code, stdout, stderr } = await new Deno.Command("sh", {
    cwd: root,
    ...options,
    args: ["-c", line, "sh", ...program],
  }).output();
  return { code, out: decoder.decode(stdout), err: decoder.decode(stderr) };
}

Deno.test(
  atFullEffort("walk: a full disk causes one line of error and exit code 1, for any output"),
  async () => {
    const all = [["info", SAMPLE], ["help"], [SAMPLE, "-e", "events"], [
      SAMPLE,
      "-m",
      "json",
      "-e",
      "events",
    ]];
    for (const args of entriesOf(all, 1)) {
      const { code, err } = await inShell('"$@" > /dev/full', args);
      assertEquals([code, err], [1, "error: Cannot write standard output: no space left on device\n"]);
    }
    // Results continue even if warnings cannot be written.
    const cut = trace.subarray(0, trace.length >> 1);
    using file = Temporary.file();
    await Deno.writeFile(file.path, cut);
    const streams: readonly (() => Promise<void>)[] = [
      async () => {
        const quiet = await inShell('"$@" 2> /dev/full', [file.path, "-e", "count"]);
        assertEquals([quiet.code, quiet.out.split("\n").length], [0, 3]);
      },
      async () => assertEquals((await inShell('"$@" 2>&-', ["info", `${file.path}.none`])).code, 3),
      async () => assertEquals((await inShell('"$@" >&- <&-', [SAMPLE, "-e", "count"])).code, 0),
    ];
    for (const stream of entriesOf(streams, 1)) await stream();
    const junit = await quarry([SAMPLE, "-e", "assert count == 1", "--junit", "/dev/full"]);
    assertEquals(junit.code, 1);
    assertStringIncludes(junit.err, 'Cannot write "/dev/full": no space left on device');
  },
);

Deno.test("walk: every mode ends quietly when its reader is gone", async () => {
  for (const { name } of renderers.filter((each) => each.name !== "none")) {
    const host = fakeHost();
    const stdout: OutputStream = {
      isTerminal: false,
      write: () => Promise.reject(new BrokenPipeError()),
      writeNow() {},
    };
    const args = [new URL(SAMPLE, root).pathname, "-m", name, "-e", "events"];
    assertEquals(
      [await mainHere(args, { ...host, stdout, exists: () => true }), host.written.err],
      [0, ""],
      name,
    );
  }
  // The reader ends after one line; the program's messages and its exit code are printed on standard error.
  const line = '{ "$@"; echo "exit $?" >&2; } | head -1 > /dev/null';
  assertEquals((await inShell(line, [LARGE, "-m", "json", "-e", "events"])).err, "exit 0\n");
});

const PIPE_NAME = "walk: a named pipe is read to its end, and keeps its data if the writer dies";
Deno.test(withTools(["mkfifo"], PIPE_NAME), async () => {
  using folder = Temporary.folder();
  const pipe = `${folder.path}/pipe`;
  await new Deno.Command("mkfifo", { args: [pipe] }).output();
  const asked = async (bytes: Uint8Array<ArrayBuffer>): Promise<Awaited<ReturnType<typeof quarry>>> => {
    const writing = Deno.open(pipe, { write: true }).then(async (file) => {
      using writer = file;
      for (let at = 0; at < bytes.length;) at += await writer.write(bytes.subarray(at));
    });
    const outcome = await quarry(["query", pipe, "--no-header", "-e", "count"]);
    letGo(pipe);
    await writing;
    return outcome;
  };
  const whole = await quarry([SAMPLE, "--no-header", "-e", "count"]);
  assertEquals(await asked(trace), whole);
  const half = await asked(trace.slice(0, trace.length >> 1));
  assertEquals(half.code, 0);
  assert(Number(half.out) > 0 && Number(half.out) < Number(whole.out));
  assertStringIncludes(half.err, `kept the ${half.out.trim()} records before it`);
  assertEquals(half.err.split("\n").length, 2, "one line");
  const nothing = await asked(new Uint8Array());
  assertEquals([nothing.code, nothing.err], [3, `error: Cannot load "${pipe}": the file is empty\n`]);
});

Deno.test("walk: a growing trace is read to its current end, and further the next time", async () => {
  using file = Temporary.file();
  const counts: number[] = [];
  for (const share of [4, 2, 1]) {
    await Deno.writeFile(file.path, trace.subarray(0, trace.length / share));
    counts.push(Number((await quarry([file.path, "--no-header", "-e", "count"])).out));
  }
  assert(0 < counts[0]! && counts[0]! < counts[1]! && counts[1]! < counts[2]!, String(counts));
});

Deno.test(atFullEffort("walk: arguments that are read later never come from another recording"), async () => {
  using folder = Temporary.folder();
  const path = `${folder.path}/a.trace`;
  const sample = (name: string): URL => new URL(`testdata/apitrace/${name}.trace`, root);
  await Deno.copyFile(sample("real-shaders"), path);
  const child = programCommand(["repl", "-i", "-m", "csv", path], {
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  const say = (text: string): Promise<void> => writer.write(new TextEncoder().encode(text));
  const errors = new Response(child.stderr).text();
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let seen = "";
  await say("calls | count\n\n");
  while (!/count\n\d+\n/.test(seen)) seen += (await reader.read()).value ?? assert(false, seen);
  await Deno.copyFile(sample("real-threads4"), path);
  await say("args | count\n\n");
  await writer.close();
  for (let part = await reader.read(); !part.done; part = await reader.read()) seen += part.value;
  await child.status;
  assertStringIncludes(await errors, `Cannot read "${path}" again: it has changed since it was opened`);
  assertEquals(seen.match(/count\n/g)?.length, 1, seen);
});

Deno.test("walk: Ctrl-C ends loading silently with exit code 130", async () => {
  const child = programCommand(["info", "-"], { stdin: "piped", stdout: "piped", stderr: "piped" }).spawn();
  const writer = child.stdin.getWriter();
  // A pipe holds no more than its buffer: once more than that was written, the program is reading and waits
  // for the rest.
  const large = await Deno.readFile(new URL(LARGE, root));
  assert(large.length > 1 << 17, "the sample fits into a pipe");
  await writer.write(large.subarray(0, large.length - 1000));
  child.kill("SIGINT");
  const { code, stdout, stderr } = await child.output();
  await writer.abort().catch(() => {});
  assertEquals([code, decoder.decode(stdout), decoder.decode(stderr)], [130, "", ""]);
});

Deno.test(
  atFullEffort("walk: the answers are the same without a home folder, locale or terminal"),
  async () => {
    const args = [SAMPLE, "-m", "csv", "-e", "take 50", "-e", "tags"];
    const { PATH = "", HOME = "", DENO_DIR } = Deno.env.toObject();
    const cache = DENO_DIR ?? `${Deno.env.get("XDG_CACHE_HOME") ?? `${HOME}/.cache`}/deno`;
    const usual = await quarry(args);
    const worlds: Record<string, string>[] = [
      {},
      { LC_ALL: "tr_TR.UTF-8", TZ: "Asia/Kathmandu", TERM: "dumb", COLUMNS: "10" },
      { LC_ALL: "C", COLUMNS: "x", HOME: "/nonexistent", XDG_CONFIG_HOME: "relative" },
    ];
    for (const world of entriesOf(worlds, 1, 1)) {
      const env = { PATH, DENO_DIR: cache, ...world };
      const bare = await inShell('"$@"', args, { clearEnv: true, env });
      assertEquals(bare, usual);
    }
  },
);

Deno.test("walk: colours are used only on request", async () => {
  const box = [SAMPLE, "-m", "box", "-e", "count"];
  const colored = async (args: string[], env: Record<string, string>): Promise<boolean> =>
    (await quarry(args, { env })).out.includes("\x1b[");
  assertEquals(await colored(box, {}), false);
  assertEquals(await colored(["--color", ...box], { NO_COLOR: "1" }), true);
  assertEquals(await colored(box, { FORCE_COLOR: "1" }), true);
  assertEquals(await colored([...box, "--color=never"], { FORCE_COLOR: "1" }), false);
  // The option also applies to errors.
  const wrong = [SAMPLE, "-e", "where siz > 1"];
  assertEquals((await quarry([...wrong, "--color=always"])).err.includes("\x1b["), true);
  assertEquals(
    (await quarry([...wrong, "--color=never"], { env: { FORCE_COLOR: "1" } })).err.includes("\x1b["),
    false,
  );
});
