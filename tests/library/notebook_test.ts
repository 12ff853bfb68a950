/** Results in a notebook: the kernel of Deno, driven by the client of Jupyter notebooks. */
import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { atFullEffort } from "../support/effort.ts";
import { Temporary } from "../support/temporary.ts";

const ROOT = new URL("../../", import.meta.url);
const TRACE = "testdata/mpatrol/wordfreq-le64/trace.mtrc";

/** The cells of a notebook: a table with bars, a curve, an error, a verdict, and the end. */
const CELLS = [
  `import { Quarry } from "./mod.ts";\nconst quarry = await Quarry.open("${TRACE}");`,
  `await quarry.query("leaks | by func | top 3 by bytes")`,
  `await quarry.query("events | select seq, size")`,
  `await quarry.query("leaks | wher size > 4")`,
  `await quarry.query('assert leaks | count == 26 : "as many as ever"')`,
  `await quarry.close();`,
];

/** The output of a cell, by content type. */
type Output = Readonly<Record<string, string>>;

async function runCells(folder: string): Promise<Output[][]> {
  await Deno.mkdir(`${folder}/kernels/quarry`, { recursive: true });
  const kernel = {
    argv: [Deno.execPath(), "jupyter", "--kernel", "--conn", "{connection_file}"],
    display_name: "Deno",
    language: "typescript",
  };
  await Deno.writeTextFile(`${folder}/kernels/quarry/kernel.json`, JSON.stringify(kernel));
  const process = new Deno.Command("python3", {
    args: [new URL("notebook.py", import.meta.url).pathname, "quarry"],
    cwd: ROOT,
    env: { JUPYTER_PATH: folder, JUPYTER_RUNTIME_DIR: folder },
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const writer = process.stdin.getWriter();
  await writer.write(new TextEncoder().encode(JSON.stringify(CELLS)));
  await writer.close();
  const { success, stdout, stderr } = await process.output();
  assertEquals(success, true, new TextDecoder().decode(stderr));
  return JSON.parse(new TextDecoder().decode(stdout));
}

Deno.test(
  atFullEffort("a notebook of Deno shows a result as a table and a plot", ["jupyter_client"]),
  async () => {
    using folder = Temporary.folder();
    const [, bars, curve, wrong, verdict] = await runCells(folder.path);
    const [shown] = bars!;
    assertMatch(shown!["text/html"]!, /<svg [^]*<rect [^]*<\/svg>[^]*<table>/);
    assertEquals(shown!["text/html"]!.match(/<tr>/g)!.length, 3);
    assertStringIncludes(shown!["text/html"]!, "read_word");
    assertMatch(shown!["text/plain"]!, /read_word\s*│\s*24\s*│\s*75/);
    assertStringIncludes(curve![0]!["text/html"]!, "<path d=");
    assertEquals(wrong, [{ error: 'Unknown stage "wher"' }]);
    assertStringIncludes(verdict![0]!["text/html"]!, "assertion passed: as many as ever");
  },
);
