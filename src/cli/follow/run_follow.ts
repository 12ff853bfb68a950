/**
 * The work of `quarry query --follow` and `quarry watch`: the same queries again whenever the traces have grown.
 * @module
 */

import { FormatError, InputError, UsageError } from "../../base/errors.ts";
import { followedText, type Follower, waitingText } from "../../engine/follow.ts";
import type { Session } from "../../engine/session.ts";
import { SNIFF_BYTES } from "../../formats/format.ts";
import { formatNamed } from "../../formats/registry.ts";
import { STANDARD_INPUT } from "../../ingest/file_source.ts";
import { visible } from "../../render/visible.ts";
import { type Arguments, EXIT } from "../command.ts";
import type { CliHost } from "../host.ts";
import { outputSettings } from "../output.ts";
import { checkSyntax, openSession, showScript } from "../run_queries.ts";
import type { Script } from "../script.ts";
import { traceOperands } from "../trace_operands.ts";
import { fileFollower } from "./file_follower.ts";
import { type Rounds, roundsOf } from "./follow_options.ts";

/** Asks when the files have grown, until an assertion fails, the files are complete, or time is up; the exit code. */
export async function runFollow(
  host: CliHost,
  args: Arguments,
  scripts: readonly Script[],
  { shows }: { readonly shows: boolean },
): Promise<number> {
  const rounds = roundsOf(args);
  if (!await checkSyntax(host, scripts, () => Promise.resolve(undefined))) return EXIT.usage;
  checkFiles(host, args);
  const clock = new RoundClock(rounds);
  const session = await openWhenBegun(host, args, clock);
  const follower = fileFollower(host, args, session);
  const settings = shows ? outputSettings(host, args) : null;
  for (const line of firstLines(session)) await tell(host, line);
  while (true) {
    for (const script of scripts) {
      const code = await showScript(host, session, { ...script, settings, quietly: true });
      if (code !== EXIT.ok) return code;
    }
    let news: Awaited<ReturnType<Follower["look"]>> = [];
    while (news.length === 0) {
      if (follower.isEnded || !await clock.next()) return EXIT.ok;
      news = await follower.look();
    }
    clock.added();
    for (const line of news.flatMap(followedText)) await tell(host, line);
  }
}

/** When the next look is. */
class RoundClock {
  readonly #rounds: Rounds;
  readonly #start = performance.now();
  #added = performance.now();
  #looked = performance.now();

  constructor(rounds: Rounds) {
    this.#rounds = rounds;
  }

  /** Something was added. */
  added(): void {
    this.#added = performance.now();
  }

  /** Waits for the next look; false when it is time to stop. What takes long to read is read at most half of the time. */
  async next(): Promise<boolean> {
    const now = performance.now();
    const end = Math.min(this.#start + this.#rounds.for, this.#added + this.#rounds.idle);
    const took = now - this.#looked;
    const wait = Math.max(this.#rounds.every - took, Math.min(took, this.#rounds.every * 10), 1);
    if (now >= end) return false;
    await new Promise((resolve) => setTimeout(resolve, Math.min(wait, end - now)));
    this.#looked = performance.now();
    return true;
  }
}

async function tell(host: CliHost, line: string): Promise<void> {
  await host.stderr.write(`${visible(line)}\n`);
}

/** What is known before the first round. */
function firstLines({ traces }: Session): string[] {
  return traces.map(({ name, waiting = "end" }) => {
    const end = waitingText(waiting);
    if (waiting === null) return `${name}: ${end}, nothing to follow`;
    return `${name}: followed${end === "" ? "" : `, ${end}`}`;
  });
}

/** What can be read only once cannot be followed. */
function checkFiles(host: CliHost, args: Arguments): void {
  for (const { path } of traceOperands(host, args.operands)) {
    if (path === STANDARD_INPUT || (host.exists(path) && !Deno.statSync(path).isFile)) {
      const what = path === STANDARD_INPUT ? "standard input" : `"${path}"`;
      throw new UsageError(`Cannot follow ${what}: only a file can be read again, write to one`);
    }
  }
}

/** The traces, as soon as their files say which format they are in. */
async function openWhenBegun(host: CliHost, args: Arguments, clock: RoundClock): Promise<Session> {
  for (let told = false;; told = true) {
    try {
      return await openSession(host, args, args.operands, { warns: false });
    } catch (error) {
      const path = traceOperands(host, args.operands).map(({ path }) => path).find((path) => isShort(path));
      const format = error instanceof FormatError ? formatNamed(error.format) : undefined;
      // A short file of a format that is written in one go is a whole one.
      const mayGrow = (error instanceof FormatError || error instanceof InputError) &&
        (format === undefined || format.grows !== undefined);
      if (path === undefined || !mayGrow) throw error;
      if (!told) await tell(host, `${path}: waiting for its first records`);
      if (!await clock.next()) throw error;
    }
  }
}

/** Whether a file may be too short to say what it is. */
function isShort(path: string): boolean {
  try {
    return Deno.statSync(path).size < SNIFF_BYTES;
  } catch {
    return false;
  }
}
