import { assertEquals, assertThrows } from "@std/assert";
import { UsageError } from "../../src/base/errors.ts";
import { mapPath, normalizePath, pathRules } from "../../src/base/path_map.ts";

const after = (path: string, ...rules: string[]): string => mapPath(path, pathRules(rules));

Deno.test("mapPath() replaces the folder of the first matching rule, only at the end of a path component", () => {
  assertEquals(after("/builds/app/src/a.c", "/builds/app=."), "src/a.c");
  assertEquals(after("/builds/app/src/a.c", "/builds/app/="), "src/a.c");
  assertEquals(after("/builds/app/src/a.c", "/builds/app=/home/me/app/"), "/home/me/app/src/a.c");
  assertEquals(after("/builds/apple/a.c", "/builds/app=."), "/builds/apple/a.c");
  assertEquals(after("/builds/app/a.c", "/other=x", "/builds=y", "/builds/app=z"), "y/app/a.c");
  assertEquals(after("a.c", "=src"), "src/a.c");
  assertEquals(after("/a.c", "=src"), "/a.c");
  assertEquals(after("/a.c", "/=root"), "root/a.c");
  assertEquals(after("C:\\work\\app\\a.c", "C:\\work\\app=src"), "src/a.c");
  assertEquals(after("old.c", "old.c=new.c"), "new.c");
});

Deno.test("mapPath() supports wildcards: one star stays within a folder, two do not", () => {
  assertEquals(after("/builds/4711/app/src/a.c", "/builds/*/app=."), "src/a.c");
  assertEquals(after("/builds/x/4711/app/src/a.c", "/builds/*/app=."), "/builds/x/4711/app/src/a.c");
  assertEquals(after("/builds/x/4711/app/src/app/a.c", "/builds/**/app=."), "src/app/a.c");
  assertEquals(after("/b1/a.c", "/b?=x"), "x/a.c");
  assertEquals(after("/b(1)+/a.c", "/b(1)+=x"), "x/a.c");
});

Deno.test("pathRules() refuses a rule without an equals sign, and normalizePath() keeps leading parent steps", () => {
  assertThrows(() => pathRules(["/builds"]), UsageError, 'A rule for paths is OLD=NEW, found "/builds"');
  assertEquals(normalizePath("./src//x/../a.c"), "src/a.c");
  assertEquals(normalizePath("/a/./b.c"), "/a/b.c");
  assertEquals(normalizePath("../../b.c"), "../../b.c");
});
