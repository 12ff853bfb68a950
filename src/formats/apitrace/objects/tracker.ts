/**
 * Follows graphics objects and user memory through watched calls: who made them, how large they are, what was loaded
 * into them, when they went.
 * @module
 */

import { CALL_LIMITS } from "../limits.ts";
import type { StringPool } from "../../../events/string_pool.ts";
import * as S from "../kernel/state.ts";
import type { EventKind } from "../../../events/trace_sink.ts";
import { MemoryEvents } from "../memory_events.ts";
import type { Signature, Signatures } from "../signatures.ts";
import { Tag, type ValueReader } from "../values.ts";
import { type Context, Contexts } from "./contexts.ts";
import { MappedResources, resourceOf } from "./mapped_resources.ts";
import { type Rule, ruleFor, UNSHARED } from "./rules.ts";
import {
  argBig,
  argNamed,
  argSmall,
  contextOf,
  nonZero,
  returned,
  shareOf,
  sound,
  textOf,
  textureBytes,
  WatchedCall,
} from "./watched_call.ts";

/** One object from its making to its end. */
interface TrackedObject {
  /** Type, such as `texture`. */
  readonly type: string;
  /** Its name in the API, or its address. */
  readonly object: bigint;
  /** Share group, or context for types that are not shared. */
  readonly group: number;
  /** Call that made it; undefined when it was used without being made. */
  readonly made: number | undefined;
  /** Call that deleted it. */
  deleted: number | undefined;
  /** Bytes of storage now. */
  size: number;
  /** Calls that loaded content. */
  uploads: number;
  /** Bytes of that content. */
  uploadBytes: number;
  /** Label that the program gave it. */
  label: string;
  /** Source text of a shader. */
  source: string;
  /** Bytes by mipmap level and face, where storage was given. */
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
/** Textures have a level for each power of two of their size, and six faces. */
const MOST_LEVELS = 256;
/** Mappings of a recording that are followed: each lasts until the next of its buffer. */
const MOST_MAPPINGS = CALL_LIMITS.followed.most;
/** A list longer than this is no list of names. */
const MAX_NAMES = CALL_LIMITS.followed.most;
// Objects take memory until the end. A call that makes one takes at least so many bytes; one that makes many at once takes
// less for each, and has the spare ones.
const SPARE_OBJECTS = 1 << 18;
const BYTES_PER_OBJECT = 16;

/** Turns watched calls into what they mean for memory. */
export class ObjectTracker {
  readonly #strings: StringPool;
  readonly #contexts = new Contexts();
  readonly #watched = new Map<number, Watched | null>();
  readonly #live = new Map<string, TrackedObject>();
  readonly #mappings = new Map<string, bigint>();
  readonly #resources = new MappedResources();
  readonly #call = new WatchedCall(this.#contexts);
  #left: { readonly no: number; readonly offset: number; count: number } | undefined;
  /** What the call at hand means. */
  readonly events: MemoryEvents = new MemoryEvents();
  /** Every object so far, in the order of their making. */
  readonly objects: TrackedObject[] = [];

  /** Codes of types come from `strings`. */
  constructor(strings: StringPool) {
    this.#strings = strings;
  }

  /** The first call whose objects were too many to follow, and how many such objects there were. */
  get leftOut(): { readonly no: number; readonly offset: number; readonly count: number } | undefined {
    return this.#left;
  }

  /** The meanings of the call at hand, which begins at `offset`, until the next one: none when it changes no memory. */
  see(
    record: number,
    no: number,
    thread: number,
    offset: number,
    bytes: number,
    reader: ValueReader,
    signatures: Signatures,
  ): MemoryEvents {
    const { events } = this;
    events.count = 0;
    let watched = this.#watched.get(record);
    if (watched === undefined) {
      const signature = signatures.of(record)!;
      const rule = ruleFor(signature.name);
      watched = rule ? { rule, signature } : null;
      this.#watched.set(record, watched);
    }
    if (watched) {
      const call = this.#call;
      call.no = no;
      call.thread = thread;
      call.offset = offset;
      call.bytes = bytes;
      call.reader = reader;
      call.signature = watched.signature;
      this.#follow(watched.rule, call);
    }
    return events;
  }

