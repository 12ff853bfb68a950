/** Which indexes are kept when another one needs space. */
import { assertEquals, assertMatch } from "@std/assert";
import { evictIndexes, indexesIn, indexPath } from "../../src/index/index_folder.ts";
import { Temporary } from "../support/temporary.ts";

/** More than the capacity of any disk. */
const TOO_MUCH = 2 ** 60;

Deno.test("an index that is too large is not begun, with the reason, and existing ones stay", async () => {
  using folder = Temporary.folder();
  const place = indexPath(folder.path, "/some/trace.mtrc", "");
  await Deno.writeFile(place, new Uint8Array(1000));
  assertMatch(
    evictIndexes(folder.path, TOO_MUCH, false) ?? "",
    /^it would take about \d+ MiB, and indexes may take \d+ MiB$/,
  );
  const asked = evictIndexes(folder.path, TOO_MUCH, true) ?? "";
  assertMatch(
    asked.replace(folder.path, "DIR"),
    /^it would take about \d+ MiB, and the disk of DIR has \d+ MiB$/,
  );
  assertEquals(evictIndexes(folder.path, 1000, false), undefined);
  assertEquals(indexesIn(folder.path).map(({ path }) => path), [place]);
});

Deno.test("a requested index may use more space than automatic ones, and removes none of them", async () => {
  using folder = Temporary.folder();
  const place = indexPath(folder.path, "/some/trace.mtrc", "");
  await Deno.writeFile(place, new Uint8Array(1000));
  const free = (await statfs(folder.path)) / 2;
  assertMatch(evictIndexes(folder.path, free, false) ?? "", /indexes may take/);
  assertEquals(evictIndexes(folder.path, free, true), undefined);
  assertEquals(indexesIn(folder.path).map(({ path }) => path), [place]);
});

async function statfs(folder: string): Promise<number> {
  const { statfs } = await import("node:fs/promises");
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
