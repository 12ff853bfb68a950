/** Random backtraces of interpreted data, in windows of all sizes, compared with lists kept by the test. */

import { assertEquals } from "@std/assert";
import { sourceOf } from "../../../src/bytes/byte_source.ts";
import { ByteWindow } from "../../../src/bytes/byte_window.ts";
import { heaptrack } from "../../../src/formats/heaptrack/mod.ts";
import { seeds } from "../../support/effort.ts";
import { MemorySink } from "../../support/memory_sink.ts";
import { Random } from "../../support/random.ts";

/** The first one is an allocator, which is never the function shown for a backtrace. */
const FUNCTIONS = ["malloc", "main", "parse", "walk", "visit"];

/** Functions of a backtrace from the innermost one on, and the function that is shown for it. */
type Seen = readonly [frames: string, shown: string];

/** A recording, and the expected backtraces of its events. */
function generate(random: Random): { text: string; wanted: Seen[] } {
  const lines = [
    "v 10400 3",
    "X ./made",
    ...FUNCTIONS.map((name) => `s ${name.length.toString(16)} ${name}`),
  ];
  const instructions: string[][] = [[]];
  const traces: string[][] = [[]];
  const kinds: Seen[] = [];
  const wanted: Seen[] = [];
  const number = (value: number): string => {
    const digits = value.toString(16);
    // Numbers that the compiled loop leaves to the reader.
    return random.oneIn(30) ? digits.padStart(8 + random.below(4), "0") : digits;
  };
  const end = (): string => random.oneIn(40) ? "\r" : "";
  for (let step = random.oneIn(4) ? 3000 : 200; step > 0; step--) {
    const choice = random.below(20);
    if (instructions.length === 1 || choice === 0) {
      const functions = Array.from({ length: 1 + random.below(4) }, () => random.below(FUNCTIONS.length));
      instructions.push(functions.map((each) => FUNCTIONS[each]!));
      const names = functions.map((each) => `${(each + 1).toString(16)} 0 5`).join(" ");
      lines.push(`i ${(0x1000 + step).toString(16)} 0 ${names}${end()}`);
    } else if (choice < 14) {
      const isMissing = random.oneIn(50), isNew = random.oneIn(50);
      const instruction = isMissing
        ? instructions.length + random.below(9)
        : random.below(instructions.length);
      const parent = isNew
        ? traces.length + random.below(9)
        : random.oneIn(3)
        ? random.below(traces.length)
        : traces.length - 1;
      lines.push(`t ${number(instruction)} ${number(parent)}${end()}`);
      traces.push([...(instructions[instruction] ?? []), ...(traces[parent] ?? [])].slice(0, 60));
      // Deep backtraces have limits, which are tested elsewhere.
      if (traces.at(-1)!.length === 60) {
        traces.pop();
        lines.pop();
      }
    } else if (choice < 17) {
      const trace = random.below(traces.length), frames = traces[trace]!;
      const shown = frames.find((name) => name !== "malloc") ?? frames[0] ?? "";
      kinds.push([frames.join(" "), shown]);
      lines.push(`a 8 ${number(trace)}${end()}`);
    } else if (kinds.length > 0) {
      const kind = random.below(kinds.length);
      wanted.push(kinds[kind]!);
      lines.push(`+ ${number(kind)}${end()}`);
    }
  }
  return { text: `${lines.join("\n")}\n`, wanted };
}

/** The backtraces read through windows with this initial capacity. */
async function readAll(text: string, capacity: number): Promise<Seen[]> {
  const sink = new MemorySink();
  const window = new ByteWindow(sourceOf(new TextEncoder().encode(text)), sink.arena, capacity);
  try {
    await window.more();
    await heaptrack.read(window, sink, {});
  } finally {
    window.close();
  }
  const { stacks, strings } = sink;
  const funcs = sink.cells("events", "func");
  return sink.cells("events", "stack").map((cell, at): Seen => {
    const stack = Number(cell ?? 0);
    const levels = Array.from({ length: stacks.depth(stack) }, (_, level) => stacks.frameAt(stack, level));
    const frames = levels.map((frame) => strings.text(stacks.describeFrame(frame).func)).join(" ");
    return [frames, `${funcs[at] ?? ""}`];
  });
}

Deno.test("random backtraces are read with all their frames, whatever the size of the window", async () => {
  const first = Math.floor(Math.random() * 1e6);
  for (let seed = first; seed < first + seeds(60); seed++) {
    const random = new Random(seed);
    const { text, wanted } = generate(random);
    for (const capacity of [1 << 20, 64 + random.below(300)]) {
      assertEquals(await readAll(text, capacity), wanted, `seed ${seed}, windows of ${capacity}`);
    }
  }
});

Deno.test("a backtrace below one that does not exist ends there, also in a line that is left to the reader", async () => {
  const head = ["v 10400 3", "X ./made", "s 4 main", "s 4 walk", "i 1000 0 1 0 5", "i 2000 0 2 0 5", "t 1 0"];
  for (const parent of ["7", "000000000007"]) {
    const text = [...head, `t 2 ${parent}`, "a 8 1", "a 8 2", "+ 0", "+ 1", ""].join("\n");
    assertEquals(await readAll(text, 1 << 20), [["main", "main"], ["walk", "walk"]], parent);
  }
});
