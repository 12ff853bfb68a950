/**
 * Outputs of commands: files, and standard output for `-`.
 * @module
 */

import { noteRead } from "../ingest/read_files.ts";
import { writeWhole } from "../output/all_or_nothing.ts";
import * as output from "../output/output.ts";
import type { Output, OutputOptions } from "../output/output.ts";
import type { ReplaceOptions } from "../output/target.ts";
import { TerminalText } from "../render/terminal_text.ts";
import type { CliHost } from "./host.ts";

/** What outputs need of the world. */
export function outputWorld(host: CliHost): Pick<OutputOptions, "standard"> {
  const { stdout } = host;
  // Nothing in it is a colour of ours.
  const shown = stdout.isTerminal ? new TerminalText(false) : null;
  return { standard: (piece) => stdout.write(shown?.of(piece) ?? piece) };
}

/**
 * Finds out early whether an output can be written; `inputs` are the traces that will be read. Throws `OutputError`.
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
  return await output.openOutput(path, { ...options, ...outputWorld(host) });
}

/** Writes an output at once. Throws `OutputError`. */
export async function writeOutput(
  host: CliHost,
  path: string,
  content: string | Uint8Array,
  options: ReplaceOptions,
): Promise<void> {
  await writeWhole(() => openOutput(host, path, options), (write) => write(content));
}
