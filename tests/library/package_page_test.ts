/** The npm page's promises, checked in an empty folder: its programs, its files, its errors. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { run } from "../../tools/commands.ts";
import { atFullEffort } from "../support/effort.ts";
import { Temporary } from "../support/temporary.ts";
import { installedPackage } from "./installed_package.ts";
import { runtime } from "./runtimes.ts";

/**
 * Maximum length of the error of a wrong call that nobody catches; with the minified source in one line it was 70,755
 * bytes.
 */
const ERROR_ROOM = 1200;

/** Maximum bytes that `@quarry/quarry/worker` may add to a page's own bundle. */
const WORKER_ROOM = 16_000;

const WRONG_CALL = `
import { Quarry } from "@quarry/quarry";
await Quarry.open("run.mtrc", { nmae: "run" });
`;

/** Only a test runner shows the thrown error. */
const FAILING_TEST = `
import test from "node:test";
import { Quarry } from "@quarry/quarry";
import { sample } from "@quarry/quarry/sample";
test("nothing of ours leaks", async () => {
  const quarry = await Quarry.open(sample);
  const result = await quarry.query("assert leaks | where file is not null | count == 0");
  await quarry.close();
  result.throwIfFailed();
});
`;

const WITHOUT_EFFECT = `
import { createReadStream } from "node:fs";
import { pathToFileURL, fileURLToPath } from "node:url";
import { Quarry } from "@quarry/quarry";
import { sample } from "@quarry/quarry/sample";
const path = fileURLToPath(sample);
async function* pieces() { yield* createReadStream(path, { highWaterMark: 777 }); }
const found = [];
for (const input of [path, sample, sample.href, pathToFileURL(path), createReadStream(path), pieces()]) {
  const quarry = await Quarry.open(input, { threads: 4, index: "indexes" });
  found.push([quarry.traces[0], Number((await quarry.query("leaks | count")).value(0, 0)), quarry.warnings.length]);
  await quarry.close();
}
const trouble = [];
for (const input of ["no such file", "sample.mtrx", "node_modules", createReadStream(path, "utf8"), 7]) {
  const error = await Quarry.open(input).catch((error) => error);
  trouble.push([error.name, error.code, error.message]);
}
console.log(JSON.stringify({ found, trouble, name: Quarry.name }));
`;

/** The output of a program, on both streams, whether it fails or not. */
async function outputOf(program: string, args: readonly string[], cwd: string): Promise<string> {
  const env = { NO_COLOR: "1" };
  const { stdout, stderr } = await new Deno.Command(program, { args: [...args], cwd, env }).output();
  return new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
}

