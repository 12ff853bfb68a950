/**
 * Tracks objects by handle: which call created each, which call destroyed it, and which object it was created
 * from. Handles of all types share one number space.
 * @module
 */

import type { ApiFunction } from "./functions.ts";
import type { Paths } from "./paths.ts";
import type { CaptureRecord } from "./record_pass.ts";
import { Value } from "./record_text.ts";
import { codeOf, EXACT_DIGITS, type ExactInteger, integerOf, textOf } from "./values.ts";
import type { StringPool } from "../../events/string_pool.ts";

/** An object. */
interface CaptureObject {
  readonly type: string;
  readonly handle: ExactInteger;
  readonly made: ExactInteger;
  /** The pool that the object was allocated from; otherwise its device or instance. */
  readonly parent: ExactInteger;
  readonly size: ExactInteger;
  label: number;
  deleted: ExactInteger | null;
}

/** The effect of a call on device memory. */
export interface MemoryEffect {
  readonly kind: "alloc" | "free";
  readonly handle: ExactInteger;
  readonly size: ExactInteger;
}

const SUCCESS = "VK_SUCCESS";
const MEMORY = "Memory";
const EXACT = 10n ** BigInt(EXACT_DIGITS);
/** Names of arguments that identify the parent of an object, most likely first. */
const PARENTS = [
  "pAllocateInfo.commandPool",
  "pAllocateInfo.descriptorPool",
  "device",
  "instance",
  "physicalDevice",
];

/** All objects created so far. */
export class Objects {
  readonly list: CaptureObject[] = [];
  /** Live objects by handle. */
  readonly #live = new Map<ExactInteger, CaptureObject>();
  /** Objects by parent; destroying a parent destroys them too. */
  readonly #children = new Map<ExactInteger, Set<CaptureObject>>();
  readonly #paths: Paths;
  readonly #strings: StringPool;

  /** Creates an empty list of objects. */
  constructor(paths: Paths, strings: StringPool) {
    this.#paths = paths;
    this.#strings = strings;
  }

  /** Processes a call and returns its effects on memory. */
  see(record: CaptureRecord, { effect, type, args }: ApiFunction): readonly MemoryEffect[] {
    switch (effect) {
      case "makes":
        return this.#make(record, type);
      case "ends":
        // vkFreeCommandBuffers takes the handles last; other functions take an allocator after the handle.
        return this.#handles(record, args.endsWith("pAllocator") ? 2 : 1)
          .flatMap((handle) => this.#end(handle, record.no));
      case "resets":
        return this.#handles(record, 2).flatMap((pool) => this.#endChildren(pool, record.no));
      case "labels":
        this.#name(record);
        return [];
      default:
        return [];
    }
  }

  #make(record: CaptureRecord, type: string): readonly MemoryEffect[] {
    const { text, returnAt } = record;
    if (returnAt >= 0 && textOf(text, returnAt) !== SUCCESS) return [];
    const size = this.#number(record, "pAllocateInfo.allocationSize") ?? 0;
    const parent = PARENTS.map((path) => this.#number(record, path)).find((each) => each !== undefined) ?? 0;
    const meanings: MemoryEffect[] = [];
    for (const handle of this.#handles(record, 1)) {
      const made: CaptureObject = {
        type,
        handle,
        made: record.no,
        parent,
        size: type === MEMORY ? size : 0,
        label: 0,
        deleted: null,
      };
      this.list.push(made);
      this.#live.set(handle, made);
      let siblings = this.#children.get(parent);
      if (!siblings) this.#children.set(parent, siblings = new Set());
      siblings.add(made);
      if (type === MEMORY) meanings.push({ kind: "alloc", handle, size });
    }
    return meanings;
  }

  /**
   * Destroys an object and its children. It does not recurse over handles, because in a damaged capture an
   * object may be its own ancestor.
   */
  #end(handle: ExactInteger, no: ExactInteger): MemoryEffect[] {
    const ended = this.#live.get(handle);
    if (!ended) return [];
    const meanings: MemoryEffect[] = [];
    for (const open = [ended]; open.length > 0;) {
      const each = open.pop()!;
      if (each.deleted !== null) continue;
      each.deleted = no;
      if (this.#live.get(each.handle) === each) this.#live.delete(each.handle);
      this.#children.get(each.parent)?.delete(each);
      if (each.type === MEMORY) meanings.push({ kind: "free", handle: each.handle, size: each.size });
      const children = this.#children.get(each.handle);
      if (!children) continue;
      this.#children.delete(each.handle);
      open.push(...children);
    }
    return meanings;
  }

  #endChildren(pool: ExactInteger, no: ExactInteger): MemoryEffect[] {
    return [...this.#children.get(pool) ?? []].flatMap((child) => this.#end(child.handle, no));
  }

  #name(record: CaptureRecord): void {
    const handle = this.#number(record, "pNameInfo.objectHandle") ?? this.#number(record, "pNameInfo.object");
    const label = this.#find(record, "pNameInfo.pObjectName");
    const named = handle === undefined ? undefined : this.#live.get(handle);
    if (named && label >= 0) named.label = codeOf(record.text, label, this.#strings);
  }

  /** Returns the handles in the last argument, or in the one before it; null handles (0) are left out. */
  #handles({ text, firstArg, endArg }: CaptureRecord, fromLast: number): ExactInteger[] {
    let at = endArg - 1;
    for (let left = fromLast; left > 1 && at >= firstArg; left--) {
      const last = this.#paths.argumentOf(text.pathOf[at]!);
      while (at >= firstArg && this.#paths.argumentOf(text.pathOf[at]!) === last) at--;
    }
    if (at < firstArg) return [];
    const wanted = this.#paths.argumentOf(text.pathOf[at]!);
    const handles: ExactInteger[] = [];
    for (; at >= firstArg && this.#paths.argumentOf(text.pathOf[at]!) === wanted; at--) {
      const handle = text.kindOf[at] === Value.Number
        ? integerOf(text, at)
        : handleOf(text.kindOf[at]!, () => textOf(text, at));
      if (handle !== undefined && handle > 0) handles.push(handle);
    }
    return handles.reverse();
  }

  #number(record: CaptureRecord, path: string): ExactInteger | undefined {
    const at = this.#find(record, path);
    return at < 0 ? undefined : integerOf(record.text, at);
  }

  #find({ text, firstArg, endArg }: CaptureRecord, path: string): number {
    const wanted = this.#paths.argument(path);
    for (let at = firstArg; at < endArg; at++) if (text.pathOf[at] === wanted) return at;
    return -1;
  }
}

/** Parses a handle that is written as a string, the way pointers are. */
function handleOf(kind: number, text: () => string): ExactInteger | undefined {
  if (kind !== Value.Text) return undefined;
  const written = text();
  if (!/^0x[\da-f]{1,16}$/i.test(written)) return undefined;
  // Equal handles must be equal map keys, so a handle is a double whenever a double is exact.
  const handle = BigInt(written);
  return handle < EXACT ? Number(handle) : handle;
}
