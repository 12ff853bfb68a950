/**
 * From bytes to traces: removes containers, detects the format, reads, and builds the tables.
 * @module
 */

import { FormatError } from "../base/errors.ts";
import { polledSignal } from "../base/polled_signal.ts";
import type { ByteSource } from "../bytes/byte_source.ts";
import { ByteWindow, WINDOW_BYTES } from "../bytes/byte_window.ts";
import { cancelCheckFor } from "../bytes/cancel_check.ts";
import { pointBefore } from "../containers/container.ts";
import { containers } from "../containers/registry.ts";
import { containerNamed, describeContainers, unwrap, type Unwrapped } from "../containers/unwrap.ts";
import type { FunctionAt } from "../events/code_place.ts";
import type { Problem } from "../events/trace_sink.ts";
import { type Format, type GrowthFacts, type ReadOptions, SNIFF_BYTES } from "../formats/format.ts";
import { formatNamed, formats } from "../formats/registry.ts";
import { type Arena, ArenaFullError, ReadingFullError } from "../memory/arena.ts";
import type { BlockStore } from "../memory/block_store.ts";
import { KERNEL_WORKER } from "../memory/kernel_worker.ts";
import { closePools, type Pools, withOwnPools } from "../tables/pools.ts";
import type { Trace } from "../tables/trace.ts";
import { TraceBuilder } from "../tables/trace_builder.ts";
import { decodeInBackground, MIN_BACKGROUND_BYTES } from "./background_source.ts";
import { mayLoad } from "./permission.ts";
import type { FileState } from "./file_state.ts";
import type { ReadableExtent } from "./followed_file.ts";
import type { FileSums } from "./region_sums.ts";
import type { GrowingFile } from "./growing_file.ts";
import type { GrowingSource } from "./growing_source.ts";
import { displayPath, FileSource, STANDARD_INPUT } from "./file_source.ts";
import { systemReason } from "./system_error.ts";
import { unknownFormatReason } from "./unknown_format.ts";

/** The problem code for a file that did not fit in memory completely. */
export const MEMORY_FULL = "memory-full";

/** How to load. */
export interface LoadOptions {
  /** Name for queries. */
  readonly name: string;
  /** Path for messages; the name when absent. */
  readonly path?: string;
  /** Format by name, instead of looking at the first bytes. */
  readonly format?: string | undefined;
  /** Keep the order of the file even if the format's own tools sort. */
  readonly fileOrder?: boolean;
  /** Names functions for which the file has no name. */
  readonly functionAt?: FunctionAt;
  /** Path of the companion of the trace, instead of a file next to it. */
  readonly companion?: string | undefined;
  /** Opens the same bytes again; absent for pipes. */
  readonly reopen?: () => Promise<ByteSource>;
  /**
   * The file is still being written: an incomplete end is not a problem. Throws `FormatError` for a format
   * that cannot be followed.
   */
  readonly follows?: boolean;
  /**
   * Called after every read with the number of bytes of the innermost stream so far, and their total if it is
   * known.
   */
  readonly onProgress?: (bytes: number, total: number | undefined) => void;
  /** Observes loading. */
  readonly beside?: LoadObserver;
  /** Cancels loading; checked while reading, decoding and waiting, so that other work can run meanwhile. */
  readonly signal?: AbortSignal;
}

/**
 * What is missing at the end of a file that is being written: the rest of a record, or only the mark that
 * ends the file.
 */
export type MissingPart = "record" | "end";

/** Problem codes that occur when the writer of a trace has not written the rest yet. */
const OF_THE_END: ReadonlySet<string> = new Set([
  "cut-record",
  "cut-container",
  "cut-header",
  "cut-info",
  "cut-data",
  "cut-padding",
  "cut-time",
  "empty-stream",
  "no-entries",
]);

/** Options for reading what was added to a file. */
interface ReadOnOptions {
  /**
   * Cancels reading: it throws the signal's reason, and the file must then be loaded again from its start.
   */
  readonly signal?: AbortSignal | undefined;
  /** How far to read, if that was already checked. */
  readonly now?: ReadableExtent | undefined;
}

