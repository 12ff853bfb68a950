/**
 * Reads the log that qemu-user writes with `-d exec,in_asm,nochain`.
 * @module
 */

/** A translated block. */
export interface Block {
  /** First address. */
  readonly pc: bigint;
  /** The address after its last instruction. */
  readonly end: bigint;
  /** Its last instruction. */
  readonly last: string;
}

/** Single bytes, or the halves of an instruction. */
const INSTRUCTION = /^0x([0-9a-f]+): +((?:(?:[0-9a-f]{2}){1,4} )+) *(.*)$/;

/** Blocks by address: each begins with `IN:` and ends at an empty line. */
export function parseBlocks(log: string): Map<bigint, Block> {
  const blocks = new Map<bigint, Block>();
  for (const [, body] of log.matchAll(/^IN:.*\n((?:0x.*\n)+)/gm)) {
    let pc: bigint | undefined, end = 0n, last = "";
    for (const line of body!.split("\n")) {
      const [, address, bytes, text] = INSTRUCTION.exec(line) ?? [];
      if (address === undefined) continue;
      const at = BigInt(`0x${address}`);
      pc ??= at;
      end = at + BigInt(bytes!.replaceAll(" ", "").length / 2);
      // The bytes of a long instruction continue on another line, without text.
      if (text !== "") last = text!;
    }
    if (pc !== undefined) blocks.set(pc, { pc, end, last });
  }
  return blocks;
}

/** Addresses of the blocks that ran, in order: `Trace 0: HOST [BASE/PC/FLAGS/FLAGS]`. */
export function parseRuns(log: string): bigint[] {
  return Array.from(
    log.matchAll(/^Trace \d+: \S+ \[[0-9a-f]+\/([0-9a-f]+)\//gm),
    ([, pc]) => BigInt(`0x${pc}`),
  );
}
