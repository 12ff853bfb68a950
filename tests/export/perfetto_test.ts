/** An independent reader of protocol buffers decodes the output for Perfetto. */
import { assert, assertEquals } from "@std/assert";
import { byEffort, entriesOf } from "../support/effort.ts";
import protobuf from "protobufjs";
import { sampleSession } from "../support/sample_session.ts";
import { SAMPLES, withRows } from "./export_support.ts";
import { exported, samplePath } from "./run_export.ts";

/** The messages that are written, with the field numbers of the published schema. */
const SCHEMA = `
  syntax = "proto2";
  message Trace { repeated TracePacket packet = 1; }
  message TracePacket {
    optional uint64 timestamp = 8;
    optional uint32 trusted_packet_sequence_id = 10;
    optional TrackEvent track_event = 11;
    optional InternedData interned_data = 12;
    optional uint32 sequence_flags = 13;
    optional TrackDescriptor track_descriptor = 60;
  }
  message TrackDescriptor {
    optional uint64 uuid = 1;
    optional string name = 2;
    optional ProcessDescriptor process = 3;
    optional uint64 parent_uuid = 5;
    optional CounterDescriptor counter = 8;
  }
  message ProcessDescriptor { optional int32 pid = 1; optional string process_name = 6; }
  message CounterDescriptor { optional int32 unit = 3; }
  message InternedData {
    repeated EventName event_names = 2;
    repeated EventName debug_annotation_names = 3;
  }
  message EventName { optional uint64 iid = 1; optional string name = 2; }
  message TrackEvent {
    repeated DebugAnnotation debug_annotations = 4;
    optional int32 type = 9;
    optional uint64 name_iid = 10;
    optional uint64 track_uuid = 11;
    optional int64 counter_value = 30;
  }
  message DebugAnnotation { optional uint64 name_iid = 1; optional uint64 uint_value = 3; }
`;
const BEGIN = 1;
const END = 2;
const COUNTER = 4;

/** A packet with 64-bit numbers as texts. */
interface Packet {
  readonly timestamp?: string;
  readonly trustedPacketSequenceId: number;
  readonly sequenceFlags?: number;
  readonly trackDescriptor?: {
    uuid: string;
    name?: string;
    parentUuid?: string;
    process?: { processName: string };
  };
  readonly internedData?: {
    eventNames: { iid: string; name: string }[];
    debugAnnotationNames: { iid: string; name: string }[];
  };
  readonly trackEvent?: {
    type: number;
    trackUuid: string;
    nameIid?: string;
    counterValue?: string;
    debugAnnotations: { nameIid: string; name?: string; uintValue: string }[];
  };
}

function decode(bytes: Uint8Array): Packet[] {
  const type = protobuf.parse(SCHEMA).root.lookupType("Trace");
  const trace = type.toObject(type.decode(bytes), { longs: String, arrays: true });
  // Encoding again gives the same length: no field was skipped as unknown.
  assertEquals(type.encode(type.decode(bytes)).finish().length, bytes.length);
  const packets = trace.packet as Packet[];
  // Names of facts are defined where they are first used, per sequence.
  const names = new Map<string, string>();
  for (const { trustedPacketSequenceId: sequence, internedData, trackEvent } of packets) {
    for (const { iid, name } of internedData?.debugAnnotationNames ?? []) {
      names.set(`${sequence} ${iid}`, name);
    }
    for (const fact of trackEvent?.debugAnnotations ?? []) {
      const name = names.get(`${sequence} ${fact.nameIid}`);
      assert(name !== undefined);
      fact.name = name!;
    }
  }
  return packets;
}

function trackNames(packets: readonly Packet[]): Map<string, string> {
  const names = new Map<string, string>();
  for (const { trackDescriptor: track } of packets) {
    if (track) names.set(track.uuid, track.name ?? track.process!.processName);
  }
  return names;
}

Deno.test("perfetto counters of a memory trace equal the live columns", async () => {
  for (const name of byEffort(["mtrc", "sp-rtrace-bin", "mtrace"], ["sp-rtrace-bin", "mtrace"])) {
    const packets = decode(await exported([samplePath(SAMPLES[name]!), "--to", "perfetto"]));
    const tracks = trackNames(packets);
    const session = await sampleSession({ a: SAMPLES[name]! });
    await withRows(session, "events | select seq, time, live_bytes, live_blocks", (table) => {
      const expected: string[] = [];
      const last = [null, null] as unknown[];
      for (let row = 0; row < table.rowCount; row++) {
        const time = (table.value(row, 1) ?? (table.value(row, 0) as bigint) * 1000n) as bigint;
        ["live_bytes", "live_blocks"].forEach((track, at) => {
          const value = table.value(row, 2 + at);
          if (value !== last[at]) expected.push(`${track} ${time} ${value}`);
          last[at] = value;
        });
      }
      const found = packets.filter(({ trackEvent }) => trackEvent).map(({ trackEvent: event, timestamp }) => {
        assertEquals(event!.type, COUNTER);
        return `${tracks.get(event!.trackUuid)} ${timestamp} ${event!.counterValue}`;
      });
      assert(expected.length > 100);
      assertEquals(found, expected);
    });
  }
});