/** Facts about how a followed file was read. */
interface FollowedReading {
  /** Seconds that reading took so far, without the pauses between checks of the file. */
  readonly seconds: number;
  /** Whether the reader got every byte of the file, so that reading the complete file would have the same result. */
  readonly isWhole: boolean;
  /** Checksums of what was read, valid until more is read; undefined if the file is not read again. */
  sums(): FileSums | undefined;
}

/** An occasion for saving: a usual round, the end of following, or Ctrl-C, when there is little time. */
export type SaveOccasion = "round" | "end" | "interrupt";

/** Observes the loading of a file, for instance to write its index meanwhile. */
export interface LoadObserver {
  /** Called with the arena of the file, which owns everything that is kept. */
  watch(arena: Arena): void;
  /** Called as often as `onProgress`, with the same arguments. */
  step(bytes: number, total: number | undefined): void;
}

/** Result of loading a file. */
export interface LoadedFile {
  /** Its traces: one, or several if the file contains segments. */
  readonly traces: Trace[];
  /** Names of the containers, outermost first. */
  readonly containers: readonly string[];
  /** Bytes of the innermost stream. */
  readonly bytes: number;
  /** Offsets at which decoding of its outermost container can start. */
  readonly points: readonly number[];
  /** Number of seconds that loading took. */
  readonly seconds: number;
  /** The state of the file when it was opened, to detect later changes. */
  readonly state?: FileState | undefined;
  /** What is missing at the end of a file that is being written; null if it is complete. */
  readonly waiting?: MissingPart | null;
  /** Present for a followed file. */
  readonly followed?: FollowedReading;
  /**
   * Saves what was read of a followed file, if that is worth it, so that it can be opened without reading it.
   * Absent if nothing is saved.
   */
  readonly save?: (occasion: SaveOccasion) => Promise<void>;
  /**
   * Loads what was added to the file, starting where it ended before; returns undefined if the file must be
   * loaded again from its start. Absent if that is always necessary.
   */
  readonly readOn?: (options?: ReadOnOptions) => Promise<LoadedFile | undefined>;
  /** Calls `close` when nothing is read from the file any more; present together with `readOn`. */
  readonly closeLater?: (close: () => void) => void;
  /** Frees the memory of all its traces. */
  close(): void;
}

/** The decoded part of a compressed file that is being written is still too short to recognize its format. */
export class TooShortError extends FormatError {}

/** Returns the format of a stream with these first bytes. */
export function detect(head: Uint8Array): Format | undefined {
  return formats.find((each) => each.sniff(head));
}

/**
 * Returns the format of an empty stream in a container that only one format uses, as a program leaves it if
 * it is killed at once.
 */
function ofContainer(
  { head, containers }: { head: Uint8Array; containers: readonly string[] },
): Format | undefined {
  if (head.length > 0) return undefined;
  return formats.find(({ container }) => container !== undefined && containers.includes(container));
}

/** Describes a stream that is not a trace. */
function describeNonTrace({ head, containers, damage }: Unwrapped, path: string): string {
  if (containers.length === 0) return unknownFormatReason(head, path);
  const [grave] = damage();
  const found = head.length === 0 && grave
    ? `nothing is left: ${grave.message}`
    : unknownFormatReason(head, STANDARD_INPUT);
  return `unwrapped from ${describeContainers(containers)}, ${found}`;
}

/** Adds a hint to an error: a file that is not in the given format is often in another one. */
function addFormatHint(error: unknown, likely: Format | undefined, format: Format): unknown {
  if (!(error instanceof FormatError) || likely === undefined || likely === format) return error;
  return new FormatError(`${error.message}; the file looks like ${likely.name}, not ${format.name}`, error);
}

/** Text formats accept almost anything, so the result may be empty. */
function forced(format: Format, likely: Format | undefined): Problem {
  const but = likely === undefined ? "" : `, it looks like ${likely.name}`;
  return {
    severity: "warning",
    code: "unlikely-format",
    offset: 0,
    record: 0,
    message: `The file does not look like ${format.name}${but}`,
    handling: "read as --format says",
  };
}

/**
 * Loads all traces of a source into their own memory within `pools`. Throws `FormatError` if nothing can be
 * kept.
 */
