/** Cached compiled code is used exactly as written, or not at all. */
import { assert, assertEquals } from "@std/assert";
import { Script } from "node:vm";
import {
  type CachedCode,
  type CodeKey,
  readCode,
  writeCode,
} from "../../../src/cli/code_cache/cached_code.ts";
import { Temporary } from "../../support/temporary.ts";

const TEXT = "(function(){ return function inner(n) { return n + 41; }; })";

const keyIn = (folder: string, more: Partial<CodeKey> = {}): CodeKey => ({
  folder: `${folder}/code`,
  work: "query",
  program: "0123456789abcdef",
  ...more,
});

/** The only file of a folder. */
function fileIn({ folder }: CodeKey): string {
  const names = [...Deno.readDirSync(folder)].map(({ name }) => name);
  assertEquals(names.length, 1);
  return `${folder}/${names[0]}`;
}

async function written(key: CodeKey, text = TEXT): Promise<CachedCode> {
  const script = new Script(text);
  assertEquals(script.runInThisContext()()(1), 42);
  await writeCode(key, script, undefined);
  return (await readCode(key))!;
}

Deno.test("compiled code is returned only for the same program, command and V8", async () => {
  using folder = Temporary.folder();
  const key = keyIn(folder.path);
  assertEquals(await readCode(key), undefined);
  const { code, runs } = await written(key);
  assertEquals(runs, 1);
  const script = new Script(TEXT, { cachedData: code });
  assertEquals(script.cachedDataRejected, false);
  assertEquals(script.runInThisContext()()(1), 42);
  assertEquals(await readCode({ ...key, work: "repl" }), undefined);
  assertEquals(await readCode({ ...key, program: "fedcba9876543210" }), undefined);
  assert(fileIn(key).includes(Deno.version.v8));
});

Deno.test("a truncated or changed file is ignored", async () => {
  using folder = Temporary.folder();
  const key = keyIn(folder.path);
  await written(key);
  const path = fileIn(key);
  const whole = Deno.readFileSync(path);
  for (let length = 0; length < whole.length; length += 7) {
    Deno.writeFileSync(path, whole.subarray(0, length));
    assertEquals(await readCode(key), undefined, `${length} bytes`);
  }
  for (let at = 0; at < whole.length; at += 5) {
    const other = whole.slice();
    other[at]! ^= 1 << at % 8;
    Deno.writeFileSync(path, other);
    assertEquals(await readCode(key), undefined, `byte ${at}`);
  }
  Deno.writeFileSync(path, whole);
  assert(await readCode(key));
});

Deno.test({
  name: "code is private: only its owner may read it, and it is not stored in a shared folder",
  ignore: Deno.build.os === "windows",
  async fn() {
    using folder = Temporary.folder();
    const key = keyIn(folder.path);
    await written(key);
    assertEquals([Deno.statSync(key.folder).mode! & 0o777, Deno.statSync(fileIn(key)).mode! & 0o777], [
      0o700,
      0o600,
    ]);
    for (const mode of [0o701, 0o710, 0o770, 0o777]) {
      Deno.chmodSync(key.folder, mode);
      assertEquals(await readCode(key), undefined, mode.toString(8));
    }
  },
});

Deno.test("a folder that cannot be created is not an error", async () => {
  using folder = Temporary.folder();
  Deno.writeTextFileSync(`${folder.path}/file`, "");
  const key = keyIn(`${folder.path}/file`);
  await writeCode(key, new Script(TEXT), undefined);
  assertEquals(await readCode(key), undefined);
});

Deno.test("only the first few runs extend the cached code", async () => {
  using folder = Temporary.folder();
  const key = keyIn(folder.path);
  const first = await written(key, `${TEXT} /* ${"x".repeat(99)} */`);
  for (const runs of [2, 3, 4, 4, 4]) {
    await writeCode(key, new Script("0"), await readCode(key));
    const kept = (await readCode(key))!;
    // Less code than before is not saved.
    assertEquals([kept.runs, kept.code], [runs, first.code]);
  }
  assertEquals([...Deno.readDirSync(key.folder)].length, 1);
});

Deno.test("code of other versions is removed a month after it was last written", async () => {
  using folder = Temporary.folder();
  const old = keyIn(folder.path);
  await written(old);
  const path = fileIn(old);
  const young = keyIn(folder.path, { program: "1111111111111111" });
  await written(young);
  assert(await readCode(old));
  const then = Date.now() / 1000 - 31 * 24 * 3600;
  Deno.utimeSync(path, then, then);
  await written(keyIn(folder.path, { program: "2222222222222222" }));
  assertEquals(await readCode(old), undefined);
  assert(await readCode(young));
});
