import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { atFullEffort, byEffort } from "../support/effort.ts";
import { withTools } from "../support/programs.ts";
import { Recordings } from "./programs.ts";

/** The output of heaptrack_print for a file. */
async function printed(path: string): Promise<(what: string) => string> {
  const { stdout } = await new Deno.Command("heaptrack_print", {
    args: [path, "--disable-builtin-suppressions"],
  }).output();
  const text = new TextDecoder().decode(stdout);
  return (what) => new RegExp(`^${what}: (\\S+)`, "m").exec(text)![1]!;
}

/** Bytes in the form of heaptrack_print. */
function rounded(bytes: number): string {
  const units = ["B", "K", "M"];
  let unit = 0;
  for (; bytes >= 1000 && unit < units.length - 1; unit++) bytes /= 1000;
  return (unit === 0 ? String(bytes) : bytes.toFixed(2)) + units[unit];
}

const PROGRAMS = byEffort(["leaks", "threads", "forks", "three"], ["three"]);

Deno.test({
  ...withTools(
    ["heaptrack", "gcc"],
    "quarry record on native programs gives the same figures as heaptrack_print",
  ),
  async fn() {
    using recordings = new Recordings();
    for (const name of PROGRAMS) {
      await recordings.compile(name);
      const { code, out, err } = await recordings.quarry(["record", `./${name}`]);
      assertEquals(code, name === "three" ? 3 : 0, err);
      assertEquals(out, { leaks: "leaked\n", threads: "joined\n", forks: "forked\n", three: "" }[name]);
      const [raw] = recordings.files(".heaptrack.raw.zst").filter((file) => file.startsWith(name));
      const interpreted = raw!.replace(".raw", "");
      assertMatch(raw!, new RegExp(`^${name}\\.\\d+\\.heaptrack\\.raw\\.zst$`));
      assertStringIncludes(err, `trace: ${interpreted} (`);
      const said = await printed(`${recordings.folder}/${interpreted}`);
      const query = "allocs | count; leaks | summarize count(), sum(size); summarize max(live_bytes)";
      const answers = await recordings.quarry(["query", interpreted, "-m", "tsv", "-e", query]);
      assertEquals(answers.code, 0, answers.err);
      const [count, leaks, peak] = answers.out.trim().split(/\n\n|\n(?=\D)/)
        .map((table) => table.split("\n").at(-1)!.split("\t").map(Number));
      assertEquals(String(count![0]), said("calls to allocation functions"), name);
      assertEquals(rounded(leaks![1]!), said("total memory leaked"), name);
      assertEquals(rounded(peak![0]!), said("peak heap memory consumption"), name);
      // The summary has the same numbers.
      assertMatch(err, new RegExp(`^${leaks![0]!.toLocaleString("en")} blocks? \\(.* never freed`, "m"));
    }
    assertEquals(recordings.files("recording").length, 0);
  },
});

Deno.test({
  ...atFullEffort("quarry record passes arguments on and overwrites nothing without --force", [
    "heaptrack",
    "gcc",
  ]),
  async fn() {
    using recordings = new Recordings();
    await recordings.compile("three");
    const first = await recordings.quarry(["record", "-o", "t.zst", "--", "./three", "-o", "a b", "--force"]);
    assertEquals([first.code, first.out], [3, "[-o][a b][--force]"]);
    assertEquals(recordings.files(".zst"), ["t.raw.zst", "t.zst"]);
    const before = await Deno.readFile(`${recordings.folder}/t.zst`);
    const second = await recordings.quarry(["record", "-o", "t.zst", "./three"]);
    assertEquals([second.code, second.out], [1, ""]);
    assertStringIncludes(second.err, "--force replaces it");
    assertEquals(await Deno.readFile(`${recordings.folder}/t.zst`), before);
    assertEquals((await recordings.quarry(["record", "-o", "t.zst", "--force", "./three", "x"])).code, 3);
    assert(recordings.files(".zst").length === 2);
  },
});

