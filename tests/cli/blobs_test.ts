/** `quarry blobs`: the memory that API calls carry, in files. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { apitrace } from "../../src/compat/apitrace/mod.ts";
import { unwrap } from "../../src/containers/unwrap.ts";
import { openInput } from "../../src/ingest/file_source.ts";
import { detect } from "../../src/ingest/load.ts";
import { quarry } from "./program.ts";
import { atFullEffort } from "../support/effort.ts";
import { writesTo } from "../support/written_files.ts";

const TRACE = "testdata/apitrace/real-userarrays.trace";

/** The files that `apitrace dump --blobs` writes, by call. */
async function dumpedBlobs(path: string): Promise<Map<number, Uint8Array>> {
  const files = new Map<number, Uint8Array>();
  await apitrace.run(["dump", "--blobs", path], {
    open: () => Promise.reject(new Error("apitrace reads bytes")),
    openBytes: async (name) =>
      (await unwrap((await openInput(name)).source, (head) => detect(head) !== undefined)).source,
    writeOut: () => {},
    writeError: () => {},
    writeFile: writesTo((name, bytes) => files.set(Number(/\d+/.exec(name)![0]), bytes)),
  });
  return files;
}

Deno.test(atFullEffort("quarry blobs writes the same files as apitrace dump --blobs"), async () => {
  const folder = `${Deno.makeTempDirSync()}/made/on/demand`;
  const { code, out, err } = await quarry(["blobs", TRACE, "-o", folder]);
  assertEquals([code, err], [0, ""]);
  const [header, ...lines] = out.trimEnd().split("\n");
  assertEquals(header, "no\tname\targ\tbytes\tfile");
  const dumped = await dumpedBlobs(TRACE);
  assertEquals(lines.length, dumped.size);
  for (const line of lines) {
    const [no, , arg, bytes, file] = line.split("\t");
    assertEquals(file, `${folder}/${no}-${arg}.bin`);
    const content = Deno.readFileSync(file!);
    assertEquals(content.length, Number(bytes));
    assertEquals(content, dumped.get(Number(no)));
  }
  Deno.removeSync(folder, { recursive: true });
});

Deno.test("quarry blobs lists the calls that a query names, and writes nothing without a folder", async () => {
  const { out } = await quarry(["blobs", TRACE, "-e", "events | where size > 40 | take 2", "--no-header"]);
  assertEquals(out.trimEnd().split("\n").length, 2);
  const [no, name] = out.split("\t");
  const query = `calls | where no == ${no} | select name`;
  assertEquals((await quarry(["query", TRACE, "--no-header", "-e", query])).out, `${name}\n`);
  assertEquals((await quarry(["blobs", TRACE, "-e", "calls | where no > 1M"])).out, "no\tname\targ\tbytes\n");
});

Deno.test("quarry blobs reports missing arguments and blobs", async () => {
  const counted = await quarry(["blobs", TRACE, "-e", "calls | count"]);
  assertEquals([counted.code, counted.out], [2, ""]);
  assertStringIncludes(counted.err, 'needs a column "no" with the numbers of the calls: it has count');
  const memory = await quarry(["blobs", "testdata/mpatrol/wordfreq-le64/trace.mtrc"]);
  assertEquals([memory.code, memory.out], [2, ""]);
  assertStringIncludes(memory.err, "only API traces have");
  assertEquals((await quarry(["blobs"])).code, 2);
  const slip = await quarry(["blobs", TRACE, "-e", "cals"]);
  assertEquals(slip.code, 2);
  assertStringIncludes(slip.err, 'did you mean "calls"?');
});
