/**
 * Tracks graphics objects and user memory through watched calls: who created them, how large they are, what
 * was uploaded, and when they were deleted.
 * @module
 */

import { CALL_LIMITS } from "../limits.ts";
import type { StringPool } from "../../../events/string_pool.ts";
import * as S from "../kernel/state.ts";
import type { EventKind } from "../../../events/trace_sink.ts";
import { MemoryEvents } from "../memory_events.ts";
import type { CurrentCall } from "../replay.ts";
import type { Signature } from "../signatures.ts";
import { Tag } from "../values.ts";
import { type Context, Contexts } from "./contexts.ts";
import { MappedResources, resourceOf } from "./mapped_resources.ts";
import { type Rule, ruleFor, UNSHARED } from "./rules.ts";
import { nameAsList, plausibleSize, textOf, textureBytes, WatchedCall } from "./watched_call.ts";

/** An object, from its creation to its deletion. */
interface TrackedObject {
  /** Type, such as `texture`. */
  readonly type: string;
  /** The object's name in the API, or its address. */
  readonly object: bigint;
  /** Share group, or context for types that are not shared. */
  readonly group: number;
  /** Number of the call that created it; undefined if the object was used without being created. */
  readonly made: number | undefined;
  /** Number of the call that deleted it. */
  deleted: number | undefined;
  /** Current size of the object's storage in bytes. */
  size: number;
  /** Number of calls that uploaded content. */
  uploads: number;
  /** Bytes of uploaded content. */
  uploadBytes: number;
  /** Label that the program gave the object. */
  label: string;
  /** Source text of a shader. */
  source: string;
  /** Bytes by mipmap level and face, if storage was allocated by level. */
  levels: Map<number, number> | undefined;
}

interface Watched {
  readonly rule: Rule;
  readonly signature: Signature;
}

const ELEMENT_ARRAY = 0x8893;
const CUBE_MAP = 0x8513;
const LABELS: Readonly<Record<number, string>> = {
  0x1702: "texture",
  0x8074: "vertex array",
  0x82e0: "buffer",
  0x82e1: "shader",
  0x82e2: "program",
  0x82e3: "query",
  0x82e4: "program pipeline",
  0x82e6: "sampler",
  0x8b40: "program",
  0x8b48: "shader",
  0x8d40: "framebuffer",
  0x8d41: "renderbuffer",
  0x8e22: "transform feedback",
  0x9151: "buffer",
  0x9153: "query",
  0x9154: "vertex array",
};
/**
 * Maximum number of levels and faces of a texture; real ones have one level per power of two of their size,
 * and six faces.
 */
const MOST_LEVELS = 256;
/** Maximum number of mappings tracked; each mapping is kept until its buffer is mapped again. */
const MOST_MAPPINGS = CALL_LIMITS.followed.most;
/**
 * Argument names for the context that a new one shares objects with, and for the context that a thread
 * switches to.
 */
const SHARED = ["shareList", "share_list", "share_context", "hShareContext", "share"];
const CURRENT = ["ctx", "hglrc", "context", "hGLRC"];
/** A longer list does not consist of object names. */
const MAX_NAMES = CALL_LIMITS.followed.most;
// Objects take memory until the end, so their number is limited in proportion to the position in the stream.
// A call that creates one object has at least this many bytes; a call that creates many has fewer bytes per
// object, which the spare objects allow for.
const SPARE_OBJECTS = 1 << 18;
const BYTES_PER_OBJECT = 16;

/** Derives from watched calls what they do to memory. */
export class ObjectTracker {
  readonly #strings: StringPool;
  readonly #contexts: Contexts;
  readonly #watched = new Map<number, Watched | null>();
  readonly #live = new Map<string, TrackedObject>();
  readonly #mappings = new Map<string, bigint>();
  readonly #resources: MappedResources;
  readonly #call: WatchedCall;
  #left: { readonly no: number; readonly offset: number; count: number } | undefined;
  /** Effects of the current call. */
  readonly events: MemoryEvents = new MemoryEvents();
  /** All objects so far, in the order of their creation. */
  readonly objects: TrackedObject[] = [];