/** Runs the program that waits, and ends it with a signal. */
async function ended(
  recordings: Recordings,
  end: (quarry: Deno.ChildProcess) => void | Promise<void>,
): Promise<{
  readonly code: number;
  readonly err: string;
}> {
  const child = recordings.command(["record", "./waits"]).spawn();
  const reader = child.stdout.getReader();
  let said = "";
  while (!said.includes("waits\n")) {
    const { value, done } = await reader.read();
    if (done) break;
    said += new TextDecoder().decode(value);
  }
  await end(child);
  const [{ code }, err] = await Promise.all([child.status, new Response(child.stderr).text()]);
  await reader.cancel();
  return { code, err };
}

const ENDS = byEffort(["SIGINT", "SIGTERM", "SIGKILL"] as const, ["SIGINT"] as const);
const CODES = { SIGINT: 130, SIGTERM: 143, SIGKILL: 137 } as const;

Deno.test({
  ...withTools(
    ["heaptrack", "gcc"],
    "a run ended by a signal keeps its trace, and has the exit code of a shell",
  ),
  async fn() {
    using recordings = new Recordings();
    await recordings.compile("waits");
    for (const signal of ENDS) {
      const { code, err } = await ended(recordings, async (child) => {
        if (signal !== "SIGKILL") return child.kill(signal);
        // The program itself is killed, not Quarry.
        const { stdout } = await new Deno.Command("sh", {
          args: [
            "-c",
            `for p in /proc/[0-9]*; do [ "$(readlink $p/exe)" = "${await Deno.realPath(
              recordings.folder,
            )}/waits" ] && echo "\${p#/proc/}"; done`,
          ],
        }).output();
        Deno.kill(Number(new TextDecoder().decode(stdout).trim()), "SIGKILL");
      });
      assertEquals(code, CODES[signal], err);
      assertStringIncludes(
        err,
        `"./waits" was ended by ${signal}: the trace contains what was recorded until then`,
      );
      // The library holds back the last kilobytes until it has more.
      assertMatch(err, /^1[5-9],\d+ blocks .* never freed|^20,\d+ blocks .* never freed/m);
      assertEquals(recordings.files(".zst").length, 2);
      for (const name of recordings.files(".zst")) await Deno.remove(`${recordings.folder}/${name}`);
    }
  },
});

Deno.test({
  ...atFullEffort("quarry record --pid records a process that continues to run", ["heaptrack", "gcc", "gdb"]),
  async fn() {
    using recordings = new Recordings();
    await recordings.compile("waits");
    const waits = new Deno.Command(`${recordings.folder}/waits`, { stdout: "null" }).spawn();
    try {
      const child = recordings.command(["record", "--pid", String(waits.pid)]).spawn();
      let err = "";
      const reader = child.stderr.pipeThrough(new TextDecoderStream()).getReader();
      const read = async (until: RegExp): Promise<void> => {
        while (!until.test(err)) {
          const { value, done } = await reader.read();
          if (done) return;
          err += value;
        }
      };
      await read(/until it ends, or Ctrl-C/);
      // gdb needs a while, and so do some allocations; if it cannot attach, the program has ended by then.
      const hasEnded = await Promise.race([
        child.status.then(() => true),
        new Promise<boolean>((resolve) => setTimeout(() => resolve(false), 4000)),
      ]);
      if (!hasEnded) child.kill("SIGINT");
      await read(/never come/);
      const { code } = await child.status;
      await child.stdout.cancel();
      // Attaching may be forbidden in containers.
      if (code === 126) return assertStringIncludes(err, "gdb may not attach");
      assertEquals(code, 0, err);
      assertMatch(err, new RegExp(`trace: waits\\.${waits.pid}\\.heaptrack\\.raw\\.zst`));
      const [raw] = recordings.files(".raw.zst");
      const { out } = await recordings.quarry([
        "query",
        raw!,
        "-m",
        "tsv",
        "-e",
        "where func == main | count",
      ]);
      assert(Number(out.trim().split("\n").at(-1)) > 10, out);
    } finally {
      waits.kill("SIGKILL");
      await waits.status;
    }
  },
});

