/**
 * Follows the growing files of a command line.
 * @module
 */

import { Follower } from "../../engine/follow.ts";
import { tracesOf } from "../../engine/open_trace.ts";
import type { Session } from "../../engine/session.ts";
import { ProgramFiles } from "../../ingest/program_files.ts";
import type { Arguments } from "../command.ts";
import type { CliHost } from "../host.ts";
import { loadChoices } from "../load_options.ts";
import { openTraceFile } from "../open_traces.ts";
import { traceFormat } from "../verdict_formats.ts";

/** Follows the traces of a session that was opened with the same options. */
export function fileFollower(
  host: CliHost,
  args: Arguments,
  session: Session,
  isClosed?: (path: string) => boolean,
): Follower {
  const { pools } = session;
  const options = { ...loadChoices(args), pools, follows: true, format: traceFormat(args) };
  return new Follower(session, async ([first], signal) => {
    const { name, path } = first!;
    const given = signal ? { signal } : {};
    return tracesOf(
      await openTraceFile(host, { name, path }, { ...options, ...given, programs: new ProgramFiles() }),
      path,
    );
  }, isClosed);
}
