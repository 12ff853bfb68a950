/** Line tables of real programs, compiled on the spot, compared with the output of readelf. */
import { assert, assertEquals } from "@std/assert";
import { accessOf } from "../../src/elf/byte_access.ts";
import { ElfFile } from "../../src/elf/elf_file.ts";
import { withTools } from "../support/programs.ts";
import { run } from "./traced_program.ts";

const HEADER = `
static inline int twice(int x) { if (x > 3) return x * 2;
  return x + 1; }
`;

const PART = `
#include "../include/twice.h"
int part(int n) {
  int sum = 0;
  for (int i = 0; i < n; i++) {
    if (i & 1) sum += twice(i);
    else
      sum -= i;
  }
  return sum;
}
__attribute__((noinline, section(".text.cold"))) int cold(int x) { return x ? part(x) : 7; }
int unused(int x) { return cold(x) + 1; }
#line 900000 "elsewhere/generated.y"
int made(int x) { switch (x) { case 1: return cold(2);
  case 2: return part(1);
  case 900: return 4; } return 5; }
`;

const MAIN = `
#include <stdio.h>
#include "../include/twice.h"
int part(int), cold(int), made(int);
int main(int argc, char **argv) {
  printf("%d\\n", part(argc) + twice(argc));
  return cold(argc - 1) + made(argc) > 100;
}
`;

/** A line of readelf's output: a row of a line table, or the end of a sequence. */
interface Row {
  readonly address: bigint;
  readonly place: string | null;
}

/** Rows in the order of the program: FILE LINE ADDRESS, and a dash instead of the line if a sequence ends. */
function rowsOf(program: string): Row[] {
  const text = run("readelf", "-W", "--debug-dump=decodedline", program);
  return [...text.matchAll(/^(\S+) +(\d+|-) +(0x[0-9a-f]+|0)\b/gm)].map(([, file, line, address]) => ({
    address: BigInt(address!),
    place: line === "-" ? null : `${file}:${line}`,
  }));
}

function checkAgainstReadelf(program: string): void {
  const elf = new ElfFile(accessOf(Deno.readFileSync(program)));
  const { table, problems } = elf.lines;
  assertEquals(problems, [], program);
  const text = elf.sections.find(({ name }) => name === ".text")!;
  const rows = rowsOf(program);
  let checked = 0;
  for (const [at, { address, place }] of rows.entries()) {
    // Code that the linker discarded keeps its rows, at addresses outside the code.
    if (address < text.addr || address >= text.addr + text.size || place === null) continue;
    const next = rows[at + 1]!.address;
    for (const each of next > address ? [address, next - 1n] : []) {
      const found = table.lineAt(each);
      assertEquals(
        found && `${found.file.split("/").at(-1)}:${found.line}`,
        place,
        `${program} 0x${each.toString(16)}`,
      );
      checked++;
    }
  }
  assert(checked > 30, `${program}: ${checked} addresses`);
}

const VARIANTS: readonly (readonly string[])[] = [
  ...[2, 3, 4, 5].flatMap((version) => [[`-gdwarf-${version}`, "-O0"], [`-gdwarf-${version}`, "-O2"]]),
  ["-gdwarf-4", "-O2", "-gz=zlib"],
  ["-gdwarf-5", "-O1", "-gz=zlib-gnu", "-no-pie"],
  ["-gdwarf-5", "-O2", "-gdwarf64"],
  ["-gdwarf-4", "-O2", "-gdwarf64", "-no-pie"],
  ["-gdwarf-5", "-O3", "-ffunction-sections", "-Wl,--gc-sections", "-flto"],
  ["-gdwarf-4", "-O0", "-ffunction-sections", "-Wl,--gc-sections"],
];

Deno.test({
  ...withTools(["gcc", "binutils"], "ElfFile.lines agrees with readelf on programs built by gcc"),
  fn() {
    const folder = Deno.makeTempDirSync();
    try {
      Deno.mkdirSync(`${folder}/src`);
      Deno.mkdirSync(`${folder}/include`);
      Deno.writeTextFileSync(`${folder}/include/twice.h`, HEADER);
      const sources = Object.entries({ part: PART, main: MAIN }).map(([name, text]) => {
        const path = `${folder}/src/${name}.c`;
        Deno.writeTextFileSync(path, text);
        return path;
      });
      for (const [number, flags] of VARIANTS.entries()) {
        const program = `${folder}/program${number}`;
        run("gcc", ...flags, "-o", program, ...sources);
        checkAgainstReadelf(program);
      }
      const stripped = `${folder}/stripped`;
      run("strip", "-o", stripped, `${folder}/program0`);
      const { table, problems } = new ElfFile(accessOf(Deno.readFileSync(stripped))).lines;
      assertEquals([table.starts.length, table.lineAt(0x1139n), problems], [0, undefined, []]);
    } finally {
      Deno.removeSync(folder, { recursive: true });
    }
  },
});
