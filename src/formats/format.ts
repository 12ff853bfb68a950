/**
 * The interface of a format: a name, a test of the first bytes, a reader, and what other folders need to know
 * about its traces.
 * @module
 */

import type { LimitGroup } from "../base/limits/limit.ts";
import type { ByteWindow } from "../bytes/byte_window.ts";
import type { FunctionAt } from "../events/code_place.ts";
import type { FrameNaming } from "../events/unnamed_frames.ts";
import type { PointWord } from "../events/point_word.ts";
import type { QuestionPhrase, TraceSubject } from "../events/question_phrases.ts";
import type { ColumnDoc, TableDoc } from "../events/table_doc.ts";
import type { OnDemandSink, TraceSink } from "../events/trace_sink.ts";
import type { HeadlineQuestion } from "./headline_question.ts";
import type { FormatProblems } from "./problem_family.ts";
import type { Chapter } from "./recipe.ts";
import type { FirstQuery, FormatPage, ProfileQuery, Trait } from "./format_types.ts";

/** Maximum number of bytes from the start of a stream that `sniff` sees. */
export const SNIFF_BYTES = 4096;

/** An opened file that accompanies a trace. */
export interface CompanionFile {
  readonly path: string;
  /** Its decompressed bytes; the caller that takes the window must close it. */
  readonly window: ByteWindow;
  /** Describes damage to the containers of the file; call it after the file has been read completely. */
  damage(): Promise<readonly string[]>;
}

/** A file that another tool made from the same run, with information that the trace itself lacks. */
export interface Companion {
  /** The command-line option that names the companion: `--OPTION FILE`. */
  readonly option: string;
  /** One line of help for the command-line option. */
  readonly summary: string;
  /** File names that the companion of a trace with this name may have, most likely first. */
  namesFor(name: string): readonly string[];
  /** Whether a file that begins with these bytes is a companion. */
  sniff(head: Uint8Array): boolean;
}

/** Options that a caller can give to a reader. */
export interface ReadOptions {
  /** Keep the order of the file even if the format's own tools sort. */
  readonly fileOrder?: boolean;
  /**
   * Opens the same bytes again, at stream offset `from` or at the start, and reads as little as possible of
   * what comes before. Absent when the input cannot be read twice (a pipe).
   */
  readonly reopen?: (from?: number) => Promise<ByteWindow>;
  /** Cancels reading; checked between batches. */
  readonly signal?: AbortSignal;
  /**
   * Looks up functions in programs that are available, for frames that the file does not name. Absent if they are looked
   * up later (`Format.namesLater`).
   */
  readonly functionAt?: FunctionAt;
  /** Opens the companion file of the trace; undefined when there is none. */
  readonly companion?: () => Promise<CompanionFile | undefined>;
  /** Whether a second thread may help with a large trace. */
  readonly threads?: boolean;
  /** Present if the file is still being written and the reader should be able to continue later. */
  readonly growth?: Growth;
}

/** Lets a reader stop at the current end of a file that is still being written, and continue from there. */
export interface Growth {
  /**
   * Called at the current end of the file, before the reader reports how the trace ends. Everything that the
   * reader writes after this call is temporary; with `stacks`, so are the backtraces that it adds.
   */
  atEnd(stacks?: boolean): void;
  /**
   * Called after the reader has reported the end, when the trace is shown as it is. Waits until the file has
   * grown, discards what was written since `atEnd`, and returns true so that the reader continues there.
   * Returns false if the trace has really ended.
   */
  grown(): Promise<boolean>;
  /** Called when the trace really ended at `atEnd`: everything written since then is kept. */
  stays(): void;
  /**
   * Called if more bytes could change the meaning of what was read: from now on `grown` returns false, and a
   * reader that has already continued once starts again at the beginning of the file.
   */
  giveUp(): void;
}

/** How a file grows while its program runs. */
export interface GrowthFacts {
  /**
   * The unit after which a growing file may end: a line, or a record that the reader can recognize as
   * complete.
   */
  readonly unit: "lines" | "records";
  /** Whether the writer allocates the file in advance, which leaves zeros after the last record. */
  readonly padded?: boolean;
  /** Problem code that reports a missing end mark; absent if the format has no end mark. */
  readonly endMark?: string;
  /**
   * Whether its reader ignores an incomplete last record while the file grows, although it would show a part of that
   * record if the file were complete.
   */
  readonly leavesOut?: boolean;
  /**
   * Whether its reader uses `ReadOptions.growth`; otherwise a file that has grown is read again from its
   * start.
   */
  readonly goesOn?: boolean;
}