export function load(source: ByteSource, pools: Pools, options: LoadOptions): Promise<LoadedFile> {
  return withOwnPools(`trace ${options.name}`, pools, (own) => loadInto(own, source, options));
}

async function loadInto(pools: Pools, source: ByteSource, options: LoadOptions): Promise<LoadedFile> {
  const start = performance.now();
  // Reading the rest later has a signal of its own.
  const given = { signal: options.signal };
  const signal = options.follows
    ? polledSignal(() => given.signal?.aborted ? given.signal.reason : undefined)
    : options.signal;
  const turns = cancelCheckFor(signal);
  if (options.follows) await stopWhereWritten(source);
  const inside = await unwrap(source, (head) => detect(head) !== undefined, turns);
  const format = options.format ? formatAsked(options.format) : detect(inside.head) ?? ofContainer(inside);
  if (!format) {
    inside.source.close();
    const { path = options.name } = options;
    const isShort = options.follows && inside.hasEnded() && inside.head.length < SNIFF_BYTES;
    const Unknown = isShort ? TooShortError : FormatError;
    throw new Unknown(`Cannot load ${displayPath(path)}: ${describeNonTrace(inside, path)}`, {
      format: "unknown",
      offset: 0,
    });
  }
  if (options.follows && !format.grows) {
    inside.source.close();
    throw new FormatError(
      `Cannot follow ${
        displayPath(options.path ?? options.name)
      }: files of ${format.name} are written in one go`,
      { format: format.name, offset: 0 },
    );
  }
  if (source instanceof FileSource && format.readsAgain === undefined) source.forgetSums();
  const goesOn = options.follows === true && mayGoOn(format, source, inside, options);
  const growingSource = goesOn && inside.containers.length > 0
    ? await growingSourceOf(source as FileSource, inside, format)
    : undefined;
  // A thread that decodes cannot wait at the end of the file.
  const decoded = growingSource
    ? { ...inside, source: growingSource, settled: undefined }
    : decodeInBackground(inside, source, pools.arena, MIN_BACKGROUND_BYTES, turns);
  const window = new ByteWindow(decoded.source, pools.arena);
  window.endsWhereFull = true;
  window.turns = turns;
  const threads = mayLoad(KERNEL_WORKER);
  const { functionAt } = options;
  // The names of a growing trace are looked up while it is read, and do not change afterwards.
  const naming = functionAt && format.namesLater && !options.follows
    ? { rules: format.namesLater, functionAt }
    : undefined;
  const builder = new TraceBuilder(pools, threads, naming);
  const total = inside.containers.length === 0 ? source.size : undefined;
  const { onProgress, beside } = options;
  beside?.watch(pools.arena);
  if (onProgress || beside) {
    window.onProgress = (bytes) => {
      onProgress?.(bytes, total);
      beside?.step(bytes, total);
    };
  }
  const readOptions: ReadOptions = {
    ...(options.fileOrder ? { fileOrder: true } : {}),
    ...(functionAt && !naming ? { functionAt } : {}),
    ...(signal ? { signal } : {}),
    ...companionOf(format, source, options, pools.arena),
    threads,
    ...(options.reopen ? { reopen: reopener(options.reopen, pools, () => ({ ...inside, ...decoded })) } : {}),
  };
  // Report the first problem, which explains all others.
  if (options.format !== undefined && inside.head.length > 0 && !format.sniff(inside.head)) {
    builder.problem(forced(format, detect(inside.head)));
  }
  let bytes = 0;
  let full: ArenaFullError | undefined;
  let growing: GrowingFile | undefined;
  try {
    if (goesOn && source instanceof FileSource) {
      const { GrowingFile, headOf } = await import("./growing_file.ts");
      const isDecoded = growingSource !== undefined;
      const head = isDecoded ? headOf(source.path) : inside.head;
      const isSame = (now: Uint8Array): boolean => isDecoded || detect(now) === format;
      growing = new GrowingFile({ source, decoded: growingSource, window, builder, pools, head, isSame });
      const read = growing;
      const stand = await read.start(() => format.read(window, builder, { ...readOptions, growth: read }));
      if (stand === "paused") {
        given.signal = undefined;
        window.onProgress = undefined;
        const before = secondsSince(start);
        const paused = firstPause({
          growing,
          source,
          inside,
          decoded: growingSource,
          window,
          builder,
          pools,
          format,
          given,
          start,
          before,
          name: options.name,
        });
        if (paused) return paused;
      }
    } else await format.read(window, builder, readOptions);
    bytes = window.base + window.end;
    if (window.overflow !== undefined) {
      // A record did not fit in memory. The reader took this for the end of the file, and kept everything before it.
      bytes = window.offset;
      const { message } = new ReadingFullError("a record", window.overflow);
      builder.problem(memoryFull(bytes, message));
    }
  } catch (error) {
    builder.stop();
    bytes = window.base + window.at;
    if (error instanceof ArenaFullError && builder.isDescribed) full = error;
    else throw options.format === undefined ? error : addFormatHint(error, detect(inside.head), format);
  } finally {
    if (!(source instanceof FileSource && source.isHeld)) window.close();
  }
  if (!full) {
    await decoded.settled?.();
    reportDamage(builder, decoded);
  }
  const waiting = options.follows && !full ? waitingAt(builder, format, source) : undefined;
  const traces = full
    ? keptTraces(builder, full, bytes, { name: options.name, store: pools.arena.store })
    : builder.finish(options.name);
  const seconds = secondsSince(start);
  const { containers } = inside;
  const state = source instanceof FileSource ? source.state : undefined;
  const followed = options.follows && source instanceof FileSource
    ? { seconds, isWhole: isReadWhole(source, format, waiting), sums: () => source.sums }
    : undefined;
  return {
    traces,
    containers,
    bytes,
    points: decoded.points(),
    seconds,
    state,
    ...(waiting === undefined ? {} : { waiting }),
    ...(followed ? { followed } : {}),
    close: () => closePools(pools),
  };
}

