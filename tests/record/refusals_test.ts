import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { tracers } from "../../src/record/registry.ts";
import { recordingChoices } from "../../src/record/questions.ts";
import { nameOf, saveTraceFiles } from "../../src/record/save_trace_files.ts";
import { programOf } from "../../src/record/program.ts";
import { quarry } from "../cli/program.ts";
import { outcomeOf } from "../cli/program.ts";
import { GUARDED } from "../support/guards/guarded.ts";
import { withFolder } from "../support/temporary.ts";

const ROOT = new URL("../../", import.meta.url);

/** A machine with these programs and no others: a package manager is recognized by its name alone. */
async function onMachine<Result>(
  programs: readonly string[],
  use: (env: { PATH: string }, folder: string) => Promise<Result>,
): Promise<Result> {
  return await withFolder(async (folder) => {
    await Deno.mkdir(`${folder}/bin`);
    for (const name of programs) await Deno.writeTextFile(`${folder}/bin/${name}`, "", { mode: 0o755 });
    // A dynamically linked program, which is not started.
    await Deno.copyFile("/bin/sh", `${folder}/app`);
    return await use({ PATH: `${folder}/bin` }, folder);
  });
}

const MANAGERS: readonly (readonly [program: string, line: RegExp])[] = [
  ["apt", /(sudo )?apt install heaptrack\n$/],
  ["dnf", /(sudo )?dnf install heaptrack\n$/],
  ["pacman", /(sudo )?pacman -S heaptrack\n$/],
  ["zypper", /(sudo )?zypper install heaptrack\n$/],
  ["apk", /(sudo )?apk add heaptrack\n$/],
];

for (const [manager, line] of MANAGERS) {
  Deno.test(`quarry record names the command that installs a tracer with ${manager}`, async () => {
    await onMachine([manager], async (env, folder) => {
      const { code, out, err } = await quarry(["record", `${folder}/app`], { env });
      assertEquals([code, out], [3, ""]);
      assertMatch(err, line);
      assertEquals(err.split("\n").length, 2, "one line");
    });
  });
}

Deno.test("quarry record suggests pip or brew, and reports if there is no package", async () => {
  await onMachine(["brew", "python3"], async (env, folder) => {
    const python = await quarry(["record", "python3", "job.py"], { env });
    assertEquals(python.code, 3);
    assertStringIncludes(python.err, `memray is not installed: ${folder}/bin/python3 -m pip install memray`);
    const valgrind = await quarry(["record", "--with", "valgrind", `${folder}/app`], { env });
    assertEquals(valgrind.code, 3);
    assertStringIncludes(valgrind.err, "valgrind is not installed: brew install valgrind");
    const none = await quarry(["record", "--with", "mpatrol", `${folder}/app`], { env });
    assertEquals(none.code, 3);
    assertStringIncludes(none.err, "mpatrol is not installed: this machine has no package of mpatrol");
  });
});

Deno.test("quarry record refuses programs that cannot be recorded, with the reason", async () => {
  await onMachine([], async (env, folder) => {
    await Deno.writeTextFile(`${folder}/run.sh`, "#!/bin/sh\n./app\n", { mode: 0o755 });
    const cases: readonly (readonly [args: readonly string[], code: number, words: string])[] = [
      [[], 2, 'Cannot record without a program: "quarry record PROGRAM [ARGS...]"'],
      [["nothing-here"], 127, 'Cannot start "nothing-here": there is no such program'],
      [[`${folder}/run.sh`], 2, "it is a script for sh: name the program that it starts"],
      [["--with", "lcov", `${folder}/run.sh`], 2, "it is a script: name the program that it starts"],
      [
        ["--with", "lcov", `${folder}/app`],
        2,
        "it is not built with gcc --coverage, or its symbols are stripped",
      ],
      [["--with", "memray", `${folder}/app`], 2, "it is not a program that Python runs"],
      [["--with", "heaptrak", "x"], 2, "did you mean heaptrack?"],
      [["--pid", "1", "x"], 2, "it cannot also start a program"],
      [["--pid", "1", "--with", "valgrind"], 2, "valgrind cannot attach to a process"],
    ];
    for (const [args, code, words] of cases) {
      const outcome = await quarry(["record", ...args], { env });
      assertEquals(outcome.code, code, args.join(" "));
      assertStringIncludes(outcome.err, words);
    }
  });
});

Deno.test("quarry record names the flag that is missing", async () => {
  const { code, err } = await outcomeOf(
    new Deno.Command(Deno.execPath(), {
      args: [
        ...["run", "--quiet", "--no-prompt", "--allow-read", "--allow-env", ...GUARDED],
        ...[
          "--config",
          new URL("deno.json", ROOT).pathname,
          new URL("cli.ts", ROOT).pathname,
          "record",
          "true",
        ],
      ],
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
      env: { NO_COLOR: "1" },
    }),
  );
  assertEquals(code, 3);
  assertStringIncludes(err, 'Cannot start "true": Quarry may not start programs without --allow-run');
});