  /** Adds the names of object types to `strings`. */
  constructor(strings: StringPool, contexts = new Contexts(), resources = new MappedResources()) {
    this.#strings = strings;
    this.#contexts = contexts;
    this.#resources = resources;
    this.#call = new WatchedCall(contexts);
  }

  /** A tracker with the same objects, which change independently of these. */
  copy(): ObjectTracker {
    const copy = new ObjectTracker(this.#strings, this.#contexts.copy(), this.#resources.copy());
    const copies = new Map<TrackedObject, TrackedObject>();
    for (const object of this.objects) {
      const own = { ...object, levels: object.levels && new Map(object.levels) };
      copies.set(object, own);
      copy.objects.push(own);
    }
    for (const [key, object] of this.#live) copy.#live.set(key, copies.get(object)!);
    for (const [key, address] of this.#mappings) copy.#mappings.set(key, address);
    copy.#left = this.#left && { ...this.#left };
    return copy;
  }

  /** The first call whose objects exceeded the limit, and the number of untracked objects. */
  get leftOut(): { readonly no: number; readonly offset: number; readonly count: number } | undefined {
    return this.#left;
  }

  /**
   * Processes the call at `offset` and returns its effects, which are valid until the next call; none if it
   * changes no memory.
   */
  see(at: CurrentCall, offset: number): MemoryEvents {
    const { events } = this;
    events.count = 0;
    const record = at.kernel.get(S.CALL_FUNCTION);
    let watched = this.#watched.get(record);
    if (watched === undefined) {
      const signature = at.kernel.signatures.of(record)!;
      const rule = ruleFor(signature.name);
      watched = rule ? { rule, signature } : null;
      this.#watched.set(record, watched);
    }
    if (watched) {
      const call = this.#call;
      call.at = at;
      call.offset = offset;
      call.signature = watched.signature;
      this.#actions[watched.rule.does](call, watched.rule);
    }
    return events;
  }

  readonly #actions: Readonly<Record<Rule["does"], (call: WatchedCall, rule: Rule) => void>> = {
    "make": (call, rule) => this.#makeAll(call, rule.what, this.#names(call, rule)),
    "delete": (call, rule) => this.#names(call, rule).forEach((name) => this.#delete(call, rule.what, name)),
    "bind": (call, { what }) => this.#bind(call, what),
    "store": (call, rule) => this.#store(call, rule),
    "fill": (call, rule) => this.#upload(this.#target(call, rule), call.bytes),
    "map": (call, rule) => this.#map(call, rule),
    "unmap": (call, rule) => this.#endMapping(call, this.#mappings.get(mappingKey(call, rule))),
    "flush": (call, rule) => this.#flush(call, rule),
    "label": (call) => this.#label(call),
    "source": (call) => this.#source(call),
    "resource": ({ reader, signature }) => this.#resources.make(reader, signature),
    "map resource": (call) => {
      const range = this.#resources.map(call.reader, call.signature);
      if (range) this.#begin(call, "mapping", range.address, range.size);
    },
    "unmap resource": (call) => this.#endMapping(call, this.#resources.unmap(call.reader, call.signature)),
    "update resource": ({ reader, signature, bytes }) =>
      this.events.add("call", resourceOf(reader, signature), bytes, 0),
    "context": (call) => this.#contexts.create(call.returned ?? 0n, call.anyOf(SHARED)),
    "current": (call) =>
      this.#contexts.makeCurrent(call.thread, call.anyOf(CURRENT, call.reader.argCount - 1)),
    "share": (call) => this.#contexts.share(call.big(0), call.big(1)),
    "malloc": (call) => this.#allocate(call, call.small(0)),
    "free": (call) => this.#end(call, "memory", call.big(0)),
    "realloc": (call) => this.#reallocate(call),
    "memcpy": (call) => this.events.add("call", call.big(0), call.bytes, 0),
  };

  /**
   * Returns the address that stands for an object in `events`: its name, with its group in the upper half.
   */
  static addressOf(object: TrackedObject): bigint {
    return isMemory(object.type)
      ? object.object
      : (BigInt(object.group) << 32n) | (object.object & 0xffff_ffffn);
  }

  /** Returns the number of the context or share group in which a thread looks up the names of this type. */
  groupOf(thread: number, type: string): number {
    return groupOf(this.#contexts.current(thread), type);
  }

  #allocate(call: WatchedCall, size: number): void {
    const address = call.returned;
    if (address) this.#begin(call, "memory", address, size);
  }

  #reallocate(call: WatchedCall): void {
    const result = call.returned;
    const old = call.big(0);
    const size = call.small(1);
    const known = this.#live.get(objectKey("memory", 0, old));
    if (result && known && result === old) {
      known.size = plausibleSize(size);
      return this.#event("realloc", known);
    }
    // Memory that moves counts as a free and an allocation.
    if (old !== 0n && result !== 0n) this.#end(call, "memory", old);
    this.#allocate(call, size);
  }

  #begin(call: WatchedCall, type: string, address: bigint, size: number): void {
    if (!this.#hasRoom(call, 1)) return;
    const object = this.#add(type, address, 0, call.no);
    object.size = plausibleSize(size);
    this.#event("alloc", object);
  }

  /**
   * Returns whether the stream up to this call is long enough for this many objects; if not, counts them as
   * left out.
   */
  #hasRoom({ no, offset }: WatchedCall, count: number): boolean {
    if (this.objects.length + count <= SPARE_OBJECTS + offset / BYTES_PER_OBJECT) return true;
    this.#left ??= { no, offset, count: 0 };
    this.#left.count += count;
    return false;
  }

