/**
 * The list of commands, in the order of help.
 * @module
 */

import type { Command } from "./command.ts";
import { asCommand } from "./commands/as.ts";
import { askCommand } from "./commands/ask.ts";
import { blobsCommand } from "./commands/blobs.ts";
import { cacheCommand } from "./commands/cache.ts";
import { checkCommand } from "./commands/check.ts";
import { compareCommand } from "./commands/compare.ts";
import { completeCommand } from "./commands/complete.ts";
import { completionsCommand } from "./commands/completions.ts";
import { exportCommand } from "./commands/export.ts";
import { fmtCommand } from "./commands/fmt.ts";
import { helpCommand } from "./commands/help.ts";
import { indexCommand } from "./commands/index.ts";
import { infoCommand } from "./commands/info.ts";
import { licensesCommand } from "./commands/licenses.ts";
import { lspCommand } from "./commands/lsp.ts";
import { manCommand } from "./commands/man.ts";
import { mcpCommand } from "./commands/mcp.ts";
import { pipeCommand } from "./commands/pipe.ts";
import { queryCommand } from "./commands/query.ts";
import { recordCommand } from "./commands/record.ts";
import { replCommand } from "./commands/repl.ts";
import { reportCommand } from "./commands/report.ts";
import { serveCommand } from "./commands/serve.ts";
import { sqlCommand } from "./commands/sql.ts";
import { versionCommand } from "./commands/version.ts";

/** Every command there is. */
export const commands: readonly Command[] = [
  replCommand,
  queryCommand,
  askCommand,
  infoCommand,
  recordCommand,
  asCommand,
  checkCommand,
  fmtCommand,
  compareCommand,
  exportCommand,
  sqlCommand,
  reportCommand,
  serveCommand,
  blobsCommand,
  lspCommand,
  mcpCommand,
  completionsCommand,
  helpCommand,
  versionCommand,
];

/** Commands for setting up and for scripts, which the first page of help has no room for. */
export const helperCommands: readonly Command[] = [
  indexCommand,
  cacheCommand,
  licensesCommand,
  manCommand,
  pipeCommand,
  completeCommand,
];

/** A command by name. */
export function commandNamed(name: string): Command | undefined {
  return [...commands, ...helperCommands].find((each) => each.name === name);
}