/** One trace format. */
export interface Format {
  /** Name as in `--format NAME`. */
  readonly name: string;
  /** One line for help. */
  readonly summary: string;
  /**
   * How its files grow while their programs run; absent if they are written all at once and cannot be
   * followed.
   */
  readonly grows?: GrowthFacts;
  /** Tables that a trace of this format fills, besides `tags`, `problems` and `traces`. */
  readonly tables: readonly string[];
  /** Traits of its traces that some other formats lack. */
  readonly has: readonly Trait[];
  /** The word for a record of `events`: "event", "call". */
  readonly record: string;
  /** Descriptions of its tables, where they differ from those of other formats. */
  readonly tableDocs?: readonly TableDoc[];
  /** Columns of its `events` that only this format has. */
  readonly eventColumns?: readonly ColumnDoc[];
  /** Those of `eventColumns` that `allocs` also has (`EventsOptions.allocColumns`). */
  readonly allocColumns?: readonly string[];
  /** Explains why its traces lack columns that users often filter by, and what they have instead. */
  readonly absent: Readonly<Record<string, string>>;
  /** Explains why traces written by a version below this one lack columns that users often filter by. */
  readonly absentBefore?: { readonly version: string; readonly columns: Readonly<Record<string, string>> };
  /**
   * Columns whose values its reader guesses because the traces do not record them, as `TABLE.COLUMN`; `live`
   * means the blocks that are live at a point, including leaks. A query that uses one of them shows `why`;
   * `instead` says how to record the missing information.
   */
  readonly guessed?: {
    readonly columns: readonly string[];
    readonly why: string;
    readonly instead?: string;
  };
  /** Points (such as a frame) that its traces have and most formats lack. */
  readonly points?: readonly PointWord[];
  /**
   * Bit-mask columns of `events`, each with the table that names its bits. That table has the columns `name`
   * and one with the name of the mask.
   */
  readonly bitNames?: Readonly<Record<string, string>>;
  /** Names of the statistics that hold the upper bounds of the size classes `small`, `medium` and `large`. */
  readonly sizeClasses?: readonly [small: string, medium: string, large: string];
  /**
   * How to name the frames that its reader passed to `TraceSink.unnamedFrame`; absent if its reader looks up
   * all names while it reads.
   */
  readonly namesLater?: FrameNaming;
  /** Suggested queries, best first. */
  readonly firstQueries: readonly FirstQuery[];
  /**
   * The query behind the headline of its traces; absent if the headline depends on the content of a trace
   * (`headline/registry.ts`).
   */
  readonly headline?: HeadlineQuestion;
  /** Short phrases that users can type in place of a query, with their queries. */
  readonly asked?: readonly QuestionPhrase[];
  /** The subject of its traces, for phrases that do not name one. */
  readonly subject?: TraceSubject;
  /** The syntax in which the tool that wrote the trace lists suppressed leaks; absent if it has none. */
  readonly suppressions?: "lines" | "blocks";
  /**
   * Explains why its traces have no leaks or live blocks, and what to query instead; absent if they have
   * blocks.
   */
  readonly blockless?: string;
  /**
   * How to describe blocks that are live at the end, if the trace can end before the program does; absent if
   * such blocks were never freed.
   */
  readonly stillLiveWording?: string;
  /** The query for a profile of its traces; absent if there is nothing to count. */
  readonly profile?: ProfileQuery;
  /**
   * Chooses the profile query by the columns of the table `profile` and the tags, if each file says what it counts.
   */
  readonly profileOf?: (columns: readonly string[], tag: (key: string) => string | undefined) =>
    | ProfileQuery
    | undefined;
  /** Recipes of the cookbook that apply only to its traces. */
  readonly recipes?: readonly Chapter[];
  /**
   * Limits that apply only to its traces, under the title of their group. Loaded lazily, since only help uses
   * them.
   */
  readonly limits?: () => Promise<LimitGroup>;
  /** Problem codes that only its traces have. Loaded lazily, since only help uses them. */
  readonly problems?: () => Promise<FormatProblems>;
  /** A page of help about its traces. */
  readonly page?: FormatPage;
  /** A companion file that may be in the same folder as its traces. */
  readonly companion?: Companion;
  /** A container that holds only this format, so that an empty stream in it is recognized as this format. */
  readonly container?: string;
  /**
   * Version of the reader's output, increased with each change of it so that saved indexes are rebuilt.
   * Absent if its traces cannot be saved.
   */
  readonly readerVersion?: number;
  /** Columns that hold numbers of frames, as `TABLE.COLUMN`: frames of a saved index may get other numbers. */
  readonly frameNumbers?: readonly string[];
  /**
   * Declares the tables that are read from the file on demand, for a trace loaded from a saved index; `kept`
   * is the value that its reader passed to `TraceSink.keep`. Without this method, tables on demand are filled
   * and saved with the index, except those whose layout says that filling them reads the file.
   */
  declareAgain?(sink: OnDemandSink, kept: unknown, options: ReadOptions): Promise<void>;
  /**
   * Present if the file is read again on demand (`ReadOptions.reopen`): the tables that need it. Single
   * columns may need it, too.
   */
  readonly readsAgain?: readonly string[];
  /**
   * Returns whether a stream that begins with `head` has this format: certainly if it starts with a magic
   * number, probably if it is text.
   */
  sniff(head: Uint8Array): boolean;
  /** Reads the whole stream. Throws `FormatError` only if nothing could be read. */
  read(window: ByteWindow, sink: TraceSink, options: ReadOptions): Promise<void>;
}
