/** Reloaded traces: new records are there, definitions stay, and a failure changes nothing. */
import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { InputError, Quarry, UsageError } from "../../mod.ts";
import { EVERY_FORMAT } from "../support/every_format.ts";
import { withFolder } from "../support/temporary.ts";

const ROOT = new URL("../../", import.meta.url);
const WORDS = "testdata/mpatrol/wordfreq-le64/trace.mtrc";
const FACTS = "traces | select name, format, container, bytes, rows, problems";

const bytesOf = (path: string): Promise<Uint8Array<ArrayBuffer>> => Deno.readFile(new URL(path, ROOT));

async function rows(quarry: Quarry, text: string): Promise<unknown[]> {
  using result = await quarry.query(text);
  return result.rows();
}

Deno.test("reload() makes a grown file of any format answer like a freshly opened one", async () => {
  await withFolder(async (folder) => {
    for (const [name, sample] of Object.entries(EVERY_FORMAT)) {
      const bytes = await bytesOf(sample);
      const path = `${folder}/${name}`;
      await Deno.writeFile(path, bytes.subarray(0, Math.ceil(bytes.length * 0.9)));
      let quarry: Quarry;
      try {
        quarry = await Quarry.open(path, { name });
      } catch {
        // Some formats can only be read when they are complete.
        await Deno.writeFile(path, bytes);
        quarry = await Quarry.open(path, { name });
      }
      await using open = quarry;
      await Deno.writeFile(path, bytes.subarray(Math.ceil(bytes.length * 0.9)), { append: true });
      await Deno.writeFile(path, bytes);
      const changes = await open.reload();
      await using fresh = await Quarry.open(path, { name });
      assertEquals(await rows(open, FACTS), await rows(fresh, FACTS), name);
      assertEquals(changes[0]!.trace, name);
    }
  });
});

Deno.test("reload() keeps definitions and results, and says how the file has changed", async () => {
  await withFolder(async (folder) => {
    const bytes = await bytesOf(WORDS);
    const path = `${folder}/t.mtrc`;
    await Deno.writeFile(path, bytes.subarray(0, 6000));
    await using quarry = await Quarry.open(path, { name: "t" });
    await quarry.query("let least = 5");
    using before = await quarry.query("events | count");
    const few = before.rows();
    const change = async (): Promise<unknown> => {
      const [{ change, rows, rowsBefore }] = await quarry.reload("t") as [
        Awaited<ReturnType<Quarry["reload"]>>[number],
      ];
      return [change, Math.sign(rows - rowsBefore)];
    };
    assertEquals(await change(), ["same", 0]);
    await Deno.writeFile(path, bytes.subarray(6000), { append: true });
    assertEquals(await change(), ["grown", 1]);
    assertEquals(await rows(quarry, "events | count"), [{ count: 1257n }]);
    // The data of a result is kept as long as the result.
    assertEquals(before.rows(), few);
    assertEquals((await rows(quarry, "leaks | where size >= least | count")).length, 1);
    await Deno.truncate(path, 5000);
    assertEquals(await change(), ["shorter", -1]);
    // Created while the old one exists, so that its inode number differs, too.
    await Deno.writeFile(`${folder}/other`, bytes);
    await Deno.rename(`${folder}/other`, path);
    assertEquals(await change(), ["replaced", 1]);
    await Deno.remove(path);
    await assertRejects(() => quarry.reload(), InputError, "Cannot open");
    assertEquals(await rows(quarry, "events | count"), [{ count: 1257n }]);
    await Deno.writeTextFile(path, "no trace at all\n");
    await assertRejects(() => quarry.reload());
    assertEquals(await rows(quarry, "events | count"), [{ count: 1257n }]);
  });
});

Deno.test("reload() changes no trace if one of several cannot be read again", async () => {
  await withFolder(async (folder) => {
    const bytes = await bytesOf(WORDS);
    for (const name of ["a", "b"]) await Deno.writeFile(`${folder}/${name}`, bytes.subarray(0, 6000));
    await using quarry = await Quarry.open({ a: `${folder}/a`, b: `${folder}/b` });
    const before = await rows(quarry, FACTS);
    const used = quarry.memoryUsed;
    await Deno.writeFile(`${folder}/a`, bytes);
    await Deno.remove(`${folder}/b`);
    await assertRejects(() => quarry.reload(), InputError);
    assertEquals(await rows(quarry, FACTS), before);
    assertEquals(quarry.memoryUsed <= used * 1.5, true);
    await quarry.reload("a");
    assertEquals(quarry.traces, ["a", "b"]);
    assertEquals(await rows(quarry, "events of a | count"), [{ count: 1257n }]);
  });
});

Deno.test("reload() accepts bytes but no stream, and does not leak memory", async () => {
  const bytes = await bytesOf(WORDS);
  await using quarry = await Quarry.open({ bytes });
  const [change] = await quarry.reload();
  assertEquals(change!.change, "unknown");
  const used = quarry.memoryUsed;
  for (let time = 0; time < 5; time++) await quarry.reload();
  assertEquals(quarry.memoryUsed, used);
  await quarry.add(new Blob([bytes]).stream(), { name: "stream" });
  await assertRejects(() => quarry.reload("stream"), UsageError, "only once");
  const error = await assertRejects(() => quarry.reload("nobody"), UsageError);
  assertStringIncludes(error.message, "open traces are bytes, stream");
});
