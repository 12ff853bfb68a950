/** The writer itself: behaviour that no single command shows. */
import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { noteRead } from "../../src/ingest/read_files.ts";
import { appendPrivateLine, openAdditions } from "../../src/output/appended_file.ts";
import { HTML, TEXT, XML } from "../../src/output/kinds.ts";
import { removeLeftovers } from "../../src/output/leftovers.ts";
import { checkOutput, openOutput, type OutputOptions } from "../../src/output/output.ts";
import { OutputError } from "../../src/output/output_error.ts";
import { unfinishedKindOfOthers, unfinishedName } from "../../src/output/temporary_file.ts";
import { lacks, unless } from "../support/programs.ts";
import { contentsOf } from "./writers.ts";
import { withFolder } from "../support/temporary.ts";

const standard = (): Promise<void> => Promise.reject(new Error("Nothing goes to standard output"));
const OPTIONS: OutputOptions = { kind: TEXT, standard };

Deno.test("openOutput() writes pieces of any size in order, and their buffers may be reused", () =>
  withFolder(async (folder) => {
    const output = await openOutput(`${folder}/a`, OPTIONS);
    const piece = new Uint8Array(1000);
    const expected: number[] = [];
    for (let at = 0; at < 200; at++) {
      piece.fill(at);
      const part = piece.subarray(0, at * 5);
      expected.push(...part);
      await output.write(part);
    }
    const large = new Uint8Array(200_000).fill(7);
    await output.write(large);
    await output.write("é");
    assertEquals(Object.keys(contentsOf(folder)).length, 1);
    assert(!contentsOf(folder)["a"]);
    await output.finish();
    output.discard();
    assertEquals(Deno.readFileSync(`${folder}/a`), new Uint8Array([...expected, ...large, 0xc3, 0xa9]));
    assertEquals(Object.keys(contentsOf(folder)), ["a"]);
  }));

Deno.test("a folder that appears under the name meanwhile is not replaced", () =>
  withFolder(async (folder) => {
    const output = await openOutput(`${folder}/a`, OPTIONS);
    await output.write("new");
    Deno.mkdirSync(`${folder}/a`);
    await assertRejects(() => output.finish(), OutputError, "it is a folder");
    assertEquals(contentsOf(folder), { a: "folder" });
  }));

Deno.test("a trace that appears under the name meanwhile is not replaced", () =>
  withFolder(async (folder) => {
    const output = await openOutput(`${folder}/a`, OPTIONS);
    await output.write("new");
    Deno.writeTextFileSync(`${folder}/trace`, "MTRC");
    noteRead(`${folder}/trace`);
    Deno.linkSync(`${folder}/trace`, `${folder}/a`);
    await assertRejects(() => output.finish(), OutputError, "Quarry is reading it");
    assertEquals(contentsOf(folder), { a: "MTRC", trace: "MTRC" });
    Deno.writeTextFileSync(`${folder}/other`, "MTRC");
    await checkOutput(`${folder}/other`, { kind: { name: "anything", matches: () => true } });
  }));

Deno.test("a new file with the inode number of a deleted input may be overwritten", () =>
  withFolder(async (folder) => {
    Deno.writeTextFileSync(`${folder}/a`, "one");
    noteRead(`${folder}/a`);
    await assertRejects(() => checkOutput(`${folder}/a`, OPTIONS), OutputError, "Quarry is reading it");
    const { ino } = Deno.statSync(`${folder}/a`);
    Deno.removeSync(`${folder}/a`);
    // A new file often gets the inode number of the last removed one.
    for (let at = 0; at < 5; at++) {
      Deno.writeTextFileSync(`${folder}/b${at}`, "two");
      if (Deno.statSync(`${folder}/b${at}`).ino === ino) await checkOutput(`${folder}/b${at}`, OPTIONS);
    }
    await checkOutput(`${folder}/b0`, OPTIONS);
  }));

Deno.test("private files are private from their first byte, and other files keep their permissions", () =>
  withFolder(async (folder) => {
    const mode = (path: string): number => Deno.statSync(path).mode! & 0o7777;
    const output = await openOutput(`${folder}/a`, { ...OPTIONS, private: true });
    const [name = ""] = Object.keys(contentsOf(folder));
    assertEquals(mode(`${folder}/${name}`), 0o600);
    await output.finish();
    assertEquals(mode(`${folder}/a`), 0o600);
    // A private file is never readable while it is replaced, and new content never runs as another user.
    Deno.chmodSync(`${folder}/a`, 0o4600);
    const again = await openOutput(`${folder}/a`, OPTIONS);
    const [temporary = ""] = Object.keys(contentsOf(folder)).filter((name) => name !== "a");
    assertEquals(mode(`${folder}/${temporary}`), 0o600);
    await again.finish();
    assertEquals(mode(`${folder}/a`), 0o600);
  }));

