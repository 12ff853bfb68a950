/**
 * The work of `quarry query --follow` and `quarry watch`: runs the queries again whenever the traces have
 * grown.
 * @module
 */

import { followedText, type Follower, waitingText } from "../../engine/follow.ts";
import type { Session } from "../../engine/session.ts";
import { type Arguments, EXIT } from "../command.ts";
import type { CliHost } from "../host.ts";
import { outputSettings } from "../output.ts";
import { checkSyntax, showScript } from "../run_queries.ts";
import type { Script } from "../script.ts";
import { fileFollower } from "./file_follower.ts";
import { pollScheduleOf } from "./follow_options.ts";
import { openWhenRecognized, writeNews } from "./open_followed.ts";
import { type FollowSignals, withPipes } from "./pipes.ts";
import { RoundClock } from "./round_clock.ts";

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
  return await withPipes(host, args, async (args, pipes) => {
    const clock = new RoundClock(rounds, pipes);
    return await followTraces(host, args, scripts, { shows, clock, pipes });
  });
}

/** Runs the scripts over the traces of the command line whenever they have grown. */
export async function followTraces(
  host: CliHost,
  args: Arguments,
  scripts: readonly Script[],
  { shows, clock, pipes }: {
    readonly shows: boolean;
    readonly clock: RoundClock;
    readonly pipes: FollowSignals;
  },
): Promise<number> {
  const session = await openWhenRecognized(host, args, { clock, pipes });
  const follower = fileFollower(host, args, session, pipes.isClosed);
  const settings = shows ? outputSettings(host, args) : null;
  for (const line of firstLines(session)) await writeNews(host, line);
  while (true) {
    for (const script of scripts) {
      const code = await showScript(host, session, { ...script, settings, quietly: true });
      if (code !== EXIT.ok) return await ended(follower, code);
    }
    for (let isNew = false; !isNew;) {
      if (follower.isEnded || !await clock.next()) return await ended(follower, EXIT.ok);
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
