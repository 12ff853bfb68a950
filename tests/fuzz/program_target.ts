/** Programs and debug files alone: whatever their bytes are, an address has a name, or none, and reading ends. */

import { AddressResolver } from "../../src/elf/address_resolver.ts";
import { accessOf } from "../../src/elf/byte_access.ts";
import { MOST_BYTES, mutateBytes } from "./mutate_bytes.ts";
import { expect, type Runner, type Target } from "./target.ts";

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
/** Where samples are linked, and how many addresses are asked for. */
const FROM = 0x400000n;
const TO = 0x402000n;
const STEP = 0x35n;

/** The target. */
export const programTarget: Target = {
  name: "programs",
  summary: "ELF files with symbols, line tables and debug information of DWARF 4 and 5",
  seeds: () => Promise.all(SEEDS.map((name) => Deno.readFile(new URL(`../elf/${name}`, import.meta.url)))),
  mutate(input, random, other) {
    let bytes = input;
    for (let changes = 1 + random.below(4); changes > 0; changes--) bytes = mutateBytes(bytes, random, other);
    return bytes.slice(0, MOST_BYTES);
  },
  start: () => new ProgramRunner(),
};

class ProgramRunner implements Runner {
  run(file: Uint8Array): Promise<readonly string[]> {
    const resolver = new AddressResolver({ open: () => accessOf(file), lines: true });
    const { symbols, otherBuilds } = resolver.search({ path: PATH });
    expect(otherBuilds.length === 0, () => "A file is of another build than itself");
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
      ...resolver.damagedLines.flatMap(([, problems]) => problems.map(({ code }) => `lines: ${code}`)),
    ]);
  }

  close(): void {}
}