/** Clocks are not more precise than microseconds. */
function secondsSince(start: number): number {
  return Math.round((performance.now() - start) * 1000) / 1e6;
}

/** Whether the reader has read a followed file as it would read a complete one. */
function isReadWhole(
  { limit, size = 0 }: FileSource,
  { grows }: Format,
  waiting: MissingPart | null | undefined,
): boolean {
  return limit >= size && !(grows?.leavesOut && waiting === "record");
}

/** Whether the reader can wait at the end of the file. */
function mayGoOn(
  { grows }: Format,
  source: ByteSource,
  { containers, head, hasEnded }: Unwrapped,
  { format, companion }: LoadOptions,
): source is FileSource {
  // If containers returned fewer bytes, they have reached the end of the file.
  const least = containers.length > 0 ? SNIFF_BYTES : 1;
  // A decoder that has reached the end of the file has decoded part of a block and would not read the rest.
  if (hasEnded() || containers.some((name) => containerNamed(name).looksAhead)) return false;
  return grows?.goesOn === true && format === undefined && companion === undefined &&
    source instanceof FileSource && source.state !== undefined && head.length >= least;
}

async function growingSourceOf(
  file: FileSource,
  inside: Unwrapped,
  { grows }: Format,
): Promise<GrowingSource> {
  const { GrowingSource } = await import("./growing_source.ts");
  return new GrowingSource(file, inside.source, grows?.unit === "lines");
}

function reportDamage(builder: TraceBuilder, { damage }: Pick<Unwrapped, "damage">): void {
  for (const each of damage()) {
    builder.problem({ ...each, record: 0, message: `${each.message} (${each.container})` }, "container");
  }
}

/** A file whose reader waits at its current end. */
interface PausedFile {
  readonly growing: GrowingFile;
  readonly source: FileSource;
  readonly inside: Unwrapped;
  /** The decompressed stream of its containers. */
  readonly decoded: GrowingSource | undefined;
  readonly window: ByteWindow;
  readonly builder: TraceBuilder;
  readonly pools: Pools;
  readonly format: Format;
  readonly name: string;
  /** The signal is checked throughout reading. */
  readonly given: { signal: AbortSignal | undefined };
  /** When reading began. */
  readonly start: number;
  /** Seconds that reading has taken, without the time for building traces. */
  readonly before: number;
}

/**
 * Returns what was read before a reader pauses for the first time; undefined if there is not enough memory
 * for both this and the reader.
 */
