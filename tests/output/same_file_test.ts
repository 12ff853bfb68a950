/** Whether a file is one of the inputs: by inode number if the system has them, otherwise by path. */
import { assertEquals } from "@std/assert";
import { openInput } from "../../src/ingest/file_source.ts";
import { pathReadBySelf } from "../../src/output/same_file.ts";
import { Temporary } from "../support/temporary.ts";

Deno.test("pathReadBySelf() recognizes inputs by inode, through links, and by path without inodes", async () => {
  using folder = Temporary.folder();
  const [path, other, link] = ["trace", "other", "link"].map((name) => `${folder.path}/${name}`) as [
    string,
    string,
    string,
  ];
  Deno.writeTextFileSync(path, "abc");
  Deno.writeTextFileSync(other, "abc");
  Deno.symlinkSync(path, link);
  const real = Deno.realPathSync(path);
  (await openInput(path)).source.close();
  const facts = Deno.statSync(path);
  const numbered = (more: Partial<typeof facts>, place?: string): string | undefined =>
    pathReadBySelf({ ...facts, ...more }, place);
  assertEquals(numbered({}), path);
  assertEquals(pathReadBySelf(Deno.statSync(link), undefined), path);
  assertEquals(pathReadBySelf(Deno.statSync(other), Deno.realPathSync(other)), undefined);
  assertEquals(pathReadBySelf(Deno.statSync(folder.path), folder.path), undefined);
  assertEquals([numbered({ isFile: false }), numbered({ dev: facts.dev + 1 })], [undefined, undefined]);
  // Windows has no inode numbers.
  assertEquals(numbered({ ino: null }, real), path);
  assertEquals([numbered({ ino: null }), numbered({ ino: null }, `${real}x`)], [undefined, undefined]);
  // A deleted file cannot be overwritten.
  Deno.removeSync(path);
  assertEquals([numbered({}), numbered({ ino: null }, real)], [undefined, undefined]);
});
