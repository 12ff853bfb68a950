/**
 * The bench of sizes, from its arguments to its file.
 * @module
 */

import { benchSizes, type SizeResult } from "./size_bench.ts";

/** Options of the command; see `size_bench.ts`. */
interface SizeArguments {
  readonly events?: string | undefined;
  readonly budgets?: string | undefined;
  readonly folder?: string | undefined;
  readonly resident?: string | undefined;
  readonly json?: string | undefined;
}

/** Measures, and continues an earlier run with the same file. */
export async function runSizes(
  { events = "5000000", budgets = "2G,1G,256M,64M", folder, resident = "2000000", json }: SizeArguments,
  machine: SizeResult["machine"],
  note: (text: string) => void,
): Promise<void> {
  const own = folder === undefined;
  const place = folder ?? Deno.makeTempDirSync({ prefix: "quarry-bench-" });
  Deno.mkdirSync(place, { recursive: true });
  try {
    await benchSizes(before(json, machine), {
      sizes: events.split(",").map(Number),
      budgets: budgets.split(","),
      folder: place,
      resident: Number(resident),
      note,
      save(result) {
        const text = JSON.stringify(result, null, 2) + "\n";
        if (json === undefined) return note(text);
        // A run that is interrupted here leaves the previous file.
        Deno.writeTextFileSync(`${json}.part`, text);
        Deno.renameSync(`${json}.part`, json);
      },
    });
  } finally {
    if (own) Deno.removeSync(place, { recursive: true });
  }
}

/** The results of an earlier run. */
function before(json: string | undefined, machine: SizeResult["machine"]): SizeResult {
  const nothing = { traces: [], runs: [], resident: [] };
  if (json === undefined) return { machine, ...nothing };
  try {
    const result: SizeResult = JSON.parse(Deno.readTextFileSync(json));
    // Figures of another machine are not mixed with those of this one.
    return result.machine.processor === machine.processor ? result : { machine, ...nothing };
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return { machine, ...nothing };
    throw error;
  }
}