function firstPause(file: PausedFile): LoadedFile | undefined {
  const { growing, source } = file;
  source.isHeld = true;
  growing.hold();
  try {
    const paused = pausedFile(file);
    growing.release();
    return paused;
  } catch (error) {
    source.isHeld = false;
    if (error instanceof ArenaFullError) return undefined;
    throw error;
  }
}

/**
 * Returns what a paused reader has read, as traces. They are a copy, because the reader continues with the
 * original.
 */
function pausedFile(file: PausedFile): LoadedFile {
  const { growing, source, builder, pools, format, name } = file;
  // Texts belong to the reader, and so do the stacks that it keeps.
  const own: Pools = {
    ...pools,
    arena: pools.arena.forOwner(`trace ${name}`),
    stacks: builder.copyStacks(),
    within: new Set(),
  };
  growing.hold();
  const close = (): void => {
    for (const within of own.within) closePools(within);
    own.arena.close();
    own.stacks.close();
    growing.release();
  };
  try {
    const copy = builder.copy(own);
    reportDamage(copy, file.inside);
    const isWithin = file.inside.isWithin() || file.decoded?.isWithin;
    const waiting = waitingAt(copy, format, source);
    const begin = performance.now();
    const traces = copy.finish(name);
    return {
      ...factsOf(file),
      traces,
      waiting: waiting === "end" && isWithin ? "record" : waiting,
      followed: {
        // Count the time for building traces only once, as when the whole file is read at once.
        seconds: file.before + secondsSince(begin),
        isWhole: isReadWhole(source, format, waiting) && !isWithin,
        sums: () => source.sums,
      },
      close,
      ...goingOn(file),
    };
  } catch (error) {
    close();
    throw error;
  }
}

function factsOf({ source, inside, window, start }: PausedFile): Omit<LoadedFile, "traces" | "close"> {
  const { containers } = inside;
  const seconds = secondsSince(start);
  const [bytes, points] = [window.base + window.end, inside.points().slice()];
  return { containers, bytes, points, seconds, state: source.state };
}

/** Continues reading after the file has grown. */
function goingOn(file: PausedFile): Pick<LoadedFile, "readOn" | "closeLater"> {
  const { growing, source, window, builder, format, given, name } = file;
  return {
    closeLater: (close) => growing.closeLater(close),
    async readOn({ signal, now } = {}) {
      const start = performance.now();
      growing.hold();
      given.signal = signal;
      try {
        const stand = await growing.readOn(now ?? await readableEnd(source));
        const again = { ...file, start, before: file.before + secondsSince(start) };
        if (stand === false) return undefined;
        if (stand === "paused") return pausedFile(again);
        // A further trace may show that the first one is spurious; if memory was full, a problem has been
        // reported.
        if (!builder.isOnly || window.overflow !== undefined) return undefined;
        reportDamage(builder, file.inside);
        const waiting = waitingAt(builder, format, source);
        growing.hold();
        const traces = builder.finish(name);
        const seconds = file.before + secondsSince(start);
        const followed = { seconds, isWhole: isReadWhole(source, format, waiting), sums: () => source.sums };
        return { ...factsOf(again), traces, waiting, followed, close: () => growing.release() };
      } catch {
        signal?.throwIfAborted();
        // Any error here will occur again when the file is read from the start.
        return undefined;
      } finally {
        given.signal = undefined;
        growing.release();
      }
    },
  };
}

/** Makes the file end at its current end, or after its last complete line. */
async function stopWhereWritten(source: ByteSource): Promise<void> {
  if (!(source instanceof FileSource) || source.state === undefined) return;
  const { state, length } = await readableEnd(source);
  source.state = state;
  // The file may have been shorter when it was opened, in which case the rest of a record would be missed.
  source.size = length;
  source.limit = state.size;
}

/** Returns how far a file can be read now. */
async function readableEnd({ path }: FileSource): Promise<ReadableExtent> {
  const { readableExtent } = await import("./followed_file.ts");
  return await readableExtent(path, growthOf, SNIFF_BYTES);
}

/**
 * Returns how a file with these first bytes grows; undefined if it is compressed: then only its decoder knows
 * which part is complete, even if some text is visible.
 */
