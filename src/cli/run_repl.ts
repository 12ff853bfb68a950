/**
 * The work of `quarry repl`: a conversation with a user, or a script from standard input.
 * @module
 */

import { InputError } from "../base/errors.ts";
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
import type { CliHost } from "./host.ts";
import { runInfo } from "./info/run.ts";
import { replHost } from "./repl_host.ts";
import { replSettings } from "./repl_settings.ts";
import { openSession, readScripts } from "./run_queries.ts";
import { xdgFolder } from "./xdg.ts";

/** Opens the traces, runs `-e` and `-f`, then asks; gives the exit code. */
export async function runRepl(host: CliHost, args: Arguments, program: Program): Promise<number> {
  const able = host.stdinIsTerminal && host.stdout.isTerminal && host.env("TERM") !== "dumb";
  const terminal = able ? denoTerminal() : null;
  const settings = replSettings(host, args);
  let { operands } = args;
  const asksEngine = args.value("engine") !== undefined || args.value("dataset") !== undefined;
  if (operands.length === 0 && terminal && !asksEngine) {
    const { pickOperand } = await import("./pick_trace.ts");
    const picked = await pickOperand(host, terminal, settings);
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
    // The greeting says what is damaged.
    session = await openSession(host, args, operands, {
      warns: !(host.stdinIsTerminal && host.stdout.isTerminal),
    });
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
  if (args.has("follow")) {
    const { followerOf } = await import("../repl/dot/watch.ts");
    conversation.follower = followerOf(conversation);
  }
  let code: number = EXIT.ok;
  for (const { text, file } of await readScripts(host, args)) {
    code = Math.max(code, await conversation.run(text, file));
  }
  if (host.stdinIsTerminal || args.has("interactive")) {
    const configuration = await readConfiguration(host);
    await talk({ conversation, terminal, historyFile, lines: () => host.readLines(), ...configuration });
    // An engine may still be counting values for completion.
    if (asksEngine) session.closeAll();
    return EXIT.ok;
  }
  const script = await host.readTextFile("-");
  code = Math.max(code, await conversation.runUpToError(script, "stdin"));
  conversation.close();
  if (asksEngine) {
    session.closeAll();
    return code;
  }
  // Without a prompt and without a query: summarize the traces. A trace from standard input cannot be read again.
  const asked = script.trim() !== "" || args.values("eval").length + args.values("file").length > 0;
  if (!asked && !operands.some((operand) => /(^|=)-$/.test(operand))) await runInfo(host, args);
  return code;
}

/** Lines that run before the first prompt. */
async function readConfiguration(
  host: CliHost,
): Promise<{ configuration?: { readonly text: string; readonly path: string } }> {
  const folder = xdgFolder(host, "config");
  const path = `${folder}/replrc`;
  if (folder === undefined || !mayRead(path) || !host.exists(path)) return {};
  try {
    // A pipe would never answer.
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
