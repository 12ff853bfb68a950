/**
 * The work of `quarry query --follow` and `quarry watch`: runs the queries again whenever the traces have
 * grown.
 * @module
 */

import { followedText, type Follower, waitingText } from "../../engine/follow.ts";
import type { Session } from "../../engine/session.ts";
import { awaitEnding, awaitEndWorker } from "../../output/on_exit.ts";
import { type Arguments, EXIT } from "../command.ts";
import { reportFailure } from "../failure.ts";
import type { CliHost } from "../host.ts";
import { outputSettings } from "../output.ts";
import { checkSyntax, showScript } from "../run_queries.ts";
import type { Script } from "../script.ts";
import { earlyTables, earlyText } from "./early_tables.ts";
import { fileFollower } from "./file_follower.ts";
import { pollScheduleOf } from "./follow_options.ts";
import { openWhenRecognized, writeNews } from "./open_followed.ts";
import { type FollowSignals, withPipes } from "./pipes.ts";
import { RoundClock } from "./round_clock.ts";

/** Maximum time for saving the index after Ctrl-C, in milliseconds; then the program ends. */
const TIME_TO_SAVE_MS = 900;

/**
 * Runs the scripts whenever the files have grown, until an assertion fails, the files are complete, or time
 * is up; returns the exit code.
 */
export async function runFollow(
  host: CliHost,
  args: Arguments,
  scripts: readonly Script[],
  { shows }: { readonly shows: boolean },
): Promise<number> {
  const rounds = pollScheduleOf(args);
  if (!await checkSyntax(host, scripts, () => Promise.resolve(undefined))) return EXIT.usage;
  const leaving = new AbortController();
  const left = Promise.withResolvers<void>();
  let stopHearing = (): void => {};
  const begun = (): void => {
    stopHearing = host.onInterrupt(() => {
      leaving.abort(new Error("Interrupted"));
      return left.promise;
    }, { within: TIME_TO_SAVE_MS });
  };
  await awaitEndWorker();
  return await withPipes(host, args, async (args, pipes) => {
    const clock = new RoundClock(rounds, pipes, leaving.signal);
    const following = { ...host, gone: leaving.signal };
    try {
      return await followTraces(following, args, scripts, { shows, clock, pipes, begun });
    } catch (error) {
      if (!leaving.signal.aborted) throw error;
      left.resolve();
      await left.promise;
      await awaitEnding();
      return EXIT.interrupted;
    } finally {
      stopHearing();
    }
  });
}

/** How traces are followed. */
interface Following {
  readonly shows: boolean;
  readonly clock: RoundClock;
  readonly pipes: FollowSignals;
  /** Called when the traces have been opened, so that there is something to save. */
  readonly begun?: () => void;
}

/**
 * Runs the scripts over the traces of the command line whenever they have grown. If `host.gone` is aborted, saves what
 * was read, if that is quick, and throws.
 */
export async function followTraces(
  host: CliHost,
  args: Arguments,
  scripts: readonly Script[],
  following: Following,
): Promise<number> {
  const { clock, pipes, begun = () => {} } = following;
  const session = await openWhenRecognized(host, args, { clock, pipes });
  const follower = fileFollower(host, args, session, pipes.isClosed);
  begun();
  try {
    return await runRounds(host, args, scripts, { ...following, session, follower });
  } catch (error) {
    if (host.gone?.aborted) await follower.end(true);
    throw error;
  }
}

async function runRounds(
  host: CliHost,
  args: Arguments,
  scripts: readonly Script[],
  { shows, clock, session, follower }: Following & {
    readonly session: Session;
    readonly follower: Follower;
  },
): Promise<number> {
  const settings = shows ? outputSettings(host, args) : null;
  for (const line of firstLines(session)) await writeNews(host, line);
  let told = "";
  while (true) {
    /** The first query of a table that does not exist yet. */
    let early: { readonly error: unknown; readonly file: string | undefined } | undefined;
    for (const script of scripts) {
      let waits = "";
      const ignores = (error: unknown): boolean => {
        const names = follower.isEnded ? [] : earlyTables(error, session.traces);
        if (names.length === 0) return false;
        early ??= { error, file: script.file };
        waits = earlyText(names);
        return true;
      };
      const code = await showScript(host, session, { ...script, settings, quietly: true, ignores });
      host.gone?.throwIfAborted();
      if (code !== EXIT.ok) return await ended(follower, code);
      if (waits !== "" && waits !== told) await writeNews(host, told = waits);
    }
    for (let isNew = false; !isNew;) {
      if (follower.isEnded || !await clock.next()) {
        return await ended(follower, early ? await reportFailure(host, early.error, early.file) : EXIT.ok);
      }
      host.gone?.throwIfAborted();
      const news = await follower.look(host.gone);
      for (const line of news.flatMap(followedText)) await writeNews(host, line);
      isNew = news.some(({ reloaded }) => reloaded.length > 0);
    }
    clock.added();
  }
}

/** Saves what was read; returns the exit code. */
async function ended(follower: Follower, code: number): Promise<number> {
  await follower.end();
  return code;
}

/** Lines to print before the first round. */
function firstLines({ traces }: Session): string[] {
  return traces.map(({ name, waiting = "end" }) => {
    const end = waitingText(waiting);
    if (waiting === null) return `${name}: ${end}, nothing to follow`;
    return `${name}: followed${end === "" ? "" : `, ${end}`}`;
  });
}
