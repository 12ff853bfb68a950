/**
 * What a container is to the rest of the program: a name, a test on the first bytes, and a way to read through it.
 * @module
 */

import { firstWhere } from "../base/first_where.ts";
import type { ByteSource } from "../bytes/byte_source.ts";

/** A problem with a compressed stream. */
export interface ContainerDamage {
  /** Name of the container. */
  readonly container: string;
  /** How bad it is: `error` = data is missing, `warning` = data may be missing, `note` = worth knowing. */
  readonly severity: "error" | "warning" | "note";
  /** Stable code in kebab case, such as `cut-container`. */
  readonly code: string;
  /** Byte offset in the compressed stream. */
  readonly offset: number;
  /** What was found. */
  readonly message: string;
  /** What was done about it. */
  readonly handling: string;
}

/** A place from which the rest can be decoded without what comes before. */
export interface RestartPoint {
  /** Offset in the compressed stream. */
  readonly fileOffset: number;
  /** Offset in what is inside. */
  readonly streamOffset: number;
}

/** Stream bytes between two restart points that are kept, at least: small chunks would fill memory with them. */
export const POINT_GAP = 1 << 18;

/** The bytes inside a container. Damage ends the stream instead of throwing: programs crash, traces are cut. */
export interface ContainerSource extends ByteSource {
  /** What was wrong so far; complete once `read` has returned 0. */
  readonly damage: readonly ContainerDamage[];
  /** Restart points met so far, in order: `fileOffset, streamOffset` of each after the other. */
  readonly points?: readonly number[];
}

/** One way of wrapping bytes. */
export interface Container {
  /** Name as it is shown by `info`. */
  readonly name: string;
  /** True when a stream that begins with `head` is wrapped this way; false for containers without a magic number. */
  sniff(head: Uint8Array): boolean;
  /** Reads through the wrapping, from its first byte; memory is bounded whatever the stream says. */
  open(source: ByteSource): ContainerSource;
  /** Reads on from a restart point at which `source` is; absent where there are none. */
  resume?(source: ByteSource, from: RestartPoint): ContainerSource;
}

/** The last restart point at or before a stream offset. */
export function pointBefore(points: readonly number[], streamOffset: number): RestartPoint | undefined {
  const behind = firstWhere(points.length / 2, (at) => points[2 * at + 1]! > streamOffset);
  if (behind === 0) return undefined;
  return { fileOffset: points[2 * behind - 2]!, streamOffset: points[2 * behind - 1]! };
}
