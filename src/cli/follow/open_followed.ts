/**
 * Opens traces whose files may be empty at first.
 * @module
 */

import { FormatError, InputError } from "../../base/errors.ts";
import type { Session } from "../../engine/session.ts";
import { SNIFF_BYTES } from "../../formats/format.ts";
import { formatNamed } from "../../formats/registry.ts";
import { TooShortError } from "../../ingest/load.ts";
import { visible } from "../../render/visible.ts";
import type { Arguments } from "../command.ts";
import type { CliHost } from "../host.ts";
import { openSession } from "../run_queries.ts";
import { traceOperands } from "../trace_operands.ts";
import type { FollowSignals } from "./pipes.ts";
import type { RoundClock } from "./round_clock.ts";

/** Writes a line about the state of the traces. */
export async function writeNews(host: CliHost, line: string): Promise<void> {
  await host.stderr.write(`${visible(line)}\n`);
}

/** Options for waiting until traces have begun. */
interface FollowedOptions {
  readonly clock: RoundClock;
  readonly pipes: FollowSignals;
  /** Warns of damaged traces. */
  readonly warns?: boolean;
}

/** Opens the traces as soon as the format of their files can be recognized. */
export async function openWhenRecognized(
  host: CliHost,
  args: Arguments,
  { clock, pipes, warns = false }: FollowedOptions,
): Promise<Session> {
  // If bytes are just arriving, do not report that the trace is waited for.
  if (!pipes.isEmpty) await clock.first();
  for (let told = false;; told = true) {
    const operands = traceOperands(host, args.operands);
    const open = operands.filter(({ path }) => !pipes.isClosed(path));
    // Determine this before the files are opened, so that data that arrives later counts as new.
    const short = open.find(({ path }) => isShort(path));
    try {
      return await openSession(host, args, args.operands, { warns });
    } catch (error) {
      const format = error instanceof FormatError ? formatNamed(error.format) : undefined;
      // A short file is complete if its format is written all at once.
      const mayGrow = (error instanceof FormatError || error instanceof InputError) &&
        (format === undefined || format.grows !== undefined);
      const early = short ?? (error instanceof TooShortError ? open[0] : undefined);
      if (early === undefined || !mayGrow) throw error;
      if (!told) await writeNews(host, `${early.name}: waiting for its first records`);
      if (!await clock.next()) throw error;
    }
  }
}

/** Whether a file may be too short to recognize its format. */
function isShort(path: string): boolean {
  try {
    return Deno.statSync(path).size < SNIFF_BYTES;
  } catch {
    return false;
  }
}
