/** Names for raw data, from the interpreted file beside it or from a given one. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { Quarry } from "../../../mod.ts";
import { companionNames } from "../../../src/formats/heaptrack_raw/companion_names.ts";
import { quarry } from "../../cli/program.ts";
import { withFolder } from "../../support/temporary.ts";

const SAMPLES = new URL("../../../testdata/heaptrack-raw/joined/", import.meta.url).pathname;
const PLACES = "allocs | by module, func, file, line: n = count(), b = sum(size) | sort n, b, func, line";
const NAMED = "allocs | where func is not null | count";

async function answerOf(path: string, query: string, companion?: string): Promise<string> {
  await using opened = await Quarry.open(path, { name: "t", ...(companion ? { companion } : {}) });
  return await (await opened.query(query)).toCsv();
}

async function problems(path: string, companion?: string): Promise<string[]> {
  await using opened = await Quarry.open(path, companion ? { companion } : {});
  return opened.problems().map(({ code, message }) => `${code}: ${message}`);
}

for (const name of ["shapes", "plugins", "threads-1.2"]) {
  Deno.test(`${name}: places and frames equal those of the interpreted file beside it`, async () => {
    const raw = `${SAMPLES}${name}.raw.zst`, interpreted = `${SAMPLES}${name}.zst`;
    assertEquals(await answerOf(raw, PLACES), await answerOf(interpreted, PLACES));
    const frames = "allocs | extend f = frames(stack) | by f: n = count() | sort n, f";
    const plain = (text: string): string => text.replaceAll(/[+!]0x[0-9a-f]+/g, "");
    assertEquals(plain(await answerOf(raw, frames)), plain(await answerOf(interpreted, frames)));
    assertEquals((await problems(raw)).filter((each) => !each.startsWith("unmatched-free")), []);
  });
}

Deno.test("functions of two libraries at the same addresses are kept separate", async () => {
  const query =
    "allocs | where func in {first_inner, second_inner} | by module, func: b = sum(size) | sort func";
  assertEquals(
    await answerOf(`${SAMPLES}plugins.raw.zst`, query),
    "module,func,b\n./plug1.so,first_inner,324\n./plug2.so,second_inner,1248\n",
  );
});

Deno.test("a trace opened from bytes takes no names from an interpreted file", async () => {
  await using opened = await Quarry.open(await Deno.readFile(`${SAMPLES}shapes.raw.zst`));
  assertEquals(await (await opened.query(NAMED)).toCsv(), "count\n0\n");
});

Deno.test("a file of another recording gives no names, and is reported", async () => {
  const raw = `${SAMPLES}shapes.raw.zst`;
  const other = new URL("../../../testdata/heaptrack/heaptrack.shapes.zst", import.meta.url).pathname;
  // The same program at other addresses.
  assertEquals(await problems(raw, other), [
    "other-recording: The interpreted file is from another recording: its backtrace 1 is different",
  ]);
  assertEquals(await answerOf(raw, NAMED, other), "count\n0\n");
  assertEquals(await problems(raw, `${SAMPLES}plugins.zst`), [
    "other-recording: The interpreted file is from another recording: a different command was recorded",
  ]);
  assertEquals(await problems(raw, `${SAMPLES}threads-1.2.zst`), [
    "other-recording: The interpreted file is from another recording: it has a different version",
  ]);
  assertEquals(await problems(raw, `${SAMPLES}shapes.counts.json`), [
    `other-recording: ${SAMPLES}shapes.counts.json is not interpreted data of heaptrack`,
  ]);
});

Deno.test("a file with other allocation sizes is detected", () =>
  withFolder(async (folder) => {
    const head = "v 10400 3\nX ./made\nI 1000 100\n";
    const raw = (size: number): string =>
      `v 10400 3\nx 6 ./made\n${head.slice(10)}m 1 x 1000 0 1000\nt 1010 0\n` +
      Array.from({ length: 5000 }, (_, at) => `+ ${at === 4000 ? size : 10} 1 ${(16 * at).toString(16)}\n`)
        .join("");
    const interpreted = `${head}s 6 ./made\ns 4 main\ni 1010 1 2\nt 1 0\na 10 1\n${"+ 0\n".repeat(5000)}`;
    await Deno.writeTextFile(`${folder}/a.raw`, raw(10));
    await Deno.writeTextFile(`${folder}/b.raw`, raw(11));
    await Deno.writeTextFile(`${folder}/names`, interpreted);
    assertEquals(await problems(`${folder}/a.raw`, `${folder}/names`), []);
    assertEquals(await problems(`${folder}/b.raw`, `${folder}/names`), [
      "other-recording: The interpreted file is from another recording: sizes differ among its allocations 1 to 4096",
    ]);
  }));

Deno.test("--interpreted accepts a file anywhere, and a program next to raw data is not mistaken for one", () =>
  withFolder(async (folder) => {
    await Deno.copyFile(`${SAMPLES}shapes.raw.zst`, `${folder}/run.raw.zst`);
    await Deno.writeTextFile(`${folder}/run`, "#!/bin/sh\n");
    await Deno.writeTextFile(`${folder}/run.gz`, "nothing");
    const alone = await quarry(["query", `${folder}/run.raw.zst`, "-m", "csv", "-e", NAMED]);
    assertEquals([alone.out, alone.err], ["count\n0\n", ""]);
    const named = await quarry([
      "query",
      `${folder}/run.raw.zst`,
      "--interpreted",
      `${SAMPLES}shapes.zst`,
      "-m",
      "csv",
      "-e",
      NAMED,
    ]);
    assertEquals([named.out, named.err], ["count\n1069\n", ""]);
    const missing = await quarry([
      "query",
      `${folder}/run.raw.zst`,
      "--interpreted",
      `${folder}/no`,
      "-e",
      NAMED,
    ]);
    assertEquals(missing.code, 3);
    assertStringIncludes(missing.err, `Cannot open "${folder}/no": no such file`);
  }));

Deno.test("a saved index records the file that its names came from", () =>
  withFolder(async (folder) => {
    const raw = `${folder}/run.raw.zst`, index = `${folder}/index`;
    await Deno.copyFile(`${SAMPLES}shapes.raw.zst`, raw);
    await Deno.mkdir(index);
    const ask = async (): Promise<string> => {
      const { out } = await quarry(["query", raw, "--index", index, "-m", "csv", "-e", NAMED]);
      return out.split("\n")[1]!;
    };
    await quarry(["index", raw, "--index", index]);
    assertEquals(await ask(), "0");
    await Deno.copyFile(`${SAMPLES}shapes.zst`, `${folder}/run.zst`);
    assertEquals(await ask(), "1069");
    await quarry(["index", raw, "--index", index]);
    assertEquals(await ask(), "1069");
    await Deno.remove(`${folder}/run.zst`);
    assertEquals(await ask(), "0");
  }));

Deno.test("companionNames() gives the names of interpreted files for a raw file", () => {
  assertEquals(companionNames("heaptrack.a.1.raw.zst"), [
    "heaptrack.a.1.zst",
    "heaptrack.a.1.gz",
    "heaptrack.a.1",
  ]);
  assertEquals(companionNames("a.raw"), ["a.zst", "a.gz", "a"]);
  assertEquals(companionNames("a.zst"), []);
  assertEquals(companionNames(".raw.zst"), []);
});

Deno.test("info of an interpreted file explains how to record what it lacks", async () => {
  const { out } = await quarry(["info", `${SAMPLES}shapes.zst`]);
  assertStringIncludes(out, "heaptrack -r PROGRAM keeps NAME.raw.zst");
  const json = JSON.parse((await quarry(["info", "--json", `${SAMPLES}shapes.zst`])).out);
  assertStringIncludes(JSON.stringify(json), "heaptrack -r PROGRAM keeps NAME.raw.zst");
  assertEquals((await quarry(["info", `${SAMPLES}shapes.raw.zst`])).out.includes("heaptrack -r"), false);
});
