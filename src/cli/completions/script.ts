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

/** What the shell has to read. */
export function completionScript(shell: Shell, commands: readonly Command[]): string {
  const specs = completionSpec(commands);
  switch (shell) {
    case "bash":
      return bashScript(specs);
    case "zsh":
      return zshScript(specs);
    case "fish":
      return fishScript(specs);
  }
}
