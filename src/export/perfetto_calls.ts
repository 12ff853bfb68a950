/**
 * API calls as slices: one track per thread, and one for the frames.
 * @module
 */

import { binarySearch } from "../base/binary_search.ts";
import type { ResultTable } from "../base/result_table.ts";
import { queryForRows, quoteTraceName } from "../engine/ask_rows.ts";
import type { OpenTrace } from "../engine/open_trace.ts";
import { rowBatches } from "../engine/row_batches.ts";
import type { Session } from "../engine/session.ts";
import { type CallTimes, type PerfettoTarget, TICK } from "./perfetto_counters.ts";
import type { PerfettoWriter } from "./perfetto_writer.ts";

const COLUMNS = ["no", "thread", "name", "frame", "blob_bytes", "enter", "leave"] as const;

/** Rows between progress reports. */
const REPORT_ROWS = 1 << 14;

/** Columns of all calls. */
interface Calls {
  readonly count: number;
  readonly words: Readonly<Record<typeof COLUMNS[number], BigUint64Array>>;
  /** 1 for a call that has not returned. */
  readonly open: Uint8Array;
}

/** Writes the calls of a trace in the order in which they began and ended. */
export async function writeCalls(
  session: Session,
  open: OpenTrace,
  { writer, report }: PerfettoTarget,
): Promise<CallTimes> {
  const query = `calls of ${quoteTraceName(open.name)} | select ${COLUMNS.join(", ")}`;
  const calls = await queryForRows(session, query, (table) => readCalls(session, table));
  const { enter, leave, frame } = calls.words;
  const entered = inOrder(enter, calls.count, () => true);
  const left = inOrder(leave, calls.count, (call) => calls.open[call] === 0);
  const slices = new CallSlices(writer, calls, (code) => session.pools.strings.text(code));
  const frames = new FrameSlices(writer);
  const times = new BigUint64Array(calls.count);
  let tick = 0n;
  for (let at = 0, done = 0; at < calls.count || done < left.length; tick += TICK) {
    const call = at < calls.count ? entered[at]! : -1;
    const returned = done < left.length ? left[done]! : -1;
    if (call >= 0 && (returned < 0 || enter[call]! < leave[returned]!)) {
      // A frame is assigned to calls when they return; a frame with only open calls begins with the first of
      // them.
      if (at === 0 && left.length > 0) frames.at(frame[left[0]!]!, tick);
      else if (calls.open[call] !== 0) frames.at(frame[call]!, tick);
      slices.begin(call, tick);
      times[call] = tick;
      at++;
      if (at % REPORT_ROWS === 0) report(at);
    } else {
      slices.end(returned, tick);
      times[returned] = tick;
      done++;
      if (done < left.length) frames.at(frame[left[done]!]!, tick);
    }
    if (writer.full) await writer.flush();
  }
  frames.end(tick);
  report(calls.count);
  return timesByNumber(calls, times);
}

function timesByNumber({ words, count }: Calls, times: BigUint64Array): CallTimes {
  const order = inOrder(words.no, count, () => true);
  return (no) => {
    const call = order[binarySearch(count, (at) => words.no[order[at]!]! >= no)];
    return call !== undefined && words.no[call] === no ? times[call] : undefined;
  };
}

function readCalls(session: Session, table: ResultTable): Calls {
  const count = table.rowCount;
  const words = Object.fromEntries(
    COLUMNS.map((name) => [name, new BigUint64Array(count)]),
  ) as Calls["words"];
  const open = new Uint8Array(count);
  for (const batch of rowBatches(session.pools, table)) {
    COLUMNS.forEach((name, column) => {
      const cells = batch.read(column);
      words[name].set(cells.words, batch.first);
      if (name === "leave") open.set(cells.nulls, batch.first);
    });
  }
  return { count, words, open };
}

/** Row numbers of calls by ascending position. */
function inOrder(positions: BigUint64Array, count: number, counts: (call: number) => boolean): Uint32Array {
  const calls = new Uint32Array(count);
  let used = 0;
  let rising = true;
  for (let call = 0; call < count; call++) {
    if (!counts(call)) continue;
    if (used > 0 && positions[call]! < positions[calls[used - 1]!]!) rising = false;
    calls[used++] = call;
  }
  const order = calls.subarray(0, used);
  const compare = (left: number, right: number): number => {
    const [one, other] = [positions[left]!, positions[right]!];
    return one < other ? -1 : one > other ? 1 : left - right;
  };
  return rising ? order : order.sort(compare);
}

/** The open calls of each thread. */
class CallSlices {
  readonly #writer: PerfettoWriter;
  readonly #calls: Calls;
  readonly #nameOf: (code: number) => string;
  readonly #threads = new Map<bigint, { readonly track: number; readonly open: number[] }>();

  constructor(writer: PerfettoWriter, calls: Calls, nameOf: (code: number) => string) {
    this.#writer = writer;
    this.#calls = calls;
    this.#nameOf = nameOf;
  }

  begin(call: number, time: bigint): void {
    const { no, thread, name, blob_bytes: bytes } = this.#calls.words;
    const { track, open } = this.#threadOf(thread[call]!);
    const facts: [string, bigint][] = [["no", no[call]!]];
    if (bytes[call] !== 0n) facts.push(["blob_bytes", bytes[call]!]);
    this.#writer.begin(track, time, this.#nameOf(Number(name[call]!)), facts);
    open.push(call);
  }

  /** Ends a call, and any calls inside it that a damaged trace has left open. */
  end(call: number, time: bigint): void {
    const { track, open } = this.#threadOf(this.#calls.words.thread[call]!);
    const at = open.lastIndexOf(call);
    if (at < 0) return;
    for (let inner = open.length; inner > at; inner--) this.#writer.end(track, time);
    open.length = at;
  }

  #threadOf(thread: bigint): { readonly track: number; readonly open: number[] } {
    let found = this.#threads.get(thread);
    if (!found) {
      found = { track: this.#writer.sliceTrack(`thread ${thread}`), open: [] };
      this.#threads.set(thread, found);
    }
    return found;
  }
}

/**
 * Writes frames as slices. Each frame ends where the next one begins; a frame that comes after a later one is
 * ignored.
 */
class FrameSlices {
  readonly #writer: PerfettoWriter;
  readonly #track: number;
  #frame: bigint | null = null;

  constructor(writer: PerfettoWriter) {
    this.#writer = writer;
    this.#track = writer.sliceTrack("frames");
  }

  at(frame: bigint, time: bigint): void {
    if (this.#frame !== null && frame <= this.#frame) return;
    this.end(time);
    this.#writer.begin(this.#track, time, `frame ${frame}`);
    this.#frame = frame;
  }

  end(time: bigint): void {
    if (this.#frame !== null) this.#writer.end(this.#track, time);
    this.#frame = null;
  }
}
