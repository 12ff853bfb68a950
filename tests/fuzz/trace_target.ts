/** Files of a format, as targets. */

import process from "node:process";
import { FormatError } from "../../src/base/errors.ts";
import { standIns } from "../../src/compat/registry.ts";
import type { LoadedFile } from "../../src/ingest/load.ts";
import { SAMPLES } from "../conformance/samples.ts";
import type { Random } from "../support/random.ts";
import { MOST_BYTES, mutateBytes } from "./mutate_bytes.ts";
import { contentOf, packed } from "./packing.ts";
import { askStandIns } from "./stand_in_checks.ts";
import { type FindStructure, mutateStructure } from "./structure.ts";
import { choicesOf, expect, type Runner, type Target } from "./target.ts";
import {
  askEveryTable,
  checkPrefix,
  checkProblems,
  checkRows,
  checkSplit,
  Memory,
  openOrRefuse,
  rowSums,
  snapshot,
} from "./trace_checks.ts";

/** Maximum size of the samples with which a run begins. */
const LARGEST_SEED = 24_000;
const MOST_SEEDS = 24;
/** Time that any file may take to load, plus the allowance per byte of its stream; kernels are compiled meanwhile. */
const LEAST_MS = 1500;
const MS_PER_BYTE = 0.01;
/** Additions of a format, declared in `fuzz.ts` of its folder of tests. */
export interface FormatFuzz {
  /** Finds records and fields. */
  readonly find: FindStructure;
  /** Whether the format is text: a part of a line may be a line. */
  readonly isText?: true;
  /** Whether files are preallocated: zeros after the end are no damage. */
  readonly isGrownAhead?: true;
  /** Whether rows are sorted after reading: those of a prefix are not the first ones of the whole. */
  readonly isSorted?: true;
  /** Whether the header of another trace looks like a record until it is complete. */
  readonly headLikeRecord?: true;
  /** Command lines of the tools that read its files. */
  readonly standIns?: readonly (readonly string[])[];
  /** Additional damage, besides structure and bytes. */
  readonly mutate?: (stream: Uint8Array, random: Random) => Uint8Array;
  /** Additional properties of files of this format. */
  readonly alsoHolds?: (file: Uint8Array) => Promise<void>;
  /** Additional inputs besides the samples. */
  readonly seeds?: () => readonly Uint8Array[];
}

/** A target for a format. */
export function traceTarget(name: string, format: FormatFuzz): Target {
  const { find, mutate, seeds } = format;
  return {
    name,
    summary: `files of ${name}, their containers, tables and stand-ins`,
    seeds: () => {
      const small = SAMPLES.get(name)!.map(({ bytes }) => bytes).filter(({ length }) =>
        length <= LARGEST_SEED
      );
      const step = Math.max(1, small.length / MOST_SEEDS);
      const some = Array.from(
        { length: Math.min(small.length, MOST_SEEDS) },
        (_, at) => small[Math.floor(at * step)]!,
      );
      if (some.length === 0) some.push(SAMPLES.get(name)![0]!.bytes);
      return Promise.resolve([...some, ...seeds?.() ?? []]);
    },
    async mutate(input, random, other) {
      if (random.oneIn(12)) return mutateBytes(input, random, other);
      let stream = await contentOf(input);
      const donor = random.oneIn(3) ? await contentOf(other) : stream;
      for (let changes = 1 + random.below(random.pick([1, 2, 4])); changes > 0; changes--) {
        const way = random.below(mutate ? 4 : 3);
        stream = (way === 0
          ? mutateBytes(stream, random, donor)
          : way === 3
          ? mutate!(stream, random)
          : mutateStructure(stream, random, find, donor)) ?? mutateBytes(stream, random, donor);
      }
      if (stream.length > MOST_BYTES) stream = stream.slice(0, MOST_BYTES);
      return random.oneIn(6) ? await packed(stream, random) : stream;
    },
    start: () => new TraceRunner(name, format),
  };
}

/** Processor time of this thread in milliseconds: work of others does not count. */
function workedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

function checkTime(what: string, ms: number, bytes: number): void {
  expect(ms <= LEAST_MS + MS_PER_BYTE * bytes, () => `${what} takes ${Math.round(ms)} ms for ${bytes} bytes`);
}

