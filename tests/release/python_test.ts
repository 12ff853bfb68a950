/** The package for Python: its wheel, its errors, its tables, in an otherwise empty environment. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { run, sha256 } from "../../tools/commands.ts";
import { pythonSources, pythonWheel } from "../../tools/release/python_packages.ts";
import { atFullEffort } from "../support/effort.ts";
import { withTools } from "../support/programs.ts";
import { Temporary } from "../support/temporary.ts";

const ROOT = new URL("../../", import.meta.url).pathname;
const TRACE = `${ROOT}testdata/mpatrol/wordfreq-le64/trace.mtrc`;
/** Limit for a second query, in seconds. */
const PATIENCE = 0.05;

/** A script in place of the binary: it runs the sources with this Deno. */
async function program(folder: string): Promise<string> {
  const path = `${folder}/quarry`;
  await Deno.writeTextFile(path, `#!/bin/sh\nexec "${Deno.execPath()}" run -A "${ROOT}cli.ts" "$@"\n`, {
    mode: 0o755,
  });
  return path;
}

const WITHOUT_PACKAGES = `
import sys, quarry_trace
trace, other = sys.argv[1:]
loaded = []
with quarry_trace.open(trace, "run", progress=lambda *found: loaded.append(found)) as quarry:
    quarry.add(other, "other")
    print(quarry, quarry.headline()["traces"], len(quarry.tables()) > 5)
    print(quarry.query("leaks of run | by func, line"))
    print(quarry.query("leaks of run | by func")._repr_html_().count("<tr>"), quarry.query("events")._repr_html_().splitlines()[-1])
    print(quarry.query("leaks | where size == least or addr == big | count", least=4096, big=2**64 - 1).arrow_bytes != b"")
    for ask in (
        lambda: quarry.query("leaks | wher func"),
        lambda: quarry.query("leaks", leest=1),
        lambda: quarry.add("no such file"),
        lambda: quarry.add(__file__),
        lambda: quarry.query("assert leaks | where file is not null | by file, line").check(),
        lambda: quarry.query("assert leaks | count == 0").arrow(),
    ):
        try:
            ask()
        except quarry_trace.QuarryError as error:
            print(type(error).__name__, error.code, str(error).splitlines()[-1].replace(__file__, "ask.py"))
    print(quarry.remove("other"), quarry.remove("other"), quarry.traces)
try:
    quarry.query("leaks")
except quarry_trace.ProcessError as error:
    print(error.code)
try:
    quarry_trace.open(trace, program="/no/such/program")
except quarry_trace.ProcessError as error:
    print(error.code, error)
`;

Deno.test(
  withTools(["python3"], "a wheel contains the program, and its package runs queries and reports errors"),
  async () => {
    using folder = Temporary.folder();
    const binary = await program(folder.path);
    const wheel = await pythonWheel(binary, "x86_64-unknown-linux-gnu", folder.path);
    const digest = await sha256(wheel);
    assertEquals(await sha256(await pythonWheel(binary, "x86_64-unknown-linux-gnu", folder.path)), digest);
    const listed = await run("python3", ["-m", "zipfile", "-l", wheel]);
    for (
      const path of ["quarry_trace/bin/quarry", "quarry_trace/py.typed", ".dist-info/RECORD", "LICENSES.txt"]
    ) {
      assertStringIncludes(listed, path);
    }
    await run("python3", ["-m", "zipfile", "-e", wheel, `${folder.path}/site`]);
    await Deno.writeTextFile(`${folder.path}/ask.py`, WITHOUT_PACKAGES);
    const env = { PYTHONPATH: `${folder.path}/site`, QUARRY_PROGRAM: binary };
    const out = await run("python3", ["ask.py", TRACE, TRACE.replace("le64", "le32")], {
      cwd: folder.path,
      env,
    });
    assertEquals(out.trimEnd().split("\n"), [
      "<Quarry: run, other> ['run', 'other'] True",
      "| func | line | count | bytes |",
      "| --- | ---: | ---: | ---: |",
      "|  |  | 2 | 8192 |",
      "| read\\_word | 13 | 24 | 75 |",
      "3 <p>20 of 2509 rows</p>",
      "True",
      'QueryError Q102     |         ^^^^ did you mean "where"?',
      'UsageError unknown-parameter Unknown parameter "leest": the query does not name it',
      'InputError missing Cannot open "no such file": no such file',
      'FormatError unreadable Cannot load "ask.py": it is text in no known format and begins with "import sys, quarry_trace"',
      "AssertionFailed assertion-failed   wordfreq.c:13 count=48 bytes=150",
      "UsageError no-rows The script has no query with rows: read its verdicts",
      "True False ['run']",
      "closed",
      "no-program Cannot start /no/such/program: No such file or directory",
    ]);
  },
);

