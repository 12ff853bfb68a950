/**
 * Rows, backtraces and labels that the kernel produces from samples, compared with what was written into the profile.
 */
import { assertEquals } from "@std/assert";
import { sourceOf } from "../../../src/bytes/byte_source.ts";
import { ByteWindow } from "../../../src/bytes/byte_window.ts";
import { protoMessage } from "../../../src/export/proto_writer.ts";
import { pprof } from "../../../src/formats/pprof/mod.ts";
import { REQUESTED_IDS } from "../../../src/formats/pprof/samples_layout.ts";
import { MemorySink } from "../../support/memory_sink.ts";
import { Random } from "../../support/random.ts";

/** Indexes of these texts are names of functions, keys, values and units of labels. */
const TEXTS = ["", "cpu", "ns", "one", "two", "three", "four", "five", "six"];
const LOCATIONS = 80;

/** A profile, and the expected rows. */
interface Written {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Each sample: its frames as lines, innermost first, and its weights. */
  readonly samples: readonly { readonly lines: readonly number[]; readonly weights: readonly bigint[] }[];
  /** Each label: number of the sample, name, text, number. */
  readonly labels: readonly (readonly [bigint, string, string, bigint | null])[];
}

/** A random profile: numbers one by one and together, ids of all sizes, inlined frames, samples of any depth. */
function write(random: Random, dense: boolean): Written {
  const types = 1 + random.below(3);
  const ids = Array.from(
    { length: LOCATIONS },
    (_, at) => dense ? at + 1 : at + 100 * random.below(1 << 20) * 2 ** random.below(24) + 1,
  );
  const lines = ids.map((_, at) => Array.from({ length: at % 4 }, (_, line) => 1 + 4 * at + line));
  const samples: { lines: number[]; weights: bigint[] }[] = [];
  const labels: (readonly [bigint, string, string, bigint | null])[] = [];
  const textOf = (number: number): string => TEXTS[number]!;
  const bytes = protoMessage((profile) => {
    for (let type = 0; type < types; type++) {
      profile.inner(1, (each) => {
        each.number(1, 1);
        each.number(2, 2);
      });
    }
    for (let no = 0; no < 600; no++) {
      profile.inner(2, (sample) => {
        const depth = random.oneIn(20) ? 100 + random.below(150) : random.below(9);
        const stack = Array.from({ length: depth }, () => random.below(LOCATIONS));
        const weights = Array.from(
          { length: types },
          () => BigInt.asIntN(64, BigInt(random.below(1 << 30)) << BigInt(random.below(35))),
        );
        const packed = random.oneIn(2);
        if (packed) sample.packed(1, stack.map((at) => BigInt(ids[at]!)));
        else for (const at of stack) sample.number(1, ids[at]!);
        for (const weight of random.oneIn(2) ? [weights] : weights.map((each) => [each])) {
          sample.packed(2, weight);
        }
        for (let count = random.below(3); count > 0; count--) {
          const [name, text, number] = [
            3 + random.below(6),
            random.oneIn(2) ? 3 + random.below(6) : 0,
            random.below(99),
          ];
          sample.inner(3, (label) => {
            label.number(1, name);
            if (text > 0) label.number(2, text);
            else label.number(3, number);
          });
          labels.push([
            BigInt(no),
            textOf(name),
            text > 0 ? textOf(text) : `${number}`,
            text > 0 ? null : BigInt(number),
          ]);
        }
        // A location without lines gives a frame without a line.
        samples.push({ lines: stack.flatMap((at) => lines[at]!.length > 0 ? lines[at]! : [0]), weights });
      });
    }
    for (const [at, id] of ids.entries()) {
      profile.inner(4, (location) => {
        location.number(1, id);
        location.number(3, 0x1000 + at);
        for (const line of lines[at]!) {
          location.inner(4, (each) => {
            each.number(1, 1 + line % 5);
            each.number(2, line);
          });
        }
      });
    }
    for (let func = 1; func <= 5; func++) {
      profile.inner(5, (each) => {
        each.number(1, func);
        each.number(2, 2 + func);
      });
    }
    for (const text of TEXTS) profile.text(6, text);
  });
  return { bytes, samples, labels };
}

