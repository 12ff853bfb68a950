/**
 * Files that are written while they are followed: after each look the answers equal those of a fresh load of the
 * complete records so far. Ends and damage are random and differ from run to run; `QUARRY_SEED` repeats a run.
 */
import { assertEquals } from "@std/assert";
import { Follower } from "../../src/engine/follow.ts";
import { Session } from "../../src/engine/session.ts";
import { formats } from "../../src/formats/registry.ts";
import type { Format } from "../../src/formats/format.ts";
import { openSpillFile } from "../../src/ingest/spill_file.ts";
import { withDataSettings } from "../../src/memory/data_settings.ts";
import { setThreads, threadSettings } from "../../src/memory/threads.ts";
import { unwrapped } from "../conformance/loading.ts";
import { type Sample, someSamples } from "../conformance/samples.ts";
import { seeds } from "../support/effort.ts";
import { Random } from "../support/random.ts";
import { withFolder } from "../support/temporary.ts";
import { completeRecords, followed, linesOf, plain } from "./followed_answers.ts";

const MOST_BYTES = 60_000;
const MEGABYTE = 1 << 20;
/** Less memory than any of the samples needs. */
const LITTLE_MEMORY = { budget: MEGABYTE, openFile: () => openSpillFile([]) };
/** Number of looks at one writer. */
const LOOKS = 4;

const SEED = Number(Deno.env.get("QUARRY_SEED")) || crypto.getRandomValues(new Uint32Array(1))[0]! >>> 1;

/** What a writer does between two looks. */
type Act = "byte" | "record" | "megabyte" | "cut" | "replace" | "delete";

const WRITES = ["byte", "record", "megabyte"] as const;
const DAMAGE = ["cut", "replace", "delete"] as const;

/** A program that writes a trace, in pieces of one size, and the file that it writes. */
class Writer {
  readonly #path: string;
  readonly #random: Random;
  readonly #format: Format;
  readonly #others: readonly Uint8Array[];
  #bytes: Uint8Array;
  /** Number of bytes written. */
  written: number;

  constructor(path: string, others: readonly Uint8Array[], format: Format, random: Random) {
    this.#path = path;
    this.#random = random;
    this.#format = format;
    this.#others = others;
    this.#bytes = random.pick(others);
    this.written = random.below(this.#bytes.length);
  }

  /** The content of the file. */
  get content(): Uint8Array {
    return this.#bytes.subarray(0, this.written);
  }

  async start(): Promise<void> {
    await Deno.writeFile(this.#path, this.content);
  }

  async act(act: Act): Promise<void> {
    const path = this.#path;
    const before = this.written;
    switch (act) {
      case "cut":
        this.written = this.#random.below(this.written + 1);
        return await Deno.truncate(path, this.written);
      case "delete":
        return await Deno.remove(path);
      case "replace":
        this.#bytes = this.#random.pick(this.#others);
        this.written = this.#random.below(this.#bytes.length + 1);
        await Deno.writeFile(`${path}-new`, this.content);
        return await Deno.rename(`${path}-new`, path);
      case "byte":
        this.written++;
        break;
      case "record":
        await this.#toNextRecord();
        break;
      case "megabyte":
        this.written += MEGABYTE;
    }
    this.written = Math.min(this.written, this.#bytes.length);
    await Deno.writeFile(path, this.#bytes.subarray(before, this.written), { append: true });
  }

  /** Moves to the end of the current record, or of one of the next ones. */
  async #toNextRecord(): Promise<void> {
    for (let step = 12; this.written + step < this.#bytes.length; step *= 2) {
      const { length } = await completeRecords(this.#bytes.subarray(0, this.written + step), this.#format);
      if (length > this.written && length <= this.#bytes.length) return void (this.written = length);
    }
    this.written = this.#bytes.length;
  }
}

/** Follows one writer for a few looks. */
async function watch(
  path: string,
  samples: readonly Uint8Array[],
  format: Format,
  seed: number,
): Promise<void> {
  const random = new Random(seed);
  const threads = random.pick([1, 3]);
  const isSmall = random.oneIn(2);
  const kind = random.pick(WRITES);
  const how = `QUARRY_SEED=${SEED}, seed ${seed}: ${threads} threads, ${kind} at a time`;
  setThreads(threads);
  const writer = new Writer(path, samples, format, random);
  await writer.start();
  const session = isSmall ? withDataSettings(LITTLE_MEMORY, () => new Session()) : new Session();
  const follower = new Follower(session, () => followed(session, path));
  try {
    session.add(await followed(session, path));
  } catch {
    // Too short to be recognized; a program that follows would wait.
    return session.closeAll();
  }
  let known = await wanted(writer, format);
  let wasDeleted = false;
  for (let look = 0; look < LOOKS; look++) {
    const act: Act = random.oneIn(6) ? random.pick(DAMAGE) : kind;
    await writer.act(act);
    const news = await follower.look();
    const failures = news.flatMap(({ failure }) => failure ?? []);
    const now = await wanted(writer, format);
    // Reported once, until a look finds the file again.
    if (act === "delete") assertEquals(failures, wasDeleted ? [] : ["the file was deleted"], how);
    // The rest may be too short to be a trace; then the answers from before stay.
    else if (now !== null) known = now;
    const lines = await linesOf(session, session.traces.map(({ trace }) => trace));
    if (known !== null) assertEquals(lines, known, `${how}, ${act} to ${writer.written} bytes`);
    wasDeleted = act === "delete";
    if (wasDeleted) await writer.start();
  }
  session.closeAll();
}

/**
 * The answers of a fresh load of the complete records. Without any, the rest may be too short to be recognized,
 * although the beginning of a record is.
 */
async function wanted({ content }: Writer, format: Format): Promise<readonly string[] | null> {
  const said = await plain(await completeRecords(content, format));
  if (said === null && format.grows?.unit === "records") return (await plain(content))?.lines ?? null;
  return said?.lines ?? null;
}

async function inside(samples: readonly Sample[]): Promise<Uint8Array[]> {
  return await Promise.all(samples.map(({ bytes }) => unwrapped(bytes)));
}

for (const format of formats) {
  const { name, grows } = format;
  if (!grows) continue;
  Deno.test(`${name}: with any writer, a followed file answers like a fresh load of its complete records`, async () => {
    const { wanted } = threadSettings();
    const samples = await inside(someSamples(name, 8, MOST_BYTES));
    try {
      await withFolder(async (folder) => {
        for (let at = 0; at < Math.max(3, seeds(50)); at++) {
          await watch(`${folder}/t`, samples, format, SEED + at);
        }
      });
    } finally {
      setThreads(wanted);
    }
  });
}
