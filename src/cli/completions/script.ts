/**
 * Completion scripts by shell.
 * @module
 */

import type { Command } from "../command.ts";
import { bashScript } from "./bash.ts";
import { fishScript } from "./fish.ts";
import type { Shell } from "./shells.ts";
import { completionSpec } from "./spec.ts";
import { zshScript } from "./zsh.ts";

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript } as const;

/** Returns the completion script for a shell. */
export async function completionScript(shell: Shell, commands: readonly Command[]): Promise<string> {
  return SCRIPTS[shell](await completionSpec(commands));
}