  #end(call: WatchedCall, type: string, name: bigint, group = 0): boolean {
    const key = objectKey(type, group, name);
    const object = this.#live.get(key);
    if (!object) return false;
    object.deleted = call.no;
    this.#live.delete(key);
    this.#event("free", object);
    return true;
  }

  #endMapping(call: WatchedCall, address: bigint | undefined): void {
    if (address !== undefined) this.#end(call, "mapping", address);
  }

  #add(type: string, name: bigint, group: number, made: number | undefined): TrackedObject {
    const object: TrackedObject = {
      type,
      object: name,
      group,
      made,
      deleted: undefined,
      size: 0,
      uploads: 0,
      uploadBytes: 0,
      label: "",
      source: "",
      levels: undefined,
    };
    this.objects.push(object);
    this.#live.set(objectKey(type, group, name), object);
    return object;
  }

  #makeAll(call: WatchedCall, type: string, names: readonly bigint[]): void {
    if (!this.#hasRoom(call, names.length)) return;
    const group = names.length > 0 ? groupOf(call.context, type) : 0;
    for (const name of names) this.#event("alloc", this.#add(type, name, group, call.no));
  }

  #delete(call: WatchedCall, type: string, name: bigint): void {
    const types = type === "shader or program" ? ["shader", "program"] : [type];
    types.some((each) => this.#end(call, each, name, groupOf(call.context, each)));
  }

  #event(kind: EventKind, object: TrackedObject): void {
    const type = this.#strings.internText(object.type);
    this.events.add(kind, ObjectTracker.addressOf(object), object.size, type);
  }

  /** Returns the names of the objects that a call creates or deletes. */
  #names(call: WatchedCall, { does, lists }: Rule): bigint[] {
    const { reader } = call;
    if (!lists) return nameAsList(does === "make" ? call.returned : call.big(0));
    const last = reader.argCount - 1;
    if (last < 0 || !reader.placeArg(last) || reader.peek() !== Tag.Array) return [];
    const names: bigint[] = [];
    for (let count = Math.min(MAX_NAMES, reader.read()); count > 0; count--) {
      names.push(...nameAsList(reader.integer()));
    }
    return names;
  }

  #bind(call: WatchedCall, what: string): void {
    const { context } = call;
    const target = call.small(0);
    if (what === "unit") context.unit = target;
    else if (what === "vertex array") context.vertexArray = target;
    else {
      const name = call.reader.argCount > 2 ? call.named("buffer", call.small(2)) : call.small(1);
      context.bind(target, name, slotOf(context, what, target));
    }
  }

  /** Finds the object that a call works on. */
  #target(call: WatchedCall, { what, named }: Pick<Rule, "what" | "named">): TrackedObject | undefined {
    const { context } = call;
    const first = call.small(0);
    let target = first;
    if (what === "texture" && target >= 0x8515 && target <= 0x851a) target = CUBE_MAP;
    const name = named ? first : context.bound(target, slotOf(context, what, target));
    if (!(name > 0)) return undefined;
    const group = groupOf(context, what);
    const known = this.#live.get(objectKey(what, group, name));
    if (known || !this.#hasRoom(call, 1)) return known;
    return this.#add(what, BigInt(name), group, undefined);
  }

  #store(call: WatchedCall, rule: Rule): void {
    const { what } = rule;
    const object = this.#target(call, rule);
    if (!object) return;
    const levels = object.levels ??= new Map<number, number>();
    const fresh = object.made === undefined && levels.size === 0;
    if (what === "texture") {
      const level = call.named("level", -1);
      const face = call.small(0) & 0xffff;
      const key = Math.max(0, level) * 0x1_0000 + face;
      if (levels.size < MOST_LEVELS || levels.has(key)) levels.set(key, textureBytes(call));
      if (level < 0) {
        for (const key of [...levels.keys()]) if (key !== face) levels.delete(key);
      }
    } else levels.set(0, what === "buffer" ? call.small(1) : textureBytes(call));
    let size = 0;
    for (const bytes of levels.values()) size += bytes;
    object.size = plausibleSize(size);
    this.#upload(object, call.bytes);
    this.#event(fresh ? "alloc" : "realloc", object);
  }

  #upload(object: TrackedObject | undefined, bytes: number): void {
    if (!object || bytes === 0) return;
    object.uploads++;
    object.uploadBytes += bytes;
  }

  #map(call: WatchedCall, rule: Rule): void {
    const address = call.returned;
    if (!address) return;
    const buffer = this.#target(call, { ...rule, what: "buffer" });
    const length = call.named("length", buffer?.size ?? 0);
    const key = mappingKey(call, rule);
    if (this.#mappings.size < MOST_MAPPINGS || this.#mappings.has(key)) this.#mappings.set(key, address);
    this.#begin(call, "mapping", address, length);
  }

  #flush(call: WatchedCall, rule: Rule): void {
    const address = this.#mappings.get(mappingKey(call, rule));
    if (address === undefined) return;
    this.events.add("call", address + BigInt(plausibleSize(call.small(1))), plausibleSize(call.small(2)), 0);
  }

  #label(call: WatchedCall): void {
    const type = LABELS[call.small(0)];
    const object = type && this.#live.get(objectKey(type, groupOf(call.context, type), call.small(1)));
    const last = call.reader.argCount - 1;
    if (object && call.reader.placeArg(last)) object.label = textOf(call.reader);
  }

  #source(call: WatchedCall): void {
    const object = this.#live.get(objectKey("shader", call.context.group, call.small(0)));
    if (!object || !call.reader.placeArg(2)) return;
    const { reader } = call;
    object.source = "";
    for (let count = reader.peek() === Tag.Array ? reader.read() : 1; count > 0; count--) {
      object.source += textOf(reader);
    }
  }
}

function isMemory(type: string): boolean {
  return type === "memory" || type === "mapping";
}

function objectKey(type: string, group: number, name: bigint | number): string {
  return `${type} ${group} ${name}`;
}

function mappingKey(call: WatchedCall, { named }: Rule): string {
  const first = call.small(0);
  const buffer = named ? first : call.context.bound(first, slotOf(call.context, "buffer", first));
  return `${call.context.group} ${buffer}`;
}

function groupOf(context: Context, type: string): number {
  return UNSHARED.has(type) ? context.number : context.group;
}

/**
 * Returns the slot of a binding: textures are bound to texture units, and element buffers to vertex arrays.
 */
function slotOf(context: Context, what: string, target: number): number {
  if (what === "texture") return 1 + (context.unit & 0xff);
  if (what === "buffer" && target === ELEMENT_ARRAY) return 0x1000 + (context.vertexArray & 0xfffff);
  return what === "renderbuffer" ? 0x800 : 0;
}

/** Returns the bit that marks the function records of functions whose calls change memory. */
export function watchBits(name: string): number {
  return ruleFor(name) ? S.WATCHED : 0;
}
