/** Names of functions in short form, for seven languages; and malformed ones, which are handled quickly. */
import { assert, assertEquals } from "@std/assert";
import { shortFrames, shortName } from "../../src/names/short_name.ts";
import { NAMES } from "./function_names.ts";
import { programPath, withTools } from "../support/programs.ts";

for (const [name, short] of NAMES) {
  Deno.test(`shortName() of ${name.slice(0, 60)}`, () => assertEquals(shortName(name), short));
}

Deno.test("shortName() keeps arguments or template arguments on request", () => {
  const name =
    "void std::vector<A<int>, std::allocator<A<int> > >::push<B>(std::map<int, B> const&, int) const";
  assertEquals(shortName(name), "std::vector::push");
  assertEquals(shortName(name, "arguments"), "std::vector::push(std::map const&, int)");
  assertEquals(shortName(name, "parameters"), "std::vector<A<int>>::push<B>");
  assertEquals(shortName(name, "whole"), name);
  assertEquals(shortName("f(int (*)(A<B>), T[3], A<int>)", "arguments"), "f(int (*)(A<B>), T[3], A)");
});

Deno.test("shortFrames() shortens each name of a backtrace", () => {
  assertEquals(
    shortFrames("operator new(unsigned long) < geo::raw(int) < main"),
    "operator new < geo::raw < main",
  );
  assertEquals(shortFrames("bool std::operator< <int>(int) < main"), "std::operator< < main");
});

Deno.test("shortName() is fast and never fails, for any name", () => {
  const pieces = [
    "<",
    "a<",
    "(",
    " const",
    "operator",
    "a::",
    ".isra.1",
    "a__",
    "_RN",
    "NvB_",
    "/a.",
    "x in ",
    "a[",
    "{",
    "@a",
  ];
  const more = [
    " [clone ",
    "<a as ",
    "operator<",
    "a<operator<",
    "$LT$",
    "::",
    "1a",
    " < ",
    "[abi:",
    "basic_",
    "<impl ",
    "!(",
  ];
  const start = performance.now();
  for (const piece of [...pieces, ...more]) {
    for (const head of ["", "_R", "_ZN", "_D3", "$s4", "a"]) {
      const name = (head + piece.repeat(16_384 / piece.length)).slice(0, 16_000);
      for (const length of ["bare", "arguments", "parameters"] as const) {
        assert(shortName(name, length) !== "");
      }
    }
  }
  // 486 artificial names of 16,000 characters each.
  assert(performance.now() - start < 30_000);
});

const LIBRARY = "/usr/lib/x86_64-linux-gnu/libstdc++.so.6";

function printed(program: string, args: readonly string[]): string {
  return new TextDecoder().decode(
    new Deno.Command(program, { args: [...args], stderr: "null" }).outputSync().stdout,
  );
}

Deno.test({
  ...withTools(["binutils"], "short names of the C++ library have no template arguments"),
  fn() {
    if (programPath("nm") === null) return;
    const names = printed("nm", ["-DC", "--defined-only", LIBRARY]).split("\n")
      .filter((line) => / [TW] /.test(line)).map((line) => line.replace(/^\S+ . /, ""));
    for (const name of names) {
      const short = shortName(name).replace(/operator(?:<=>|<<=?|>>=?|->\*?|<=?|>=?|\(\))/, "operator");
      assert(!/[<>(]/.test(short.replace("(anonymous namespace)", "")), `${name} became ${short}`);
    }
  },
});
