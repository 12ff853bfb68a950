/**
 * Runs a command of Quarry and reports its costs: `ask_size.ts ARGUMENTS FILE`, both as JSON. Times are those of the
 * command, without the start of Deno, memory is that of the process.
 */

import process from "node:process";
import { denoHost } from "../../../src/cli/deno_host.ts";
import { main } from "../../../src/cli/main.ts";
import { peakMegabytes } from "./asked.ts";

/** The costs of a command. */
export interface CommandFigures {
  readonly code: number;
  readonly milliseconds: number;
  /** Processor time of all threads. */
  readonly processor: number;
  readonly peakMegabytes: number;
  /** Bytes read from files, from disk or cache; 0 if the system does not report them. */
  readonly bytesRead: number;
}

function bytesRead(): number {
  try {
    return Number(/^rchar: (\d+)/m.exec(Deno.readTextFileSync("/proc/self/io"))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

if (import.meta.main) {
  const before = bytesRead();
  const start = performance.now();
  const code = await main(JSON.parse(Deno.args[0]!), denoHost());
  const milliseconds = performance.now() - start;
  const { user, system } = process.cpuUsage();
  const figures: CommandFigures = {
    code,
    milliseconds,
    processor: (user + system) / 1000,
    peakMegabytes: peakMegabytes(),
    bytesRead: bytesRead() - before,
  };
  Deno.writeTextFileSync(Deno.args[1]!, JSON.stringify(figures));
  // Threads of queries would keep the process alive.
  Deno.exit(0);
}
