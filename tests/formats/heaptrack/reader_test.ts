/** Odd lines of heaptrack data: each is reported at its offset, and nothing else is lost. */
import { assertEquals, assertRejects } from "@std/assert";
import { FormatError } from "../../../src/base/errors.ts";
import { TRACE_LIMITS } from "../../../src/base/limits/trace_limits.ts";
import { sourceOf } from "../../../src/bytes/byte_source.ts";
import { ByteWindow } from "../../../src/bytes/byte_window.ts";
import { heaptrack } from "../../../src/formats/heaptrack/mod.ts";
import { MemorySink } from "../../support/memory_sink.ts";
import { Random } from "../../support/random.ts";
import { HEAD } from "./generate.ts";
import { atFullEffort } from "../../support/effort.ts";

const ENCODER = new TextEncoder();

async function read(text: string): Promise<MemorySink> {
  const sink = new MemorySink();
  const window = new ByteWindow(sourceOf(ENCODER.encode(text)), sink.arena);
  try {
    await window.more();
    await heaptrack.read(window, sink, {});
    return sink;
  } finally {
    window.close();
  }
}

/** Codes and the texts at their offsets. */
async function oddities(lines: string): Promise<string[]> {
  const text = HEAD + lines;
  const { problems } = await read(text);
  return problems.map(({ code, offset }) =>
    `${code} at ${JSON.stringify(text.slice(offset).split("\n")[0])}`
  );
}

Deno.test("every invalid line is reported at its offset", async () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ["a 10 1\n+ 0\n- 0\n# a comment\n\nS leak:x\nA\n", []],
    ["a 10 1\n+ 1\n", ['undefined-name at "+ 1"']],
    ["a 10 1\n+\n", ['bad-number at "+"']],
    ["a 10 1\n- g\n", ['bad-number at "- g"']],
    ["a 10 3\n", ['undefined-name at "a 10 3"']],
    ["a 10\n", ['bad-number at "a 10"']],
    ["a 10000000000000000 1\n", ['number-overflow at "a 10000000000000000 1"']],
    ["t 3 0\n", ['undefined-name at "t 3 0"']],
    ["t 1 9\n", ['undefined-name at "t 1 9"']],
    ["t 1\n", ['bad-number at "t 1"']],
    ["i 1 9\n", ['undefined-name at "i 1 9"']],
    ["i 1 1 9 3 1\n", ['undefined-name at "i 1 1 9 3 1"']],
    ["s 5 four\n", ['bad-number at "s 5 four"']],
    ["s x four\n", ['bad-number at "s x four"']],
    ["c 5\nc 4\n", ['clock-wrapped at "c 4"']],
    ["c\n", ['bad-number at "c"']],
    ["R\n", ['bad-number at "R"']],
    ["q 1\n", ['unknown-line at "q 1"']],
    ["v x\n", ['unknown-line at "v x"']],
    ["a 10 1\n+ 0\n+ ", ['cut-record at "+ "']],
  ];
  for (const [lines, expected] of cases) assertEquals(await oddities(lines), expected, lines);
});

Deno.test("texts may contain line ends, and their length says where they end", async () => {
  const sink = await read(HEAD + "s 8 two\nline\ni 5 1 5 3 1\nt 3 0\na 1 3\n+ 0\n");
  assertEquals(sink.problems, []);
  assertEquals(sink.rows("events")[0]!["func"], "two\nline");
});

Deno.test("suppressions have no lengths, whichever version wrote them", async () => {
  const { tags } = await read(HEAD + "S 6 leak:x\nS leak:y\nS 9 leak:z\n");
  const patterns = tags.filter(({ name }) => name === "suppression").map(({ value }) => value);
  assertEquals(patterns, ["leak:x", "leak:y", "9 leak:z"]);
});

Deno.test("Windows line ends change nothing", async () => {
  const lines = "s 4 main\ni 10 0 1\nt 1 0\na 20 1\n+ 0\n- 0\n";
  const [plain, other] = [await read(HEAD + lines), await read(HEAD + lines.replaceAll("\n", "\r\n"))];
  assertEquals(other.problems, []);
  assertEquals(other.rows("events"), plain.rows("events"));
});

Deno.test("texts have no length before version 3", async () => {
  const text = "v 10100 2\nX a\ns ./made\ns main fn\ni 5 1 2 0 7\nt 1 0\na 1 1\n+ 0\n";
  const [row] = (await read(text)).rows("events");
  assertEquals([row!["func"], row!["module"], row!["line"]], ["main fn", "./made", 7]);
});

Deno.test("texts of an old recording have lengths if a newer interpreter wrote them", async () => {
  const text = "v 10200 2\nX a\ns 6 ./made\ns 7 main fn\ni 5 1 2 0 7\nt 1 0\na 1 1\n+ 0\n";
  const [row] = (await read(text)).rows("events");
  assertEquals([row!["func"], row!["module"]], ["main fn", "./made"]);
});

Deno.test("a free ends the latest block of its kind, and a free without a block has the index 0", async () => {
  const { rows } = {
    rows: (await read(HEAD + "a 10 1\na 20 2\n+ 0\n+ 1\n+ 0\n- 0\n- 0\n- 0\n")).rows("events"),
  };
  assertEquals(rows.map((row) => row["index"]), [1n, 2n, 3n, 3n, 1n, 0n]);
});

