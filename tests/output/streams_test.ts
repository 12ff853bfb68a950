/** Inputs and outputs without names: standard streams, open files, and formatted scripts. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { unless, withTools } from "../support/programs.ts";
import { contentsOf, runProgram, type Written } from "./writers.ts";
import { entriesOf, later } from "../support/effort.ts";
import { Temporary } from "../support/temporary.ts";

const TRACE = new URL("../../testdata/mpatrol/wordfreq-le64/trace.mtrc", import.meta.url);
const BYTES = Deno.readFileSync(TRACE);
const VERDICTS = ["-e", "assert leaks | count > 0", "--junit"];
const COUNTED = ["-e", "leaks | count", "--to", "csv", "-o"];

async function withTrace(use: (trace: string, folder: string) => Promise<void>): Promise<void> {
  using folder = Temporary.folder();
  await Deno.writeFile(`${folder.path}/trace`, BYTES);
  await use(`${folder.path}/trace`, folder.path);
}

/** Runs the program with redirected files, like a shell. */
function redirected(redirection: string, args: readonly string[]): Promise<Written> {
  return runProgram(args, { through: ["sh", "-c", `exec "$0" "$@" ${redirection}`] });
}

Deno.test("a trace on standard input is an input like any other", () =>
  withTrace(async (trace) => {
    const { code, err } = await redirected(`< ${trace}`, ["query", "-", ...VERDICTS, trace, "--force"]);
    assertEquals(code, 1);
    assertStringIncludes(err, `Cannot write "${trace}": Quarry is reading it, as standard input`);
    assertEquals(Deno.readFileSync(trace), BYTES);
  }));

Deno.test("standard output that appends to a trace is refused, for every command that shows rows", () =>
  withTrace(async (trace) => {
    const commands = [
      ["query", trace, "-e", "leaks"],
      ["info", trace],
      ["export", trace, "--to", "csv"],
      ["export", trace, "--to", "csv", "-o", "/dev/stdout"],
      ["as", "mptrace", trace],
    ];
    for (const command of entriesOf(commands, 1)) {
      const { code, err } = await redirected(`>> ${trace}`, command);
      assertEquals(code, 1, command.join(" "));
      assertStringIncludes(err, `Cannot write standard output: Quarry is reading that file, as "${trace}"`);
      assertEquals(Deno.readFileSync(trace), BYTES, command.join(" "));
    }
    const other = await redirected(`>> ${trace}.txt`, commands[0]!);
    assertEquals([other.code, other.err], [0, ""]);
    assert(Deno.readTextFileSync(`${trace}.txt`).length > 0);
  }));

Deno.test({
  ...unless(
    [later, Deno.build.os === "linux" ? null : "/proc is on Linux"],
    "file descriptors with a path are protected",
  ),
}, () =>
  withTrace(async (trace, folder) => {
    for (const path of entriesOf(["/proc/self/fd/9", "/dev/fd/9"], 1)) {
      const read = await redirected(`9<> ${trace}`, ["query", trace, ...VERDICTS, path, "--force"]);
      assertEquals(read.code, 1);
      assertStringIncludes(read.err, `Cannot write "${path}": Quarry is reading it, as "${trace}"`);
      const asInput = await redirected(`9< ${trace}`, ["query", path, ...VERDICTS, trace, "--force"]);
      assertEquals(asInput.code, 1, asInput.err);
      assertEquals(Deno.readFileSync(trace), BYTES);
      // The shell that opened the file expects the bytes in it, not in a new file of that name.
      const out = `${folder}/out`;
      Deno.writeTextFileSync(out, "x".repeat(10_000));
      const { ino } = Deno.statSync(out);
      const written = await redirected(`9<> ${out}`, ["export", trace, ...COUNTED, path]);
      assertEquals([written.code, written.err], [0, ""]);
      assertEquals(Deno.readTextFileSync(out), "count\n26\n");
      assertEquals(Deno.statSync(out).ino, ino);
    }
    assertEquals(Object.keys(contentsOf(folder)), ["out", "trace"]);
  }));

Deno.test("an input is recognized by a name in other case where the file system ignores case", async (test) => {
  await withTrace(async (trace, folder) => {
    const other = `${folder}/TRACE`;
    const isSame = await Deno.stat(other).then(() => true, () => false);
    await test.step({
      name: `it is the same file${isSame ? "" : " (skipped: this file system tells them apart)"}`,
      ignore: !isSame,
      fn: async () => {
        const { code, err } = await runProgram(["query", trace, ...VERDICTS, other, "--force"]);
        assertEquals(code, 1);
        assertStringIncludes(err, `Cannot write "${other}": Quarry is reading it, as "${trace}"`);
        assertEquals(Deno.readFileSync(trace), BYTES);
      },
    });
  });
});

