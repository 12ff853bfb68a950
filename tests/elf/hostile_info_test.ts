/** Debug information with random bytes: reading it quickly ends with frames or with a clear error. */
import { assert, assertEquals } from "@std/assert";
import { FormatError } from "../../src/base/errors.ts";
import { accessOf } from "../../src/elf/byte_access.ts";
import { ElfFile } from "../../src/elf/elf_file.ts";
import { openElf } from "../../src/elf/find_module.ts";
import { byEffort } from "../support/effort.ts";
import { withTools } from "../support/programs.ts";
import { Random } from "../support/random.ts";
import { Temporary } from "../support/temporary.ts";
import { run } from "./traced_program.ts";

const SOURCE = `
#include <stdlib.h>
static inline int leaf(int x) { return x * x + rand(); }
static inline int middle(int x) { int s = 0; for (int i = 0; i < x; i++) s += leaf(i); return s; }
int apart(int x) { return middle(x) + leaf(x * 2); }
int main(int argc, char **argv) { return apart(argc) + middle(argc); }
`;

/** Reads frames at addresses all over the code, and counts them. Throws what reading throws. */
function framesIn(bytes: Uint8Array): number {
  const elf = new ElfFile(accessOf(bytes));
  const text = elf.sections.find(({ name }) => name === ".text");
  if (!text) return 0;
  const size = Math.min(Number(text.size), 4096);
  let frames = 0;
  for (let at = 0; at < size; at += 7) frames += elf.debugInfo.framesAt(text.addr + BigInt(at)).length;
  return frames;
}

Deno.test({
  ...withTools(["gcc"], "damaged debug information gives frames or a FormatError"),
  fn() {
    using folder = Temporary.folder();
    for (const flags of [["-gdwarf-2", "-gno-strict-dwarf"], ["-gdwarf-4"], ["-gdwarf-5"]]) {
      const program = `${folder.path}/program`;
      Deno.writeTextFileSync(`${program}.c`, SOURCE);
      run("gcc", "-O2", ...flags, "-o", program, `${program}.c`);
      const whole = Deno.readFileSync(program);
      const sections = new ElfFile(accessOf(whole)).sections.filter(({ name, size }) =>
        name.startsWith(".debug_") && size > 0n
      );
      assert(framesIn(whole) > 20);
      const random = new Random(flags.length);
      let [read, refused] = [0, 0];
      for (let round = 0; round < byEffort(3000, 40); round++) {
        const bytes = whole.slice();
        for (let change = 0; change <= random.below(4); change++) {
          const { offset, size } = sections[random.below(sections.length)]!;
          const at = Number(offset) + random.below(Number(size));
          bytes[at] = [0, 1, 0x7f, 0x80, 0xff, random.below(256)][random.below(6)]!;
        }
        try {
          framesIn(bytes);
          read++;
        } catch (error) {
          if (!(error instanceof FormatError)) throw error;
          refused++;
        }
      }
      assert(read > 0, `${refused} refused`);
    }
  },
});

const PROGRAMS = new URL("./debug_programs/", import.meta.url);

/** Frames at the start of `apart`, innermost first, in a program with access to these files. */
function framesOf(files: Readonly<Record<string, Uint8Array>>): (string | undefined)[] {
  const open = (path: string): ReturnType<typeof accessOf> | undefined => {
    const bytes = files[path];
    return bytes && accessOf(bytes);
  };
  const elf = openElf("/program", { open })!;
  const { address } = elf.symbols.functions.find(({ name }) => name === "apart")!;
  return elf.debugInfo.framesAt(address).map(({ func }) => func);
}

Deno.test("a package that claims more units than its bytes allow gives none", () => {
  const program = Deno.readFileSync(new URL("split5", PROGRAMS));
  const whole = Deno.readFileSync(new URL("package5.dwp", PROGRAMS));
  const index = new ElfFile(accessOf(whole)).sections.find(({ name }) => name === ".debug_cu_index")!;
  assertEquals(framesOf({ "/program": program, "/program.dwp": whole }).at(-1), "apart");
  // Version, columns, units, slots.
  for (const field of [0, 4, 8, 12]) {
    for (const value of [0, 0x7fff_ffff, 0xffff_ffff]) {
      const bytes = whole.slice();
      new DataView(bytes.buffer).setUint32(Number(index.offset) + field, value, true);
      assertEquals(
        framesOf({ "/program": program, "/program.dwp": bytes }),
        [undefined],
        `${field} ${value}`,
      );
    }
  }
});

Deno.test("a file that names itself as its supplementary file is read once", () => {
  const program = Deno.readFileSync(new URL("shared5", PROGRAMS));
  const elf = new ElfFile(accessOf(program));
  const link = elf.sections.find(({ name }) => name === ".gnu_debugaltlink")!;
  const at = Number(link.offset), end = program.indexOf(0, at);
  const shared = Deno.readFileSync(new URL("shared5.debug", PROGRAMS));
  const name = `/${new TextDecoder().decode(program.subarray(at, end))}`;
  assertEquals(framesOf({ "/program": program, [name]: shared }).at(-1), "apart");
  // Its own build id makes it the supplementary file that it names.
  program.set(Uint8Array.fromHex(elf.buildId!), end + 1);
  assertEquals(framesOf({ "/program": program, [name]: program }).length, 2);
});
