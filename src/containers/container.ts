/**
 * What a container is to the rest of the program: a name, a test on the first bytes, and a way to read through it.
 * @module
 */

import type { ByteSource } from "../bytes/byte_source.ts";

/** What was wrong with the wrapping of a stream. */
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

/** The bytes inside a container. Damage ends the stream instead of throwing: programs crash, traces are cut. */
export interface ContainerSource extends ByteSource {
  /** What was wrong so far; complete once `read` has returned 0. */
  readonly damage: readonly ContainerDamage[];
}

/** One way of wrapping bytes. */
export interface Container {
  /** Name as it is shown by `info`. */
  readonly name: string;
  /** One line for help. */
  readonly summary: string;
  /** True when a stream that begins with `head` is wrapped this way; false for containers without a magic number. */
  sniff(head: Uint8Array): boolean;
  /** Reads through the wrapping, from its first byte; memory is bounded whatever the stream says. */
  open(source: ByteSource): ContainerSource;
}