Deno.test("perfetto slices of an API trace are its calls, nested and in order", async () => {
  const paths = [
    "testdata/apitrace/real-threads4.trace",
    SAMPLES.apitrace!,
    "testdata/apitrace/real-crash-abort.trace",
  ];
  for (const path of entriesOf(paths, 0.1)) {
    const packets = decode(await exported([samplePath(path), "--to", "perfetto"]));
    const tracks = trackNames(packets);
    const names = new Map<string, string>();
    const begun: string[] = [];
    const open = new Map<string, string[]>();
    let ended = 0;
    let time = -1n;
    for (const { trackEvent: event, timestamp, internedData } of packets) {
      for (const { iid, name } of internedData?.eventNames ?? []) names.set(iid, name);
      if (!event) continue;
      assert(BigInt(timestamp!) >= time, "time goes on");
      time = BigInt(timestamp!);
      const track = tracks.get(event.trackUuid)!;
      if (track === "frames" || event.type === COUNTER) continue;
      const stack = open.get(track) ?? [];
      open.set(track, stack);
      if (event.type === BEGIN) {
        const no = event.debugAnnotations.find(({ name }) => name === "no")!.uintValue;
        const bytes = event.debugAnnotations.find(({ name }) => name === "blob_bytes")?.uintValue ?? "0";
        begun.push(`${no} ${track} ${names.get(event.nameIid!)} ${bytes}`);
        stack.push(no);
      } else {
        assertEquals(event.type, END);
        assert(stack.pop() !== undefined, "an end belongs to a beginning");
        ended++;
      }
    }
    const session = await sampleSession({ a: path });
    await withRows(session, "calls | sort enter | select no, thread, name, blob_bytes, leave", (table) => {
      const rows = Array.from({ length: table.rowCount }, (_, row) => row);
      assertEquals(
        begun,
        rows.map((row) =>
          `${table.value(row, 0)} thread ${table.value(row, 1)} ${table.value(row, 2)} ${table.value(row, 3)}`
        ),
      );
      assertEquals(ended, rows.filter((row) => table.value(row, 4) !== null).length);
    });
  }
});

Deno.test("perfetto counters of an API trace change at the calls that change them", async () => {
  const paths = ["testdata/apitrace/real-shaders.trace", "testdata/apitrace/syn-v6-basic.trace"];
  for (const path of byEffort(paths, paths.slice(0, 1))) {
    const packets = decode(await exported([samplePath(path), "--to", "perfetto"]));
    const tracks = trackNames(packets);
    const over = new Map<string, string>();
    const open = new Map<string, string[]>();
    const points: string[] = [];
    for (const { trackEvent: event, timestamp } of packets) {
      const track = event && tracks.get(event.trackUuid)!;
      if (!event || track === "frames" || track === "live_bytes") continue;
      if (event.type === COUNTER) points.push(`${timestamp} ${event.counterValue}`);
      else if (event.type === BEGIN) {
        const no = event.debugAnnotations.find(({ name }) => name === "no")!.uintValue;
        open.set(track!, [...open.get(track!) ?? [], no]);
        over.set(no, timestamp!);
      } else over.set(open.get(track!)!.pop()!, timestamp!);
    }
    const session = await sampleSession({ a: path });
    await withRows(session, "events | select no, live_blocks", (table) => {
      const expected: string[] = [];
      let last: unknown = null;
      for (let row = 0; row < table.rowCount; row++) {
        const value = table.value(row, 1);
        if (value !== last) expected.push(`${over.get(String(table.value(row, 0)))} ${value}`);
        last = value;
      }
      assert(expected.length > 1, path);
      assertEquals(points, expected);
    });
  }
});

Deno.test("perfetto shows every frame once, in order", async () => {
  const path = "testdata/apitrace/real-threads4.trace";
  const packets = decode(await exported([samplePath(path), "--to", "perfetto"]));
  const tracks = trackNames(packets);
  const names = new Map<string, string>();
  const frames: string[] = [];
  let depth = 0;
  for (const { trackEvent: event, internedData } of packets) {
    for (const { iid, name } of internedData?.eventNames ?? []) names.set(iid, name);
    if (!event || tracks.get(event.trackUuid) !== "frames") continue;
    depth += event.type === BEGIN ? 1 : -1;
    assert(depth === 0 || depth === 1);
    if (event.type === BEGIN) frames.push(names.get(event.nameIid!)!);
  }
  assertEquals(depth, 0);
  const session = await sampleSession({ a: path });
  await withRows(session, "calls | distinct frame | sort frame", (table) => {
    const expected = Array.from({ length: table.rowCount }, (_, row) => `frame ${table.value(row, 0)}`);
    assertEquals(frames, expected);
  });
});

Deno.test("perfetto of several traces has a process for each", async () => {
  const one = `one=${samplePath(SAMPLES.mtrc!)}`;
  const two = `two=${samplePath("testdata/apitrace/real-tiny.trace")}`;
  const packets = decode(await exported([one, two, "--to", "perfetto"]));
  const processes = packets.flatMap(({ trackDescriptor: track }) => track?.process?.processName ?? []);
  assertEquals(processes, ["one", "two"]);
  const roots = new Set(packets.flatMap(({ trackDescriptor: track }) => track?.process ? track.uuid : []));
  for (const { trackDescriptor: track } of packets) {
    if (track && !track.process) assert(roots.has(track.parentUuid!));
  }
  for (const sequence of [1, 2]) {
    const flags = packets.filter((each) => each.trustedPacketSequenceId === sequence).map((each) =>
      each.sequenceFlags
    );
    assertEquals(flags.filter((flag) => flag === 1).length, 1);
    assertEquals(flags[0], 1);
  }
});
