/**
 * Debug groups, the calls between a push and its pop on one thread, as a tree.
 * @module
 */

import { CLASS_BITS } from "./call_classes.ts";
import { CALL_LIMITS } from "./limits.ts";
import { TableRows } from "../../events/table_rows.ts";
import type { OnDemandSink, RowWriter } from "../../events/trace_sink.ts";
import * as S from "./kernel/state.ts";
import { Tag, type ValueReader } from "./values.ts";
import type { CurrentCall } from "./replay.ts";

const PUSH = CLASS_BITS["marker-push"]!;
const POP = CLASS_BITS["marker-pop"]!;
const DRAW = CLASS_BITS["render"]!;
/** Maximum depth of nested groups; a program that exceeds it probably never pops them. */
const MOST_DEPTH = CALL_LIMITS.groupDepth.most;
/** Maximum length of a path; a longer path loses its beginning. */
const MOST_PATH = CALL_LIMITS.groupPath.most;
/** Maximum length of all paths together: many tiny nested groups would otherwise need unlimited memory. */
const MOST_PATHS = CALL_LIMITS.groupPaths.most;

type Whole = number | bigint;

interface Group {
  readonly parent: number;
  readonly depth: number;
  readonly thread: Whole;
  readonly name: string;
  readonly path: string | null;
  readonly frame: number;
  readonly first: Whole;
  last: Whole | null;
  /** Totals of the thread at the push until the group is popped; afterwards, totals of the group. */
  calls: number;
  draws: number;
  bytes: number;
}

/** Totals of a thread, a command buffer or a queue, in which groups nest. */
interface Line {
  calls: number;
  draws: number;
  bytes: number;
  readonly open: number[];
}

/** What the collector needs to know about a call. */
interface GroupCall {
  /** The thread, command buffer or queue within which groups nest. */
  readonly line: Whole;
  readonly thread: Whole;
  readonly no: Whole;
  readonly frame: number;
  readonly classes: number;
  /** Bytes of memory contents in its arguments. */
  readonly bytes: number;
  /** Returns the label of a push. */
  label(): string;
}

/** Collects the groups of a stream, call by call. */
export class GroupCollector {
  readonly #groups: Group[] = [];
  #paths = 0;
  readonly #lines = new Map<Whole, Line>();

  /** Processes the next call. */
  see(call: GroupCall): void {
    const { classes, thread, no, frame } = call;
    let line = this.#lines.get(call.line);
    if (!line) this.#lines.set(call.line, line = { calls: 0, draws: 0, bytes: 0, open: [] });
    if (classes & POP) this.#pop(line, no);
    line.calls++;
    if (classes & DRAW) line.draws++;
    line.bytes += call.bytes;
    if (!(classes & PUSH) || line.open.length >= MOST_DEPTH) return;
    const parent = line.open.at(-1) ?? -1;
    const name = call.label();
    const { calls, draws, bytes } = line;
    this.#groups.push({
      parent,
      depth: line.open.length,
      thread,
      name,
      path: this.#pathOf(parent, name),
      frame,
      first: no,
      last: null,
      calls,
      draws,
      bytes,
    });
    line.open.push(this.#groups.length - 1);
  }

  /** Returns the path of a group; null if there are too many. */
  #pathOf(parent: number, name: string): string | null {
    const before = parent < 0 ? "" : this.#groups[parent]!.path;
    if (before === null || this.#paths > MOST_PATHS) return null;
    const path = parent < 0 ? name : `${before} / ${name}`.slice(-MOST_PATH);
    this.#paths += path.length;
    return path;
  }

  #pop(line: Line, no: Whole | null): void {
    const index = line.open.pop();
    if (index === undefined) return;
    const group = this.#groups[index]!;
    group.last = no;
    group.calls = line.calls - group.calls;
    group.draws = line.draws - group.draws;
    group.bytes = line.bytes - group.bytes;
  }

  /** Writes the rows in the order of the pushes; groups that were never popped end with the trace. */
  write(writer: RowWriter, sink: Pick<OnDemandSink, "strings">): void {
    for (const line of this.#lines.values()) while (line.open.length > 0) this.#pop(line, null);
    const rows = new TableRows(() => writer, sink.strings);
    this.#groups.forEach((group, index) => {
      rows.add({ ...group, group: index + 1, parent: group.parent < 0 ? null : group.parent + 1 });
    });
    rows.finish();
  }
}

/** Describes the current call of a pass for the collector. */
export function groupCall({ kernel, reader }: CurrentCall): GroupCall {
  const thread = kernel.get(S.CALL_THREAD);
  return {
    line: thread,
    thread,
    no: kernel.get(S.CALL_NO),
    frame: kernel.get(S.FRAME_NO),
    classes: kernel.get(S.CALL_CLASS),
    bytes: kernel.getLong(S.CALL_BYTES),
    label: () => labelOf(reader),
  };
}

/** Returns the last string among the arguments of a push. */
function labelOf(reader: ValueReader): string {
  for (let arg = reader.argCount - 1; arg >= 0; arg--) {
    if (!reader.placeArg(arg)) continue;
    reader.read();
    if (reader.kind === Tag.String) return new TextDecoder().decode(reader.content.slice());
    if (reader.kind === Tag.Wide) return wideText(reader.units);
  }
  return "";
}

/** Decodes wide characters: UTF-16 code units on some systems, code points on others. */
function wideText(units: readonly number[]): string {
  return units.map((unit) =>
    unit > 0xffff ? String.fromCodePoint(Math.min(unit, 0x10_ffff)) : String.fromCharCode(unit)
  )
    .join("");
}
