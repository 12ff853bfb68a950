/** Programs that are run, signals that are passed on, installed tracers that are found, and the names of traces. */
import { assertEquals, assertRejects } from "@std/assert";
import { UsageError } from "../../src/base/errors.ts";
import { chooseAttaching, chooseTracer } from "../../src/record/choose_tracer.ts";
import { readVariablesWith } from "../../src/record/machine.ts";
import { programOf } from "../../src/record/program.ts";
import { runProgram } from "../../src/record/run_program.ts";
import { foundTraces, nameOf, saveTraceFiles } from "../../src/record/save_trace_files.ts";
import { apitrace } from "../../src/record/tracers/apitrace.ts";
import { heaptrack } from "../../src/record/tracers/heaptrack.ts";
import { withFolder } from "../support/temporary.ts";

/** Runs `work` with signal handlers that are only remembered; returns those that are left at the end. */
async function withSignals(work: (handlers: Map<string, () => void>) => Promise<void>): Promise<string[]> {
  const handlers = new Map<string, () => void>();
  const { addSignalListener, removeSignalListener } = Deno;
  Deno.addSignalListener = (signal, handler) => void handlers.set(signal, handler);
  Deno.removeSignalListener = (signal, handler) => {
    assertEquals(handlers.get(signal), handler);
    handlers.delete(signal);
  };
  try {
    await work(handlers);
  } finally {
    Object.assign(Deno, { addSignalListener, removeSignalListener });
  }
  return [...handlers.keys()];
}

/** Runs `work` while programs are looked for in one folder only. */
async function withPath(path: string, work: () => Promise<void>): Promise<void> {
  const get = (name: string): string | undefined => Deno.env.get(name);
  readVariablesWith((name) => name === "PATH" ? path : get(name));
  try {
    await work();
  } finally {
    readVariablesWith(get);
  }
}

Deno.test("signals are passed on while a program runs, and Ctrl-C only if the terminal does not", async () => {
  const ends: unknown[] = [];
  const left = await withSignals(async (handlers) => {
    for (const [signal, fromTerminal] of [["SIGTERM", true], ["SIGHUP", true], ["SIGINT", false]] as const) {
      let onCtrlC: (() => void) | undefined;
      const running = runProgram({ command: ["/bin/sleep", "100"], env: {} }, {
        fromTerminal,
        onInterrupt: (handler) => {
          onCtrlC = handler;
          return () => onCtrlC = undefined;
        },
      });
      assertEquals([...handlers.keys()], ["SIGTERM", "SIGHUP"]);
      // The terminal sends it to the program itself.
      if (fromTerminal) onCtrlC!();
      if (signal === "SIGINT") onCtrlC!();
      else handlers.get(signal)!();
      const end = await running;
      ends.push("pid" in end ? [end.code, end.signal, end.pid > 0, onCtrlC] : end);
    }
  });
  assertEquals(ends, [[143, "SIGTERM", true, undefined], [129, "SIGHUP", true, undefined], [
    130,
    "SIGINT",
    true,
    undefined,
  ]]);
  assertEquals(left, []);
});

