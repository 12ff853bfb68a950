/**
 * Opens traces for commands that follow them until the user leaves.
 * @module
 */

import type { Follower } from "../../engine/follow.ts";
import type { Session } from "../../engine/session.ts";
import type { Arguments } from "../command.ts";
import type { CliHost } from "../host.ts";
import { fileFollower } from "./file_follower.ts";
import { pollScheduleOf } from "./follow_options.ts";
import { openWhenRecognized } from "./open_followed.ts";
import { type Pipes, withPipes } from "./pipes.ts";
import { RoundClock } from "./round_clock.ts";

/** Opens the traces of the command line as soon as they have begun. */
export async function openFollowed(
  host: CliHost,
  args: Arguments,
  pipes: Pipes,
  warns = false,
): Promise<Session> {
  return await openWhenRecognized(host, args, {
    clock: new RoundClock(pollScheduleOf(args), pipes),
    pipes,
    warns,
  });
}

/**
 * Calls `use` with the traces of the command line as soon as they have begun, and with the follower of their
 * files.
 */
export async function withFollowed<T>(
  host: CliHost,
  args: Arguments,
  use: (args: Arguments, session: Session, follower: Follower) => Promise<T>,
): Promise<T> {
  return await withPipes(host, args, async (args, pipes) => {
    const session = await openFollowed(host, args, pipes);
    return await use(args, session, fileFollower(host, args, session, pipes.isClosed));
  });
}