Deno.test({
  ...unless(
    [Deno.uid() === 0 ? null : "only root can give files away"],
    "a file of another user keeps its owner",
  ),
}, () =>
  withFolder(async (folder) => {
    Deno.writeTextFileSync(`${folder}/a`, "before");
    Deno.chownSync(`${folder}/a`, 1234, 4321);
    const output = await openOutput(`${folder}/a`, OPTIONS);
    await output.finish();
    const { uid, gid } = Deno.statSync(`${folder}/a`);
    assertEquals([uid, gid], [1234, 4321]);
  }));

const guarded = Deno.uid() === 0 && await Deno.readTextFile("/proc/sys/fs/protected_symlinks")
  .then((text) => text.trim() === "1", () => false);

Deno.test({
  ...unless(
    [guarded ? null : "only root can play somebody else, where Linux guards links", lacks("chown")],
    "a link that another user has put into a shared folder is not followed",
  ),
}, () =>
  withFolder(async (folder) => {
    Deno.mkdirSync(`${folder}/all`);
    Deno.chmodSync(`${folder}/all`, 0o1777);
    Deno.writeTextFileSync(`${folder}/precious`, "precious");
    Deno.symlinkSync("../precious", `${folder}/all/a`);
    await new Deno.Command("chown", { args: ["-h", "1234:1234", `${folder}/all/a`] }).output();
    for (const force of [false, true]) {
      const options = { ...OPTIONS, force };
      await assertRejects(() => openOutput(`${folder}/all/a`, options), OutputError, "permission denied");
    }
    assertEquals(Deno.readTextFileSync(`${folder}/precious`), "precious");
    assertEquals(Object.keys(contentsOf(`${folder}/all`)), ["a"]);
  }));

Deno.test("checkOutput() leaves nothing behind, and finds the same errors as openOutput()", () =>
  withFolder(async (folder) => {
    await checkOutput(`${folder}/a`, OPTIONS);
    assertEquals(contentsOf(folder), {});
    await assertRejects(() => checkOutput(`${folder}/none/a`, OPTIONS), OutputError, "there is no folder");
    await assertRejects(() => checkOutput("", OPTIONS), OutputError, "without a name");
    await assertRejects(() => checkOutput("/proc/nothing/here", OPTIONS), OutputError, "there is no folder");
    await assertRejects(() => checkOutput("/proc/self/here", OPTIONS), OutputError, "Cannot write");
    Deno.symlinkSync("circle", `${folder}/circle`);
    await assertRejects(() => checkOutput(`${folder}/circle`, OPTIONS), OutputError, "symbolic links");
    await assertRejects(() => checkOutput(`${folder}/${"a".repeat(300)}`, OPTIONS), OutputError, "too long");
    assertEquals(Object.keys(contentsOf(folder)), ["circle"]);
  }));

Deno.test("kinds of files are recognized by their first bytes", () => {
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
  const cut = bytes("é").subarray(0, 1);
  for (const text of [bytes("a,b\n1,2\n"), bytes("\ufeffé"), cut]) assert(TEXT.matches(text));
  for (const other of [bytes("a\0b"), new Uint8Array([0xff, 0xfe, 65, 0]), new Uint8Array([0x80])]) {
    assert(!TEXT.matches(other));
  }
  assert(HTML.matches(bytes("\ufeff\n<!DOCTYPE html>")) && HTML.matches(bytes("<HTML>")));
  assert(!HTML.matches(bytes("# Notes\n<html>")) && !HTML.matches(bytes("<html>\0")));
  assert(XML.matches(bytes('<?xml version="1.0"?>')) && !XML.matches(bytes("leaks | count")));
});

