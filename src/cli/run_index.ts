/**
 * Saves indexes ahead of time.
 * @module
 */

import { OutputError } from "../output/output_error.ts";
import { newPools } from "../tables/pools.ts";
import type { Arguments } from "./command.ts";
import { reportFailure } from "./failure.ts";
import type { CliHost } from "./host.ts";
import { megabytesText } from "./index_messages.ts";
import { loadChoices } from "./load_options.ts";
import { openTraceFile } from "./open_traces.ts";
import { traceOperands } from "./trace_operands.ts";
import { EXIT } from "./command.ts";

/** Writes size and path of the index of each file; returns the exit code. */
export async function runIndex(host: CliHost, args: Arguments): Promise<number> {
  let code: number = EXIT.ok;
  for (const operand of traceOperands(host, args.operands)) {
    let line: string | undefined;
    let why = WHY;
    try {
      const note = (path: string, bytes: number): void => void (line = `${megabytesText(bytes)}  ${path}\n`);
      const file = await openTraceFile(host, operand, {
        pools: newPools(),
        ...loadChoices(args),
        index: { saved: note, used: note, noRoom: (reason) => void (why = reason) },
      });
      file.close();
      // Thrown inside `try`, so that an interrupted run is reported as such with its exit code.
      if (line === undefined) throw new OutputError(`Cannot save an index of "${operand.path}": ${why}`);
      await host.stdout.write(line);
    } catch (error) {
      await reportFailure(host, error);
      code = EXIT.failed;
    }
  }
  return code;
}

const WHY = "it is not a regular file, it changed while it was read, or its folder is not writable";
