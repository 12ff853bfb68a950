/**
 * The compiled program for tests.
 * @module
 */

import { compile, compiledBundle, reasonIn, starts } from "../../tools/compile/compile.ts";
import { type NpmRuntime, npmRuntime } from "../../tools/compile/npm_runtime.ts";
import { later } from "../support/effort.ts";

/** A program, or the reason why there is none. */
export type Binary =
  | { readonly path: string; readonly packages: readonly string[]; readonly reason?: undefined }
  | { readonly path?: undefined; readonly packages?: undefined; readonly reason: string };

/** A download that takes longer is cancelled, and the test skipped. */
const PATIENCE_MS = 60_000;

/** Compiles the program with any available base runtime: `DENORT_BIN`, the one of this Deno, one from npm. */
export async function makeBinary(output: string): Promise<Binary> {
  // Compiling takes as long as all tests of a room, and most tests of the compiled program repeat others.
  if (later !== null) return { reason: later };
  const reasons: string[] = [];
  const folder = `${output}-bundle`;
  const bundled = await compiledBundle(folder, AbortSignal.timeout(PATIENCE_MS));
  if (!bundled.ok) return { reason: reasonIn(bundled.log) };
  const attempt = async (how: Partial<NpmRuntime>): Promise<Binary | null> => {
    try {
      const { ok, log } = await compile({
        bundle: folder,
        output,
        signal: AbortSignal.timeout(PATIENCE_MS),
        ...how,
      });
      if (ok && await starts(output)) return { path: output, packages: bundled.packages };
      reasons.push(ok ? "the base runtime is of another Deno" : reasonIn(log));
    } catch (error) {
      reasons.push(error instanceof Error ? error.message : String(error));
    }
    return null;
  };
  return await attempt({}) ??
    await npmRuntime(runtimeFolder()).then(attempt, (error: Error) => void reasons.push(error.message)) ??
    { reason: reasons.join("; ") };
}

/** Folder of the base runtime from npm. */
export function runtimeFolder(): string {
  const home = Deno.env.get("XDG_CACHE_HOME") || `${Deno.env.get("HOME") ?? "/tmp"}/.cache`;
  return `${home}/quarry-base-runtime`;
}
