/** Programs that work when they are told to, and what follows the traces that tools write of them meanwhile. */
import { assert, assertEquals } from "@std/assert";
import { TextLineStream } from "@std/streams/text-line-stream";
import { Follower } from "../../src/engine/follow.ts";
import { Session } from "../../src/engine/session.ts";
import { openInput } from "../../src/ingest/file_source.ts";
import { load } from "../../src/ingest/load.ts";
import { rowsOf } from "../support/rows_of.ts";
import { followed, linesOf } from "./followed_answers.ts";

/** A program that does so much for each number that it reads, and then writes a line. */
export class SteppedProgram {
  readonly #child: Deno.ChildProcess;
  readonly #input: WritableStreamDefaultWriter<Uint8Array<ArrayBuffer>>;
  readonly #lines: AsyncIterator<string>;

  /** Starts it. */
  constructor([program, ...args]: readonly [string, ...string[]], env: Record<string, string> = {}) {
    this.#child = new Deno.Command(program, {
      args,
      env,
      stdin: "piped",
      stdout: "piped",
      stderr: "null",
    }).spawn();
    this.#input = this.#child.stdin.getWriter();
    const texts: ReadableStream<string> = this.#child.stdout.pipeThrough(new TextDecoderStream());
    const lines = texts.pipeThrough(new TextLineStream()) as ReadableStream<string>;
    this.#lines = lines[Symbol.asyncIterator]();
  }

  /** Lets it do so much; returns its line. */
  async take(count: number): Promise<string> {
    await this.#input.write(new TextEncoder().encode(`${count}\n`));
    // Tools may write lines of their own before.
    while (true) {
      const { value, done } = await this.#lines.next();
      if (done || /^\d+$/.test(value)) return value ?? "";
    }
  }

  /** Lets it end. */
  async end(): Promise<void> {
    await this.#input.close();
    while (!(await this.#lines.next()).done);
    assertEquals((await this.#child.status).code, 0);
  }
}

/** What there is to follow. */
interface FollowedTool {
  readonly program: SteppedProgram;
  /** The trace that the tool writes. */
  readonly path: string;
  readonly steps: readonly number[];
  /** A query whose number grows with every step, where the tool writes that much at once. */
  readonly grows?: string;
}

async function waitForBytes(path: string): Promise<void> {
  while (true) {
    try {
      if (Deno.statSync(path).size > 0) return;
    } catch {
      // The tool has not made it yet.
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/**
 * Follows a trace while its tool writes it: while the program waits, and when it has ended, the answers are those of the
 * first bytes of the file opened afresh. Returns the session, which the caller closes.
 */
export async function followTool({ program, path, steps, grows }: FollowedTool): Promise<Session> {
  const session = new Session();
  const follower = new Follower(session, () => followed(session, path));
  let before = -1;
  for (const step of steps) {
    await program.take(step);
    // A compressor may keep megabytes to itself.
    if (grows === undefined && Deno.statSync(path).size === 0) continue;
    await waitForBytes(path);
    if (session.traces.length === 0) session.add(await followed(session, path));
    else assertEquals((await follower.look()).flatMap(({ failure }) => failure ?? []), []);
    // The tool may write on, such as samples of resident memory.
    const bytes = (await Deno.readFile(path)).subarray(0, session.traces[0]!.state!.size);
    await Deno.writeFile(`${path}.copy`, bytes);
    const fresh = new Session();
    const wanted = await followed(fresh, `${path}.copy`);
    assertEquals(await tracedLines(session), await linesOf(fresh, wanted.map(({ trace }) => trace)));
    for (const { memory } of wanted) memory.release();
    if (grows === undefined) continue;
    const now = Number((await rowsOf(session, grows))[0]![0]);
    assert(now > before, `${now} after ${before}`);
    before = now;
  }
  await program.end();
  if (session.traces.length === 0) session.add(await followed(session, path));
  else assertEquals((await follower.look()).flatMap(({ failure }) => failure ?? []), []);
  const { source } = await openInput(path);
  const finished = new Session();
  const file = await load(source, finished.pools, { name: "t" });
  assertEquals(await tracedLines(session), await linesOf(finished, file.traces));
  file.close();
  source.close();
  return session;
}

function tracedLines(session: Session): Promise<string[]> {
  return linesOf(session, session.traces.map(({ trace }) => trace));
}
