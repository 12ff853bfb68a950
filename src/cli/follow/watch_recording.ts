/**
 * `quarry record --watch`: shows queries over a trace while its program runs.
 * @module
 */

import { UsageError } from "../../base/errors.ts";
import { formatNamed } from "../../formats/registry.ts";
import type { Tracer } from "../../record/tracer.ts";
import { type Arguments, EXIT } from "../command.ts";
import { reportFailure } from "../failure.ts";
import type { CliHost } from "../host.ts";
import { withLocalPrograms } from "../load_options.ts";
import { checkSyntax } from "../run_queries.ts";
import type { Script } from "../script.ts";
import { pollScheduleOf } from "./follow_options.ts";
import { RoundClock } from "./round_clock.ts";
import { followTraces } from "./run_follow.ts";

/** Interval in milliseconds between checks for the file that the tracer writes. */
const LOOK_MS = 50;

/**
 * Returns the queries of `--watch`, or an exit code if they have errors. Throws `UsageError` if the tracer
 * writes nothing before its program has ended.
 */
export async function watchedQueries(
  host: CliHost,
  args: Arguments,
  { name, format }: Tracer,
): Promise<readonly Script[] | number> {
  const scripts = args.values("watch").map((text) => ({ text }));
  if (scripts.length === 0) {
    if (args.value("every") !== undefined) throw new UsageError("Option --every is for --watch");
    return scripts;
  }
  pollScheduleOf(args);
  if (formatNamed(format)?.grows === undefined) {
    throw new UsageError(
      `Cannot watch a recording of ${name}: it writes its trace when the program has ended`,
    );
  }
  return await checkSyntax(host, scripts, () => Promise.resolve(undefined)) ? scripts : EXIT.usage;
}

/** A recording that is watched. */
interface Recording {
  readonly scripts: readonly Script[];
  /** The name of its trace. */
  readonly title: string;
  /** The folder that the tracer writes to. */
  readonly folder: string;
  /** Resolves when the program has ended. */
  readonly over: Promise<unknown>;
}

/**
 * Shows the rows on standard error whenever the trace has grown, and once more when the program has ended.
 * Errors are reported and not thrown, because the program must go on.
 */
export async function watchRecording(
  host: CliHost,
  args: Arguments,
  { scripts, title, folder, over }: Recording,
): Promise<void> {
  const leaving = new AbortController();
  let isOver = false;
  let stopHearing = (): void => {};
  // While the program runs, Ctrl-C is meant for the program.
  const ended = over.catch(() => {}).then(() => {
    isOver = true;
    stopHearing = host.onInterrupt(() => leaving.abort(new Error("Given up")));
  });
  const pipes = { isEmpty: false, isClosed: () => isOver, news: ended, heard(): void {} };
  // Standard output belongs to the program, so results go to standard error.
  const aside = { ...host, stdout: host.stderr, gone: leaving.signal };
  try {
    const path = await firstFile(folder, pipes);
    if (path === undefined) return;
    const name = title.replaceAll(/[=/\\]/g, "_");
    const given = withLocalPrograms({ ...args, operands: [`${name}=${path}`] });
    const following = { ...given, has: (option: string) => option === "follow" || args.has(option) };
    const clock = new RoundClock(pollScheduleOf(args), pipes);
    await followTraces(aside, following, scripts, { shows: true, clock, pipes });
  } catch (error) {
    // Problems of the complete trace were reported when it was opened.
    if (!isOver && !leaving.signal.aborted) await reportFailure(aside, error);
  } finally {
    await ended;
    stopHearing();
  }
}

/** Waits for the first file in a folder; undefined if the program has ended without writing one. */
async function firstFile(
  folder: string,
  { isClosed, news }: { readonly isClosed: () => boolean; readonly news: Promise<void> },
): Promise<string | undefined> {
  while (true) {
    const wasOver = isClosed();
    const names = [...Deno.readDirSync(folder)].filter(({ isFile }) => isFile).map(({ name }) => name).sort();
    if (names.length > 0) return `${folder}/${names[0]}`;
    if (wasOver) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    await Promise.race([news, new Promise((resolve) => timer = setTimeout(resolve, LOOK_MS))]);
    clearTimeout(timer);
  }
}
