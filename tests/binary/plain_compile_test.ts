/** The program as `deno compile cli.ts` makes it, without the task: what it keeps of compiled code. */
import { assert, assertEquals } from "@std/assert";
import { npmRuntime } from "../../tools/compile/npm_runtime.ts";
import { later } from "../support/effort.ts";
import { unless } from "../support/programs.ts";
import { Temporary } from "../support/temporary.ts";
import { runtimeFolder } from "./make_binary.ts";

const ROOT = new URL("../../", import.meta.url).pathname;
const TRACE = `${ROOT}testdata/mpatrol/wordfreq-le64/trace.mtrc`;

const runtime = later === null
  ? await npmRuntime(runtimeFolder()).catch((error: Error) => error.message)
  : later;
const reason = typeof runtime === "string" ? runtime : undefined;

async function output(
  program: string,
  args: readonly string[],
  env: Record<string, string>,
): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(program, { args: [...args], env, cwd: ROOT })
    .output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout);
}

Deno.test({
  ...unless([reason], "the first query of a compiled program stores the code of all modules of queries"),
  async fn() {
    if (typeof runtime === "string") return;
    using folder = Temporary.folder();
    const { path } = folder;
    const program = `${path}/plain`, stored = `${path}/deno-compile-plain.cache`;
    const { deno, denort } = runtime;
    await output(deno, ["compile", "--no-check", "--quiet", "-A", "--output", program, "cli.ts"], {
      DENORT_BIN: denort,
    });
    const isStored = (): Promise<boolean> => Deno.stat(stored).then(() => true, () => false);
    // Deno stores code once, so the few modules of a short command must not be all that it stores.
    for (const args of [["--version"], ["help", "where"]]) await output(program, args, { TMPDIR: path });
    assertEquals(await isStored(), false);
    const query = ["query", TRACE, "-e", "leaks | count"];
    const first = await output(program, query, { TMPDIR: path });
    const code = new TextDecoder("latin1").decode(await Deno.readFile(stored));
    for (
      const module of [
        "engine/session.ts",
        "query/stages/registry.ts",
        "formats/registry.ts",
        "render/box.ts",
      ]
    ) {
      assert(code.includes(`src/${module}`), module);
    }
    assertEquals(await output(program, query, { TMPDIR: path }), first);
    // The code of an older version is replaced.
    await Deno.writeTextFile(stored, "code of an older version");
    await Deno.utime(stored, 0, 0);
    assertEquals(await output(program, query, { TMPDIR: path }), first);
    assert((await Deno.stat(stored)).size > code.length / 2);
  },
});