  #follow(rule: Rule, call: WatchedCall): void {
    const { thread, bytes, reader, signature } = call;
    switch (rule.does) {
      case "make":
        return this.#makeAll(call, rule.type, this.#names(call, rule));
      case "delete":
        for (const name of this.#names(call, rule)) this.#delete(call, rule.type, name);
        return;
      case "bind":
        return this.#bind(call, rule.what);
      case "store":
        return this.#store(call, rule.what, rule.named);
      case "fill":
        return this.#upload(this.#target(call, rule.what, rule.named), bytes);
      case "map":
        return this.#map(call, rule.named);
      case "unmap":
        return this.#unmap(call, rule.named);
      case "flush":
        return this.#flush(call, rule.named);
      case "resource":
        return this.#resources.make(reader, signature);
      case "map resource": {
        const range = this.#resources.map(reader, signature);
        if (range) this.#begin(call, "mapping", range.address, range.size);
        return;
      }
      case "unmap resource": {
        const address = this.#resources.unmap(reader, signature);
        if (address !== undefined) this.#end(call, "mapping", address);
        return;
      }
      case "update resource":
        return this.events.add("call", resourceOf(reader, signature), bytes, 0);
      case "label":
        return this.#label(call);
      case "source":
        return this.#source(call);
      case "context":
        return this.#contexts.create(returned(call) ?? 0n, shareOf(call));
      case "current":
        return this.#contexts.makeCurrent(thread, contextOf(call));
      case "share":
        return this.#contexts.share(argBig(call, 0), argBig(call, 1));
      default:
        return this.#memory(call, rule.does);
    }
  }

  /** Address under which an object stands in `events`: its name, with its group above it. */
  static addressOf(object: TrackedObject): bigint {
    return isMemory(object.type)
      ? object.object
      : (BigInt(object.group) << 32n) | (object.object & 0xffff_ffffn);
  }

  /** The group within which names of a type mean the same for a thread. */
  groupOf(thread: number, type: string): number {
    return groupOf(this.#contexts.current(thread), type);
  }

  #memory(call: WatchedCall, does: "malloc" | "free" | "realloc" | "memcpy"): void {
    const result = returned(call);
    switch (does) {
      case "malloc":
        if (result) this.#begin(call, "memory", result, argSmall(call, 0));
        return;
      case "free":
        return this.#end(call, "memory", argBig(call, 0));
      case "realloc": {
        const old = argBig(call, 0);
        const size = argSmall(call, 1);
        const known = this.#live.get(memoryKey("memory", old));
        if (result && known && result === old) {
          known.size = sound(size);
          return this.#event("realloc", known);
        }
        // A block that moves ends in one place and begins in another.
        if (old !== 0n && result !== 0n) this.#end(call, "memory", old);
        if (result) this.#begin(call, "memory", result, size);
        return;
      }
      case "memcpy":
        return this.events.add("call", argBig(call, 0), call.bytes, 0);
    }
  }

  #begin(call: WatchedCall, type: string, address: bigint, size: number): void {
    if (!this.#hasRoom(call, 1)) return;
    const object = this.#add(type, address, 0, call.no);
    object.size = sound(size);
    this.#event("alloc", object);
  }

  /** False, and noted, when the stream up to a call is too short for so many objects. */
  #hasRoom({ no, offset }: WatchedCall, count: number): boolean {
    if (this.objects.length + count <= SPARE_OBJECTS + offset / BYTES_PER_OBJECT) return true;
    this.#left ??= { no, offset, count: 0 };
    this.#left.count += count;
    return false;
  }

