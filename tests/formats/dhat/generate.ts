/** Profiles as valgrind's DHAT writes them, of any length. */

import { Random } from "../../support/random.ts";

const FRAMES = 4000;
/** Number of functions that one function calls. */
const CALLEES = 4;

/** Points with 4 to 16 frames; some have counts of accesses by byte. */
export function generateDhat(
  { points, seed }: { readonly points: number; readonly seed: number },
): Uint8Array<ArrayBuffer> {
  const random = new Random(seed);
  const callees = Uint32Array.from({ length: CALLEES * FRAMES }, () => 1 + random.below(FRAMES - 1));
  const lines = [
    '{"dhatFileVersion":2\n,"mode":"heap","verb":"Allocated"\n,"bklt":true,"bkacc":true',
    ',"tu":"instrs","Mtu":"Minstr"\n,"tuth":500\n,"cmd":"./made"\n,"pid":9095\n,"te":481977000,"tg":433341000',
    ',"pps":',
  ];
  for (let point = 0; point < points; point++) {
    const blocks = 1 + random.below(900), size = 8 * (1 + random.below(90));
    const live = random.below(blocks + 1), left = random.oneIn(3) ? random.below(live + 1) : 0;
    const stack: number[] = [];
    let at = 1;
    for (let depth = 4 + random.below(12); depth > 0; depth--) {
      stack.push(at);
      at = callees[CALLEES * at + random.below(CALLEES)]!;
    }
    const accesses = random.oneIn(5)
      ? `,"acc":[${Array.from({ length: size }, () => random.below(99))}]\n  `
      : "";
    lines.push(
      ` ${point === 0 ? "[" : ","}{"tb":${blocks * size},"tbk":${blocks}\n  ,"tl":${random.below(1e9)}\n` +
        `  ,"mb":${live * size},"mbk":${live}\n  ,"gb":${live * size},"gbk":${live}\n` +
        `  ,"eb":${left * size},"ebk":${left}\n  ,"rb":${random.below(1e6)},"wb":${random.below(1e6)}\n` +
        `  ${accesses},"fs":[${stack.reverse()}]\n  }`,
    );
  }
  lines.push(" ]", ',"ftbl":', ' ["[root]"');
  for (let frame = 1; frame < FRAMES; frame++) {
    const address = (0x401000 + 32 * frame).toString(16).toUpperCase();
    lines.push(` ,"0x${address}: function_${frame} (file${frame % 90}.c:${1 + random.below(900)})"`);
  }
  lines.push(" ]\n}\n");
  return new TextEncoder().encode(lines.join("\n"));
}
