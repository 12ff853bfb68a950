/** Programs that work step by step on command, and followers of the traces that tools write of them. */
import { assert, assertEquals } from "@std/assert";
import { TextLineStream } from "@std/streams/text-line-stream";
import { Follower } from "../../src/engine/follow.ts";
import { Session } from "../../src/engine/session.ts";
import { openInput } from "../../src/ingest/file_source.ts";
import { load } from "../../src/ingest/load.ts";
import { rowsOf } from "../support/rows_of.ts";
import { followed, linesOf } from "./followed_answers.ts";

/** A program that does as much work as each number that it reads says, and then writes a line. */
export class SteppedProgram {
  readonly #child: Deno.ChildProcess;
  readonly #input: WritableStreamDefaultWriter<Uint8Array<ArrayBuffer>>;
  readonly #lines: AsyncIterator<string>;

  /** Starts the program. */
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

  /** Lets it do this much work; returns its line. */
  async take(count: number): Promise<string> {
    await this.#input.write(new TextEncoder().encode(`${count}\n`));
    // Tools may print their own lines first.
    while (true) {
      const { value, done } = await this.#lines.next();
      if (done || /^\d+$/.test(value)) return value ?? "";
    }
  }

  /** Lets the program end. */
  async end(): Promise<void> {
    await this.#input.close();
    while (!(await this.#lines.next()).done);
    assertEquals((await this.#child.status).code, 0);
  }
}

/** A tool whose trace is followed. */
interface FollowedTool {
  readonly program: SteppedProgram;
  /** The trace that the tool writes. */
  readonly path: string;
  readonly steps: readonly number[];
  /** A query whose number grows with every step, if the tool writes that much at once. */
  readonly grows?: string;
}

async function waitForBytes(path: string): Promise<void> {
  while (true) {
    try {
      if (Deno.statSync(path).size > 0) return;
    } catch {
      // The tool has not created the file yet.
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/**
 * Follows a trace while its tool writes it: while the program waits, and after it has ended, the answers equal those of
 * a fresh load of the file's first bytes. Returns the session, which the caller closes.
 */
export async function followTool({ program, path, steps, grows }: FollowedTool): Promise<Session> {
  const session = new Session();
  const follower = new Follower(session, () => followed(session, path));
  let before = -1;
  for (const step of steps) {
    await program.take(step);
    // A compressor may hold back megabytes.
    if (grows === undefined && Deno.statSync(path).size === 0) continue;
    await waitForBytes(path);
    if (session.traces.length === 0) session.add(await followed(session, path));
    else assertEquals((await follower.look()).flatMap(({ failure }) => failure ?? []), []);
    // The tool may continue to write, for example samples of resident memory.
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
