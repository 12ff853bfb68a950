/** Following pipes: standard input and named ones, whose writers pause, end and die. */
import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { quarry, quarryProcess } from "../cli/program.ts";
import { withFolder } from "../support/temporary.ts";
import { withTools } from "../support/programs.ts";
import { Running } from "./running.ts";

const ROOT = new URL("../../", import.meta.url);
const WORDS = new URL("testdata/mpatrol/wordfreq-le64/trace.mtrc", ROOT);
const LINES = new URL("testdata/mtrace/pool.mtrace", ROOT);
const COUNT = ["-e", "events | count", "--every", "10ms"];

async function gzipped(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("gzip"));
  return await new Response(stream).bytes();
}

/** The files left in the folder of copies. */
function filesLeftIn(folder: string): string[] {
  return [...Deno.readDirSync(`${folder}/quarry`)].map(({ name }) => name);
}

Deno.test("standard input is followed to its end, without an unfinished record", async () => {
  await withFolder(async (cache) => {
    const bytes = await Deno.readFile(LINES);
    const lineEnd = (at: number): number => bytes.lastIndexOf(10, at) + 1;
    const env = { XDG_CACHE_HOME: cache };
    await using follow = new Running(["query", "--follow", "-", ...COUNT], { env, stdin: "piped" });
    await follow.until(/stdin: waiting for its first records\n/);
    const [first, second] = [lineEnd(4000), lineEnd(8000)];
    await follow.write(bytes.subarray(0, first + 5));
    await follow.until(/stdin: followed, waiting for the end of a record\n/);
    await follow.until(/count\n\d+\n/);
    assertEquals(filesLeftIn(cache).length, 1);
    await follow.write(bytes.subarray(first + 5, second));
    await follow.until(/stdin: \d+ events more, \d+ now\n/);
    await follow.write(bytes.subarray(second, second + 10));
    await follow.closeInput();
    assertEquals(await follow.end(), 0);
    assertMatch(follow.err, /stdin: ended within a record, which is left out\n$/);
    await Deno.writeFile(`${cache}/cut`, bytes.subarray(0, second));
    const { out } = await quarry(["query", `${cache}/cut`, "-e", "events | count"]);
    assertMatch(follow.out, new RegExp(`${out}$`));
    assertEquals(filesLeftIn(cache), []);
  });
});

Deno.test(
  withTools(["mkfifo"], "a named pipe is followed, also if its writer compresses"),
  async () => {
    await withFolder(async (folder) => {
      const bytes = await Deno.readFile(WORDS);
      for (const content of [bytes, await gzipped(bytes)]) {
        const pipe = `${folder}/pipe`;
        await new Deno.Command("mkfifo", { args: [pipe] }).output();
        const env = { XDG_CACHE_HOME: folder };
        await using follow = new Running(["query", "--follow", `p=${pipe}`, ...COUNT], { env });
        // It has no writer yet.
        await follow.until(/p: waiting for its first records\n/);
        using writer = await Deno.open(pipe, { write: true });
        writer.writeSync(content.subarray(0, 3000));
        await follow.until(/p: followed/);
        writer.writeSync(content.subarray(3000));
        writer.close();
        assertEquals(await follow.end(), 0);
        assertMatch(follow.err, /complete\n$/);
        assertMatch(follow.out, /count\n1257\n$/);
        assertEquals(filesLeftIn(folder), []);
        await Deno.remove(pipe);
      }
    });
  },
);

Deno.test("quarry watch of standard input ends with exit code 1 when its rule fails, and removes its copy", async () => {
  await withFolder(async (cache) => {
    const env = { XDG_CACHE_HOME: cache };
    const rule = "events | count | where count > 500";
    const args = ["watch", "-", "--fail-if", rule, "--every", "10ms"];
    await using watch = new Running(args, { env, stdin: "piped" });
    const bytes = await Deno.readFile(LINES);
    await watch.write(bytes.subarray(0, 1000));
    await watch.until(/followed/);
    await watch.write(bytes.subarray(1000));
    // Its writer is still running.
    assertEquals(await watch.end(), 1);
    assertStringIncludes(watch.err, "assertion failed: assert events | count");
    assertEquals(filesLeftIn(cache), []);
  });
});

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  Deno.test(`${signal} ends query --follow of a pipe, and leaves no copy`, async () => {
    await withFolder(async (cache) => {
      const env = { XDG_CACHE_HOME: cache };
      await using follow = new Running(["query", "--follow", "-", ...COUNT], { env, stdin: "piped" });
      await follow.write((await Deno.readFile(LINES)).subarray(0, 1000));
      await follow.until(/followed/);
      follow.kill(signal);
      assertEquals(await follow.end(), signal === "SIGINT" ? 130 : 143);
      assertEquals(filesLeftIn(cache), []);
    });
  });
}

Deno.test("options that a pipe does not support are rejected with a sentence that names the pipe", async () => {
  const said = async (stdin: Uint8Array): Promise<[number, string]> => {
    const { code, err } = await quarryProcess(["query", "--follow", "-", "-e", "events | count"], { stdin });
    return [code, err];
  };
  const torch = await Deno.readFile(new URL("testdata/torch/ring.pickle", ROOT));
  assertEquals(await said(torch), [
    3,
    "error: Cannot follow standard input: files of torch are written in one go\n",
  ]);
  assertEquals(await said(new Uint8Array()), [3, "error: Cannot load standard input: the file is empty\n"]);
  const [code, err] = await said(new TextEncoder().encode("hello\n"));
  assertEquals(code, 3);
  assertMatch(err, /error: Cannot load standard input: it is text in no known format/);
  const prompt = await quarryProcess(["repl", "--follow", "-"], { stdin: new Uint8Array() });
  assertEquals(prompt.code, 2);
  assertStringIncludes(prompt.err, "Cannot follow standard input at a prompt");
});
