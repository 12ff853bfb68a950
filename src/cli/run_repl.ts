/**
 * Implements `quarry repl`: a prompt for a user, or a script from standard input.
 * @module
 */

import { InputError, UsageError } from "../base/errors.ts";
import { Conversation } from "../repl/conversation.ts";
import { denoTerminal } from "../repl/deno_terminal.ts";
import { isAllowed, mayRead } from "../ingest/permission.ts";
import { noteRead } from "../ingest/read_files.ts";
import { systemReason } from "../ingest/system_error.ts";
import { History } from "../repl/history.ts";
import { HistoryFile } from "../repl/history_file.ts";
import { runRepl as talk } from "../repl/repl.ts";
import { type Arguments, EXIT, type Program } from "./command.ts";
import type { Session } from "../engine/session.ts";
import { reportFailure } from "./failure.ts";
import type { Pipes } from "./follow/pipes.ts";
import type { CliHost } from "./host.ts";
import { runInfo } from "./info/run.ts";
import { replHost } from "./repl_host.ts";
import { replSettings } from "./repl_settings.ts";
import { openSession, readScripts } from "./run_queries.ts";
import { xdgFolder } from "./user_folders.ts";

/** Opens the traces, runs `-e` and `-f`, then shows the prompt; returns the exit code. */
export async function runRepl(host: CliHost, args: Arguments, program: Program): Promise<number> {
  if (!args.has("follow")) return await replOver(host, args, program);
  if (readsInput(args.operands)) {
    throw new UsageError(
      'Cannot follow standard input at a prompt, which reads it: use "quarry query --follow -", or name a pipe',
    );
  }
  const { withPipes } = await import("./follow/pipes.ts");
  return await withPipes(host, args, (args, pipes) => replOver(host, args, program, pipes));
}

/** Whether a trace comes from standard input. */
function readsInput(operands: readonly string[]): boolean {
  return operands.some((operand) => /(^|=)-$/.test(operand));
}

async function replOver(host: CliHost, args: Arguments, program: Program, pipes?: Pipes): Promise<number> {
  const able = host.stdinIsTerminal && host.stdout.isTerminal && host.env("TERM") !== "dumb";
  const terminal = able ? denoTerminal() : null;
  const settings = replSettings(host, args);
  let { operands } = args;
  const asksEngine = args.value("engine") !== undefined || args.value("dataset") !== undefined;
  if (operands.length === 0 && terminal && !asksEngine) {
    const { chooseTrace } = await import("./choose_trace.ts");
    const picked = await chooseTrace(host, terminal, settings);
    if (picked === null) return EXIT.ok;
    operands = [picked];
  }
  let session: Session;
  if (asksEngine) {
    try {
      session = await (await import("./engine_session.ts")).openEngineSession(args);
    } catch (error) {
      return await reportFailure(host, error);
    }
  } else {
    // Do not warn here, because the greeting reports damage.
    const warns = !(host.stdinIsTerminal && host.stdout.isTerminal);
    session = pipes
      ? await (await import("./follow/with_followed.ts")).openFollowed(
        host,
        { ...args, operands },
        pipes,
        warns,
      )
      : await openSession(host, args, operands, { warns });
  }
  if (session === null) return EXIT.unreadable;
  const state = xdgFolder(host, "state");
  const keeps = terminal && state !== undefined && mayRead(state) &&
    isAllowed({ name: "write", path: state });
  const historyPath = keeps ? `${state}/history` : undefined;
  if (historyPath !== undefined) noteRead(historyPath);
  const historyFile = new HistoryFile(historyPath);
  const conversation = new Conversation({
    session,
    host: replHost(host, args, terminal, program),
    settings,
    history: new History(await historyFile.read(), historyFile.failed),
    personal: host.stdinIsTerminal,
  });
  if (pipes) {
    const { followerOf } = await import("../repl/dot/watch.ts");
    conversation.follower = followerOf(conversation, pipes.isClosed);
  }
  let code: number = EXIT.ok;
  for (const { text, file } of await readScripts(host, args)) {
    code = Math.max(code, await conversation.run(text, file));
  }
  if (host.stdinIsTerminal || args.has("interactive")) {
    const configuration = await readConfiguration(host);
    await talk({ conversation, terminal, historyFile, lines: () => host.readLines(), ...configuration });
    await conversation.follower?.end();
    // An engine may still be counting values for completion.
    if (asksEngine) session.closeAll();
    return EXIT.ok;
  }
  const script = await host.readTextFile("-");
  code = Math.max(code, await conversation.runUpToError(script, "stdin"));
  await conversation.follower?.end();
  conversation.close();
  if (asksEngine) {
    session.closeAll();
    return code;
  }
  // Without a prompt and without a query, summarize the traces. A trace from standard input cannot be read a
  // second time.
  const asked = script.trim() !== "" || args.values("eval").length + args.values("file").length > 0;
  if (!asked && !readsInput(operands)) await runInfo(host, args);
  return code;
}

/** Runs the lines of the configuration file before the first prompt. */
async function readConfiguration(
  host: CliHost,
): Promise<{ configuration?: { readonly text: string; readonly path: string } }> {
  const folder = xdgFolder(host, "config");
  const path = `${folder}/replrc`;
  if (folder === undefined || !mayRead(path) || !host.exists(path)) return {};
  try {
    // Opening a pipe could wait forever.
    if (!Deno.statSync(path).isFile) {
      throw new InputError(`Cannot read "${path}": not a regular file`, path, "failed");
    }
    return { configuration: { text: await host.readTextFile(path), path } };
  } catch (error) {
    const found = error instanceof InputError
      ? error.message
      : `Cannot open "${path}": ${systemReason(error)[1]}`;
    await host.stderr.write(`warning: ${found}; the prompt begins without it\n`);
    return {};
  }
}