export function growthOf(head: Uint8Array): GrowthFacts | undefined {
  return containers.some((each) => each.sniff(head)) ? undefined : detect(head)?.grows;
}

/** Returns what is missing at the end of a file that is being written. */
function waitingAt(builder: TraceBuilder, { grows }: Format, source: ByteSource): MissingPart | null {
  const end = grows?.endMark === undefined ? undefined : builder.withdraw(new Set([grows.endMark]));
  const isCut = builder.withdraw(OF_THE_END) !== undefined;
  const isLeft = source instanceof FileSource && source.limit < (source.size ?? 0);
  if (isCut || (isLeft && !grows?.padded)) return "record";
  // If the format has no end mark, a file may always continue.
  return end !== undefined || grows?.endMark === undefined ? "end" : null;
}

/** Returns how a reader opens the companion of its trace; only a file can have companions. */
function companionOf(
  { companion }: Format,
  source: ByteSource,
  { path, companion: asked }: LoadOptions,
  arena: Arena,
): Pick<ReadOptions, "companion"> {
  if (!companion || (asked === undefined && !(source instanceof FileSource))) return {};
  return {
    companion: async () => {
      const { openCompanion } = await import("./companion_file.ts");
      return await openCompanion(companion, { path, asked, arena });
    },
  };
}

function memoryFull(offset: number, message: string): Problem {
  const handling = "kept the records before it";
  return { severity: "error", code: MEMORY_FULL, offset, record: 0, message, handling };
}

/** Returns what was read before memory was full. If that cannot be completed, throws the original error. */
function keptTraces(
  builder: TraceBuilder,
  full: ArenaFullError,
  offset: number,
  { name, store }: { readonly name: string; readonly store: BlockStore },
): Trace[] {
  const { failure, canWrite } = store;
  const why = failure !== undefined
    ? `, and blocks cannot be written: ${systemReason(failure)[1]}`
    : canWrite
    ? ""
    : ", and no file can be written";
  const message = full instanceof ReadingFullError ? full.message : `Memory for data is full${why}`;
  builder.problem(memoryFull(offset, message));
  try {
    return builder.finish(name);
  } catch {
    throw full;
  }
}

function formatAsked(name: string): Format {
  const format = formatNamed(name);
  if (format) return format;
  const known = formats.map((each) => each.name).join(", ");
  throw new FormatError(`Cannot read format "${name}": use one of ${known}`, { format: name, offset: 0 });
}

/** Returns a function that opens windows on the innermost bytes of a file, if it can be opened again. */
export function reopener(
  reopen: () => Promise<ByteSource>,
  pools: Pools,
  before: () => Pick<Unwrapped, "containers" | "points">,
): (from?: number) => Promise<ByteWindow> {
  return async (from = 0) => {
    const source = await reopen();
    const { store } = pools.arena;
    // Bytes of the trace that a query reads count like blocks that it reads from disk.
    if (source instanceof FileSource) source.onRead = (bytes) => store.bytesRead += bytes;
    if (from > 0) {
      const window = await windowAt(source, pools, before(), from);
      if (window) return window;
    }
    const again = await unwrap(source, (head) => detect(head) !== undefined);
    const window = new ByteWindow(decodeInBackground(again, source, pools.arena).source, pools.arena);
    await window.skip(from);
    return window;
  };
}

/** Returns a window that begins at `from`; undefined if only the whole stream can be read. */
async function windowAt(
  source: ByteSource,
  pools: Pools,
  { containers, points }: Pick<Unwrapped, "containers" | "points">,
  from: number,
): Promise<ByteWindow | undefined> {
  const [name] = containers;
  if (name === undefined) {
    if (!(await source.seek?.(from))) return undefined;
    return new ByteWindow(source, pools.arena, WINDOW_BYTES, from);
  }
  const container = containerNamed(name);
  const point = pointBefore(points(), from);
  if (!container.resume || !point || point.streamOffset === 0) return undefined;
  if (!(await source.seek?.(point.fileOffset))) return undefined;
  const inner = container.resume(source, point);
  const window = new ByteWindow(inner, pools.arena, WINDOW_BYTES, point.streamOffset);
  await window.skip(from - point.streamOffset);
  return window;
}
