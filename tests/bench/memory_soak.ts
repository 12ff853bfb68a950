/**
 * Mixed queries in one long session: sorts and groups of varying sizes, results that are kept and replaced, and failed
 * and cancelled queries. The memory of a session must not depend on the number of queries that it has run.
 *
 *     deno run -A --config tests/deno.json tests/bench/memory_soak.ts [EVENTS] [QUERIES] [SEED]
 * @module
 */

import { joinBytes } from "../../src/base/join_bytes.ts";
import { QueryError } from "../../src/base/errors.ts";
import { sourceOf } from "../../src/bytes/byte_source.ts";
import { tracesOf } from "../../src/engine/open_trace.ts";
import { Session } from "../../src/engine/session.ts";
import type { Heap } from "../../src/memory/heap.ts";
import { load } from "../../src/ingest/load.ts";
import { Random } from "../support/random.ts";
import { generateMtrc } from "./generate_mtrc.ts";

/** Memory of a session at one point in time. */
export interface Footprint {
  readonly queries: number;
  /** Bytes in allocated pieces. */
  readonly used: number;
  /** Maximum number of bytes in allocated pieces at one time. */
  readonly peak: number;
  /** The highest end that the memory has had. */
  readonly highWater: number;
  /** Texts with references. */
  readonly texts: number;
}

/** Number of queries by how they ended. */
export interface Endings {
  answered: number;
  failed: number;
  cancelled: number;
}

const KEYS = ["size", "addr", "seq", "line", "func", "file", "kind", "live_bytes", "alloc"];

/** Number of kinds of queries, and how many of each first run over all rows. */
const KINDS = 16;
const LARGEST = 6;
/** Columns with nearly all values different: sorting and grouping by them needs the most memory. */
const LARGE_KEYS = ["addr", "seq", "alloc", "live_bytes"];

/** A query over some rows; the first ones cover all rows, so that nothing larger comes later. */
function someQuery(random: Random, rows: number, number: number): string {
  const large = number <= KINDS * LARGEST;
  const key = (): string => random.pick(large ? LARGE_KEYS : KEYS);
  const from = large ? 0 : random.below(rows);
  // Sizes are spread over orders of magnitude, most of them small, and come in random order.
  const count = large ? rows : Math.ceil(rows ** (0.3 + 0.7 * (random.below(1000) / 1000) ** 3));
  const some = `events | where seq in ${from}..${from + count}`;
  const share = random.below(101);
  switch (large ? number % KINDS : random.below(KINDS)) {
    case 0:
      return `${some} | sort ${key()} desc, ${key()} | take 10`;
    case 1:
      return `${some} | sort ${key()}`;
    case 2:
      return `${some} | by ${key()} | top 5 by count`;
    case 3:
      return `${some} | by ${key()}, ${key()}: n = count(), median(size), distinct(addr) | take 3`;
    case 4:
      return `${some} | join left (${some} | select alloc, s = size) on alloc | by kind: sum(s)`;
    case 5:
      return `live @ ${share}% | by func, bucket(size)`;
    case 6:
      return `${some} | hist size bins ${1 + random.below(200)}`;
    case 7:
      return `${some} | timeline every ${1 + random.below(rows)} b = max(live_bytes), n = count()`;
    case 8:
      return `${some} | extend t = hex(addr), u = upper(func) | where t ~ "*${random.below(100)}*" | by u`;
    case 9:
      return `${some} | as kept${random.below(4)}`;
    case 10:
      return `let big = ${some}; big | top ${1 + random.below(1000)} by size`;
    case 11:
      return `${some} | distinct ${key()}`;
    case 12:
      return `diff (live @ ${share}%), (live @ end) by func | take 4`;
    case 13:
      return `${some} | where size - ${random.below(5000)} > 10 | count`;
    case 14:
      return `allocs | where life > ${random.below(rows)} | by func: p90(size), stddev(life)`;
    default:
      return `${some} | where addr in (leaks | top ${1 + random.below(300)} by size | select addr) | count`;
  }
}

/** Watches how much of a memory is in use from now on; the returned function gives the maximum so far. */
function peakOf(heap: Heap): () => number {
  const take = heap.take.bind(heap);
  let most = heap.used;
  heap.take = (bytes) => {
    const pointer = take(bytes);
    if (heap.used > most) most = heap.used;
    return pointer;
  };
  return () => most;
}

/** Runs queries, and calls `look` after every `step` of them. */
export async function soak(
  session: Session,
  options: {
    readonly queries: number;
    readonly rows: number;
    readonly seed: number;
    readonly step: number;
    readonly look: (footprint: Footprint) => void;
  },
): Promise<Endings> {
  const random = new Random(options.seed);
  const peak = peakOf(session.pools.arena.heap);
  const endings: Endings = { answered: 0, failed: 0, cancelled: 0 };
  const { arena, strings } = session.pools;
  for (let number = 1; number <= options.queries; number++) {
    const text = someQuery(random, options.rows, number);
    const stop = new AbortController();
    const timer = random.oneIn(20) ? setTimeout(() => stop.abort(), random.below(30)) : undefined;
    try {
      for await (const outcome of session.run(session.prepare(text), stop.signal)) {
        if (outcome.kind !== "query") continue;
        const { table } = outcome;
        for (let row = 0; row < Math.min(20, table.rowCount); row++) table.value(row, 0);
        outcome.release();
      }
      endings.answered++;
    } catch (error) {
      if (stop.signal.aborted) endings.cancelled++;
      else if (error instanceof QueryError) endings.failed++;
      else throw new Error(`Query ${number}: ${text}`, { cause: error });
    } finally {
      clearTimeout(timer);
    }
    if (number % options.step !== 0) continue;
    options.look({
      queries: number,
      used: arena.used,
      peak: peak(),
      highWater: arena.heap.highWater,
      texts: strings.inUse,
    });
  }
  return endings;
}

/** A session over a generated trace. */
export async function madeSession(events: number): Promise<Session> {
  const session = new Session();
  const bytes = joinBytes(generateMtrc({ events }));
  session.add(tracesOf(await load(sourceOf(bytes), session.pools, { name: "t" }), "t"));
  return session;
}

if (import.meta.main) {
  const [events = 1_000_000, queries = 100_000, seed = 1] = Deno.args.map(Number);
  const session = await madeSession(events);
  const start = performance.now();
  const say = (text: string): void => void Deno.stdout.writeSync(new TextEncoder().encode(text + "\n"));
  say("queries\tseconds\tused MB\tpeak MB\thigh water MB\ttexts\trss MB");
  const endings = await soak(session, {
    queries,
    rows: events,
    seed,
    step: Math.min(1000, queries),
    look: ({ queries, used, peak, highWater, texts }) => {
      const rss = Deno.memoryUsage().rss;
      const cells = [(performance.now() - start) / 1000, used / 1e6, peak / 1e6, highWater / 1e6].map((
        each,
      ) => each.toFixed(1));
      say([queries, ...cells, texts, (rss / 1e6).toFixed(0)].join("\t"));
    },
  });
  say(JSON.stringify(endings));
}
