/**
 * Mapped memory of Direct3D: `Map` and `Unmap` of D3D10 to 12, `Lock`, `LockRect` and `LockBox` of D3D8 and 9 and of
 * DirectDraw. The address comes back inside an argument, the length is said by the call, by the pitches beside the
 * address, or by the call that made the resource.
 * @module
 */

import { CALL_LIMITS } from "../limits.ts";
import type { Signature } from "../signatures.ts";
import { Tag, type ValueReader } from "../values.ts";

/** Memory that a call has mapped. */
interface MappedRange {
  /** Names the mapping for the call that ends it. */
  readonly key: string;
  /** Where it begins in the traced process. */
  readonly address: bigint;
  /** Its bytes; 0 = unknown. */
  readonly size: number;
}

/** Arguments that bring the address, alone or in a structure. */
const ADDRESS_ARGUMENT = /^pp?b?Data$|^pp(Vertex|Index)?Data$|^pMapped\w*$|^pLocked\w*$|^lpDDSurfaceDesc\w*$/;
/** Arguments that say which part of a resource is meant. */
const PART_ARGUMENTS = ["Subresource", "SubResource", "FaceType", "Level"];
/** Arguments that bring a new resource. */
const RESOURCE_ARGUMENT = /^pp(Vertex|Index)?Buffer$|^ppvResource$/;
/** Names under which structures and calls say how long a resource is. */
const LENGTHS = ["Length", "ByteWidth", "Width"];

/** Resources and mappings that are followed. */
const MOST_FOLLOWED = CALL_LIMITS.followed.most;

/** Follows resources and their mappings. */
export class MappedResources {
  readonly #sizes = new Map<bigint, number>();
  readonly #mapped = new Map<string, bigint>();

  /** A resource was made. */
  make(reader: ValueReader, signature: Signature): void {
    const at = signature.names.findIndex((name) => RESOURCE_ARGUMENT.test(name));
    const handle = at < 0 ? 0n : firstPointer(reader, at);
    if (handle === 0n) return;
    const length = numberOf(reader, signature, "Length") ??
      memberOf(reader, signature, /^pDesc\w*$/, LENGTHS);
    if (length !== undefined && this.#sizes.size < MOST_FOLLOWED) this.#sizes.set(handle, length);
  }

  /** What a call has mapped; undefined when it failed. */
  map(reader: ValueReader, signature: Signature): MappedRange | undefined {
    const at = signature.names.findIndex((name) => ADDRESS_ARGUMENT.test(name));
    const address = at < 0 ? 0n : firstPointer(reader, at);
    if (address === 0n) return undefined;
    const resource = resourceOf(reader, signature);
    const asked = numberOf(reader, signature, "SizeToLock");
    const size = asked || this.#sizes.get(resource) ||
      memberOf(reader, signature, ADDRESS_ARGUMENT, ["DepthPitch", "SlicePitch"]) || 0;
    const key = keyOf(reader, signature, resource);
    if (this.#mapped.size < MOST_FOLLOWED) this.#mapped.set(key, address);
    return { key, address, size };
  }

  /** The address that a call unmaps. */
  unmap(reader: ValueReader, signature: Signature): bigint | undefined {
    const key = keyOf(reader, signature, resourceOf(reader, signature));
    const address = this.#mapped.get(key);
    this.#mapped.delete(key);
    return address;
  }
}

/** The resource that a call works on: an argument of a device context, else the object itself. */
export function resourceOf(reader: ValueReader, { names }: Signature): bigint {
  const at = names.findIndex((name) => name === "pResource" || name === "pDstResource");
  return firstPointer(reader, Math.max(0, at));
}

function keyOf(reader: ValueReader, signature: Signature, resource: bigint): string {
  const parts = PART_ARGUMENTS.map((name) => numberOf(reader, signature, name) ?? "");
  return `${resource} ${parts.join(" ")}`;
}

function numberOf(reader: ValueReader, { names }: Signature, name: string): number | undefined {
  const at = names.indexOf(name);
  if (at < 0 || at >= reader.argCount || !reader.placeArg(at)) return undefined;
  const value = reader.small();
  return Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

/** The first address in an argument, 0n when there is none. */
function firstPointer(reader: ValueReader, argument: number): bigint {
  if (argument >= reader.argCount || !reader.placeArg(argument)) return 0n;
  for (let left = 1; left > 0; left--) {
    left += reader.read();
    if (reader.kind === Tag.Opaque) return reader.bits();
  }
  return 0n;
}

/** A number in the structure that an argument points to, under the first of these names that it has. */
function memberOf(
  reader: ValueReader,
  { names }: Signature,
  argument: RegExp,
  members: readonly string[],
): number | undefined {
  const at = names.findIndex((name) => argument.test(name));
  if (at < 0 || at >= reader.argCount || !reader.placeArg(at)) return undefined;
  let inside = reader.read();
  while (reader.kind === Tag.Array && inside === 1) inside = reader.read();
  if (reader.kind !== Tag.Struct) return undefined;
  const found = new Map<string, number>();
  for (const name of reader.signature!.names) {
    const value = reader.small();
    if (Number.isSafeInteger(value) && value >= 0) found.set(name, value);
  }
  return members.map((name) => found.get(name)).find((value) => value !== undefined);
}
