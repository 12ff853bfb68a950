/**
 * What a format is to the rest of the program: a name, a test on the first bytes, a reader, and everything that other
 * rooms want to know of its traces.
 * @module
 */

import type { LimitGroup } from "../base/limits/limit.ts";
import type { ByteWindow } from "../bytes/byte_window.ts";
import type { PointWord } from "../events/point_word.ts";
import type { Asked, Subject } from "../events/said.ts";
import type { ColumnDoc, TableDoc } from "../events/table_doc.ts";
import type { OnDemandSink, TraceSink } from "../events/trace_sink.ts";
import type { HeadlineQuestion } from "./headline_question.ts";
import type { FormatProblems } from "./problem_family.ts";
import type { Chapter } from "./recipe.ts";
import type { FirstQuery, FormatPage, ProfileQuery, Trait } from "./words.ts";

/** Bytes at the start of a stream that `sniff` sees, at most. */
export const SNIFF_BYTES = 4096;

/** What a program says about an address. */
export interface CodePlace {
  /** The function. */
  readonly func: string;
  /** Source file and line of the call, when the program has a line table. */
  readonly source?: { readonly file: string; readonly line: number } | undefined;
  /** Where functions were inlined there: all of them, innermost first, each with the place of its call; `func` is the last. */
  readonly frames?: readonly CodePlace[];
}

/** The frames of a place: one, unless functions were inlined there. */
export function framesOf(place: CodePlace): readonly CodePlace[] {
  return place.frames ?? [place];
}

/**
 * The place after a return address of the traced process: `module` is the path in its memory map, mapped from `from` to
 * `to`. With `isWhole` that is known to be from its load base to the end of its last segment, so that another build of
 * it can be told. `buildId` finds the program also where it has another name. Undefined when program or function are
 * not available.
 */
export type FunctionAt = (
  module: string,
  from: bigint,
  to: bigint,
  address: bigint,
  isWhole?: boolean,
  buildId?: string,
) => CodePlace | undefined;

/** A file beside a trace, opened. */
export interface CompanionFile {
  readonly path: string;
  /** Its bytes, out of its containers; who takes it closes it. */
  readonly window: ByteWindow;
  /** What is wrong with its containers, in words, when all of it has been read. */
  damage(): Promise<readonly string[]>;
}

/** A file that another tool made of the same recording, with what a trace itself lacks. */
export interface Companion {
  /** The option of the command line that names it: `--OPTION FILE`. */
  readonly option: string;
  /** One line for help about that. */
  readonly summary: string;
  /** Names that it may have beside a trace of this name, the likeliest first. */
  namesFor(name: string): readonly string[];
  /** Whether a file beside it that begins so is one. */
  sniff(head: Uint8Array): boolean;
}

/** What a caller can ask of a reader. */
export interface ReadOptions {
  /** Keep the order of the file where the format's own tools sort. */
  readonly fileOrder?: boolean;
  /**
   * Opens the same bytes once more, at stream offset `from` or the start: as little as possible is read of what comes
   * before. Absent when the input cannot be read twice (a pipe).
   */
  readonly reopen?: (from?: number) => Promise<ByteWindow>;
  /** Stops reading, between batches. */
  readonly signal?: AbortSignal;
  /** Names functions of programs that are available, for frames that the file has no name for. */
  readonly functionAt?: FunctionAt;
  /** Opens the companion of the trace; undefined when there is none. */
  readonly companion?: () => Promise<CompanionFile | undefined>;
  /** Another thread may help with a large trace. */
  readonly threads?: boolean;
}

/** How a file grows while its program runs. */
export interface Grows {
  /** What the file can be cut after: lines, or records whose reader knows whether they are complete. */
  readonly unit: "lines" | "records";
  /** Its writer takes room in advance, so that zeros follow the last record. */
  readonly padded?: boolean;
  /** Code of the problem that its end mark is missing; absent where a format has no end mark. */
  readonly endMark?: string;
}

