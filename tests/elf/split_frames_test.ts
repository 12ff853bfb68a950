/**
 * Functions of programs whose debug information is in several files: split units, packages of them, parts shared by
 * dwz.
 */
import { assert, assertEquals } from "@std/assert";
import { openResolver } from "../../src/ingest/resolve.ts";
import { atFullEffort } from "../support/effort.ts";
import { withTools } from "../support/programs.ts";
import { Temporary } from "../support/temporary.ts";
import { addressesOf, compare, openFile, shown } from "./symbolizers.ts";
import { run } from "./traced_program.ts";

const HEADER = `
#include <string>
#include <vector>
struct Shelf {
  std::vector<std::string> books;
  int add(const std::string &name);
  inline int count(int x) const { return (int) books.size() * x + 1; }
};
template <class T> inline T most(const std::vector<T> &list) {
  T best{};
  for (auto &each : list) if (each > best) best = each;
  return best;
}
`;

const SHELF = `
#include "shelf.h"
#include <cstdlib>
static inline int mixed(int x) { return x * rand() + 3; }
int Shelf::add(const std::string &name) {
  books.push_back(name + most(books));
  return count(mixed(books.size())) + mixed(2);
}
__attribute__((cold, noinline)) void lost(Shelf &s) { if (s.count(3) > 10) abort(); s.books.clear(); }
`;

const MAIN = `
#include "shelf.h"
#include <cstdio>
void lost(Shelf &);
static inline int twice(int x) { return x > 3 ? x * 2 : x + 1; }
int main(int argc, char **argv) {
  Shelf s;
  for (int i = 0; i < argc; i++) s.add(argv[i]);
  if (s.count(twice(argc)) > 100) lost(s);
  printf("%s %d\\n", most(s.books).c_str(), twice(s.count(2)));
  return s.count(1);
}
`;

/** Compiles `program` from two units; returns the names of their objects. */
function compile(folder: string, compiler: string, ...flags: string[]): string {
  Deno.writeTextFileSync(`${folder}/shelf.h`, HEADER);
  Deno.writeTextFileSync(`${folder}/shelf.cc`, SHELF);
  Deno.writeTextFileSync(`${folder}/main.cc`, MAIN);
  for (const unit of ["shelf", "main"]) {
    run(compiler, "-std=c++17", "-O2", ...flags, "-c", `${folder}/${unit}.cc`, "-o", `${folder}/${unit}.o`);
  }
  run(compiler, `${folder}/shelf.o`, `${folder}/main.o`, "-o", `${folder}/program`);
  return `${folder}/program`;
}

/** Frames at this many addresses of a program. */
function framesOf(program: string, count: number): string[] {
  const elf = openFile(program);
  return addressesOf(elf, count).map((address) => shown(elf.debugInfo.framesAt(address)).join(" < "));
}

/** Reports only the first difference of two lists, since they are long. */
function assertSame(found: readonly string[], expected: readonly string[]): void {
  const at = found.findIndex((each, at) => each !== expected[at]);
  assertEquals([at, found[at]], [-1, at < 0 ? undefined : expected[at]]);
}

const split = (version: number): string[] => ["-g", `-gdwarf-${version}`, "-gsplit-dwarf"];

async function assertSplit(folder: string, count: number, compiler: string, version: number): Promise<void> {
  const program = compile(folder, compiler, ...split(version));
  const { compared, differ } = await compare(program, count);
  assertEquals(differ.slice(0, 2), [], `${compiler} ${version}: ${differ.length} of ${compared}`);
  assert(compared > 100);
  const before = framesOf(program, count);
  assert(before.some((each) => each.includes(" < ")));
  // GNU's dwp supports only version 4.
  const pack = version === 4 ? "dwp" : "llvm-dwp";
  run(pack, "-e", program, "-o", `${program}.dwp`);
  for (const unit of ["shelf", "main"]) Deno.removeSync(`${folder}/${unit}.dwo`);
  assertSame(framesOf(program, count), before);
}

Deno.test({
  ...withTools(
    ["g++", "binutils", "symbolizers"],
    "DebugInfo.framesAt() reads split units of version 4, and packages of them",
  ),
  async fn() {
    using folder = Temporary.folder();
    await assertSplit(folder.path, 600, "g++", 4);
  },
});

Deno.test({
  ...withTools(
    ["g++", "clang", "symbolizers"],
    "DebugInfo.framesAt() reads split units of version 5, and packages of them",
  ),
  async fn() {
    using folder = Temporary.folder();
    await assertSplit(folder.path, 600, "clang++", 5);
  },
});

Deno.test({
  ...atFullEffort("DebugInfo.framesAt() agrees with llvm-symbolizer on all split units", [
    "g++",
    "clang",
    "binutils",
    "symbolizers",
  ]),
  async fn() {
    for (const compiler of ["g++", "clang++"]) {
      for (const version of [4, 5]) {
        using folder = Temporary.folder();
        await assertSplit(folder.path, 20_000, compiler, version);
      }
    }
  },
});

Deno.test({
  ...withTools(["g++"], "a split unit that is missing, or from another build, gives lines and a warning"),
  async fn() {
    using folder = Temporary.folder();
    const program = compile(folder.path, "g++", ...split(5));
    const elf = openFile(program);
    const main = elf.symbols.functions.find(({ name }) => name === "main")!;
    const whole = elf.debugInfo.framesAt(main.address);
    assertEquals(whole.map(({ func }) => func), ["main"]);
    // A different source has a different id.
    Deno.writeTextFileSync(
      `${folder.path}/main.cc`,
      MAIN.replace("twice", "thrice").replaceAll("twice", "thrice"),
    );
    Deno.writeTextFileSync(`${folder.path}/other.o`, "");
    run(
      "g++",
      "-std=c++17",
      "-O1",
      ...split(5),
      "-c",
      `${folder.path}/main.cc`,
      "-o",
      `${folder.path}/main.o`,
    );
    const resolver = openResolver({ sysroot: "/", lines: true });
    await resolver.others.prepare();
    const call = resolver.functionAt(program, 0n, 0x10000n, main.address + 2n);
    assertEquals([call?.func, call?.source?.line, call?.frames], ["main", whole[0]?.source?.line, undefined]);
    assertEquals(resolver.warnings.length, 1);
    assert(/main\.dwo.* is missing$/.test(resolver.warnings[0]!), resolver.warnings[0]);
    resolver.close();
  },
});

Deno.test({
  ...withTools(
    ["g++", "dwz"],
    "DebugInfo.framesAt() gives the same frames before and after dwz compresses a program",
  ),
  fn() {
    for (const [version, ...flags] of [["4"], ["5"], ["5", "--dwarf-5"]]) {
      using folder = Temporary.folder();
      const program = compile(folder.path, "g++", `-gdwarf-${version}`);
      Deno.copyFileSync(program, `${folder.path}/second`);
      const before = framesOf(program, 3000);
      run(
        "dwz",
        ...flags,
        "-m",
        `${folder.path}/shared`,
        "-M",
        "shared",
        program,
        `${folder.path}/second`,
      );
      assertSame(framesOf(program, 3000), before);
      assert(openFile(program).sections.some(({ name }) => /^\.gnu_debugaltlink|^\.debug_sup/.test(name)));
      // Without the shared file there are fewer names, and nothing else changes.
      Deno.removeSync(`${folder.path}/shared`);
      const without = framesOf(program, 3000);
      assert(without.some((each) => each.includes("?? ")));
      assertEquals(
        without.map((each) => each.split(" < ").length),
        before.map((each) => each.split(" < ").length),
      );
    }
  },
});
