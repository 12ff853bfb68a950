/**
 * Writes packets of one process of a Perfetto trace.
 * @module
 */

import { I64_MAX } from "../base/u64.ts";
import { UsageError } from "../base/errors.ts";
import { ByteWriter } from "../base/byte_writer.ts";
import type { ByteSink } from "./exporter.ts";
import { ProtoWriter } from "./proto_writer.ts";

const PACKET = 1;
const PACKET_FIELDS = { timestamp: 8, sequence: 10, event: 11, interned: 12, flags: 13, track: 60 } as const;
const EVENT = { annotation: 4, type: 9, nameId: 10, track: 11, counter: 30 } as const;
const ANNOTATION = { nameId: 1, value: 3 } as const;
const INTERNED = { events: 2, annotations: 3 } as const;
const TYPE = { begin: 1, end: 2, counter: 4 } as const;
const TRACK = { id: 1, name: 2, process: 3, parent: 5, counter: 8 } as const;
const STATE_CLEARED = 1;
const NEEDS_STATE = 2;
/** Track ids reserved for one process. */
const TRACKS = 1 << 20;
const CHUNK_BYTES = 1 << 18;

/** Counter units, as numbers of the format. */
const COUNTER_UNIT = { count: 2, bytes: 3 } as const;

/** A process with its name. */
interface PerfettoProcess {
  /** Process number, from 1. */
  readonly number: number;
  /** Name of the trace. */
  readonly name: string;
}

/** Writes packets in order of time. */
export class PerfettoWriter {
  readonly #sink: ByteSink;
  readonly #process: PerfettoProcess;
  readonly #out = new ByteWriter(CHUNK_BYTES + 4096);
  readonly #packet = new ProtoWriter();
  readonly #event = new ProtoWriter();
  readonly #fact = new ProtoWriter();
  /** Interned names that the next packet defines. */
  readonly #newNames = new ProtoWriter();
  readonly #names: Record<number, Map<string, number>> = {};
  #tracks = 0;
  #packets = 0;

  /** Writes the name of the process. */
  constructor(sink: ByteSink, process: PerfettoProcess) {
    this.#sink = sink;
    this.#process = process;
    this.#track((track) => {
      track.inner(TRACK.process, (facts) => {
        facts.number(1, process.number);
        facts.text(6, process.name);
      });
    });
  }

  /** Whether `flush()` should be called. */
  get full(): boolean {
    return this.#out.length >= CHUNK_BYTES;
  }

  /** Writes the buffered packets. */
  async flush(): Promise<void> {
    if (this.#out.length > 0) await this.#sink(this.#out.bytes);
    this.#out.clear();
  }

  /** Adds a track for slices and returns its id. */
  sliceTrack(name: string): number {
    return this.#track((track) => {
      track.text(TRACK.name, name);
      track.number(TRACK.parent, this.#process.number * TRACKS);
    });
  }

  /** Adds a counter track and returns its id. */
  counterTrack(name: string, unit: keyof typeof COUNTER_UNIT): number {
    return this.#track((track) => {
      track.text(TRACK.name, name);
      track.number(TRACK.parent, this.#process.number * TRACKS);
      track.inner(TRACK.counter, (counter) => counter.number(3, COUNTER_UNIT[unit]));
    });
  }

  /** Writes a new value on a counter track. */
  count(track: number, time: bigint, value: bigint): void {
    if (value > I64_MAX) {
      throw new UsageError(`The value ${value} does not fit into a counter: the maximum is 2^63-1`);
    }
    this.#event.clear();
    this.#event.number(EVENT.type, TYPE.counter);
    this.#event.number(EVENT.track, track);
    this.#event.wide(EVENT.counter, value);
    this.#putEvent(time);
  }

  /** Begins a slice; `facts` are integer annotations by name. */
  begin(track: number, time: bigint, name: string, facts: readonly (readonly [string, bigint])[] = []): void {
    const event = this.#event;
    event.clear();
    for (const [key, value] of facts) {
      this.#fact.clear();
      this.#fact.number(ANNOTATION.nameId, this.#idOf(key, INTERNED.annotations));
      this.#fact.wide(ANNOTATION.value, value);
      event.message(EVENT.annotation, this.#fact.bytes);
    }
    event.number(EVENT.type, TYPE.begin);
    event.number(EVENT.nameId, this.#idOf(name, INTERNED.events));
    event.number(EVENT.track, track);
    this.#putEvent(time);
  }

  /** Ends the innermost slice of a track. */
  end(track: number, time: bigint): void {
    this.#event.clear();
    this.#event.number(EVENT.type, TYPE.end);
    this.#event.number(EVENT.track, track);
    this.#putEvent(time);
  }

  /** The id of an interned name; a new name is defined in the next packet. */
  #idOf(name: string, kind: number): number {
    const names = this.#names[kind] ??= new Map<string, number>();
    let id = names.get(name);
    if (id !== undefined) return id;
    names.set(name, id = names.size + 1);
    this.#newNames.inner(kind, (message) => {
      message.number(1, id!);
      message.text(2, name);
    });
    return id;
  }

  #putEvent(time: bigint): void {
    const packet = this.#packet;
    packet.clear();
    packet.wide(PACKET_FIELDS.timestamp, time);
    packet.number(PACKET_FIELDS.sequence, this.#process.number);
    packet.message(PACKET_FIELDS.event, this.#event.bytes);
    if (this.#newNames.length > 0) packet.message(PACKET_FIELDS.interned, this.#newNames.bytes);
    this.#newNames.clear();
    packet.number(PACKET_FIELDS.flags, NEEDS_STATE);
    this.#putPacket();
  }

  #track(fill: (track: ProtoWriter) => void): number {
    const id = this.#process.number * TRACKS + this.#tracks++;
    this.#packet.clear();
    this.#packet.number(PACKET_FIELDS.sequence, this.#process.number);
    this.#packet.inner(PACKET_FIELDS.track, (track) => {
      track.number(TRACK.id, id);
      fill(track);
    });
    // The first packet resets the interned names.
    if (this.#packets === 0) this.#packet.number(PACKET_FIELDS.flags, STATE_CLEARED);
    this.#putPacket();
    return id;
  }

  #putPacket(): void {
    this.#out.varint(PACKET * 8 + 2);
    this.#out.varint(this.#packet.length);
    this.#out.raw(this.#packet.bytes);
    this.#packets++;
  }
}
