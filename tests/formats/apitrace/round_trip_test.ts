/** The readers read back what the writer writes. */
import { assertEquals } from "@std/assert";
import { sourceOf } from "../../../src/bytes/byte_source.ts";
import { ByteWindow } from "../../../src/bytes/byte_window.ts";
import { StringPool } from "../../../src/events/string_pool.ts";
import { CallCopier } from "../../../src/formats/apitrace/copy_call.ts";
import { readHeader } from "../../../src/formats/apitrace/header.ts";
import * as S from "../../../src/formats/apitrace/kernel/state.ts";
import { StreamKernel } from "../../../src/formats/apitrace/stream_kernel.ts";
import { Tag, ValueReader } from "../../../src/formats/apitrace/values.ts";
import { MadeStream } from "./made_stream.ts";
import { Arena } from "../../../src/memory/arena.ts";
import { type RandomCall, randomStream, type Value } from "./random_stream.ts";
import { readStream } from "./support.ts";
import { seeds } from "../../support/effort.ts";

/** All calls of a stream as plain data; `copy` receives each call while it is available. */
async function readCalls(
  stream: Uint8Array,
  copyTo?: MadeStream,
): Promise<RandomCall[]> {
  const arena = new Arena();
  const window = new ByteWindow(sourceOf(stream, 13), arena, 64);
  const { version } = await readHeader(window);
  const calls: RandomCall[] = [];
  const kernel: StreamKernel = new StreamKernel({
    arena,
    strings: new StringPool(),
    version,
    mode: S.MODE_CALLS,
  }, {
    call: () => {
      const signature = kernel.signatures.of(kernel.get(S.CALL_FUNCTION))!;
      const classes = kernel.get(S.CALL_CLASS);
      const args: (Value | undefined)[] = [];
      for (let arg = 0; arg < reader.argCount; arg++) {
        args.push(reader.placeArg(arg) ? readValue(reader, kernel) : undefined);
      }
      const frames = reader.placeBacktrace();
      calls.push({
        no: kernel.get(S.CALL_NO),
        thread: kernel.get(S.CALL_THREAD),
        name: signature.name,
        args,
        ret: reader.placeReturn() ? readValue(reader, kernel) : undefined,
        fake: (classes & 1) !== 0,
        incomplete: (classes & 64) !== 0,
        frames: frames < 0 ? undefined : frames,
      });
      copier?.copy();
    },
  });
  const reader = new ValueReader(arena, kernel, version);
  const copier = copyTo ? new CallCopier(kernel, reader, copyTo, version) : undefined;
  const end = await kernel.run(window);
  assertEquals(end.how, "end");
  await kernel.completeOpen();
  kernel.close();
  window.close();
  return calls;
}

function readValue(reader: ValueReader, kernel: StreamKernel): Value {
  const inside = reader.read();
  const { kind, signature, units } = reader;
  const number = reader.bits();
  const content = reader.content.slice();
  const view = new DataView(content.buffer);
  switch (kind) {
    case Tag.Null:
      return null;
    case Tag.False:
    case Tag.True:
      return kind === Tag.True;
    case Tag.Sint:
      return { int: BigInt.asIntN(64, number) };
    case Tag.Uint:
      return { int: number };
    case Tag.Float:
      return { float: view.getFloat32(0, true) };
    case Tag.Double:
      return { double: view.getFloat64(0, true) };
    case Tag.String:
      return { text: new TextDecoder().decode(content) };
    case Tag.Blob:
      return { blob: [...content] };
    case Tag.Enum: {
      const value = BigInt.asIntN(64, number);
      const entry = kernel.signatures.entries(signature!).find((each) =>
        BigInt.asIntN(64, each.value) === value
      );
      return { enum: value, name: entry?.name ?? null };
    }
    case Tag.Mask:
      return { mask: number };
    case Tag.Array:
      return { array: Array.from({ length: inside }, () => readValue(reader, kernel)) };
    case Tag.Struct: {
      const { name, names } = signature!;
      return { struct: name, members: names.map(() => readValue(reader, kernel)) };
    }
    case Tag.Opaque:
      return { pointer: number };
    case Tag.Repr:
      return { views: [readValue(reader, kernel), readValue(reader, kernel)] };
    default:
      return { wide: [...units] };
  }
}

for (let version = 0; version <= 6; version++) {
  Deno.test(`StreamKernel reads back random streams of version ${version}`, async () => {
    for (let seed = 1; seed <= seeds(30); seed++) {
      const { stream, calls } = randomStream(seed, version);
      assertEquals(await readCalls(stream), calls, `seed ${seed}`);
      const sink = await readStream(stream, 100, 64);
      const rows = sink.rows("calls").map((row) => [row["no"], row["thread"], row["incomplete"]].map(Number));
      assertEquals(
        rows,
        calls.map((call) => [call.no, call.thread, Number(call.incomplete)]),
        `seed ${seed}`,
      );
    }
  });

  Deno.test(`CallCopier keeps the calls of version ${version}`, async () => {
    for (let seed = 101; seed <= 100 + seeds(10); seed++) {
      const { stream, calls } = randomStream(seed, version);
      const writer = new MadeStream(6);
      await readCalls(stream, writer);
      const copied = await readCalls(writer.take());
      const expected = calls.map((call, no) => ({ ...call, no, incomplete: false }));
      assertEquals(copied, expected, `seed ${seed}`);
    }
  });
}
