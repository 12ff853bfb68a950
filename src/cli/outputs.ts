/**
 * Opens the outputs of commands: files, or standard output for `-`.
 * @module
 */

import { noteRead } from "../ingest/read_files.ts";
import { writeWhole } from "../output/all_or_nothing.ts";
import * as output from "../output/output.ts";
import type { Output, OutputOptions } from "../output/output.ts";
import type { ReplaceOptions } from "../output/target.ts";
import { TerminalText } from "../render/terminal_text.ts";
import type { CliHost } from "./host.ts";

/** Gives outputs access to standard output. */
export function standardOutputAccess(host: CliHost): Pick<OutputOptions, "standard"> {
  const { stdout } = host;
  // Such output has no colours of its own, so escape sequences in it come from the data and are made visible.
  const shown = stdout.isTerminal ? new TerminalText(false) : null;
  return { standard: (piece) => stdout.write(shown?.of(piece) ?? piece) };
}

/**
 * Checks before long work whether an output can be written; `inputs` are the traces that will be read. Throws
 * `OutputError`.
 */
export async function checkOutput(
  path: string,
  inputs: readonly string[],
  options: ReplaceOptions,
): Promise<void> {
  for (const input of inputs) noteRead(input);
  await output.checkOutput(path, options);
}

/** Opens an output. Throws `OutputError`. */
export async function openOutput(host: CliHost, path: string, options: ReplaceOptions): Promise<Output> {
  return await output.openOutput(path, { ...options, ...standardOutputAccess(host) });
}

/** Writes a complete output. Throws `OutputError`. */
export async function writeOutput(
  host: CliHost,
  path: string,
  content: string | Uint8Array,
  options: ReplaceOptions,
): Promise<void> {
  await writeWhole(() => openOutput(host, path, options), (write) => write(content));
}