Deno.test("/dev/stdout appends after >>", () =>
  withTrace(async (trace, folder) => {
    const out = `${folder}/out`;
    Deno.writeTextFileSync(out, "before\n");
    await redirected(`>> ${out}`, ["export", trace, ...COUNTED, "/dev/stdout"]);
    assertEquals(Deno.readTextFileSync(out), "before\ncount\n26\n");
  }));

Deno.test(
  withTools(["mkfifo"], "the program ends quietly when the reader of a named pipe is gone"),
  () =>
    withTrace(async (trace, folder) => {
      const pipe = `${folder}/pipe`;
      assert((await new Deno.Command("mkfifo", { args: [pipe] }).output()).success);
      // A reader that is also a writer does not wait for another program.
      const reader = Deno.openSync(pipe, { read: true, write: true });
      let reading = true;
      const writing = runProgram(["export", trace, "--to", "csv", "-o", pipe]).finally(() => {
        // The read below does not wait either.
        if (reading) reader.writeSync(new TextEncoder().encode("nothing came"));
      });
      const first = new Uint8Array(4);
      await reader.read(first);
      reading = false;
      reader.close();
      const { code, err } = await writing;
      assertEquals([code, err, new TextDecoder().decode(first)], [0, "", "seq,"]);
    }),
);

Deno.test("scripts and lists are protected as inputs", () =>
  withTrace(async (trace, folder) => {
    const script = `${folder}/s.qry`;
    Deno.writeTextFileSync(script, "assert leaks | count > 0\n");
    Deno.writeTextFileSync(`${folder}/list`, `${trace}\n`);
    const commands = [
      ["query", trace, "-f", script, "--junit", script],
      ["query", `@${folder}/list`, ...VERDICTS, `${folder}/list`],
      ["query", `@${folder}/list`, ...VERDICTS, trace],
      ["export", trace, "-f", script, "--to", "csv", "-o", script],
      ["report", `a=${trace}`, "-o", trace],
    ];
    const before = contentsOf(folder);
    for (const command of commands) {
      const { code, err } = await runProgram([...command, "--force"]);
      assertEquals(code, 1, err);
      assertStringIncludes(err, "Quarry is reading it");
      assertEquals(contentsOf(folder), before);
    }
    const prompt = await runProgram(["repl", trace], { stdin: `.read ${script}\n.save ${script}\n` });
    assertEquals(prompt.code, 1);
    assertStringIncludes(prompt.err, `Cannot write "${script}": Quarry is reading it`);
    assertEquals(contentsOf(folder), before);
  }));

Deno.test("programs of a coverage trace are protected as inputs", async () => {
  using folder = Temporary.folder();
  const program = `${folder.path}/bare1`;
  const elf = new URL("../../testdata/gnatcov/elf/", import.meta.url);
  const [name = ""] = [...Deno.readDirSync(elf)].filter(({ name }) => /arm/.test(name)).map(({ name }) =>
    name
  );
  await Deno.copyFile(new URL(name, elf), program);
  const trace = new URL("../../testdata/gnatcov/qemu-arm-flat-bare1.trace", import.meta.url).pathname;
  const bytes = Deno.readFileSync(program);
  const { code, err } = await runProgram(
    ["export", trace, "--exec", program, "--to", "csv", "-o", program, "--force"],
  );
  assertEquals(code, 1, err);
  assertStringIncludes(err, `Cannot write "${program}": Quarry is reading it`);
  assertEquals(Deno.readFileSync(program), bytes);
});

Deno.test("fmt rewrites the script that it has read, also through a link, and keeps its permissions", () =>
  withTrace(async (_, folder) => {
    Deno.mkdirSync(`${folder}/scripts`);
    Deno.writeTextFileSync(`${folder}/scripts/a.qry`, "leaks|count");
    Deno.chmodSync(`${folder}/scripts/a.qry`, 0o600);
    Deno.symlinkSync("scripts/a.qry", `${folder}/a.qry`);
    const { code, err } = await runProgram(["fmt", `${folder}/a.qry`]);
    assertEquals([code, err], [0, ""]);
    assertEquals(contentsOf(`${folder}/scripts`), { "a.qry": "leaks | count\n" });
    assertEquals(Deno.statSync(`${folder}/scripts/a.qry`).mode! & 0o777, 0o600);
    assertEquals(Deno.readLinkSync(`${folder}/a.qry`), "scripts/a.qry");
  }));
