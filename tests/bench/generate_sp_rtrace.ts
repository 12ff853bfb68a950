/**
 * Writes a large sp-rtrace text report of the shape of real ones: many calls, few distinct backtraces.
 *
 *     deno run --allow-write tests/bench/generate_sp_rtrace.ts FILE [MEGABYTES] [SEED]
 *
 * @module
 */

const STACKS = 5000;
const PIECE = 1 << 20;

/** A small generator of numbers below 2^32 with one sequence per seed. */
function numbersOf(seed: number): () => number {
  let state = seed | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}

/** Yields the pieces of a report of about `bytes` bytes. */
export function* generateReport(bytes: number, seed = 1): Generator<string> {
  const next = numbersOf(seed);
  const stacks = Array.from({ length: STACKS }, () => {
    let text = "";
    for (let depth = 2 + next() % 7; depth > 0; depth--) {
      text += `\t0x7f${(0x1000000000 + (next() % 3000) * 37).toString(16).slice(-10)}\n`;
    }
    return text;
  });
  yield "version=2.0, arch=x86_64, timestamp=2026.11.21 01:56:49, process=./generated, pid=1, backtrace depth=10, " +
    "origin=sp-rtrace 1.8, \n" +
    "## tracing module: [0] main (1.0)\n@ 1 : loading\n<1> : memory (memory allocation in bytes)\n<2> : fd (file descriptor)\n" +
    ": /opt/demo/generated => 0x7f1000000000-0x7f1000020000\n";
  const live: string[] = [];
  const freed: string[] = [];
  let written = 0;
  let no = 0;
  let piece = "";
  while (written < bytes) {
    no++;
    const time = 1948750 + Math.floor(no / 50);
    const seconds = Math.floor(time / 1000);
    const two = (value: number): string => String(value).padStart(2, "0");
    const clock = `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${
      two(seconds % 60)
    }`;
    piece += `${no}. ${next() % 8 === 0 ? "@1 " : ""}[${clock}.${String(time % 1000).padStart(3, "0")}] `;
    if (live.length > 0 && next() % 100 < 45) {
      const at = next() % live.length;
      piece += `free<memory>(${live[at]})\n\n`;
      freed.push(live[at]!);
      live[at] = live[live.length - 1]!;
      live.pop();
    } else {
      const id = (next() % 2 === 0 ? freed.pop() : undefined) ??
        `0x55${(0x1000000000 + no * 48).toString(16)}`;
      live.push(id);
      const name = next() % 4 === 0 ? "calloc" : "malloc";
      piece += `${name}<memory>(${next() % 4096}) = ${id}\n${
        stacks[Math.min(next() % STACKS, next() % STACKS)]
      }\n`;
    }
    if (piece.length >= PIECE) {
      written += piece.length;
      yield piece;
      piece = "";
    }
  }
  yield piece;
}

if (import.meta.main) {
  const [path = "", megabytes = "300", seed = "1"] = Deno.args;
  const encoder = new TextEncoder();
  using file = Deno.openSync(path, { write: true, create: true, truncate: true });
  for (const piece of generateReport(Number(megabytes) * 1e6, Number(seed))) {
    const bytes = encoder.encode(piece);
    for (let at = 0; at < bytes.length;) at += file.writeSync(bytes.subarray(at));
  }
}
