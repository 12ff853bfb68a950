/**
 * Writers of protocol buffers: profiles for pprof, packets for Perfetto.
 * @module
 */

import { gzipSync } from "node:zlib";
import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { Function as Func, Line, Location, Profile, Sample, StringTable, ValueType } from "pprof-format";
import { PerfettoWriter } from "../../../src/export/perfetto_writer.ts";
import { pprof } from "../../../src/export/pprof.ts";
import type { Contestant } from "./contestant.ts";

/** The writers. */
export const protobufWriters: readonly Contestant[] = [
  {
    format: "pprof",
    name: "our own",
    imports: "src/export/pprof.ts",
    write: ({ samples }, sink) => pprof.write(samples, sink, 0),
  },
  {
    format: "pprof",
    name: "`pprof-format`",
    package: "pprof-format",
    imports: "{ Profile, StringTable }",
    async write({ samples: { weights, frames, samples } }, sink) {
      const stringTable = new StringTable();
      const text = (each: string): number => stringTable.dedup(each);
      const profile = new Profile({
        stringTable,
        sampleType: weights.map(({ name, unit }) => new ValueType({ type: text(name), unit: text(unit) })),
        sample: samples.map(({ frames, values }) =>
          new Sample({ locationId: frames.map((each) => each + 1), value: [...values] })
        ),
        location: frames.map(({ address, line }, at) =>
          new Location({ id: at + 1, address: address ?? 0n, line: [new Line({ functionId: at + 1, line })] })
        ),
        function: frames.map(({ name, file }, at) =>
          new Func({ id: at + 1, name: text(name), systemName: text(name), filename: text(file) })
        ),
      });
      await sink(new Uint8Array(gzipSync(profile.encode())));
    },
  },
  {
    format: "Perfetto",
    name: "our own",
    imports: "src/export/perfetto_writer.ts",
    async write({ counters }, sink) {
      const writer = new PerfettoWriter(sink, { number: 1, name: "t" });
      const track = writer.counterTrack("live_bytes", "bytes");
      for (const [time, value] of counters) {
        writer.count(track, time, value);
        if (writer.full) await writer.flush();
      }
      await writer.flush();
    },
  },
  {
    format: "Perfetto",
    name: "`@bufbuild/protobuf`",
    package: "@bufbuild/protobuf",
    imports: "{ BinaryWriter }",
    async write({ counters }, sink) {
      let out = new BinaryWriter();
      let count = 0;
      for (const [time, value] of counters) {
        out.tag(1, WireType.LengthDelimited).fork();
        out.tag(8, WireType.Varint).uint64(time);
        out.tag(10, WireType.Varint).uint32(1);
        out.tag(11, WireType.LengthDelimited).fork();
        out.tag(9, WireType.Varint).int32(4);
        out.tag(11, WireType.Varint).uint64(1048577n);
        out.tag(30, WireType.Varint).int64(value);
        out.join().join();
        if (++count % 4096 > 0) continue;
        await sink(out.finish() as Uint8Array<ArrayBuffer>);
        out = new BinaryWriter();
      }
      await sink(out.finish() as Uint8Array<ArrayBuffer>);
    },
  },
];