Deno.test("removeLeftovers() removes leftovers of dead writers, and nothing else", () =>
  withFolder(async (folder) => {
    const leave = (name: string): void => Deno.writeTextFileSync(`${folder}/${name}`, "part");
    const dead = [".quarry-1-1700000000000-1.new", ".quarry-99999999-1700000000000-12.add"];
    for (const name of dead) leave(name);
    Deno.mkdirSync(`${folder}/.quarry-1-1700000000000-3.blobs`);
    leave(".quarry-1-1700000000000-3.blobs/5-data.bin");
    const kept = [".quarry-notes", ".quarry-1-1.new", "quarry-1-1-1.new", ".quarry-1-1-1.new.bak", "a.csv"];
    for (const name of kept) leave(name);
    // Its writer is running, and so is that of the folder.
    const alive = ".quarry-1-1700000000000-4.new";
    leave(alive);
    Deno.mkdirSync(`${folder}/.quarry-1-1700000000000-4.blobs`);
    using file = Deno.openSync(`${folder}/${alive}`, { read: true, write: true });
    assert(await file.tryLock(true));
    Deno.symlinkSync("a.csv", `${folder}/.quarry-1-1700000000000-5.new`);
    const own = unfinishedName("new");
    assertEquals([unfinishedKindOfOthers(own), unfinishedKindOfOthers(alive)], [undefined, "new"]);
    leave(own);
    await removeLeftovers(folder);
    const link = ".quarry-1-1700000000000-5.new";
    const left = [...kept, alive, own, link, ".quarry-1-1700000000000-4.blobs"];
    assertEquals(Object.keys(contentsOf(folder)).sort(), left.sort());
    assertEquals(Deno.readTextFileSync(`${folder}/a.csv`), "part");
  }));

Deno.test("the journal of a dead writer undoes its additions, and nothing else", () =>
  withFolder(async (folder) => {
    const cases: readonly [name: string, note: unknown, before: string, after: string][] = [
      ["part", { name: "part", from: 5, to: 20 }, "wholepart", "whole"],
      ["nothing", { name: "nothing", from: 5, to: 20 }, "whole", "whole"],
      ["all", { name: "all", from: 5, to: 9 }, "wholeall.", "wholeall."],
      ["more", { name: "more", from: 5, to: 9 }, "wholeall.others", "wholeall.others"],
      ["shorter", { name: "shorter", from: 5, to: 9 }, "who", "who"],
      ["odd", { name: "odd", from: -1, to: 9 }, "whole", "whole"],
      ["cut", undefined, "whole", "whole"],
    ];
    Deno.mkdirSync(`${folder}/in`);
    Deno.writeTextFileSync(`${folder}/outside`, "wholepart");
    for (const [at, [name, note, before]] of cases.entries()) {
      Deno.writeTextFileSync(`${folder}/in/${name}`, before);
      const text = note === undefined ? '{"name":"cut","from":0,' : JSON.stringify(note);
      Deno.writeTextFileSync(`${folder}/in/.quarry-1-1700000000000-${at}.add`, text);
    }
    Deno.symlinkSync("../outside", `${folder}/in/link`);
    for (const name of ["../outside", "link"]) {
      const note = `${folder}/in/.quarry-1-1700000000000-${name.length + 20}.add`;
      Deno.writeTextFileSync(note, JSON.stringify({ name, from: 5, to: 20 }));
    }
    await removeLeftovers(`${folder}/in`);
    const { link: _, ...left } = contentsOf(`${folder}/in`);
    assertEquals(left, Object.fromEntries(cases.map(([name, , , after]) => [name, after])));
    assertEquals(Deno.readTextFileSync(`${folder}/outside`), "wholepart");
  }));

Deno.test("openAdditions() adds complete pieces or none", () =>
  withFolder(async (folder) => {
    const path = `${folder}/a`;
    Deno.writeTextFileSync(path, "before");
    const additions = await openAdditions(path, OPTIONS);
    assertEquals(contentsOf(folder), { a: "" });
    const one = await additions.begin();
    await one.write("one ");
    assertEquals(Deno.readTextFileSync(path), "");
    await one.finish();
    const lost = await additions.begin();
    await lost.write("lost");
    lost.discard();
    const two = await additions.begin();
    await two.write("two");
    await two.finish();
    assertEquals(contentsOf(folder), { a: "one two" });
    // A removed file is created again, with the next text only.
    Deno.removeSync(path);
    const three = await additions.begin();
    await three.write("three");
    await three.finish();
    assertEquals(contentsOf(folder), { a: "three" });
    additions.close();
  }));

Deno.test("appendPrivateLine() makes a private file and adds to it", () =>
  withFolder(async (folder) => {
    await appendPrivateLine(`${folder}/history`, "one\n");
    await appendPrivateLine(`${folder}/history`, "two\n");
    assertEquals(contentsOf(folder), { history: "one\ntwo\n" });
    assertEquals(Deno.statSync(`${folder}/history`).mode! & 0o777, 0o600);
  }));

Deno.test("an error names the file and the reason", () =>
  withFolder(async (folder) => {
    const output = await openOutput(`${folder}/a`, OPTIONS);
    Deno.removeSync(`${folder}/${Object.keys(contentsOf(folder))[0]}`);
    const error = await assertRejects(() => output.finish(), OutputError);
    assertStringIncludes(error.message, `Cannot write "${folder}/a": no such file`);
    assertEquals(contentsOf(folder), {});
  }));
