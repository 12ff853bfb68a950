/** `query --follow` and `quarry watch`: processes that follow the output of another process. */
import { zstdCompressSync } from "node:zlib";
import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { quarry } from "../cli/program.ts";
import { withFolder } from "../support/temporary.ts";
import { Running } from "./running.ts";

const ROOT = new URL("../../", import.meta.url);
const WORDS = new URL("testdata/mpatrol/wordfreq-le64/trace.mtrc", ROOT);
const LINES = new URL("testdata/mtrace/pool.mtrace", ROOT);

const append = (path: string, bytes: Uint8Array): void => Deno.writeFileSync(path, bytes, { append: true });

Deno.test("query --follow repeats the query when the file grows, and ends when the file is complete", async () => {
  await withFolder(async (folder) => {
    const path = `${folder}/t.mtrc`;
    const bytes = await Deno.readFile(WORDS);
    append(path, bytes.subarray(0, 0));
    await using follow = new Running(
      ["query", "--follow", `t=${path}`, "-e", "events | count", "--every", "10ms"],
    );
    await follow.until(/waiting for its first records/);
    append(path, bytes.subarray(0, 3000));
    await follow.until(/t: followed.*\n/);
    await follow.until(/count\n\d+\n/);
    // Half a record, and then the rest.
    append(path, bytes.subarray(3000, 6001));
    await follow.until(/t: \d+ events more, \d+ now.*\n/);
    append(path, bytes.subarray(6001));
    assertEquals(await follow.end(), 0);
    assertMatch(follow.err, /1,257 now, complete\n$/);
    assertMatch(follow.out, /count\n1257\n$/);
    const counts = [...follow.out.matchAll(/count\n(\d+)\n/g)].map(([, count]) => Number(count));
    assertEquals(counts, counts.toSorted((left, right) => left - right));
  });
});

Deno.test("query --follow waits until the first block of a compressed file is complete", async () => {
  await withFolder(async (folder) => {
    const path = `${folder}/t`;
    // Bytes that hardly shrink: the compressor writes nothing before its first block is full.
    const text = Array.from({ length: 2000 }, (_, at) => {
      const addr = (Math.imul(at + 1, 0x9e3779b1) >>> 0).toString(16);
      return `@ ./app:[0x401136] + 0x${addr} 0x20\n`;
    }).join("");
    const packed = zstdCompressSync(new TextEncoder().encode(`= Start\n${text}`));
    append(path, packed.subarray(0, 5000));
    await using follow = new Running(
      ["query", "--follow", `t=${path}`, "-e", "events | count", "--every", "10ms", "--idle", "300ms"],
    );
    await follow.until(/t: waiting for its first records/);
    append(path, packed.subarray(5000));
    assertEquals(await follow.end(), 0, follow.err);
    assertMatch(follow.out, /count\n2000\n$/);
  });
});

Deno.test("a query of a table that does not exist yet waits for its first row, but not one of a table that cannot exist", async () => {
  await withFolder(async (folder) => {
    const path = `${folder}/t.mtrace`;
    const bytes = await Deno.readFile(LINES);
    // No record has a function yet.
    const start = bytes.indexOf(10, 100) + 1;
    append(path, bytes.subarray(0, start));
    const query = (table: string, ...more: string[]): Running =>
      new Running(["query", "--follow", `t=${path}`, "-e", `${table} | count`, "--every", "10ms", ...more]);
    await using never = query("functions", "--idle", "20ms");
    assertEquals(await never.end(), 2);
    assertMatch(never.err, /waiting for the first rows of functions\nerror\[Q201\]/);
    for (const table of ["threads", "function"]) {
      await using wrong = query(table);
      assertEquals(await wrong.end(), 2);
    }
    await using follow = query("functions", "--idle", "300ms");
    await follow.until(/waiting for the first rows of functions/);
    append(path, bytes.subarray(start));
    assertEquals(await follow.end(), 0, follow.err);
    assertMatch(follow.out, /^count\n\d+\n$/);
  });
});