/** One trace format. */
export interface Format {
  /** Name as in `--format NAME`. */
  readonly name: string;
  /** One line for help. */
  readonly summary: string;
  /** How its files grow while their programs run; absent where they are written in one go, so that they cannot be followed. */
  readonly grows?: Grows;
  /** Tables that a trace of this format fills, beside `tags`, `problems` and `traces`. */
  readonly tables: readonly string[];
  /** What its traces have and those of other formats lack. */
  readonly has: readonly Trait[];
  /** What a record of `events` is called: "event", "call". */
  readonly record: string;
  /** Words about its tables, where they are not those of all formats. */
  readonly tableDocs?: readonly TableDoc[];
  /** Columns of its `events` that only this format has. */
  readonly eventColumns?: readonly ColumnDoc[];
  /** Those of them that `allocs` has as well (`EventsOptions.ofLives`). */
  readonly ofLives?: readonly string[];
  /** Why its traces lack columns that people filter by, and what they have instead. */
  readonly absent: Readonly<Record<string, string>>;
  /** Why traces that a version below this one wrote lack columns that people filter by. */
  readonly absentBefore?: { readonly version: string; readonly columns: Readonly<Record<string, string>> };
  /**
   * What its traces do not tell and its reader guesses: columns as `TABLE.COLUMN`, where `live` is the blocks that live at a
   * moment, leaks among them. A query that uses one of them is told why; `instead` is how to record what tells them.
   */
  readonly guessed?: {
    readonly columns: readonly string[];
    readonly why: string;
    readonly instead?: string;
  };
  /** Points that its traces have and those of most formats lack. */
  readonly points?: readonly PointWord[];
  /** Columns of masks in `events`, each with the table that names its bits: in columns `name` and of the same name. */
  readonly bitNames?: Readonly<Record<string, string>>;
  /** Statistics of its traces that are the largest sizes of `small`, `medium` and `large`. */
  readonly sizeClasses?: readonly [small: string, medium: string, large: string];
  /** Suggested queries, best first. */
  readonly firstQueries: readonly FirstQuery[];
  /** What is said first of its traces; absent where what its traces have decides (`headline/registry.ts`). */
  readonly headline?: HeadlineQuestion;
  /** Questions in a few words, with their queries: what is typed in place of a query. */
  readonly asked?: readonly Asked[];
  /** What its traces are about, where a question does not say. */
  readonly subject?: Subject;
  /** How the tool that wrote the trace has rules for leaks that are known; absent where it has none. */
  readonly suppressions?: "lines" | "blocks";
  /** Why its traces have no blocks that leak or live, and what to ask instead; absent where they have. */
  readonly blockless?: string;
  /** What a profile of its traces is; absent where there is nothing to count. */
  readonly profile?: ProfileQuery;
  /** What a profile is where each file says what it counts: by the columns of its table `profile`. */
  readonly profileOf?: (columns: readonly string[]) => ProfileQuery | undefined;
  /** Recipes of the cookbook that only its traces answer. */
  readonly recipes?: readonly Chapter[];
  /** Limits that only its traces have, under the title of the group that they are in; only help wants them. */
  readonly limits?: () => Promise<LimitGroup>;
  /** Codes in `problems` that only its traces have; only help wants them. */
  readonly problems?: () => Promise<FormatProblems>;
  /** A page of help about its traces. */
  readonly page?: FormatPage;
  /** A file that its traces may have beside them. */
  readonly companion?: Companion;
  /** A container that wraps nothing but this format: an empty stream in it is one of this format. */
  readonly container?: string;
  /**
   * Version of what the reader writes: one more after each change of that, so that saved indexes are made again. Absent
   * where its traces cannot be saved.
   */
  readonly readerVersion?: number;
  /**
   * Declares what is read from the file on demand, for a trace out of a saved index: `kept` is what its reader gave to
   * `TraceSink.keep`. Without this, tables on demand are filled before an index is saved, and saved too, but for
   * those of which the layout says that filling them reads the file.
   */
  declareAgain?(sink: OnDemandSink, kept: unknown, options: ReadOptions): Promise<void>;
  /** The file is read again for what somebody asks for later (`ReadOptions.reopen`): these tables, and more. */
  readonly readsAgain?: readonly string[];
  /** True when a stream that begins with `head` is surely (magic) or probably (text) of this format. */
  sniff(head: Uint8Array): boolean;
  /** Reads everything. Throws `FormatError` only when there is nothing at all to keep. */
  read(window: ByteWindow, sink: TraceSink, options: ReadOptions): Promise<void>;
}
