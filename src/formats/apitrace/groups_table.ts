/**
 * Debug groups: what stands between a push and its pop on one thread, as a tree.
 * @module
 */

import { CLASS_BITS } from "./call_classes.ts";
import { CALL_LIMITS } from "./limits.ts";
import { TableRows } from "../../events/table_rows.ts";
import type { OnDemandSink, RowWriter } from "../../events/trace_sink.ts";
import * as S from "./kernel/state.ts";
import { Tag, type ValueReader } from "./values.ts";
import type { CallAtHand } from "./replay.ts";

const PUSH = CLASS_BITS["marker-push"]!;
const POP = CLASS_BITS["marker-pop"]!;
const DRAW = CLASS_BITS["render"]!;
/** Trees deeper than this are a program that never pops. */
const MOST_DEPTH = CALL_LIMITS.groupDepth.most;
/** Characters of a path, its last ones. */
const MOST_PATH = CALL_LIMITS.groupPath.most;
/** Characters of all paths: a stream of tiny groups inside each other would have any number of them. */
const MOST_PATHS = CALL_LIMITS.groupPaths.most;

interface Group {
  readonly parent: number;
  readonly depth: number;
  readonly thread: number;
  readonly name: string;
  readonly path: string | null;
  readonly frame: number;
  readonly first: number;
  last: number | null;
  /** Sums of the thread at the push; at the pop what came in between. */
  calls: number;
  draws: number;
  bytes: number;
}

interface Thread {
  calls: number;
  draws: number;
  bytes: number;
  readonly open: number[];
}

/** Collects the groups of a stream, call by call. */
export class GroupCollector {
  readonly #groups: Group[] = [];
  #paths = 0;
  readonly #threads = new Map<number, Thread>();

  /** Looks at one more call. */
  see({ kernel, reader }: CallAtHand): void {
    const number = kernel.get(S.CALL_THREAD);
    let thread = this.#threads.get(number);
    if (!thread) this.#threads.set(number, thread = { calls: 0, draws: 0, bytes: 0, open: [] });
    const classes = kernel.get(S.CALL_CLASS);
    if (classes & POP) this.#pop(thread, kernel.get(S.CALL_NO));
    thread.calls++;
    if (classes & DRAW) thread.draws++;
    thread.bytes += kernel.getLong(S.CALL_BYTES);
    if (!(classes & PUSH) || thread.open.length >= MOST_DEPTH) return;
    const parent = thread.open.at(-1) ?? -1;
    const name = labelOf(reader);
    const { calls, draws, bytes } = thread;
    this.#groups.push({
      parent,
      depth: thread.open.length,
      thread: number,
      name,
      path: this.#pathOf(parent, name),
      frame: kernel.get(S.FRAME_NO),
      first: kernel.get(S.CALL_NO),
      last: null,
      calls,
      draws,
      bytes,
    });
    thread.open.push(this.#groups.length - 1);
  }

  /** Null when there are too many. */
  #pathOf(parent: number, name: string): string | null {
    const before = parent < 0 ? "" : this.#groups[parent]!.path;
    if (before === null || this.#paths > MOST_PATHS) return null;
    const path = parent < 0 ? name : `${before} / ${name}`.slice(-MOST_PATH);
    this.#paths += path.length;
    return path;
  }

  #pop(thread: Thread, no: number | null): void {
    const index = thread.open.pop();
    if (index === undefined) return;
    const group = this.#groups[index]!;
    group.last = no;
    group.calls = thread.calls - group.calls;
    group.draws = thread.draws - group.draws;
    group.bytes = thread.bytes - group.bytes;
  }

  /** Writes the rows, in the order of the pushes; groups that nobody closed end with the trace. */
  write(writer: RowWriter, sink: OnDemandSink): void {
    for (const thread of this.#threads.values()) while (thread.open.length > 0) this.#pop(thread, null);
    const rows = new TableRows(() => writer, sink.strings);
    this.#groups.forEach((group, index) => {
      rows.add({ ...group, group: index + 1, parent: group.parent < 0 ? null : group.parent + 1 });
    });
    rows.finish();
  }
}

/** The last text among the arguments of a push. */
function labelOf(reader: ValueReader): string {
  for (let arg = reader.argCount - 1; arg >= 0; arg--) {
    if (!reader.placeArg(arg)) continue;
    reader.read();
    if (reader.kind === Tag.String) return new TextDecoder().decode(reader.content.slice());
    if (reader.kind === Tag.Wide) return wideText(reader.units);
  }
  return "";
}

/** Units are UTF-16 on some systems and code points on others. */
function wideText(units: readonly number[]): string {
  return units.map((unit) =>
    unit > 0xffff ? String.fromCodePoint(Math.min(unit, 0x10_ffff)) : String.fromCharCode(unit)
  )
    .join("");
}