Deno.test("query --follow ends with exit code 1 when an assertion fails, and quarry watch when its rule fails", async () => {
  await withFolder(async (folder) => {
    const path = `${folder}/t.mtrace`;
    const bytes = await Deno.readFile(LINES);
    const part = bytes.subarray(0, bytes.lastIndexOf(10, 2000) + 1);
    append(path, part);
    const rule = "events | count | where count > 500";
    await using follow = new Running(["query", "--follow", path, "-e", `assert ${rule}`, "--every", "10ms"]);
    await using watch = new Running(["watch", path, "--fail-if", rule, "--every", "10ms"]);
    await follow.until(/followed/);
    await watch.until(/followed/);
    append(path, bytes.subarray(part.length, part.length + 30));
    append(path, bytes.subarray(part.length + 30));
    assertEquals([await follow.end(), await watch.end()], [1, 1]);
    assertEquals(follow.out, "");
    for (const { err } of [follow, watch]) {
      assertStringIncludes(err, "assertion failed: assert events | count");
    }
  });
});

Deno.test("a file that is cut, replaced, deleted and created again is followed, and each change is reported", async () => {
  await withFolder(async (folder) => {
    const path = `${folder}/t.mtrace`;
    const bytes = await Deno.readFile(LINES);
    const line = (end: number): number => bytes.lastIndexOf(10, end) + 1;
    append(path, bytes.subarray(0, line(4000)));
    await using follow = new Running(
      ["query", "--follow", `t=${path}`, "-e", "events | count", "--every", "10ms"],
    );
    await follow.until(/t: followed/);
    Deno.truncateSync(path, line(2000));
    await follow.until(/t: the file became shorter, \d+ events fewer/);
    Deno.writeFileSync(`${folder}/other`, bytes.subarray(0, line(9000)));
    Deno.renameSync(`${folder}/other`, path);
    await follow.until(/t: the file was replaced, \d+ events more/);
    // Created while the old one exists: a new file may reuse the inode number of a deleted one.
    Deno.writeFileSync(`${folder}/other`, bytes);
    Deno.removeSync(path);
    await follow.until(/t: the file was deleted; answers are from before that\n/);
    Deno.renameSync(`${folder}/other`, path);
    await follow.until(/(?:t: the file was replaced[^]*){2}/);
    const { out } = await quarry(["query", path, "-e", "events | count"]);
    await follow.until(new RegExp(`${out}$`));
    follow.kill();
    await follow.end();
    assertEquals(follow.err.match(/was deleted/g)?.length, 1);
  });
});

Deno.test("--for and --idle end following, and files that cannot be followed are reported at once", async () => {
  await withFolder(async (folder) => {
    const path = `${folder}/t.mtrace`;
    await Deno.writeFile(path, (await Deno.readFile(LINES)).subarray(0, 1000));
    for (const limit of ["--for", "--idle"]) {
      const { code, out } = await quarry(["query", "--follow", path, "-e", "events | count", limit, "20ms"]);
      assertEquals(code, 0);
      assertMatch(out, /^count\n\d+\n$/);
    }
  });
  const ends = async (...args: string[]): Promise<[number, string]> => {
    const { code, err } = await quarry(["query", "-e", "events | count", ...args]);
    return [code, err];
  };
  const [inOneGo, why] = await ends("--follow", "testdata/torch/ring.pickle");
  assertEquals(inOneGo, 3);
  assertStringIncludes(why, "files of torch are written in one go");
  // A file too short to be recognized is not treated as one that has only begun.
  const [short, reason] = await ends("--follow", "testdata/gnatcov/shop-x86_64.srctrace");
  assertEquals(short, 3);
  assertStringIncludes(reason, "files of gnatcov-src are written in one go");
  assertStringIncludes((await ends("--follow", "testdata"))[1], 'Cannot follow "testdata": it is a folder');
  assertStringIncludes((await ends("--follow", "/dev/null"))[1], "it is a device, only files and pipes");
  assertStringIncludes(
    (await ends("--every", "1s", "testdata/mtrace/pool.mtrace"))[1],
    "--every is for --follow",
  );
  const [usage, wrong] = await ends("--follow", "--every", "soon", "testdata/mtrace/pool.mtrace");
  assertEquals(usage, 2);
  assertStringIncludes(wrong, 'takes a time such as 2s, 500ms or 1h, found "soon"');
  assertEquals((await quarry(["watch", "testdata/mtrace/pool.mtrace"])).code, 2);
});
