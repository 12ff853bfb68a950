/**
 * Commands whose opens, reads, writes or renames fail once, or from some call on: they end with a clear error and the
 * right exit code, or have the same result as without the failure; existing files are unchanged, and there are no new
 * ones.
 * @module
 */

import { guardsWanted } from "../../../src/memory/guards.ts";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { generateMtrc } from "../../bench/generate_mtrc.ts";
import { type Outcome as Ended, quarry } from "../../cli/program.ts";
import { atPlace, contentsOf, WRITERS } from "../../output/writers.ts";
import { expect } from "../target.ts";
import { failing, type Fault, numbers } from "./failing.ts";

const sample = (path: string): string => fileURLToPath(new URL(`../../../testdata/${path}`, import.meta.url));
const HEAP = sample("mpatrol/tutorial2-le64/trace.mtrc");
const CALLS = sample("apitrace/real-userarrays.trace");
const COVERAGE = sample("gnatcov/qemu-arm-flat-bare1.trace");

/** Commands that only print. */
const READERS: readonly (readonly string[])[] = [
  ["query", HEAP, CALLS, "-e", "traces | select name, format, rows", "-e", "events | count"],
  ["query", CALLS, "-e", "args | take 20", "-e", 'calls | where arg("size") is not null | count'],
  ["query", COVERAGE, "-e", "blocks | count", "-e", "entries | take 3"],
  ["query", sample("apitrace/cont-gzip-multimember.trace"), "-e", "events | count"],
  ["query", sample("apitrace/cont-zstd-seekable-2frames.trace"), "-e", "args | count"],
  ["query", HEAP, "-e", "assert leaks | count == 0"],
  ["info", HEAP, CALLS, COVERAGE],
  ["info", "--json", sample("sp-rtrace/c11-libwriter.ctx0.txt")],
  ["as", "mptrace", "-v", HEAP],
  ["as", "mprof", sample("mpatrol/tutorial2-le64/profile.mptl")],
  ["as", "apitrace", "dump", CALLS],
  ["as", "gnatcov", "dump-trace", COVERAGE],
  ["check", sample("hostile/patterns.txt"), "--trace", HEAP],
  ["export", HEAP, "--to", "csv"],
  ["complete", `quarry ${HEAP} -e 'leaks | by f`],
  ["help", "leaks"],
];

/** Texts that a user must never see. */
const SLIPS = /internal error|\n {4}at |\[object|undefined|NaN|This is a bug in Quarry/;

/** Checks the result of a command with a failing call. */
function check(what: string, ended: Ended | undefined, error: unknown, right: Ended): void {
  if (error !== undefined) throw new Error(what, { cause: error });
  const { code, out, err } = ended!;
  const said = `${what}: exit code ${code}, ${JSON.stringify(err.slice(0, 300))}`;
  expect(!SLIPS.test(err), () => said);
  if (code === right.code) {
    // The failing call was not needed, or a warning, a problem or the headline says what is missing.
    const same = out === right.out && err === right.err ||
      /memory-full|no more can be said: Memory is full/.test(out);
    // Completion in a shell must not print anything else.
    const isQuiet = what.startsWith("complete ");
    expect(same || isQuiet || /^(warning|error): /m.test(err), () => `${said}, and another answer`);
    return;
  }
  expect([1, 3].includes(code) && /^[\w-]+: .+/m.test(err), () => said);
}

/** Runs some commands that only read, one of `share`; returns the number of runs. */
export async function failWhileReading(most: number, share = 1): Promise<number> {
  let count = 0;
  for (const args of READERS.filter((_, at) => at % share === 0)) {
    const right = await quarry(args);
    // Guarded memory is grown in advance.
    const growth = guardsWanted() ? [] : ["growth" as const];
    for (const fault of ["open", "read", "allocation", ...growth] as const) {
      const { calls } = await failing(fault, 0, () => quarry(args));
      for (const nth of numbers(calls, fault === "allocation" ? most >>> 1 : most)) {
        const what = `${args.join(" ")}, ${fault} ${nth} of ${calls}`;
        const { value, error } = await failing(fault, nth, () => quarry(args), nth % 2 === 0);
        check(what, value, error, right);
        count++;
      }
    }
  }
  return count;
}

/** Runs commands that write a file, over an existing one; returns the number of runs. */
export async function failWhileWriting(most: number, share = 1): Promise<number> {
  let count = 0;
  for (const writer of WRITERS.filter((_, at) => at % share === 0)) {
    if (writer.stdin) continue;
    await atPlace(writer, async (place) => {
      Deno.writeFileSync(place.output, new Uint8Array());
      const empty = contentsOf(place.out);
      const args = writer.args({ ...place, force: true });
      const right = await quarry(args);
      expect(right.code === 0, () => `${writer.name}: ${right.err}`);
      const written = contentsOf(place.out);
      for (const fault of ["open", "read", "write", "rename"] as const) {
        Deno.writeFileSync(place.output, new Uint8Array());
        const { calls } = await failing(fault, 0, () => quarry(args));
        for (const nth of numbers(calls, most)) {
          Deno.writeFileSync(place.output, new Uint8Array());
          const what = `${writer.name}, ${fault} ${nth} of ${calls}`;
          const { value, error } = await failing(fault, nth, () => quarry(args), nth % 2 === 0);
          check(what, value, error, right);
          const left = contentsOf(place.out);
          const wanted = value!.code === 0 ? written : empty;
          expect(
            sameFiles(left, wanted),
            () => `${what}: ${Object.keys(left)} are left, exit code ${value!.code}`,
          );
          count++;
        }
      }
    });
  }
  return count;
}

/** Files may contain times and random ids. */
function sameFiles(left: Record<string, string>, right: Record<string, string>): boolean {
  const names = Object.keys(right);
  return names.join("/") === Object.keys(left).join("/") &&
    names.every((name) => Math.abs(left[name]!.length - right[name]!.length) <= 64);
}

/** Runs a command while threads do not start, or receive no messages; returns the number of runs. */
export async function failThreads(
  args: readonly string[],
  fault: Fault & ("thread" | "message"),
): Promise<number> {
  const right = await quarry(args);
  const { calls } = await failing(fault, 0, () => quarry(args));
  for (let nth = 1; nth <= calls; nth++) {
    const what = `${args.join(" ")}, ${fault} ${nth} of ${calls}`;
    const { value, error } = await failing(fault, nth, () => quarry(args), nth % 2 === 0);
    if (error !== undefined) throw new Error(what, { cause: error });
    // This thread can do the work of the others alone.
    expect(
      JSON.stringify(value) === JSON.stringify(right),
      () => `${what}: ${JSON.stringify(value).slice(0, 300)}`,
    );
  }
  return calls;
}

/** A compressed trace that is large enough for threads, while `use` runs. */
export async function largeFile(events: number, use: (path: string) => Promise<void>): Promise<void> {
  const path = await Deno.makeTempFile({ prefix: "quarry-large-", suffix: ".gz" });
  try {
    const bytes = new Uint8Array(await new Blob([...generateMtrc({ events })] as BlobPart[]).arrayBuffer());
    // Stored without compression: the size of the file decides whether to use a thread.
    await Deno.writeFile(path, gzipSync(bytes, { level: 0 }));
    await use(path);
  } finally {
    await Deno.remove(path);
  }
}
