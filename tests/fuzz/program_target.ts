/** Programs and debug files alone: for any bytes, an address has a name or none, and reading ends. */

import { AddressResolver } from "../../src/elf/address_resolver.ts";
import { accessOf, type ByteAccess } from "../../src/elf/byte_access.ts";
import { MOST_BYTES, mutateBytes } from "./mutate_bytes.ts";
import { expect, type Runner, type Target } from "./target.ts";

/** Programs that need another file; its name does not matter. */
const PAIRS = [
  ["split4", "split4.dwo"],
  ["split5", "split5.dwo"],
  ["split4", "package4.dwp"],
  ["split5", "package5.dwp"],
  ["shared5", "shared5.debug"],
] as const;
const SEEDS = [
  "debug_programs/dwarf4",
  "debug_programs/dwarf5",
  "debug_programs/packed",
  "programs/bare1-x86_64",
  "programs/bare1-i386",
  "programs/bare1-arm",
  "programs/bare1-s390x",
];
const PATH = "/program";
/** The address at which samples are linked, and the number of addresses that are looked up. */
const FROM = 0x400000n;
const TO = 0x402000n;
const STEP = 0x35n;
/** The end of an input with two files: the length of the first, and this mark. */
const PAIR_MARK = new TextEncoder().encode("pair");
const TRAILER_BYTES = 4 + PAIR_MARK.length;

const read = (name: string): Promise<Uint8Array> => Deno.readFile(new URL(`../elf/${name}`, import.meta.url));

function joined(program: Uint8Array, other: Uint8Array): Uint8Array {
  const end = program.length + other.length;
  const input = new Uint8Array(end + TRAILER_BYTES);
  input.set(program);
  input.set(other, program.length);
  new DataView(input.buffer).setUint32(end, program.length, true);
  input.set(PAIR_MARK, end + 4);
  return input;
}

/** The program of an input, and the other file that it needs. */
function parts(input: Uint8Array): [program: Uint8Array, other: Uint8Array | undefined] {
  const end = input.length - TRAILER_BYTES;
  if (end < 0 || !PAIR_MARK.every((byte, at) => input[end + 4 + at] === byte)) return [input, undefined];
  const length = Math.min(end, new DataView(input.buffer, input.byteOffset + end, 4).getUint32(0, true));
  return [input.subarray(0, length), input.subarray(length, end)];
}

/** The fuzz target of programs. */
export const programTarget: Target = {
  name: "programs",
  summary:
    "ELF files with symbols, line tables and debug information of DWARF 4 and 5, in one file and in two",
  seeds: async () => [
    ...await Promise.all(SEEDS.map(read)),
    ...await Promise.all(PAIRS.map(async (names) => {
      const [program, other] = await Promise.all(names.map((name) => read(`debug_programs/${name}`)));
      return joined(program!, other!);
    })),
  ],
  mutate(input, random, other) {
    const files = parts(input);
    for (let changes = 1 + random.below(4); changes > 0; changes--) {
      const at = files[1] ? random.below(2) : 0;
      files[at] = mutateBytes(files[at]!, random, other);
    }
    const [program, companion] = files.map((file) => file?.slice(0, MOST_BYTES)) as typeof files;
    return companion ? joined(program, companion) : program;
  },
  start: () => new ProgramRunner(),
};

class ProgramRunner implements Runner {
  run(input: Uint8Array): Promise<readonly string[]> {
    const [file, other] = parts(input);
    const open = (path: string): ByteAccess | undefined =>
      path === PATH ? accessOf(file) : other && accessOf(other);
    const resolver = new AddressResolver({ open, lines: true });
    const { symbols, otherBuilds } = resolver.search({ path: PATH });
    expect(otherBuilds.length === 0, () => "A file is of another build than itself");
    const absent = symbols?.file.absentFiles ?? [];
    let [named, placed, inlined] = [0, 0, 0];
    for (let address = FROM + 1n; address < TO; address += STEP) {
      const call = resolver.callAt({ path: PATH }, { from: FROM, to: TO }, address);
      if (!call) continue;
      named++;
      if (call.source) placed++;
      if (call.frames) inlined++;
      expect(call.frames?.length !== 1, () => "One frame is none that was inlined");
    }
    return Promise.resolve([
      symbols ? "a program" : "refused",
      ...(named > 0 ? ["names"] : []),
      ...(placed > 0 ? ["lines"] : []),
      ...(inlined > 0 ? ["inlined functions"] : []),
      ...(resolver.missingFiles.length > 0 ? ["other files are missing"] : []),
      ...(absent.length > 0 ? ["other files are named that are missing"] : []),
      ...resolver.damagedLines.flatMap(([, problems]) => problems.map(({ code }) => `lines: ${code}`)),
    ]);
  }

  close(): void {}
}
