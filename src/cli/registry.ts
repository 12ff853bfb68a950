/**
 * The list of commands, in the order of help.
 * @module
 */

import type { Command } from "./command.ts";
import { asCommand } from "./commands/as.ts";
import { checkCommand } from "./commands/check.ts";
import { fmtCommand } from "./commands/fmt.ts";
import { helpCommand } from "./commands/help.ts";
import { infoCommand } from "./commands/info.ts";
import { lspCommand } from "./commands/lsp.ts";
import { queryCommand } from "./commands/query.ts";
import { replCommand } from "./commands/repl.ts";
import { versionCommand } from "./commands/version.ts";

/** Every command there is. */
export const commands: readonly Command[] = [
  replCommand,
  queryCommand,
  infoCommand,
  asCommand,
  checkCommand,
  fmtCommand,
  lspCommand,
  helpCommand,
  versionCommand,
];

/** A command by name. */
export function commandNamed(name: string): Command | undefined {
  return commands.find((each) => each.name === name);
}