Deno.test("frees end blocks in last-in, first-out order, for lines as heaptrack writes them and for others", async () => {
  // The first one has more rows than a batch.
  for (const [seed, odd, steps] of [[5, 0, 70_000], [6, 9, 9000], [7, 2, 9000]] as const) {
    const random = new Random(seed);
    const kinds = 300;
    const plain: number[][] = Array.from({ length: kinds }, () => []);
    const lines = Array.from({ length: kinds }, (_, kind) => `a ${(8 * kind).toString(16)} ${kind % 3}`);
    const wanted: number[] = [];
    let allocations = 0, temporary = 0, last = -1;
    for (let step = 0; step < steps; step++) {
      const kind = random.oneIn(3) && last >= 0 ? last : random.below(kinds);
      const isAlloc = random.below(20) < 11;
      // Lines that the compiled loop leaves to the reader.
      const isOdd = odd > 0 && random.oneIn(odd);
      const digits = kind.toString(16);
      const number = isOdd ? random.pick([digits.padStart(9, "0"), `${digits}\r`]) : digits;
      lines.push(`${isAlloc ? "+" : "-"} ${number}`);
      if (isOdd && random.oneIn(3)) lines.push(`# ${step}`);
      if (isAlloc) {
        plain[kind]!.push(++allocations);
        wanted.push(allocations);
      } else {
        if (kind === last) temporary++;
        wanted.push(plain[kind]!.pop() ?? 0);
      }
      last = isAlloc ? kind : -1;
    }
    const sink = await read(HEAD + lines.join("\n") + "\n");
    const rows = sink.rows("events");
    assertEquals(rows.length, steps);
    assertEquals(rows.findIndex((row, at) => row["index"] !== BigInt(wanted[at]!)), -1, `seed ${seed}`);
    assertEquals(sink.stats.get("temporary"), BigInt(temporary));
    assertEquals(sink.problems.filter(({ code }) => code !== "undefined-name"), []);
  }
});

Deno.test("raw data and old versions are refused with advice", async () => {
  await assertRejects(() => read("v 10400 3\nx 3 ./a\n"), FormatError, "its format is heaptrack-raw");
  await assertRejects(() => read("v 10000\nX ./a\n"), FormatError, "version 0");
  // A letter alone is not a complete line.
  assertEquals((await read("v 10400 3\nx")).problems.map(({ code }) => code), ["cut-record"]);
  await assertRejects(() => read("v 10400 3\nx "), FormatError, "its format is heaptrack-raw");
});

Deno.test("a newer version is read like the latest known one", async () => {
  const { problems, rows } = await read(HEAD.replace(" 3\n", " 4\n") + "a 10 1\n+ 0\n").then((sink) => ({
    problems: sink.problems.map(({ code }) => code),
    rows: sink.rows("events").length,
  }));
  assertEquals([problems, rows], [["newer-version"], 1]);
});

Deno.test("times are exact to all 64 bits", async () => {
  const rows = (await read(HEAD + "a 10 1\nc 10c6f7a0b5ed\n+ 0\n")).rows("events");
  assertEquals(rows[0]!["time"], 0x10c6f7a0b5edn * 1_000_000n);
});

Deno.test("a size of more than 64 bits becomes the largest possible size", async () => {
  const { rows, problems } = await read(HEAD + "a 10000000000000000 1\n+ 0\n").then((sink) => ({
    rows: sink.rows("events"),
    problems: sink.problems.length,
  }));
  assertEquals([rows[0]!["size"], problems], [(1n << 64n) - 1n, 1]);
});

Deno.test(
  atFullEffort(
    "backtraces that are too deep lose their outermost frames, within a limit of memory",
  ),
  async () => {
    const chain = (count: number): string =>
      HEAD +
      Array.from({ length: count }, (_, at) => `t 1 ${(at + 2).toString(16)}\na 1 ${(at + 3).toString(16)}\n`)
        .join("");
    const most = TRACE_LIMITS.profileFrames.most;
    // The chain begins with two backtraces of the header, which have one and three frames.
    const frames = (count: number): number =>
      Array.from({ length: count }, (_, at) => at + 4).reduce((a, b) => a + b, 0);
    let longest = 1;
    while (frames(longest + 1) <= most + 64 * (longest + 1)) longest++;
    const codes = async (count: number): Promise<string[]> =>
      (await read(chain(count))).problems.map(({ code }) => code);
    assertEquals(await codes(longest), []);
    assertEquals(await codes(longest + 1), ["deep-stacks"]);
  },
);

Deno.test("an instruction without an address keeps its position in the list, and has no address", async () => {
  const sink = await read(HEAD + "i 12g 1 4 3 1\nt 3 0\na 77 3\n+ 0\n");
  const [stack] = sink.cells("events", "stack");
  const { hasAddr, addrLow } = sink.stacks.describeFrame(sink.stacks.frameAt(Number(stack), 0));
  assertEquals([hasAddr, addrLow, sink.codes], [false, 0, ["bad-number"]]);
});

Deno.test("allocations have the places of their backtraces, however many kinds there are", async () => {
  const lines: string[] = [];
  const wanted: unknown[] = [];
  // The header has two backtraces: `main`, and `work` called from it.
  for (let kind = 0; kind < 10_000; kind++) {
    const backtrace = kind % 3;
    lines.push(`a ${(kind + 1).toString(16)} ${backtrace}`);
    if (kind % 7 === 0) lines.push(`+ ${kind.toString(16)}`);
    if (kind % 7 === 0) {
      wanted.push([BigInt(kind + 1), [null, "main", "work"][backtrace], [0, 1, 3][backtrace]]);
    }
  }
  const sink = await read(HEAD + lines.join("\n") + "\n");
  const [sizes, funcs, stacks] = ["size", "func", "stack"].map((name) => sink.cells("events", name));
  const seen = sizes!.map((size, row) => [size, funcs![row], sink.stacks.depth(Number(stacks![row] ?? 0))]);
  assertEquals(seen, wanted);
});