Deno.test("a program ends with its code, or with that of shells if it cannot start", async () => {
  await withFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/plain`, "#!/bin/sh\n", { mode: 0o644 });
    const run = async (...command: [string, ...string[]]): Promise<unknown> => {
      const end = await runProgram({ command, env: { WORD: "3" } }, {
        fromTerminal: true,
        onInterrupt: () => () => {},
      });
      return "reason" in end ? end : [end.code, end.signal];
    };
    assertEquals(await run("/bin/sh", "-c", "exit $WORD"), [3, null]);
    assertEquals(await run(`${folder}/none`), {
      reason: "its interpreter or its loader is missing",
      code: 127,
    });
    assertEquals(await run(`${folder}/plain`), { reason: "permission denied", code: 126 });
  });
});

Deno.test("programOf() reads first lines of scripts", async () => {
  await withFolder(async (folder) => {
    const kinds: Readonly<Record<string, readonly unknown[]>> = {
      "#!/bin/sh": ["script", "sh", undefined],
      "#!sh": ["script", "sh", undefined],
      "#! /bin/bash -e": ["script", "bash", undefined],
      "#!python3 -u -O": ["script", "python3", ["python3", ["-u", "-O"]]],
      "#!/usr/bin/env python3": ["script", "python3", ["python3", []]],
      "#!/usr/bin/env -S A=1 b_2=x python3.12 -u": ["script", "python3.12", ["python3.12", ["-u"]]],
      "#!env": ["script", "", undefined],
      "#!": ["script", "", undefined],
      "# !/bin/sh": ["other", undefined, undefined],
      "": ["other", undefined, undefined],
    };
    for (const [line, wanted] of Object.entries(kinds)) {
      const path = `${folder}/job.py`;
      await Deno.writeTextFile(path, `${line}\nmore\n`, { mode: 0o755 });
      const found = programOf(path, ["x"])!;
      const python = found.python && [found.python.python, found.python.options];
      assertEquals([found.kind, found.interpreter, python], wanted, line);
      assertEquals(found.title, found.kind === "script" ? "job" : "job.py", line);
      if (python) assertEquals(found.python!.runs, [path, "x"]);
    }
  });
});

Deno.test("installed tracers are found with their parts, and not without them", async () => {
  await withFolder(async (folder) => {
    const root = await Deno.realPath(folder);
    const tool = async (path: string, script = "exit 0"): Promise<void> => {
      await Deno.mkdir(`${root}/${path.slice(0, path.lastIndexOf("/"))}`, { recursive: true });
      await Deno.writeTextFile(`${root}/${path}`, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    };
    const program = { name: "app", path: "/bin/app", title: "app", kind: "native" } as const;
    await withPath(`${root}/bin`, async () => {
      assertEquals([await heaptrack.find(program), await apitrace.find(program)], [null, null]);
      await tool("bin/heaptrack", "echo heaptrack 1.2.3-rc");
      await tool("bin/apitrace", "echo apitrace 12.0");
      assertEquals([await heaptrack.find(program), await apitrace.find(program)], [null, null]);
      await tool("lib/heaptrack/libheaptrack_preload.so");
      assertEquals(await heaptrack.find(program), null);
      await tool("lib/heaptrack/libexec/heaptrack_interpret");
      const found = await heaptrack.find(program);
      assertEquals(found, {
        version: "1.2.3-rc",
        path: `${root}/lib/heaptrack/libheaptrack_preload.so`,
        parts: {
          interpreter: `${root}/lib/heaptrack/libexec/heaptrack_interpret`,
          inject: `${root}/lib/heaptrack/libheaptrack_inject.so`,
          environment: `${root}/lib/heaptrack/libexec/heaptrack_env`,
        },
      });
      await tool("lib/apitrace/wrappers/egltrace.so");
      const wrapped = await apitrace.find(program);
      assertEquals([wrapped?.version, Object.keys(wrapped?.parts ?? {})], ["12.0", ["egl"]]);
      // What is installed is chosen, and options of another one are refused.
      const chosen = await chooseTracer(program, { options: { api: undefined, native: false } as never });
      assertEquals("tracer" in chosen ? chosen.tracer.name : chosen, "heaptrack");
      await assertRejects(
        () => chooseTracer(program, { options: { api: "gl" } as never }),
        UsageError,
        "Option --api is for apitrace, but the program is recorded with heaptrack",
      );
      const attaching = await chooseAttaching(undefined);
      assertEquals("tracer" in attaching ? [attaching.tracer.name, attaching.found] : attaching, [
        "heaptrack",
        found,
      ]);
      await assertRejects(
        () => chooseAttaching("apitrace"),
        UsageError,
        "apitrace cannot attach to a process",
      );
      await assertRejects(() => heaptrack.attach!(found!, 7, "/tmp/x"), UsageError, "without gdb");
      await tool("bin/gdb");
      await assertRejects(
        () => heaptrack.attach!(found!, 7, "/tmp/x"),
        UsageError,
        "heaptrack_env does not run",
      );
      await tool("lib/heaptrack/libexec/heaptrack_env", 'echo "($1 $2)"');
      const { begin, end, file } = await heaptrack.attach!(found!, 7, "/tmp/x");
      assertEquals([begin.slice(0, 7), begin.filter((each) => each.includes("call")), end.at(-2), file], [
        [`${root}/bin/gdb`, "--batch-silent", "-n", "-iex", "set auto-solib-add off", "-p", "7"],
        [
          `--eval-command=call (void) (dlopen ${found!.parts!.inject})`,
          '--eval-command=call (void) heaptrack_inject("/tmp/x/7.raw")',
        ],
        "--eval-command=call (void) heaptrack_stop()",
        "/tmp/x/7.raw",
      ]);
    });
  });
});

Deno.test("traces get the name that was asked for, the number of their process, and of a copy", async () => {
  const place = { title: "app", pid: 7, force: false };
  const raw = { path: "", extension: "heaptrack.raw.zst" };
  const plain = { path: "", extension: "heaptrack.zst" };
  const names = [undefined, "out.zst", "a.b/out", "a/.hidden", "out.raw.zst", "out.raw"].map((output) =>
    [raw, plain, { ...plain, pid: 8 }, { ...raw, pid: 7 }].map((each) => nameOf(each, { ...place, output }))
  );
  assertEquals(names, [
    ["app.7.heaptrack.raw.zst", "app.7.heaptrack.zst", "app.8.heaptrack.zst", "app.7.heaptrack.raw.zst"],
    ["out.raw.zst", "out.zst", "out.8.zst", "out.raw.zst"],
    ["a.b/out.raw", "a.b/out", "a.b/out.8", "a.b/out.raw"],
    ["a/.hidden.raw", "a/.hidden", "a/.hidden.8", "a/.hidden.raw"],
    ["out.raw.zst", "out.zst", "out.8.zst", "out.raw.zst"],
    ["out.raw", "out", "out.8", "out.raw"],
  ]);
  assertEquals([1, 2, 10].map((copy) => nameOf({ ...plain, pid: 8 }, place, copy)), [
    "app.8.heaptrack.zst",
    "app.8-2.heaptrack.zst",
    "app.8-10.heaptrack.zst",
  ]);
  await withFolder(async (folder) => {
    await Deno.mkdir(`${folder}/made/deep`, { recursive: true });
    for (const [name, text] of [["12.raw", "child"], ["7.raw", "own"], ["trace", "none"], ["9.raw", ""]]) {
      await Deno.writeTextFile(`${folder}/made/${name}`, text!);
    }
    const found = foundTraces(`${folder}/made`, "raw").sort((a, b) => a.path < b.path ? -1 : 1);
    assertEquals(found.map(({ path, pid }) => [path.slice(folder.length), pid]), [
      ["/made/12.raw", 12],
      ["/made/7.raw", 7],
      ["/made/9.raw", 9],
      ["/made/trace", undefined],
    ]);
    await Deno.remove(`${folder}/made/trace`);
    await Deno.writeTextFile(`${folder}/app.12.raw`, "before");
    const save = async (output: string | undefined, force: boolean): Promise<unknown> => {
      const saved = await saveTraceFiles(foundTraces(`${folder}/made`, "raw"), {
        title: `${folder}/app`,
        pid: 7,
        force,
        output,
      });
      return saved.map(({ path, pid, bytes }) => [path.slice(folder.length), pid, bytes]).sort();
    };
    assertEquals(await save(undefined, false), [["/app.12-2.raw", 12, 5], ["/app.7.raw", 7, 3]]);
    for (const name of ["12.raw", "7.raw"]) await Deno.writeTextFile(`${folder}/made/${name}`, "again");
    assertEquals(await save(`${folder}/out.zst`, false), [["/out.12.raw.zst", 12, 5], [
      "/out.raw.zst",
      7,
      5,
    ]]);
    for (const name of ["12.raw", "7.raw"]) await Deno.writeTextFile(`${folder}/made/${name}`, "more");
    assertEquals(await save(undefined, true), [["/app.12.raw", 12, 4], ["/app.7.raw", 7, 4]]);
  });
});
