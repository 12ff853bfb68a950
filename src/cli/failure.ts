/**
 * Reports errors to the user and chooses the exit code.
 * @module
 */

import { type Diagnostic, renderDiagnostic } from "../base/diagnostic.ts";
import { FormatError, InputError, QueryError, UsageError } from "../base/errors.ts";
import { visible } from "../render/visible.ts";
import { useColor } from "./color.ts";
import { EXIT } from "./command.ts";
import { BrokenPipeError, OutputError } from "../output/output_error.ts";
import { awaitEnding } from "../output/on_exit.ts";
import type { CliHost } from "./host.ts";

/** Errors whose messages are meant for the user, and their exit codes. */
const CODES = [
  [UsageError, EXIT.usage],
  [InputError, EXIT.unreadable],
  [FormatError, EXIT.unreadable],
  [OutputError, EXIT.failed],
] as const;

/**
 * Reports an error on standard error; returns the exit code. `file` is where a script came from. Unexpected
 * errors are rethrown.
 */
export async function reportFailure(host: CliHost, error: unknown, file?: string): Promise<number> {
  if (error instanceof BrokenPipeError) return EXIT.ok; // `quarry ... | head` has what it wanted
  await awaitEnding();
  const color = useColor(host, host.stderr, undefined);
  if (error instanceof QueryError) {
    const place = {
      ...(file === undefined ? {} : { file }),
      ...(host.stderr.isTerminal ? { width: host.terminalSize().columns } : {}),
    };
    for (const diagnostic of error.diagnostics) {
      await host.stderr.write(
        renderDiagnostic(diagnostic, error.source, { color, ...place }) + "\n",
      );
    }
    return error.atRunTime ? EXIT.failed : EXIT.usage;
  }
  const label = color ? "\x1b[1;31merror\x1b[0m" : "error";
  const code = CODES.find(([kind]) => error instanceof kind)?.[1];
  if (code !== undefined) {
    await host.stderr.write(`${label}: ${visible((error as Error).message)}\n`);
    return code;
  }
  if (error instanceof Error && (error.name === "ArenaFullError" || error.name === "EngineError")) {
    await host.stderr.write(`${label}: ${error.message}\n`);
    return EXIT.failed;
  }
  throw error;
}

/** Prints a warning about a script on standard error; `file` is where the script came from. */
export async function printWarning(
  host: CliHost,
  remark: Diagnostic,
  { text, file }: { readonly text: string; readonly file?: string | undefined },
): Promise<void> {
  const color = useColor(host, host.stderr, undefined);
  const place = file === undefined ? {} : { file };
  await host.stderr.write(renderDiagnostic(remark, text, { color, ...place }) + "\n");
}

/** Writes a warning line on standard error. */
export async function warn(host: CliHost, message: string): Promise<void> {
  const color = useColor(host, host.stderr, undefined);
  const label = color ? "\x1b[1;33mwarning\x1b[0m" : "warning";
  await host.stderr.write(`${label}: ${visible(message)}\n`);
}
