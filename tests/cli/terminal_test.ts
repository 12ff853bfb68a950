import { assert, assertEquals } from "@std/assert";
import type { ResultTable } from "../../src/base/result_table.ts";
import { parseArguments } from "../../src/cli/args.ts";
import { useColor } from "../../src/cli/color.ts";
import { outputSettings, showResult } from "../../src/cli/output.ts";
import { Progress, progressText } from "../../src/cli/progress.ts";
import { loadCommand } from "../../src/cli/load_command.ts";
import { cacheFolder, xdgFolder } from "../../src/cli/user_folders.ts";
import { fakeHost, type FakeWorld } from "./fake_host.ts";
import { atFullEffort } from "../support/effort.ts";

const table: ResultTable = {
  columns: [{ name: "n", type: "u64" }],
  rowCount: 100,
  value: (row) => BigInt(row),
};

async function shown(world: FakeWorld, ...args: string[]): Promise<{ out: string; paged: string }> {
  const host = fakeHost(world);
  await showResult(host, table, outputSettings(host, parseArguments(args, await loadCommand("query"))));
  return host.written;
}

Deno.test("showResult() gives a pipe every row, and a terminal the rows that fit", async () => {
  assertEquals((await shown({})).out.split("\n").length, 102);
  assertEquals((await shown({}, "--no-header", "--limit", "3")).out, "0\n1\n2\n");
  const { out } = await shown({ terminal: true, env: { PAGER: "" } });
  assert(out.includes("100 rows (18 shown)"));
  assert(out.includes("\x1b[1m"));
  assert(!(await shown({ terminal: true }, "--color=never", "--no-pager")).out.includes("\x1b"));
  assert((await shown({}, "-m", "box")).out.split("\n").length > 100);
});

Deno.test("showResult() pages a result that is taller than the screen", async () => {
  const long = await shown({ terminal: true, pager: true });
  assertEquals(long.out, "");
  assertEquals(long.paged.split("\n").length, 106);
  assertEquals((await shown({ terminal: true, pager: true, rows: 200 })).paged, "");
  assertEquals((await shown({ terminal: true, pager: true }, "--no-pager")).paged, "");
  assertEquals((await shown({ pager: true })).paged, "");
});

Deno.test("useColor() checks option, NO_COLOR, FORCE_COLOR and terminal, in this order", () => {
  const ask = (world: FakeWorld, choice?: string): boolean => {
    const host = fakeHost(world);
    return useColor(host, host.stdout, choice);
  };
  assertEquals(ask({}), false);
  assertEquals(ask({ terminal: true }), true);
  assertEquals(ask({ terminal: true, env: { TERM: "dumb" } }), false);
  assertEquals(ask({ terminal: true, env: { NO_COLOR: "1" } }), false);
  assertEquals(ask({ terminal: true, env: { NO_COLOR: "" } }), true);
  assertEquals(ask({ env: { FORCE_COLOR: "1" } }), true);
  assertEquals(ask({ terminal: true, env: { FORCE_COLOR: "0" } }), false);
  assertEquals(ask({ env: { NO_COLOR: "1" } }, "always"), true);
  assertEquals(ask({ terminal: true, env: { FORCE_COLOR: "1" } }, "never"), false);
});

Deno.test("Progress waits, then shows rate and time left, and erases its line", () => {
  let now = 0;
  const host = fakeHost({ terminal: true });
  const progress = new Progress(host, "trace\x1b.mtrc", { now: () => now });
  now = 299;
  progress.update(1, 100);
  assertEquals(host.written.err, "");
  now = 1000;
  progress.update(50 << 20, 100 << 20);
  assertEquals(host.written.err, "\r\x1b[Ktrace\\x1b.mtrc 50%  50.0 MiB/s  1 s left");
  now = 1050;
  progress.update(60 << 20, 100 << 20);
  progress.clear();
  assert(host.written.err.endsWith("left\r\x1b[K"));
  const pipe = fakeHost();
  const silent = new Progress(pipe, "x", { now: () => now += 1000 });
  silent.update(1, 2);
  silent.clear();
  assertEquals(pipe.written.err, "");
  assertEquals(progressText(1 << 20, undefined, 1), "1.0 MiB  1.0 MiB/s");
  assertEquals(progressText(1 << 20, 100 << 20, 1), "1%  1.0 MiB/s  1 min 39 s left");
  assertEquals(progressText(5000, undefined, 2, "rows"), "5,000 rows  2,500 rows/s");
});

Deno.test(
  atFullEffort("Progress is updated while a job waits, and erased when the job ends"),
  async () => {
    const host = fakeHost({ terminal: true });
    const progress = new Progress(host, "pipe");
    let done = 1000;
    progress.watch(() => [done++, undefined]);
    const lines = (): number => host.written.err.split("\r\x1b[K").length - 1;
    while (lines() < 3) await new Promise((resolve) => setTimeout(resolve, 10));
    assert(/pipe 10\d\d /.test(host.written.err), host.written.err);
    progress.clear();
    assert(host.written.err.endsWith("/s\r\x1b[K"));
    const silent = fakeHost({ terminal: true, env: { TERM: "dumb" } });
    const mute = new Progress(silent, "x", { now: () => 1e9 });
    mute.watch(() => [1, 2]);
    mute.update(1, 2);
    assertEquals(silent.written.err, "");
    mute.clear();
  },
);

Deno.test("xdgFolder() follows the XDG environment variables", () => {
  assertEquals(xdgFolder(fakeHost({ env: { HOME: "/home/a" } }), "state"), "/home/a/.local/state/quarry");
  assertEquals(xdgFolder(fakeHost({ env: { HOME: "/h", XDG_CACHE_HOME: "/c" } }), "cache"), "/c/quarry");
  assertEquals(
    xdgFolder(fakeHost({ env: { HOME: "/h", XDG_CACHE_HOME: "c" } }), "cache"),
    "/h/.cache/quarry",
  );
  assertEquals(xdgFolder(fakeHost({ env: { USERPROFILE: "C:/a" } }), "state"), "C:/a/.local/state/quarry");
  assertEquals(xdgFolder(fakeHost(), "config"), undefined);
  const env = { HOME: "/h", LOCALAPPDATA: "C:\\a" };
  const cacheOn = (system: string, more = {}) => cacheFolder(fakeHost({ env: { ...env, ...more } }), system);
  assertEquals(cacheOn("linux"), "/h/.cache/quarry");
  assertEquals(cacheOn("darwin"), "/h/Library/Caches/quarry");
  assertEquals(cacheOn("windows"), "C:\\a/quarry");
  assertEquals(cacheOn("windows", { LOCALAPPDATA: "" }), "/h/.cache/quarry");
  for (const system of ["linux", "darwin", "windows"]) {
    assertEquals(cacheOn(system, { XDG_CACHE_HOME: "/c" }), "/c/quarry");
    assertEquals(cacheOn(system, { XDG_CACHE_HOME: "c" }), cacheOn(system));
    assertEquals(cacheFolder(fakeHost(), system), undefined);
  }
  assertEquals(cacheOn("windows", { XDG_CACHE_HOME: "D:/c" }), "D:/c/quarry");
});