  #end(call: WatchedCall, type: string, address: bigint): void {
    const object = this.#live.get(memoryKey(type, address));
    if (!object) return;
    object.deleted = call.no;
    this.#live.delete(memoryKey(type, address));
    this.#event("free", object);
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
    this.#live.set(isMemory(type) ? memoryKey(type, name) : `${type} ${group} ${name}`, object);
    return object;
  }

  #makeAll(call: WatchedCall, type: string, names: readonly bigint[]): void {
    if (!this.#hasRoom(call, names.length)) return;
    const group = names.length > 0 ? groupOf(call.context, type) : 0;
    for (const name of names) this.#event("alloc", this.#add(type, name, group, call.no));
  }

  #delete(call: WatchedCall, type: string, name: bigint): void {
    const types = type === "shader or program" ? ["shader", "program"] : [type];
    for (const each of types) {
      const key = `${each} ${groupOf(call.context, each)} ${name}`;
      const object = this.#live.get(key);
      if (!object) continue;
      object.deleted = call.no;
      this.#live.delete(key);
      return this.#event("free", object);
    }
  }

  #event(kind: EventKind, object: TrackedObject): void {
    const type = this.#strings.internText(object.type);
    this.events.add(kind, ObjectTracker.addressOf(object), object.size, type);
  }

  /** Object names that a call makes or deletes. */
  #names({ reader }: WatchedCall, rule: { from: "list" | "return" | "first" }): bigint[] {
    if (rule.from === "return") return reader.placeReturn() ? nonZero(reader.integer()) : [];
    if (rule.from === "first") return reader.placeArg(0) ? nonZero(reader.integer()) : [];
    const last = reader.argCount - 1;
    if (last < 0 || !reader.placeArg(last) || reader.peek() !== Tag.Array) return [];
    const names: bigint[] = [];
    for (let count = Math.min(MAX_NAMES, reader.read()); count > 0; count--) {
      names.push(...nonZero(reader.integer()));
    }
    return names;
  }

  #bind(call: WatchedCall, what: "buffer" | "texture" | "renderbuffer" | "vertex array" | "unit"): void {
    const { context } = call;
    if (what === "unit") context.unit = argSmall(call, 0);
    else if (what === "vertex array") context.vertexArray = argSmall(call, 0);
    else {
      const target = argSmall(call, 0);
      const name = call.reader.argCount > 2 ? argNamed(call, "buffer", 2) : argSmall(call, 1);
      context.bind(target, name, slotOf(context, what, target));
    }
  }

  /** The object that a call works on. */
  #target(call: WatchedCall, what: string, named: boolean): TrackedObject | undefined {
    const { context } = call;
    const first = argSmall(call, 0);
    let target = first;
    if (what === "texture" && target >= 0x8515 && target <= 0x851a) target = CUBE_MAP;
    const name = named ? first : context.bound(target, slotOf(context, what, target));
    if (!(name > 0)) return undefined;
    const group = groupOf(context, what);
    const known = this.#live.get(`${what} ${group} ${name}`);
    if (known || !this.#hasRoom(call, 1)) return known;
    return this.#add(what, BigInt(name), group, undefined);
  }

  #store(call: WatchedCall, what: "buffer" | "texture" | "renderbuffer", named: boolean): void {
    const object = this.#target(call, what, named);
    if (!object) return;
    const levels = object.levels ??= new Map<number, number>();
    const fresh = object.made === undefined && levels.size === 0;
    if (what === "texture") {
      const level = argNamed(call, "level", -1);
      const face = argSmall(call, 0) & 0xffff;
      const key = Math.max(0, level) * 0x1_0000 + face;
      if (levels.size < MOST_LEVELS || levels.has(key)) levels.set(key, textureBytes(call));
      if (level < 0) {
        for (const key of [...levels.keys()]) if (key !== face) levels.delete(key);
      }
    } else levels.set(0, what === "buffer" ? argSmall(call, 1) : textureBytes(call));
    let size = 0;
    for (const bytes of levels.values()) size += bytes;
    object.size = sound(size);
    this.#upload(object, call.bytes);
    this.#event(fresh ? "alloc" : "realloc", object);
  }

  #upload(object: TrackedObject | undefined, bytes: number): void {
    if (!object || bytes === 0) return;
    object.uploads++;
    object.uploadBytes += bytes;
  }

  #map(call: WatchedCall, named: boolean): void {
    const address = returned(call);
    if (!address) return;
    const buffer = this.#target(call, "buffer", named);
    const length = argNamed(call, "length", buffer?.size ?? 0);
    const key = mappingKey(call, named);
    if (this.#mappings.size < MOST_MAPPINGS || this.#mappings.has(key)) this.#mappings.set(key, address);
    this.#begin(call, "mapping", address, length);
  }

  #unmap(call: WatchedCall, named: boolean): void {
    const address = this.#mappings.get(mappingKey(call, named));
    if (address !== undefined) this.#end(call, "mapping", address);
  }

  #flush(call: WatchedCall, named: boolean): void {
    const address = this.#mappings.get(mappingKey(call, named));
    if (address === undefined) return;
    const offset = BigInt(sound(argSmall(call, 1)));
    this.events.add("call", address + offset, sound(argSmall(call, 2)), 0);
  }

  #label(call: WatchedCall): void {
    const type = LABELS[argSmall(call, 0)];
    const name = argSmall(call, 1);
    const object = type ? this.#live.get(`${type} ${groupOf(call.context, type)} ${name}`) : undefined;
    const last = call.reader.argCount - 1;
    if (object && call.reader.placeArg(last)) object.label = textOf(call.reader);
  }

  #source(call: WatchedCall): void {
    const object = this.#live.get(`shader ${call.context.group} ${argSmall(call, 0)}`);
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

function memoryKey(type: string, address: bigint): string {
  return `${type} ${address}`;
}

function mappingKey(call: WatchedCall, named: boolean): string {
  const first = argSmall(call, 0);
  const buffer = named ? first : call.context.bound(first, slotOf(call.context, "buffer", first));
  return `${call.context.group} ${buffer}`;
}

function groupOf(context: Context, type: string): number {
  return UNSHARED.has(type) ? context.number : context.group;
}

/** Texture bindings belong to units, the element buffer to the vertex array. */
function slotOf(context: Context, what: string, target: number): number {
  if (what === "texture") return 1 + (context.unit & 0xff);
  if (what === "buffer" && target === ELEMENT_ARRAY) return 0x1000 + (context.vertexArray & 0xfffff);
  return what === "renderbuffer" ? 0x800 : 0;
}

/** Own bits of a function record: watched when its calls change memory. */
export function watchBits(name: string): number {
  return ruleFor(name) ? S.WATCHED : 0;
}