Deno.test({
  ...atFullEffort(
    "every program in the package's README runs in Node.js 22 and 24 and in Bun, in an empty folder",
  ),
  async fn() {
    using folder = Temporary.folder();
    const place = await installedPackage(folder.path);
    const page = await Deno.readTextFile(join(place, "node_modules/@quarry/quarry/README.md"));
    const programs = [...page.matchAll(/```js\n([^]*?)```/g)].map(([, text]) => text!);
    assert(programs.length >= 5);
    await Deno.copyFile(join(place, "node_modules/@quarry/quarry/sample.mtrc"), join(place, "sample.mtrc"));
    for (const name of ["node", "node24", "bun"] as const) {
      const path = await runtime(name);
      for (const [at, text] of programs.entries()) {
        await Deno.writeTextFile(join(place, `block${at}.mjs`), text);
        assert(
          await run(path, [`block${at}.mjs`], { cwd: place }) !== "",
          `${name}: block ${at} says nothing`,
        );
      }
      await Deno.writeTextFile(join(place, "inputs.mjs"), WITHOUT_EFFECT);
      const { found, trouble, name: className } = JSON.parse(await run(path, ["inputs.mjs"], { cwd: place }));
      const wanted = ["sample.mtrc", 26, 2];
      assertEquals(found, [wanted, wanted, wanted, wanted, wanted, ["trace", 26, 2]], name);
      assertEquals(className, "Quarry");
      assertEquals(trouble, [
        ["InputError", "missing", 'Cannot open "no such file": no such file'],
        [
          "InputError",
          "missing",
          'Cannot open "sample.mtrx": no such file, did you mean "sample.mtrc"?',
        ],
        ["InputError", "directory", 'Cannot open "node_modules": it is a directory'],
        [
          "UsageError",
          "bad-input",
          "Cannot read a stream of strings: pass a stream of bytes, without an encoding",
        ],
        [
          "UsageError",
          "bad-input",
          "Cannot open traces: give an input, or a record of inputs by name",
        ],
      ], name);
      await Deno.writeTextFile(join(place, "wrong.mjs"), WRONG_CALL);
      const said = await outputOf(path, ["wrong.mjs"], place);
      assertMatch(said, /\bUsageError: Unknown option "nmae": did you mean name\?/);
      assert(said.length < ERROR_ROOM, `${name}: ${said.length} characters`);
    }
    await Deno.writeTextFile(join(place, "leak.test.mjs"), FAILING_TEST);
    const report = await outputOf(await runtime("node"), ["--test", "leak.test.mjs"], place);
    assertStringIncludes(report, "wordfreq.c:13 func=read_word size=2");
  },
});

Deno.test({
  ...atFullEffort(
    "an import of errors alone does not load the engine, and publint and attw find nothing",
  ),
  async fn() {
    using folder = Temporary.folder();
    const place = await installedPackage(folder.path);
    await Deno.writeTextFile(
      join(place, "errors.js"),
      'import { AssertionError } from "@quarry/quarry/errors";\nconsole.log(AssertionError);\n',
    );
    const tools = join(folder.path, "tools");
    await Deno.mkdir(tools);
    await Deno.writeTextFile(join(tools, "package.json"), '{ "private": true }\n');
    const packages = ["publint@0.3.25", "@arethetypeswrong/cli@0.18.5", "esbuild@0.28.2"];
    await run("npm", ["install", "--silent", ...packages], { cwd: tools });
    const bin = (name: string): string => join(tools, "node_modules/.bin", name);
    const options = ["errors.js", "--bundle", "--minify", "--format=esm", "--log-level=error"];
    assert((await run(bin("esbuild"), options, { cwd: place })).length < 2000);
    // Code that starts a worker does not contain the engine itself.
    await Deno.writeTextFile(
      join(place, "worker.js"),
      'import { Quarry } from "@quarry/quarry/worker";\nconsole.log(Quarry);\n',
    );
    const worker = await run(bin("esbuild"), ["worker.js", ...options.slice(1)], { cwd: place });
    assert(worker.length < WORKER_ROOM, `${worker.length} bytes`);
    const built = join(folder.path, "built");
    const tarball = [...Deno.readDirSync(built)].find(({ name }) => name.endsWith(".tgz"))!.name;
    await run(bin("publint"), [tarball, "--strict"], { cwd: built });
    await run(bin("attw"), [tarball, "--profile", "esm-only"], { cwd: built });
  },
});

Deno.test({
  ...atFullEffort("vitest shows the first rows of a failed assertion, and the line of the test"),
  async fn() {
    using folder = Temporary.folder();
    const place = await installedPackage(folder.path);
    await run("npm", ["install", "--silent", "vitest@4.1.12"], { cwd: place });
    const test = FAILING_TEST.replace('import test from "node:test"', 'import { test } from "vitest"');
    await Deno.writeTextFile(join(place, "leak.test.js"), test);
    const report = await outputOf(await runtime("node"), ["node_modules/vitest/vitest.mjs", "run"], place);
    assertStringIncludes(report, "wordfreq.c:13 func=read_word size=2");
    assertStringIncludes(report, "leak.test.js:9");
  },
});
