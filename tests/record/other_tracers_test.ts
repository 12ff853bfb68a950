import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { formatNamed } from "../../src/formats/registry.ts";
import { atFullEffort } from "../support/effort.ts";
import { memrayPython } from "../support/tools.ts";
import { Recordings } from "./programs.ts";

const JOB = `import sys
keep = [bytearray(5000) for _ in range(200)]
print("job", sys.argv[1:])
sys.exit(3)
`;

Deno.test({
  ...atFullEffort("quarry record on a Python script gives the same figures as memray stats", ["memray"]),
  async fn() {
    using recordings = new Recordings();
    await Deno.writeTextFile(`${recordings.folder}/job.py`, JOB);
    const python = memrayPython()!;
    const { code, out, err } = await recordings.quarry(["record", python, "job.py", "-x", "a b"]);
    assertEquals([code, out], [3, "job ['-x', 'a b']\n"], err);
    const [name] = recordings.files(".memray");
    assertMatch(name!, /^job\.\d+\.memray$/);
    const stats = await new Deno.Command(python, {
      args: ["-m", "memray", "stats", "--json", "-f", "-o", "stats.json", name!],
      cwd: recordings.folder,
    }).output();
    assertEquals(stats.success, true, new TextDecoder().decode(stats.stderr));
    if (formatNamed("memray") === undefined) return;
    const { total_num_allocations: total } = JSON.parse(
      await Deno.readTextFile(`${recordings.folder}/stats.json`),
    );
    const answer = await recordings.quarry(["query", name!, "-m", "tsv", "-e", "allocs | count"]);
    assertEquals(answer.out.trim().split("\n").at(-1), String(total), answer.err);
    assertMatch(err, /never freed/);
  },
});

Deno.test({
  ...atFullEffort(
    "quarry record recognizes Python by its options, its modules and the first line of scripts",
    [
      "memray",
    ],
  ),
  async fn() {
    using recordings = new Recordings();
    const python = memrayPython()!;
    await Deno.writeTextFile(
      `${recordings.folder}/tool`,
      `#!${python}\nimport os, sys\nos.fork() or os._exit(0)\nos.wait()\n`,
    );
    await Deno.chmod(`${recordings.folder}/tool`, 0o755);
    const script = await recordings.quarry(["record", "./tool"]);
    // The forked process has its own trace.
    assertEquals(recordings.files(".memray").length, 2, script.err);
    const module = await recordings.quarry(["record", python, "-X", "utf8", "-m", "json.tool", "--help"]);
    assertMatch(module.out, /^usage: /);
    assertMatch(module.err, /^trace: json\.tool\.\d+\.memray/m);
    const { out } = await recordings.quarry(["record", "--native", "--dry-run", python, "-u", "x.py", "y"]);
    assertMatch(out, / -u -m memray run -q --follow-fork --native -o \S+ x\.py y\n/);
  },
});

Deno.test({
  ...atFullEffort("quarry record on a drawing program gives the same figures as apitrace info", [
    "apitrace",
    "gcc",
    "OpenGL under Xvfb",
  ]),
  async fn() {
    using recordings = new Recordings();
    await recordings.compile("game");
    const { code, out, err } = await recordings.underXvfb(["record", "--api", "egl", "./game"]);
    assertEquals([code, out], [4, "drawn\n"], err);
    const [name] = recordings.files(".trace");
    assertMatch(name!, /^game\.\d+\.trace$/);
    const info = await new Deno.Command("apitrace", { args: ["info", name!], cwd: recordings.folder })
      .output();
    const facts = JSON.parse(new TextDecoder().decode(info.stdout));
    const dump = await new Deno.Command("apitrace", {
      args: ["dump", "--color=never", "--call-nos=yes", name!],
      cwd: recordings.folder,
    }).output();
    const calls = new TextDecoder().decode(dump.stdout).match(/^\d+ /gm)!.length;
    assertStringIncludes(facts.API, "EGL");
    // A trace without a swap has one frame in Quarry and none in apitrace.
    assertEquals(facts.FramesCount, 0);
    assertStringIncludes(err, `${calls} calls in 1 frame, 10 draws`);
  },
});

Deno.test({
  ...atFullEffort("quarry record on a program that swaps buffers gives the same figures as apitrace info", [
    "apitrace",
    "gcc",
    "GLX under Xvfb",
  ]),
  async fn() {
    using recordings = new Recordings();
    await recordings.compile("glx_game");
    const { code, out, err } = await recordings.underXvfb(["record", "--with", "apitrace", "./glx_game"]);
    assertEquals([code, out], [4, "drawn\n"], err);
    const [name] = recordings.files(".trace");
    const apitrace = async (...args: string[]): Promise<string> => {
      const done = await new Deno.Command("apitrace", { args: [...args, name!], cwd: recordings.folder })
        .output();
      return new TextDecoder().decode(done.stdout);
    };
    const { API, FramesCount } = JSON.parse(await apitrace("info"));
    const calls = (await apitrace("dump", "--color=never", "--call-nos=yes")).match(/^\d+ /gm)!.length;
    assertStringIncludes(API, "OpenGL");
    const asked = await recordings.quarry([
      ...["query", name!, "-m", "tsv", "--no-header"],
      ...["-e", "calls | count", "-e", 'calls | where name == "glXSwapBuffers" | count'],
    ]);
    assertEquals(asked.out.trim().split(/\s+/).map(Number), [calls, FramesCount]);
    assertEquals(FramesCount, 7);
    // In Quarry, the calls after the last swap are a separate frame.
    assertStringIncludes(err, `${calls} calls in 8 frames`);
  },
});
