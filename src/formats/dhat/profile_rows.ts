/**
 * Writes program points as rows, once their frames have names.
 * @module
 */

import { writeHalves, writeNumber } from "../../events/cells.ts";
import type { Frame } from "../../events/stack_pool.ts";
import type { RowWriter, StagingColumn, TraceSink } from "../../events/trace_sink.ts";
import { BATCH_ROWS } from "../../events/trace_sink.ts";
import type { FrameTable } from "./frame_table.ts";
import { FIGURE_COUNT, type Points } from "./points.ts";
import { FIGURE_COLUMNS, PROFILE } from "./table_docs.ts";

FIGURE_COLUMNS satisfies { length: 11 };

/** Fills the table `profile`. */
export class ProfileRows {
  readonly #writer: RowWriter;
  #columns: ReadonlyMap<string, StagingColumn> = new Map();
  #figures: readonly StagingColumn[] = [];

  /** Opens the table. */
  constructor(sink: TraceSink) {
    this.#writer = sink.table(PROFILE);
    this.#look();
  }

  /**
   * Writes the rows of all points. A figure that a point lacks is 0 if it is in `expected`, otherwise null.
   */
  write(points: Points, frames: FrameTable, expected: number, reportMissing: ReportMissing): void {
    const writer = this.#writer;
    for (let point = 0; point < points.count; point++) {
      if (writer.count === BATCH_ROWS) this.#flush();
      const from = points.frameStart[point]!, end = points.frameStart[point + 1]!;
      const stack = frames.stack(points.frames, from, end);
      if (frames.missing > 0) {
        reportMissing(points.offset[point]!, points.index[point]! + 1, frames.missing, end - from);
      }
      this.#row(points, point, stack, frames, expected);
      writer.count++;
    }
    if (writer.count > 0) writer.flush();
  }

  #look(): void {
    this.#columns = new Map(PROFILE.columns.map(({ name }) => [name, this.#writer.column(name)]));
    this.#figures = FIGURE_COLUMNS.map((name) => this.#columns.get(name)!);
  }

  #flush(): void {
    this.#writer.flush();
    this.#look();
  }

  #row(points: Points, point: number, stack: number, { first, caller }: FrameTable, expected: number): void {
    const row = this.#writer.count;
    const put = (name: string, value: number): void => {
      this.#columns.get(name)!.u32[row] = value;
    };
    writeNumber(this.#columns.get("index")!, row, points.index[point]!);
    put("stack", stack);
    this.#place(row, first);
    put("caller", caller?.func ?? 0);
    put("caller_file", caller?.file ?? 0);
    put("caller_line", caller?.line ?? 0);
    put("accesses", points.accesses[point]!);
    const known = (points.present[point]! | expected) & ~points.damaged[point]!;
    for (let figure = 0; figure < FIGURE_COUNT; figure++) {
      const column = this.#figures[figure]!;
      const at = (point * FIGURE_COUNT + figure) * 2;
      writeHalves(column, row, points.words[at]!, points.words[at + 1]!);
      column.nulls[row] = known >>> figure & 1 ^ 1;
    }
  }

  #place(row: number, frame: Frame | null): void {
    const { u32: funcs } = this.#columns.get("func")!;
    funcs[row] = frame?.func ?? 0;
    this.#columns.get("file")!.u32[row] = frame?.file ?? 0;
    this.#columns.get("line")!.u32[row] = frame?.line ?? 0;
    this.#columns.get("module")!.u32[row] = frame?.module ?? 0;
    const addr = this.#columns.get("addr")!;
    writeHalves(addr, row, frame?.addrLow ?? 0, frame?.addrHigh ?? 0);
    addr.nulls[row] = frame?.hasAddr ? 0 : 1;
  }
}

/** Called for a point whose frame numbers the file does not define. */
type ReportMissing = (offset: number, record: number, missing: number, depth: number) => void;
