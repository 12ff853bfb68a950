/**
 * A sink for thousands of reads: staging rows are used again from read to read, and rows are counted, not kept.
 * @module
 */

import {
  BATCH_ROWS,
  type ColumnSpec,
  type Problem,
  type RowWriter,
  type StagingColumn,
  type TableLayout,
  type TraceSink,
} from "../../../src/events/trace_sink.ts";
import { StackPool } from "../../../src/events/stack_pool.ts";
import { StringPool } from "../../../src/events/string_pool.ts";
import { Arena } from "../../../src/memory/arena.ts";

const WIDE = new Set(["u64", "i64", "f64", "time"]);

/** Counts rows by table; `reset()` before each read. */
export class FuzzSink implements TraceSink {
  readonly arena = new Arena();
  readonly strings = new StringPool();
  readonly stacks = new StackPool();
  readonly problems: Problem[] = [];
  readonly counts = new Map<string, number>();
  readonly lazy: {
    layout: TableLayout;
    fill: (writer: RowWriter) => Promise<void>;
  }[] = [];
  readonly #staged = new Map<string, StagingColumn>();
  tags = 0;
  segments = 1;

  reset(): void {
    this.problems.length = this.lazy.length = this.tags = 0;
    this.counts.clear();
    this.segments = 1;
  }

  describe(): void {}
  contents(): void {}

  stat(): void {}
  columnFamily(): void {}
  discard(): void {}

  tag(): void {
    this.tags++;
  }

  problem(problem: Problem): void {
    this.problems.push(problem);
  }

  events(columns: readonly ColumnSpec[]): RowWriter {
    return this.#open("events", columns);
  }

  table(layout: TableLayout): RowWriter {
    return this.#open(layout.name, layout.columns);
  }

  lazyTable(
    layout: TableLayout,
    fill: (writer: RowWriter) => Promise<void>,
  ): void {
    this.lazy.push({ layout, fill });
  }

  nextSegment(): TraceSink {
    this.segments++;
    return this;
  }

  /** Fills every lazy table. */
  async fillAll(): Promise<void> {
    for (const { layout, fill } of this.lazy) {
      await fill(this.#open(layout.name, layout.columns));
    }
  }

  #open(table: string, columns: readonly ColumnSpec[]): RowWriter {
    const { counts } = this;
    const staged = new Map(
      columns.map((spec) => [spec.name, this.#stage(table, spec)]),
    );
    counts.set(table, counts.get(table) ?? 0);
    return {
      count: 0,
      flushed: 0,
      column(name: string): StagingColumn {
        const column = staged.get(name);
        if (!column) throw new Error(`No such staging column: ${name}`);
        return column;
      },
      flush(): void {
        if (this.count > BATCH_ROWS) {
          throw new Error(`Batch of ${this.count} rows`);
        }
        counts.set(table, counts.get(table)! + this.count);
        for (const { nulls } of staged.values()) nulls.fill(0);
        this.count = 0;
      },
    };
  }

  #stage(table: string, spec: ColumnSpec): StagingColumn {
    const key = `${table}.${spec.name}`;
    const known = this.#staged.get(key);
    if (known) return known;
    const bytes = BATCH_ROWS * (WIDE.has(spec.type) ? 8 : 4);
    const pointer = this.arena.alloc(bytes);
    const nullsPointer = spec.nullable ? this.arena.allocZeroed(BATCH_ROWS) : 0;
    const { buffer } = this.arena.memory;
    const column: StagingColumn = {
      spec,
      pointer,
      u32: new Uint32Array(buffer, pointer, bytes / 4),
      f64: new Float64Array(buffer, pointer, bytes / 8),
      nulls: new Uint8Array(
        buffer,
        nullsPointer,
        spec.nullable ? BATCH_ROWS : 0,
      ),
      nullsPointer,
    };
    this.#staged.set(key, column);
    return column;
  }
}
