/**
 * Tracks mapped memory of Direct3D: `Map` and `Unmap` of D3D10 to 12, `Lock`, `LockRect` and `LockBox` of
 * D3D8 and 9 and of DirectDraw. The address is returned in an argument; the length comes from the call, from
 * the pitches beside the address, or from the call that created the resource.
 * @module
 */

import { CALL_LIMITS } from "../limits.ts";
import type { Signature } from "../signatures.ts";
import { Tag, type ValueReader } from "../values.ts";

/** Memory that a call has mapped. */
interface MappedRange {
  /** Identifies the mapping for the call that ends it. */
  readonly key: string;
  /** Start address in the traced process. */
  readonly address: bigint;
  /** Size in bytes; 0 = unknown. */
  readonly size: number;
}

/** Arguments that return the address, directly or in a structure. */
const ADDRESS_ARGUMENT = /^pp?b?Data$|^pp(Vertex|Index)?Data$|^pMapped\w*$|^pLocked\w*$|^lpDDSurfaceDesc\w*$/;
/** Arguments that select a part of a resource. */
const PART_ARGUMENTS = ["Subresource", "SubResource", "FaceType", "Level"];
/** Arguments that return a new resource. */
const RESOURCE_ARGUMENT = /^pp(Vertex|Index)?Buffer$|^ppvResource$/;
/** Names of the fields and arguments that contain the length of a resource. */
const LENGTHS = ["Length", "ByteWidth", "Width"];

/** Maximum number of resources, and of mappings, that are tracked. */
const MOST_FOLLOWED = CALL_LIMITS.followed.most;

/** Tracks resources and their mappings. */
export class MappedResources {
  readonly #sizes = new Map<bigint, number>();
  readonly #mapped = new Map<string, bigint>();

  /** Copies the resources and mappings, so that changes to the copy leave these as they are. */
  copy(): MappedResources {
    const copy = new MappedResources();
    for (const [handle, size] of this.#sizes) copy.#sizes.set(handle, size);
    for (const [key, address] of this.#mapped) copy.#mapped.set(key, address);
    return copy;
  }

  /** Records the creation of a resource, with its length if it is known. */
  make(reader: ValueReader, signature: Signature): void {
    const at = signature.names.findIndex((name) => RESOURCE_ARGUMENT.test(name));
    const handle = at < 0 ? 0n : firstPointer(reader, at);
    if (handle === 0n) return;
    const length = numberOf(reader, signature, "Length") ??
      memberOf(reader, signature, /^pDesc\w*$/, LENGTHS);
    if (length !== undefined && this.#sizes.size < MOST_FOLLOWED) this.#sizes.set(handle, length);
  }

  /** Records a mapping and returns it; undefined if the call failed. */
  map(reader: ValueReader, signature: Signature): MappedRange | undefined {
    const at = signature.names.findIndex((name) => ADDRESS_ARGUMENT.test(name));
    const address = at < 0 ? 0n : firstPointer(reader, at);
    if (address === 0n) return undefined;
    const resource = resourceOf(reader, signature);
    const asked = numberOf(reader, signature, "SizeToLock");
    const size = asked || this.#sizes.get(resource) ||
      memberOf(reader, signature, ADDRESS_ARGUMENT, ["DepthPitch", "SlicePitch"]) || 0;
    const key = resourceKey(reader, signature, resource);
    if (this.#mapped.size < MOST_FOLLOWED) this.#mapped.set(key, address);
    return { key, address, size };
  }

  /** Ends a mapping and returns its address; undefined if it is unknown. */
  unmap(reader: ValueReader, signature: Signature): bigint | undefined {
    const key = resourceKey(reader, signature, resourceOf(reader, signature));
    const address = this.#mapped.get(key);
    this.#mapped.delete(key);
    return address;
  }
}

/**
 * Returns the resource that a call works on: an argument if it is a method of a device context, else the
 * object itself.
 */
export function resourceOf(reader: ValueReader, { names }: Signature): bigint {
  const at = names.findIndex((name) => name === "pResource" || name === "pDstResource");
  return firstPointer(reader, Math.max(0, at));
}

function resourceKey(reader: ValueReader, signature: Signature, resource: bigint): string {
  const parts = PART_ARGUMENTS.map((name) => numberOf(reader, signature, name) ?? "");
  return `${resource} ${parts.join(" ")}`;
}

function numberOf(reader: ValueReader, { names }: Signature, name: string): number | undefined {
  const at = names.indexOf(name);
  if (at < 0 || at >= reader.argCount || !reader.placeArg(at)) return undefined;
  const value = reader.small();
  return Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

/** Returns the first address in an argument; 0n if there is none. */
function firstPointer(reader: ValueReader, argument: number): bigint {
  if (argument >= reader.argCount || !reader.placeArg(argument)) return 0n;
  for (let left = 1; left > 0; left--) {
    left += reader.read();
    if (reader.kind === Tag.Opaque) return reader.bits();
  }
  return 0n;
}

/** Returns a number from the structure that an argument points to; the member has one of these names. */
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