/** Runs files through everything that reads them. */
class TraceRunner implements Runner {
  readonly #name: string;
  readonly #format: FormatFuzz;
  readonly #memory = new Memory();

  constructor(name: string, format: FormatFuzz) {
    this.#name = name;
    this.#format = format;
  }

  async run(file: Uint8Array): Promise<readonly string[]> {
    const random = choicesOf(file);
    const { session } = this.#memory;
    // Damage to the first bytes would otherwise hide everything after them.
    const options = random.oneIn(4) ? {} : { format: this.#name };
    const start = workedMs();
    const loaded = await openOrRefuse(file, session.pools, options);
    const loading = workedMs() - start;
    let outcome: string[];
    let bytes = file.length;
    if (loaded instanceof FormatError) {
      outcome = [`refused ${loaded.message.replaceAll(/\d+|".*"/g, "")}`];
      if (random.oneIn(8)) await this.#checkAgain(file, random);
    } else {
      bytes = loaded.bytes;
      outcome = outcomeOf(loaded);
      // The length of the stream between two containers is unknown.
      const reach = loaded.containers.length > 1 ? Infinity : Math.max(bytes, file.length);
      for (const trace of loaded.traces) checkProblems(trace, reach);
      if (random.oneIn(3)) await this.#checkAgain(file, random);
      // Traces are closed with the tables that were built from them.
      checkRows(loaded);
      await askEveryTable(session, loaded);
      if (random.oneIn(3)) await this.#checkPrefixes(file, random);
    }
    checkTime("Loading", loading, Math.max(bytes, file.length));
    checkTime("Everything", workedMs() - start, 20 * Math.max(bytes, file.length));
    if (random.oneIn(3)) await askStandIns(file, this.#format.standIns ?? [], standIns, session.pools);
    if (random.oneIn(3)) await this.#format.alsoHolds?.(file);
    this.#memory.check(Math.max(bytes, file.length));
    return outcome;
  }

  close(): void {
    this.#memory.session.closeAll();
  }

  async #checkAgain(file: Uint8Array, random: Random): Promise<void> {
    const { pools } = this.#memory.session;
    const plain = await openOrRefuse(file, pools);
    const lines = await snapshot(plain, pools);
    if (!(plain instanceof FormatError)) plain.close();
    await checkSplit(file, lines, random, pools);
  }

  async #checkPrefixes(file: Uint8Array, random: Random): Promise<void> {
    if (file.length === 0) return;
    const { pools } = this.#memory.session;
    const whole = await openOrRefuse(file, pools, { fileOrder: true });
    if (whole instanceof FormatError) return;
    try {
      const { header: { format }, problemCounts } = whole.traces[0]!;
      // A line of base64 is kept or left out as a whole, and the damage may be in the part that was cut off.
      if (problemCounts.has("bad-base64")) return;
      // The header of another trace looks like an entry until it is complete.
      if (this.#format.headLikeRecord && whole.traces.length > 1) return;
      if (this.#format.isSorted) return;
      const rows = rowSums(whole, format, pools, false);
      const length = random.below(file.length);
      const problems = await checkPrefix(file, length, { format, rows }, pools);
      const isSound = whole.traces.every(({ problemCounts }) => problemCounts.size === 0);
      if (problems !== 0 || !isSound || this.#format.isText || length === 0) return;
      if (this.#format.isGrownAhead && file[length - 1] === 0) return;
      const before = await checkPrefix(file, length - 1, { format, rows }, pools);
      expect(
        before !== 0,
        () => `Ends after ${length - 1} and after ${length} bytes are both without a problem`,
      );
    } finally {
      whole.close();
    }
  }
}

/** What is visible of a file without reading its rows. */
function outcomeOf({ traces, containers }: LoadedFile): string[] {
  const outcome = [`containers ${containers.join(" ")}`];
  if (traces.length > 1) outcome.push(`${Math.min(traces.length, 4)} traces`);
  for (const { problemCounts, tables } of traces) {
    const codes = [...problemCounts.keys()];
    outcome.push(...codes, ...codes.map((code, at) => `${codes[at - 1] ?? "first"} then ${code}`));
    for (const [name, { rowCount }] of tables) {
      outcome.push(`${name} ${Math.ceil(Math.log2(rowCount + 1) / 3)}`);
    }
  }
  return outcome;
}