Deno.test("quarry record --list describes each tracer, also those that are not installed", async () => {
  await onMachine(["apt"], async (env) => {
    const { code, out } = await quarry(["record", "--list"], { env });
    assertEquals(code, 0);
    for (const { name, summary, has, lacks } of tracers) {
      assertMatch(out, new RegExp(`^${name}: ${summary.slice(0, 1).toLowerCase()}`, "m"));
      const flat = out.replaceAll(/\s+/g, " ");
      assertStringIncludes(flat, has);
      assertStringIncludes(flat, lacks);
    }
    assertMatch(out, /^heaptrack: .*\(not installed: (sudo )?apt install heaptrack\)$/m);
  });
});

Deno.test("saveTraceFiles() gives files that belong together one name, and replaces nothing", async () => {
  await withFolder(async (folder) => {
    const run = `${folder}/run`;
    const title = `${folder}/app`;
    const keep = async (force = false): Promise<string[]> => {
      await Deno.mkdir(run);
      await Deno.writeTextFile(`${run}/7.raw`, "raw");
      await Deno.writeTextFile(`${run}/7.zst`, "made");
      await Deno.writeTextFile(`${run}/8.zst`, "");
      const kept = await saveTraceFiles([
        { path: `${run}/8.zst`, pid: 8, extension: "heaptrack.zst" },
        { path: `${run}/7.raw`, pid: 7, extension: "heaptrack.raw.zst" },
        { path: `${run}/7.zst`, pid: 7, extension: "heaptrack.zst", beside: true },
      ], { title, pid: 7, force });
      await Deno.remove(run, { recursive: true });
      return kept.map(({ path }) => path.slice(folder.length + 1));
    };
    const names = ["app.7.heaptrack.raw.zst", "app.7.heaptrack.zst"];
    assertEquals(await keep(), names);
    await Deno.remove(`${folder}/app.7.heaptrack.zst`);
    assertEquals(await keep(), ["app.7-2.heaptrack.raw.zst", "app.7-2.heaptrack.zst"]);
    assertEquals(await keep(true), names);
  });
});

Deno.test("nameOf() adds the process and the kind of data to the name from -o", () => {
  const place = { output: "out/t.zst", title: "app", pid: 7, force: false };
  const of = (pid: number | undefined, extension: string): string =>
    nameOf({ path: "", extension, ...(pid === undefined ? {} : { pid }) }, place);
  assertEquals(of(undefined, "trace"), "out/t.zst");
  assertEquals(of(8, "trace"), "out/t.8.zst");
  assertEquals(of(7, "heaptrack.raw.zst"), "out/t.raw.zst");
  assertEquals(nameOf({ path: "", extension: "raw" }, { ...place, output: "t.raw.zst" }), "t.raw.zst");
  assertEquals(nameOf({ path: "", extension: "zst" }, { ...place, output: "t.raw.zst" }), "t.zst");
});

Deno.test("programOf() recognizes Python by its name, its options and the first line of a script", async () => {
  await onMachine(["python3", "python3.11"], async (_, folder) => {
    const python = `${folder}/bin/python3`;
    assertEquals(programOf(python, ["-W", "error", "-u", "a/job.py", "-m"]), {
      name: python,
      path: python,
      title: "job",
      kind: "native",
      python: { python, options: ["-W", "error", "-u"], runs: ["a/job.py", "-m"] },
    });
    assertEquals(programOf(python, ["-m", "pkg.tool", "x"])?.title, "pkg.tool");
    assertEquals(programOf(python, [])?.python, undefined);
    const script = `${folder}/tool.py`;
    for (const line of ["#!/usr/bin/env python3", "#!/usr/bin/env -S python3 -u", "#! /usr/bin/python3.11"]) {
      await Deno.writeTextFile(script, `${line}\n`, { mode: 0o755 });
      const found = programOf(script, ["x"]);
      assertMatch(found!.python!.python, /python3(\.11)?$/);
      assertEquals([found!.title, found!.python!.runs], ["tool", [script, "x"]]);
    }
  });
});

Deno.test("help and the documents list the use of each tracer", async () => {
  const page = await quarry(["help", "recording"]);
  const text = await Deno.readTextFile(new URL("docs/record.md", ROOT));
  for (const { line, tracer, question } of recordingChoices) {
    assertStringIncludes(page.out, `quarry ${line}`);
    assertStringIncludes(page.out, question.replace("?", ":"));
    assertStringIncludes(text, `\`quarry ${line}\``);
    assertEquals(tracers.some(({ name }) => name === tracer), true);
  }
  const first = await quarry([]);
  assertStringIncludes(first.out, "quarry record ./app");
});

Deno.test("documented costs of tracers equal the figures from tools/record_cost/measure.ts", async () => {
  const text = await Deno.readTextFile(new URL("docs/record.md", ROOT));
  const table = /<!-- costs: begin -->([^]*)<!-- costs: end -->/.exec(text)![1]!;
  const rows = [...table.matchAll(/^\| `([\w-]+)` .* (\S+) +\|$/gm)].map(([, name, times]) =>
    [name!, times!] as const
  );
  assertEquals(rows.length >= 5, true, table);
  for (const [name, times] of rows) {
    const { cost } = tracers.find((each) => each.name === name)!;
    assertStringIncludes(cost, `${times} times the time`, name);
  }
});