async function read(bytes: Uint8Array<ArrayBuffer>, piece?: number): Promise<MemorySink> {
  const sink = new MemorySink();
  const window = new ByteWindow(sourceOf(bytes), sink.arena, piece);
  await window.more();
  await pprof.read(window, sink, {});
  window.close();
  return sink;
}

Deno.test("samples of random profiles have the frames, weights and labels that were written", async () => {
  for (let seed = 1; seed <= 8; seed++) {
    const random = new Random(seed);
    const { bytes, samples, labels } = write(random, seed % 2 === 0);
    const sink = await read(bytes, seed === 3 ? 7 : undefined);
    assertEquals(sink.problems, [], `seed ${seed}`);
    const stacks = sink.cells("profile", "stack") as (number | null)[];
    const shown = stacks.map((stack) =>
      Array.from(
        { length: stack === null ? 0 : sink.stacks.depth(stack) },
        (_, level) => sink.stacks.describeFrame(sink.stacks.frameAt(stack!, level)).line,
      )
    );
    assertEquals(shown, samples.map(({ lines }) => lines), `seed ${seed}`);
    assertEquals(
      sink.cells("profile", "line"),
      samples.map(({ lines }) => lines.length === 0 || lines[0] === 0 ? null : lines[0]!),
    );
    // Equal frames have the same id, and ids follow the order of appearance.
    const numbers = new Map<string, number>();
    for (const [row, { lines }] of samples.entries()) {
      const key = lines.join();
      if (key !== "" && !lines.includes(0) && !numbers.has(key)) numbers.set(key, stacks[row]!);
      if (numbers.has(key)) assertEquals(stacks[row], numbers.get(key));
    }
    const found = [...numbers.values()];
    assertEquals(found, found.toSorted((left, right) => left - right));
    for (const [at, name] of ["cpu", "cpu_2", "cpu_3"].slice(0, samples[0]!.weights.length).entries()) {
      const weights = samples.map((sample) => sample.weights[at]!);
      assertEquals(sink.cells("profile", name), weights, `seed ${seed}, ${name}`);
      const total = weights.reduce((sum, each) => sum + each, 0n);
      const isTold = BigInt.asIntN(64, total) === total;
      assertEquals(sink.cells("weights", "total")[at], isTold ? total : null);
    }
    const table = ["sample", "name", "value", "number"].map((name) => sink.cells("labels", name));
    assertEquals(labels.map((_, row) => table.map((column) => column[row])), labels.map((each) => [...each]));
  }
});

Deno.test("a sample may have more unknown locations than one request can hold", async () => {
  const count = REQUESTED_IDS + 100;
  // Small ids are indexes of a list, large ones are looked up; each is used twice, and some do not exist.
  for (const idOf of [(at: number) => at + 1, (at: number) => (at + 1) * 2 ** 20 + 5]) {
    const ids = Array.from({ length: count }, (_, at) => BigInt(idOf(at)));
    const bytes = protoMessage((profile) => {
      profile.inner(1, (type) => {
        type.number(1, 1);
        type.number(2, 2);
      });
      for (const weight of [3n, 4n]) {
        profile.inner(2, (sample) => {
          sample.packed(1, [...ids, ...ids]);
          sample.packed(2, [weight]);
        });
      }
      for (const [at, id] of ids.slice(0, -10).entries()) {
        profile.inner(4, (location) => {
          location.number(1, Number(id));
          location.number(3, 0x1000 + at);
        });
      }
      for (const text of TEXTS) profile.text(6, text);
    });
    const sink = await read(bytes);
    const [first, second] = sink.cells("profile", "stack") as number[];
    assertEquals(first, second);
    assertEquals(sink.stacks.depth(first!), 2 * count);
    const addrs = [0, REQUESTED_IDS - 1, REQUESTED_IDS, count - 11, count, 2 * count - 11].map((
      level,
    ) => sink.stacks.describeFrame(sink.stacks.frameAt(first!, level)).addrLow);
    assertEquals(
      addrs,
      [0, REQUESTED_IDS - 1, REQUESTED_IDS, count - 11, 0, count - 11].map((at) => 0x1000 + at),
    );
    assertEquals(sink.cells("profile", "cpu"), [3n, 4n]);
  }
});
