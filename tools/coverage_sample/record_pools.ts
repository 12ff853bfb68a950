/**
 * Records the samples of `testdata/gnatcov/pools`: programs that have data between their code, the traces of a run of
 * each under qemu-user, and the output of objdump for them. Needs gcc and binutils for ARM, AArch64 and RISC-V, and
 * qemu-user; `deno run -A tools/coverage_sample/record_pools.ts` from the root of the repository.
 * @module
 */

import { runIn } from "../commands.ts";
import { SECTION, TAG } from "../../src/formats/gnatcov/constants.ts";
import { crc32 } from "node:zlib";
import { TraceWriter } from "../../src/formats/gnatcov/writer.ts";
import { entriesOf, outcomeOnRisc } from "./outcomes.ts";
import { parseBlocks, parseRuns } from "./qemu_log.ts";
import { Temporary } from "../../tests/support/temporary.ts";

const FOLDER = new URL("../../testdata/gnatcov/pools/", import.meta.url).pathname;
const SOURCE = "pools.c";

interface Machine {
  /** Name of the emulator, and suffix of the program's name. */
  readonly name: string;
  /** Prefix of the names of the tools. */
  readonly tools: string;
  /** Number of the machine in ELF. */
  readonly machine: number;
  readonly bytes: 4 | 8;
  /** Options that make the compiler put constants between code. */
  readonly flags: readonly string[];
}

const MACHINES: readonly Machine[] = [
  {
    name: "arm",
    tools: "arm-linux-gnueabihf",
    machine: 40,
    bytes: 4,
    flags: ["-march=armv5te", "-mfloat-abi=soft", "-marm"],
  },
  {
    name: "aarch64",
    tools: "aarch64-linux-gnu",
    machine: 183,
    bytes: 8,
    flags: ["-mpc-relative-literal-loads"],
  },
  { name: "riscv64", tools: "riscv64-linux-gnu", machine: 243, bytes: 8, flags: [] },
];

const FLAGS = [
  ...["-O1", "-g", "-ffreestanding", "-nostdlib", "-static", "-fno-pic", "-no-pie"],
  ...["-fno-asynchronous-unwind-tables", "-fno-stack-protector", "-Wl,--build-id=none", "-Wl,-z,norelro"],
  // The folder of the compiler does not belong in the sample.
  `-ffile-prefix-map=${FOLDER.slice(0, -1)}=/source/testdata/gnatcov/pools`,
];
/** Sections other than code and line tables. */
const OTHER_SECTIONS = [
  ".comment",
  ...["info", "abbrev", "aranges", "str", "rnglists", "loclists", "frame"].map((name) => `.debug_${name}`),
];

for (const machine of MACHINES) {
  const program = `pools-${machine.name}`;
  runIn(FOLDER, `${machine.tools}-gcc`, ...FLAGS, ...machine.flags, "-o", program, SOURCE);
  runIn(FOLDER, `${machine.tools}-objcopy`, ...OTHER_SECTIONS.flatMap((name) => ["-R", name]), program);
  Deno.writeTextFileSync(
    `${FOLDER}${program}.objdump.txt`,
    runIn(FOLDER, `${machine.tools}-objdump`, "-d", "-w", program),
  );
  record(machine, program);
}

function record({ name, machine, bytes }: Machine, program: string): void {
  using log = Temporary.file();
  // Without chaining, every executed block is in the log.
  runIn(FOLDER, `qemu-${name}`, "-d", "exec,in_asm,nochain", "-D", log.path, program);
  const text = Deno.readTextFileSync(log.path);
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  const file = Deno.readFileSync(FOLDER + program);
  const info = (tag: number, value: string) => ({ tag, data: new TextEncoder().encode(value) });
  const writer = new TraceWriter({
    kind: SECTION.flat,
    pcSize: bytes,
    bigEndian: false,
    machine,
    infos: [
      info(TAG.execFileName, program),
      info(TAG.execFileSize, ` ${file.length}`),
      info(TAG.execFileCrc32, ` ${crc32(file)}`),
    ],
  }, (piece) => void pieces.push(piece.slice()));
  for (const { pc, size, op } of entriesOf(parseBlocks(text), parseRuns(text), outcomeOnRisc)) {
    writer.entry(Number(pc & 0xffff_ffffn), Number(pc >> 32n), size, op);
  }
  writer.end();
  Deno.writeFileSync(`${FOLDER}${program}.trace`, Uint8Array.from(pieces.flatMap((piece) => [...piece])));
}
