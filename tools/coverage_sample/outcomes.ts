/**
 * Entries of a flat trace for blocks that ran: one entry per new outcome.
 * @module
 */

import { OP } from "../../src/formats/gnatcov/constants.ts";
import type { Block } from "./qemu_log.ts";

/** Entries in the order in which outcomes were first seen. */
export function* entriesOf(
  blocks: ReadonlyMap<bigint, Block>,
  runs: readonly bigint[],
  outcomeOf: (block: Block, next: bigint | undefined) => number = outcomeOnX86,
): Generator<{ readonly pc: bigint; readonly size: number; readonly op: number }> {
  const seen = new Map<bigint, number>();
  for (const [at, pc] of runs.entries()) {
    const block = blocks.get(pc);
    if (!block) throw new Error(`Block ${pc.toString(16)} ran, but is not in the log`);
    const known = seen.get(pc) ?? 0;
    const op = OP.block | outcomeOf(block, runs[at + 1]);
    if ((op & ~known) === 0) continue;
    seen.set(pc, known | op);
    yield { pc, size: Number(block.end - pc), op: op & ~known };
  }
}

/** How a block was left on ARM, AArch64 and RISC-V. */
export function outcomeOnRisc({ end, last }: Block, next: bigint | undefined): number {
  const [, name = "", operands = ""] = /^(\S+) *(.*)$/.exec(last) ?? [];
  // The target is the last operand, as a number.
  const isDirect = /(^|[ ,])#?-?(0x)?[0-9a-f]+( +#.*)?$/.test(operands);
  if (/^(b|bl|blx|j|jal)$/.test(name)) return isDirect ? OP.taken : 0;
  if (/^(b\.?[a-z]{2,5}|cbn?z|tbn?z)$/.test(name) && isDirect) {
    return next === end ? OP.fallthrough : OP.taken;
  }
  if (/^(bx|br|blr|ret|jr|jalr|svc|ecall)$/.test(name) || /^(pc|\{.*pc\})/.test(operands)) return 0;
  return OP.fallthrough;
}

/** How a block was left: by its direct branch, past it, or in a way without a bit in the trace. */
function outcomeOnX86({ end, last }: Block, next: bigint | undefined): number {
  const [name = "", operand = ""] = last.replace(/^(bnd|notrack|rep\w*|lock) +/, "").split(/ +/);
  const isDirect = /^0x/.test(operand);
  if (/^(jmp|call)/.test(name)) return isDirect ? OP.taken : 0;
  if (/^(j|loop)/.test(name)) return next === end ? OP.fallthrough : OP.taken;
  if (/^(ret|iret|syscall|sysret|hlt|int|ud2)/.test(name)) return 0;
  // The translator stopped: at the end of a page, or after many instructions.
  return OP.fallthrough;
}
