/** Odd files in place of the prompt's settings and history: the prompt starts without waiting. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { HistoryFile } from "../../src/repl/history_file.ts";
import { toHistoryLine } from "../../src/repl/history.ts";
import { SHOW_LIMITS } from "../../src/base/limits/show_limits.ts";
import { lacks, unless } from "../support/programs.ts";
import { Temporary } from "../support/temporary.ts";
import { quarry } from "./program.ts";

const TRACE = "testdata/mpatrol/wordfreq-le64/trace.mtrc";
const NO_LINKS = Deno.build.os === "windows" ? "Windows lets only some people make links" : null;

async function pipeAt(path: string): Promise<void> {
  assert((await new Deno.Command("mkfifo", { args: [path] }).output()).success);
}

/** A prompt with lines from a pipe, and its configuration. */
async function promptWith(make: (replrc: string) => Promise<void>): Promise<string> {
  using home = Temporary.folder();
  await Deno.mkdir(`${home.path}/quarry`);
  await make(`${home.path}/quarry/replrc`);
  const { code, out, err } = await quarry(["repl", "--interactive", TRACE], {
    stdin: new TextEncoder().encode("leaks | count\n"),
    env: { XDG_CONFIG_HOME: home.path, XDG_STATE_HOME: home.path },
  });
  assertEquals(code, 0, err);
  assertMatch(out, /^count\n26$/m);
  return err;
}

Deno.test("a configuration that cannot be read is reported, and the prompt starts", async () => {
  for (const make of [() => Promise.resolve(), (path: string) => Deno.writeTextFile(path, ".timer off\n")]) {
    const err = await promptWith(make);
    assert(!err.includes("warning"), err);
  }
  for (const bytes of [[0, 1, 2], [0x2e, 0xff, 0xfe]]) {
    const err = await promptWith((path) => Deno.writeFile(path, new Uint8Array(bytes)));
    assertMatch(err, /warning: Cannot read ".*replrc" as text: .*; the prompt begins without it$/m);
  }
  await promptWith((path) => Deno.writeTextFile(path, 'let big = size > 10\nlet small = "si'));
  const large = await promptWith(async (path) => {
    await Deno.writeTextFile(path, "");
    await Deno.truncate(path, 2 ** 40);
  });
  assertStringIncludes(large, "replrc");
  assertMatch(
    await promptWith((path) => Deno.mkdir(path)),
    /replrc": not a regular file; the prompt begins/,
  );
});

Deno.test(
  unless([NO_LINKS, lacks("mkfifo")], "a pipe, a device or a cycle of links is refused as a configuration"),
  async () => {
    for (const make of [pipeAt, (path: string) => Deno.symlink("/dev/zero", path)]) {
      assertMatch(await promptWith(make), /replrc": not a regular file; the prompt begins without it/);
    }
    assertMatch(
      await promptWith((path) => Deno.symlink(path, path)),
      /replrc": .*; the prompt begins without it/,
    );
  },
);

Deno.test("a damaged history keeps the entries that can be read", async () => {
  using folder = Temporary.folder();
  const path = `${folder.path}/history`;
  const reading = async (bytes: Uint8Array<ArrayBuffer> | string): Promise<string[]> => {
    await Deno.writeFile(path, typeof bytes === "string" ? new TextEncoder().encode(bytes) : bytes);
    return await new HistoryFile(path).read();
  };
  assertEquals(await reading(""), []);
  assertEquals(await reading("leaks\nevents | by k"), ["leaks", "events | by k"]);
  assertEquals((await reading("leaks\n\xff\0\n\\")).slice(0, 1), ["leaks"]);
  // The newest thousand entries are found without reading a terabyte.
  await Deno.writeTextFile(path, "");
  await Deno.truncate(path, 2 ** 40);
  using file = await Deno.open(path, { append: true });
  await file.write(new TextEncoder().encode(`\n${toHistoryLine("leaks")}${toHistoryLine("events")}`));
  assertEquals((await new HistoryFile(path).read()).slice(-2), ["leaks", "events"]);
  assert((await Deno.stat(path)).size <= SHOW_LIMITS.historyFile.most);
});

Deno.test(
  unless(
    [NO_LINKS, lacks("mkfifo")],
    "a folder, a pipe or a device is refused as a history, and nothing is added to it",
  ),
  async () => {
    for (
      const make of [
        pipeAt,
        (path: string) => Deno.mkdir(path),
        (path: string) => Deno.symlink("/dev/zero", path),
        (path: string) => Deno.symlink(path, path),
      ]
    ) {
      using folder = Temporary.folder();
      const path = `${folder.path}/history`;
      await make(path);
      const history = new HistoryFile(path);
      assertEquals(await history.read(), []);
      await history.add("leaks");
      await history.fail("leaks");
      assert(!(await Deno.lstat(path)).isFile);
    }
  },
);
