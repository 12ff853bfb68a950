/**
 * Loads commands by name, each one on demand.
 * @module
 */

import type { AllCommands, Command } from "./command.ts";
import { type CommandName, otherSummaries, summaries } from "./command_summaries.ts";

/** Loaders of the commands. Module names are literals, so that a bundler finds them. */
const LOADERS: Readonly<Record<CommandName, () => Promise<Command>>> = {
  repl: async () => (await import("./commands/repl.ts")).replCommand,
  query: async () => (await import("./commands/query.ts")).queryCommand,
  ask: async () => (await import("./commands/ask.ts")).askCommand,
  info: async () => (await import("./commands/info.ts")).infoCommand,
  record: async () => (await import("./commands/record.ts")).recordCommand,
  as: async () => (await import("./commands/as.ts")).asCommand,
  check: async () => (await import("./commands/check.ts")).checkCommand,
  fmt: async () => (await import("./commands/fmt.ts")).fmtCommand,
  compare: async () => (await import("./commands/compare.ts")).compareCommand,
  watch: async () => (await import("./commands/watch.ts")).watchCommand,
  export: async () => (await import("./commands/export.ts")).exportCommand,
  sql: async () => (await import("./commands/sql.ts")).sqlCommand,
  report: async () => (await import("./commands/report.ts")).reportCommand,
  serve: async () => (await import("./commands/serve.ts")).serveCommand,
  blobs: async () => (await import("./commands/blobs.ts")).blobsCommand,
  lsp: async () => (await import("./commands/lsp.ts")).lspCommand,
  mcp: async () => (await import("./commands/mcp.ts")).mcpCommand,
  completions: async () => (await import("./commands/completions.ts")).completionsCommand,
  help: async () => (await import("./commands/help.ts")).helpCommand,
  version: async () => (await import("./commands/version.ts")).versionCommand,
  index: async () => (await import("./commands/index.ts")).indexCommand,
  cache: async () => (await import("./commands/cache.ts")).cacheCommand,
  licenses: async () => (await import("./commands/licenses.ts")).licensesCommand,
  man: async () => (await import("./commands/man.ts")).manCommand,
  suppress: async () => (await import("./commands/suppress.ts")).suppressCommand,
  symbols: async () => (await import("./commands/symbols.ts")).symbolsCommand,
  pipe: async () => (await import("./commands/pipe.ts")).pipeCommand,
  server: async () => (await import("./commands/server.ts")).serverCommand,
  complete: async () => (await import("./commands/complete.ts")).completeCommand,
};

/** Loads a command. */
export async function loadCommand(name: CommandName): Promise<Command> {
  return await LOADERS[name]();
}

/** Loads all commands, for commands such as help that describe them. */
export async function allCommands(): Promise<AllCommands> {
  const load = (list: typeof summaries): Promise<Command[]> =>
    Promise.all(list.map(({ name }) => loadCommand(name)));
  return { commands: await load(summaries), helperCommands: await load(otherSummaries) };
}
