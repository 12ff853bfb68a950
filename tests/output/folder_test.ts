/** `quarry blobs`: a folder of files whose names the program chooses. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { openFolder } from "../../src/output/folder.ts";
import { OutputError } from "../../src/output/output_error.ts";
import { contentsOf, runProgram, type Written } from "./writers.ts";
import { atFullEffort } from "../support/effort.ts";
import { Temporary } from "../support/temporary.ts";

const TRACE = new URL("../../testdata/apitrace/real-userarrays.trace", import.meta.url).pathname;

async function inFolder(
  use: (folder: string, run: (...more: string[]) => Promise<Written>) => Promise<void>,
): Promise<void> {
  using folder = Temporary.folder();
  const run = (...more: string[]): Promise<Written> =>
    runProgram(["blobs", TRACE, "-o", `${folder.path}/out`, ...more]);
  await use(folder.path, run);
}

function refused({ code, out, err }: Written, message: string): void {
  assertEquals([code, out], [1, ""], err);
  assertMatch(err, /^error: Cannot write [^\n]+\n$/);
  assertStringIncludes(err, message);
}

Deno.test("blobs in a folder with files require --force, and keep other files", () =>
  inFolder(async (folder, run) => {
    assertEquals((await run()).code, 0);
    const whole = contentsOf(`${folder}/out`);
    refused(await run(), "it is not empty; --force adds to it");
    const [first = "", second = ""] = Object.keys(whole);
    Deno.writeTextFileSync(`${folder}/out/${first}`, "before");
    Deno.removeSync(`${folder}/out/${second}`);
    Deno.writeTextFileSync(`${folder}/out/mine`, "mine");
    assertEquals((await run("--force")).code, 0);
    assertEquals(contentsOf(`${folder}/out`), { ...whole, mine: "mine" });
  }));

Deno.test("blobs never follow a link in their folder", () =>
  inFolder(async (folder, run) => {
    Deno.mkdirSync(`${folder}/out`);
    Deno.writeTextFileSync(`${folder}/precious`, "precious");
    Deno.symlinkSync("../precious", `${folder}/out/11-pointer.bin`);
    Deno.symlinkSync("../nowhere", `${folder}/out/13-pointer.bin`);
    refused(await run(), "it is not empty");
    assertEquals((await run("--force")).code, 0);
    assertEquals(Deno.readTextFileSync(`${folder}/precious`), "precious");
    assert(!contentsOf(folder)["nowhere"]);
    assert(Deno.lstatSync(`${folder}/out/11-pointer.bin`).isFile);
    assert(Deno.lstatSync(`${folder}/out/13-pointer.bin`).isFile);
  }));

Deno.test(
  atFullEffort("blobs never replace their own trace"),
  () =>
    inFolder(async (folder, run) => {
      Deno.mkdirSync(`${folder}/out`);
      const bytes = Deno.readFileSync(TRACE);
      Deno.writeFileSync(`${folder}/out/11-pointer.bin`, bytes);
      const input = `${folder}/out/11-pointer.bin`;
      const { code, err } = await runProgram(["blobs", input, "-o", `${folder}/out`, "--force"]);
      assertEquals(code, 1);
      assertStringIncludes(err, `Cannot write "${input}": Quarry is reading it`);
      assertEquals(Object.keys(contentsOf(`${folder}/out`)), ["11-pointer.bin"]);
      assertEquals(Deno.readFileSync(input), bytes);
      await run("--force");
    }),
);

Deno.test("blobs are refused for a path that is not a folder, below a file, or over a folder", () =>
  inFolder(async (folder, run) => {
    Deno.writeTextFileSync(`${folder}/out`, "a file");
    refused(await run("--force"), "it is not a folder");
    const below = await runProgram(["blobs", TRACE, "-o", `${folder}/out/below`]);
    refused(below, "not a directory");
    Deno.removeSync(`${folder}/out`);
    Deno.mkdirSync(`${folder}/out/92-pointer.bin`, { recursive: true });
    refused(await run("--force"), "it is a folder");
    assertEquals(Object.keys(contentsOf(`${folder}/out`)), ["92-pointer.bin"]);
    refused(await runProgram(["blobs", TRACE, "-o", ""]), "it has no name");
  }));

Deno.test(
  atFullEffort("a folder in the working directory and a linked one are accepted"),
  () =>
    inFolder(async (folder) => {
      Deno.mkdirSync(`${folder}/real`);
      Deno.symlinkSync("real", `${folder}/out`);
      const { code } = await runProgram(["blobs", TRACE, "-o", `${folder}/out/`]);
      assertEquals(code, 0);
      assert(Object.keys(contentsOf(`${folder}/real`)).length > 50);
      assertEquals(Deno.readLinkSync(`${folder}/out`), "real");
    }),
);

Deno.test("openFolder() leaves nothing behind when it is discarded", () =>
  inFolder(async (folder) => {
    const output = await openFolder(`${folder}/made/on/demand`, {});
    await output.write("a.bin", new Uint8Array(10));
    assertEquals(Object.keys(contentsOf(`${folder}/made/on/demand`)).length, 2);
    output.discard();
    output.discard();
    assertEquals(contentsOf(folder), {});
    // A folder that another program created meanwhile must not be replaced.
    const other = await openFolder(`${folder}/made`, {});
    await other.write("a.bin", "new");
    await other.write("b.bin", "new");
    Deno.writeTextFileSync(`${folder}/made/b.bin`, "somebody's");
    const error = await other.finish().then(() => null, (error: unknown) => error);
    assert(error instanceof OutputError && error.rule === "full", String(error));
    assertEquals(contentsOf(`${folder}/made`), { "b.bin": "somebody's" });
  }));
