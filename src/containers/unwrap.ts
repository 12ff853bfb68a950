/**
 * Removes nested containers from a stream, until a trace format or unknown content appears.
 * @module
 */

import { FormatError } from "../base/errors.ts";
import { FILE_LIMITS } from "../base/limits/file_limits.ts";
import type { ByteSource } from "../bytes/byte_source.ts";
import type { CancelCheck } from "../bytes/cancel_check.ts";
import type { Container, ContainerDamage, ContainerSource } from "./container.ts";
import { pushBack, readHead, RecordingSource } from "./push_back.ts";
import { containers, guessedContainers } from "./registry.ts";

/** Maximum nesting of containers: no real file has more than two. */
const DEPTH_LIMIT = FILE_LIMITS.containers.most;
/** Length of the prefix that is examined for magic numbers. */
const HEAD_BYTES = 4096;
/**
 * Maximum nesting of containers without a magic number: the format's own container, wrapped once or twice
 * more.
 */
const GUESS_DEPTH = FILE_LIMITS.guessedContainers.most;
/** A guessed container is rejected if it yields nothing for this many bytes. */
const GUESS_LIMIT = 1 << 20;
const NO_BYTES = new Uint8Array(0);

/** The unwrapped stream and its containers. */
export interface Unwrapped {
  /** The innermost stream, from its first byte. */
  readonly source: ByteSource;
  /** The first bytes of the stream, at most 4096. */
  readonly head: Uint8Array;
  /** Names of the containers, outermost first. */
  readonly containers: readonly string[];
  /** Problems in all containers, outermost first; complete once `source` has been read to its end. */
  damage(): readonly ContainerDamage[];
  /** Restart points of a single container, as flat pairs; complete once `source` has been read to its end. */
  points(): readonly number[];
  /** Whether any container is in the middle of a block or a frame. */
  isWithin(): boolean;
  /** Whether any container has reached the end of its source. */
  hasEnded(): boolean;
}

/**
 * Unwraps `source`; `recognize` tells whether the first bytes are those of a trace format. `turns` is called
 * before each read of a container.
 */
export async function unwrap(
  source: ByteSource,
  recognize: (head: Uint8Array) => boolean,
  turns?: CancelCheck,
): Promise<Unwrapped> {
  const layers: Layer[] = [];
  try {
    return await unwrapInto(layers, source, recognize, turns);
  } catch (error) {
    // Close the decoders, whose memory nothing else frees.
    for (const layer of layers) layer.source.close();
    throw error;
  }
}

async function unwrapInto(
  layers: Layer[],
  source: ByteSource,
  recognize: (head: Uint8Array) => boolean,
  turns: CancelCheck | undefined,
): Promise<Unwrapped> {
  let head = await readHead(source, HEAD_BYTES);
  let inner = pushBack(head, source, turns);
  let guessed = 0;
  while (true) {
    const container = containers.find((each) => each.sniff(head));
    if (container !== undefined) {
      if (layers.length === DEPTH_LIMIT) {
        throw new FormatError(`Cannot unwrap: more than ${DEPTH_LIMIT} nested containers`, {
          format: container.name,
          offset: 0,
        });
      }
      const layer = container.open(inner);
      layers.push({ name: container.name, source: layer });
      head = await readHead(layer, HEAD_BYTES);
      inner = pushBack(head, layer, turns);
      continue;
    }
    if (guessed < GUESS_DEPTH && head.length > 0 && !recognize(head)) {
      const guess = await tryGuesses(inner, recognize, turns);
      inner = guess.source;
      if (guess.layers.length > 0) {
        layers.push(...guess.layers);
        guessed += guess.layers.length;
        head = guess.head;
        continue;
      }
    }
    return { source: inner, head, ...aboutLayers(layers) };
  }
}

/** A container that was removed. */
interface Layer {
  readonly name: string;
  readonly source: ContainerSource;
}

/** Removes containers given by name, outermost first. */
export function unwrapNamed(
  source: ByteSource,
  names: readonly string[],
  turns?: CancelCheck,
): Omit<Unwrapped, "head"> {
  const layers: Layer[] = [];
  for (const name of names) {
    const inner = pushBack(NO_BYTES, layers.at(-1)?.source ?? source, turns);
    layers.push({ name, source: containerNamed(name).open(inner) });
  }
  return { source: layers.at(-1)?.source ?? source, ...aboutLayers(layers) };
}

/** A container by name. */
export function containerNamed(name: string): Container {
  const found = [...containers, ...guessedContainers].find((each) => each.name === name);
  if (!found) throw new RangeError(`There is no container "${name}"`);
  return found;
}

function aboutLayers(layers: readonly Layer[]): Omit<Unwrapped, "source" | "head"> {
  return {
    containers: layers.map(({ name }) => name),
    damage: () => layers.flatMap(({ source }) => source.damage),
    isWithin: () => layers.some(({ source }) => source.isWithin === true),
    hasEnded: () => layers.some(({ source }) => source.hasEnded === true),
    points: () => layers.length === 1 ? layers[0]!.source.points ?? [] : [],
  };
}

/** Result of trying containers without a magic number; it has no layers if none is plausible. */
interface Guess {
  readonly layers: readonly Layer[];
  readonly source: ByteSource;
  readonly head: Uint8Array;
}

async function tryGuesses(
  source: ByteSource,
  recognize: (head: Uint8Array) => boolean,
  turns: CancelCheck | undefined,
  depth = 1,
): Promise<Guess> {
  let rest = source;
  for (const container of guessedContainers) {
    const recording = new RecordingSource(rest, GUESS_LIMIT);
    const layer = container.open(recording);
    const head = await readHead(layer, HEAD_BYTES);
    const known = recognize(head) || containers.some((each) => each.sniff(head));
    let inside: Guess = { layers: [], source: pushBack(head, layer, turns), head };
    if (!known && head.length > 0 && depth < GUESS_DEPTH) {
      inside = await tryGuesses(inside.source, recognize, turns, depth + 1);
    }
    if ((known || inside.layers.length > 0) && head.length > 0 && !recording.exhausted) {
      recording.commit();
      return { ...inside, layers: [{ name: container.name, source: layer }, ...inside.layers] };
    }
    rest = recording.rewind();
  }
  return { layers: [], source: rest, head: new Uint8Array(0) };
}

/** The containers in readable form: `gzip`, `brotli > gzip`, `none`. */
export function describeContainers(names: readonly string[]): string {
  return names.length === 0 ? "none" : names.join(" > ");
}
