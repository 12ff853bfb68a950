import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { sourceOf } from "../../src/bytes/byte_source.ts";
import { unwrap } from "../../src/containers/unwrap.ts";
import { SNIFF_BYTES } from "../../src/formats/format.ts";
import { formatNamed } from "../../src/formats/registry.ts";
import { coverageFiles } from "../../src/ingest/foreign/coverage.ts";
import { foreignFiles } from "../../src/ingest/foreign/list.ts";
import { memoryFiles } from "../../src/ingest/foreign/memory.ts";
import { timelines } from "../../src/ingest/foreign/timelines.ts";
import { detect } from "../../src/ingest/load.ts";
import { unknownFormatReason } from "../../src/ingest/unknown_format.ts";
import { quarry } from "../cli/program.ts";

const FOLDER = new URL("../../testdata/foreign/", import.meta.url).pathname;
const SAMPLES = [...Deno.readDirSync(FOLDER)].map(({ name }) => name).filter((name) => name !== "README.md")
  .sort();

const kindOf = (sample: string): string => sample.slice(0, sample.indexOf("."));

/** The first bytes of a sample's content, and whether it has containers. */
async function headOf(sample: string): Promise<{ head: Uint8Array; packed: boolean }> {
  const bytes = await Deno.readFile(FOLDER + sample);
  const { head, containers } = await unwrap(sourceOf(bytes), (bytes) => detect(bytes) !== undefined);
  return { head: head.subarray(0, SNIFF_BYTES), packed: containers.length > 0 };
}

Deno.test("unknownFormatReason() describes each sample and the next step", async () => {
  for (const sample of SAMPLES) {
    const kind = foreignFiles.find(({ name }) => name === kindOf(sample));
    if (kind === undefined) throw new Error(`${sample} is named after nothing in the list`);
    const { head, packed } = await headOf(sample);
    // A kind that Quarry can read now needs no advice.
    if (detect(head) !== undefined) continue;
    const words = unknownFormatReason(head, packed ? "-" : sample);
    assert(words.startsWith(`it is ${kind.what}`), `${sample}: ${words}`);
    assert(words.length > `it is ${kind.what}, `.length, `${sample}: no word about what comes next`);
  }
});

Deno.test("unknownFormatReason() recognizes each kind from its first bytes alone", async () => {
  for (const sample of SAMPLES) {
    const { head } = await headOf(sample);
    // For any prefix, the advice is about this kind or missing, and never about another kind.
    for (let length = 1; length < Math.min(head.length, 300); length++) {
      const cut = head.subarray(0, length);
      const words = unknownFormatReason(cut, sample);
      const other = foreignFiles.find(({ what, name }) =>
        words.startsWith(`it is ${what}`) && name !== kindOf(sample)
      );
      assert(
        other === undefined || ALSO[kindOf(sample)] === other.name,
        `${length} bytes of ${sample}: ${words}`,
      );
    }
  }
});

/** Kinds with the first bytes of a more general kind. */
const ALSO: Readonly<Record<string, string>> = {
  core: "elf",
  "coverage-py": "sqlite",
  tracemalloc: "pickle",
};

Deno.test("each kind of file of another tool has a sample", () => {
  const sampled = new Set(SAMPLES.map(kindOf));
  const missing = [...memoryFiles, ...coverageFiles, ...timelines].filter(({ name }) => !sampled.has(name));
  assertEquals(missing.map(({ name }) => name), []);
});

Deno.test("quarry info names the next command, with a quoted path", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const path = `${folder}/my run.data`;
    await Deno.copyFile(`${FOLDER}perf.data`, path);
    const { code, err } = await quarry(["info", path]);
    assertEquals(code, 3);
    assertStringIncludes(err, `samples of Linux perf (perf.data), which Quarry does not read`);
    assertStringIncludes(err, `try perf report -i '${path}'`);
    await Deno.copyFile(`${FOLDER}ctf.stream`, `${folder}/channel0`);
    assertStringIncludes((await quarry(["info", `${folder}/channel0`])).err, `try babeltrace2 ${folder}`);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("advice names the command that converts a file only if Quarry reads its output", () => {
  for (const { name, advice } of foreignFiles) {
    const last = advice.at(-1);
    assert(last === undefined || last.makes === undefined, `${name}: its last advice must always hold`);
  }
  const words = unknownFormatReason(new TextEncoder().encode("adcg*22B"), "build/main.gcda");
  const wanted = formatNamed("lcov")
    ? "(.gcda): lcov -c -d build -o cov.info makes a file that Quarry reads"
    : "(.gcda), which Quarry does not read: try gcov build/main.gcda";
  assertStringIncludes(words, wanted);
});