/** Like a first attempt: nothing is closed, neither in a module nor in a function, and also after an error. */
const NEVER_CLOSED = `
import sys, quarry_trace
open_still = quarry_trace.open(sys.argv[1])
def ask():
    return str(quarry_trace.open(sys.argv[1]).query("leaks | count")).splitlines()[-1]
print(open_still.traces, ask())
sys.exit(3)
`;

Deno.test(
  withTools(["python3"], "a script that closes nothing ends with its own exit code, and so does the program"),
  async () => {
    using folder = Temporary.folder();
    const binary = await program(folder.path);
    await Deno.writeTextFile(`${folder.path}/ask.py`, NEVER_CLOSED);
    const { code, stdout, stderr } = await new Deno.Command("python3", {
      args: ["ask.py", TRACE],
      cwd: folder.path,
      env: { PYTHONPATH: `${ROOT}python/src`, QUARRY_PROGRAM: binary },
    }).output();
    const text = new TextDecoder();
    assertEquals([code, text.decode(stdout), text.decode(stderr)], [3, "['trace.mtrc'] | 26 |\n", ""]);
  },
);

const FOUR_LINES = `
import sys, time, quarry_trace
with quarry_trace.open(sys.argv[1]) as quarry:
    frame = quarry.query("leaks | by func, file, line | top 10 by bytes").df()
    print(frame.to_csv(index=False).strip())
    print(frame.dtypes["line"], quarry.query("events | count").pl().rows(), quarry.query("events").arrow().num_rows)
    times = []
    for _ in range(5):
        start = time.perf_counter()
        quarry.query("leaks | by func").df()
        times.append(time.perf_counter() - start)
    print(min(times))
`;

Deno.test({
  ...atFullEffort(
    "a wheel gives a DataFrame in four lines, runs in a notebook, and passes mypy --strict",
    ["python3"],
  ),
  async fn() {
    using folder = Temporary.folder();
    const wheel = await pythonWheel(await program(folder.path), "x86_64-unknown-linux-gnu", folder.path);
    const sources = await pythonSources(folder.path);
    const bin = `${folder.path}/venv/bin`;
    await run("python3", ["-m", "venv", `${folder.path}/venv`]);
    const packages = ["pandas", "polars", "pyarrow", "mypy", "nbclient", "ipykernel"];
    await run(`${bin}/pip`, ["install", "--quiet", wheel, ...packages]);
    const env = { PATH: `${bin}:/usr/bin:/bin`, QUARRY_TRACE: TRACE };
    await Deno.writeTextFile(`${folder.path}/four.py`, FOUR_LINES);
    const out = (await run(`${bin}/python`, ["four.py", TRACE], { cwd: folder.path, env })).trimEnd().split(
      "\n",
    );
    const [time, ...lines] = out.reverse();
    assertEquals(lines.reverse(), [
      "func,file,line,count,bytes",
      ",,,2,8192",
      "read_word,wordfreq.c,13,24,75",
      "UInt64 [(1257,)] 1257",
    ]);
    assert(Number(time) < PATIENCE, `a second question took ${time} s`);
    await run(`${bin}/mypy`, ["--strict", "src"], { cwd: `${ROOT}python` });
    const notebook = await Deno.readTextFile(`${ROOT}python/first_steps.ipynb`);
    await Deno.writeTextFile(`${folder.path}/first_steps.ipynb`, notebook);
    await run(`${bin}/jupyter-execute`, ["--inplace", "first_steps.ipynb"], { cwd: folder.path, env });
    const shown = await Deno.readTextFile(`${folder.path}/first_steps.ipynb`);
    assertStringIncludes(shown, "<table>");
    assertStringIncludes(shown, "read_word");
    // The sources have no binary: they use the one on the PATH.
    await run(`${bin}/pip`, ["install", "--quiet", "--force-reinstall", "--no-deps", sources]);
    const onPath = { ...env, PATH: `${folder.path}:${env.PATH}` };
    assertStringIncludes(
      await run(`${bin}/python`, ["four.py", TRACE], { cwd: folder.path, env: onPath }),
      "read_word",
    );
  },
});