Deno.test({
  ...atFullEffort("each process of a program that forks gets a trace under valgrind", ["valgrind", "gcc"]),
  async fn() {
    using recordings = new Recordings();
    await recordings.compile("forks");
    await recordings.compile("three", { as: "static", options: ["-static"] });
    const { out, err } = await recordings.quarry(["record", "--with", "valgrind", "./forks"]);
    assertEquals(out, "forked\n", err);
    assertEquals(recordings.files(".dhat.json").length, 2);
    assertEquals(err.match(/^trace: forks\.\d+\.dhat\.json/gm)?.length, 2, err);
    // The summary has the same numbers as valgrind's own output.
    assertMatch(err, /^6 blocks \(.* never freed, \d+ % by `main` \(forks\.c:8\)/m);
    const still = await recordings.quarry(["record", "--with", "valgrind", "./static"]);
    assertEquals(still.code, 3, still.err);
    const refused = await recordings.quarry(["record", "--with", "heaptrack", "./static"]);
    assertEquals(refused.code, 2);
    assertStringIncludes(refused.err, "it is statically linked, so that no library can be loaded into it");
  },
});

Deno.test({
  ...atFullEffort("quarry record --with mtrace keeps the file that glibc writes", ["gcc"]),
  async fn() {
    using recordings = new Recordings();
    await recordings.compile("traced");
    await recordings.compile("leaks");
    const refused = await recordings.quarry(["record", "--with", "mtrace", "./leaks"]);
    assertEquals(refused.code, 2);
    assertStringIncludes(refused.err, "it does not call mtrace()");
    const { err } = await recordings.quarry(["record", "--with", "mtrace", "./traced"]);
    const [name] = recordings.files(".mtrace");
    if (name === undefined) return assertStringIncludes(err, "mtrace is not installed");
    assertMatch(err, /`main` \(traced\.c:3\)/);
    const text = await Deno.readTextFile(`${recordings.folder}/${name}`);
    assertEquals(text.match(/ \+ 0x/g)?.length, 2, text);
    assertEquals(text.match(/ - 0x/g)?.length, 1, text);
    // glibc prints addresses relative to the load address, even for programs that run where they were linked.
    await recordings.compile("traced", { as: "fixed", options: ["-no-pie"] });
    const fixed = await recordings.quarry(["record", "--with", "mtrace", "-o", "fixed.mtrace", "./fixed"]);
    assertMatch(fixed.err, /`main` \(traced\.c:3\)/);
    const args = ["query", "fixed.mtrace", "-e", "leaks | select func, file, line"];
    assertEquals(
      (await recordings.quarry([...args, "--sysroot", "/"])).out,
      "func\tfile\tline\nmain\ttraced.c\t3\n",
    );
    assertEquals((await recordings.quarry(args)).out, "func\tfile\tline\n\t\t\n");
  },
});

Deno.test({
  ...atFullEffort(
    "quarry record --with lcov has the counts of one run, and refuses a program without counters",
    [
      "gcc",
      "lcov",
    ],
  ),
  async fn() {
    using recordings = new Recordings();
    await recordings.compile("three", { as: "covered", options: ["--coverage"] });
    await recordings.compile("leaks");
    const refused = await recordings.quarry(["record", "--with", "lcov", "./leaks"]);
    assertEquals(refused.code, 2);
    assertStringIncludes(refused.err, "it is not built with gcc --coverage");
    for (const words of [["a", "b"], []]) {
      const { code, err } = await recordings.quarry([
        ...["record", "--with", "lcov", "--force", "-o", "c.info"],
        ...["./covered", ...words],
      ]);
      assertEquals(code, 3, err);
      const text = await Deno.readTextFile(`${recordings.folder}/c.info`);
      assertMatch(text, /^FNDA:1,main$/m);
      // The counts of the previous run are not included.
      assertMatch(text, new RegExp(`^DA:4,${words.length + 1}$`, "m"));
      assertEquals(recordings.files(".gcda"), []);
    }
  },
});

Deno.test({
  ...atFullEffort("traces recorded without zstd on the machine are the same as with it", [
    "heaptrack",
    "gcc",
  ]),
  async fn() {
    using recordings = new Recordings();
    await recordings.compile("three");
    const bin = `${recordings.folder}/bin`;
    await Deno.mkdir(bin);
    const found = await new Deno.Command("sh", { args: ["-c", "command -v heaptrack"] }).output();
    await Deno.symlink(new TextDecoder().decode(found.stdout).trim(), `${bin}/heaptrack`);
    const { code, err } = await recordings.quarry(["record", "-o", "t.zst", "./three"], { PATH: bin });
    assertEquals(code, 3, err);
    // The name tells heaptrack's own programs how to read the file.
    const said = await printed(`${recordings.folder}/t.zst`);
    assertEquals(said("total memory leaked"), "77B");
    for (const name of ["t.zst", "t.raw.zst"]) {
      const head = (await Deno.readFile(`${recordings.folder}/${name}`)).subarray(0, 4);
      assertEquals([...head], [0x28, 0xb5, 0x2f, 0xfd], name);
    }
  },
});

/** The output of valgrind when DHAT ends: blocks and bytes by name. */
async function printedByDhat(folder: string, program: string): Promise<(what: string) => number[]> {
  const { stderr } = await new Deno.Command("valgrind", {
    args: ["--tool=dhat", "--dhat-out-file=direct.json", program],
    cwd: folder,
  }).output();
  const text = new TextDecoder().decode(stderr);
  return (what) =>
    new RegExp(`${what}: +([\\d,]+) bytes in ([\\d,]+) blocks`).exec(text)!.slice(1)
      .map((digits) => Number(digits.replaceAll(",", "")));
}

Deno.test({
  ...withTools(
    ["valgrind", "gcc"],
    "quarry record --with valgrind gives the same figures as DHAT, with callers",
  ),
  async fn() {
    using recordings = new Recordings();
    for (const name of PROGRAMS.filter((each) => each !== "threads")) {
      await recordings.compile(name);
      const { code, err } = await recordings.quarry(["record", "--with", "valgrind", `./${name}`]);
      assertEquals(code, name === "three" ? 3 : 0, err);
      // The trace of the started process comes first; a child has its own.
      const traces = recordings.files(".dhat.json").filter((file) => file.startsWith(name));
      assertEquals(traces.length, name === "forks" ? 2 : 1, err);
      const said = await printedByDhat(recordings.folder, `./${name}`);
      const sums = "profile | summarize sum(alloc_bytes), sum(allocs), sum(live_bytes), sum(live)";
      const answers = await Promise.all(traces.map(async (trace) => {
        const { out } = await recordings.quarry(["query", trace, "-m", "tsv", "--no-header", "-e", sums]);
        return out.trim().split("\t").map(Number);
      }));
      const wanted = [...said("Total"), ...said("At t-end")];
      assert(
        answers.some((each) => each.join() === wanted.join()),
        `${name}: ${answers.join(" | ")}, not ${wanted}`,
      );
      const [, blocks] = said("At t-end");
      if (name === "forks") continue;
      assertMatch(
        err,
        new RegExp(`^${blocks!.toLocaleString("en")} blocks? \\(.* never freed, \\d+ % by `, "m"),
      );
      assertStringIncludes(err, { leaks: "`make`", three: "`main`" }[name]!);
    }
  },
});

Deno.test({
  ...atFullEffort("quarry record --with valgrind keeps the counts of a run ended by a signal", [
    "valgrind",
    "gcc",
  ]),
  async fn() {
    using recordings = new Recordings();
    await recordings.compile("waits");
    const child = recordings.command(["record", "--with", "valgrind", "./waits"]).spawn();
    const reader = child.stdout.getReader();
    let said = "";
    while (!said.includes("waits\n")) {
      const { value, done } = await reader.read();
      if (done) break;
      said += new TextDecoder().decode(value);
    }
    child.kill("SIGINT");
    const [{ code }, err] = await Promise.all([child.status, new Response(child.stderr).text()]);
    await reader.cancel();
    assertEquals(code, 130, err);
    assertStringIncludes(err, "was ended by SIGINT");
    // valgrind writes at the end of a program, also if a signal ends it.
    assertEquals(recordings.files(".dhat.json").length, 1, err);
    assertMatch(err, /^20,\d+ blocks .* never freed/m);
  },
});
