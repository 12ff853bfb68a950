/**
 * The interface of a container: a name, a test on the first bytes, and a way to read its content.
 * @module
 */

import { binarySearch } from "../base/binary_search.ts";
import type { ByteSource } from "../bytes/byte_source.ts";

/** A problem with a compressed stream. */
export interface ContainerDamage {
  /** Name of the container. */
  readonly container: string;
  /**
   * Severity of the damage: `error` = data is missing, `warning` = data may be missing, `note` = worth
   * knowing.
   */
  readonly severity: "error" | "warning" | "note";
  /** Stable code in kebab case, such as `cut-container`. */
  readonly code: string;
  /** Byte offset in the compressed stream. */
  readonly offset: number;
  /** Describes the damage. */
  readonly message: string;
  /** How the damage was handled. */
  readonly handling: string;
}

/** A position from which the rest of the stream can be decoded without what precedes it. */
export interface RestartPoint {
  /** Offset in the compressed stream. */
  readonly fileOffset: number;
  /** Offset in the decoded stream. */
  readonly streamOffset: number;
}

/**
 * Minimum number of stream bytes between two recorded restart points: points for small chunks would fill
 * memory.
 */
export const POINT_GAP = 1 << 18;

/**
 * The content of a container. Damage ends the stream instead of throwing an error: programs crash, so traces
 * are often truncated.
 */
export interface ContainerSource extends ByteSource {
  /** Problems found so far; complete once `read` has returned 0. */
  readonly damage: readonly ContainerDamage[];
  /** Restart points seen so far, in order, as flat pairs of `fileOffset, streamOffset`. */
  readonly points?: readonly number[];
  /** Whether a block or a frame is incomplete, so that more must follow. */
  readonly isWithin?: boolean;
  /** Whether it has reached the end of its source, after which it reads no more, even if the source grows. */
  readonly hasEnded?: boolean;
}

/** A container format. */
export interface Container {
  /** Name as it is shown by `info`. */
  readonly name: string;
  /**
   * Returns whether a stream that begins with `head` is in this format; false for containers without a magic
   * number.
   */
  sniff(head: Uint8Array): boolean;
  /** Reads the content from its first byte; memory is bounded regardless of what the stream claims. */
  open(source: ByteSource): ContainerSource;
  /**
   * Whether its decoder holds back the last bytes until it knows that nothing follows; if so, it cannot pause
   * at the end.
   */
  readonly looksAhead?: boolean;
  /** Continues at a restart point, where `source` is positioned; absent if the format has none. */
  resume?(source: ByteSource, from: RestartPoint): ContainerSource;
}

/** The last restart point at or before a stream offset. */
export function pointBefore(points: readonly number[], streamOffset: number): RestartPoint | undefined {
  const behind = binarySearch(points.length / 2, (at) => points[2 * at + 1]! > streamOffset);
  if (behind === 0) return undefined;
  return { fileOffset: points[2 * behind - 2]!, streamOffset: points[2 * behind - 1]! };
}
