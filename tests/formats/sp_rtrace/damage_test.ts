import { assert, assertEquals, assertRejects } from "@std/assert";
import { ByteWindow } from "../../../src/bytes/byte_window.ts";
import { FormatError } from "../../../src/base/errors.ts";
import { MAX_LINE } from "../../../src/formats/sp_rtrace/report_reader.ts";
import { spRtrace } from "../../../src/formats/sp_rtrace/mod.ts";
import { spRtraceBin } from "../../../src/formats/sp_rtrace_bin/mod.ts";
import { MemorySink } from "../../support/memory_sink.ts";
import { pairRows } from "./obvious_pairing.ts";
import { plainOf } from "./obvious_reader.ts";
import { addressesOf, readBytes, readText, sample, samplesWith } from "./read_sample.ts";
import { atFullEffort } from "../../support/effort.ts";

const HEAD = "version=2.0, arch=x86_64, pid=1, \n";
const encoder = new TextEncoder();

Deno.test("spRtrace.read() accepts a record as the first line", async () => {
  const sink = await readText(
    "1. malloc(5) = 0x10\n\t0x1\n\n2. free(0x10)\n\n",
  );
  assertEquals(sink.count("events"), 2);
  assertEquals(sink.codes, ["missing-header"]);
  assertEquals(sink.header?.version, "");
});

Deno.test("spRtrace.read() treats CRLF as LF", async () => {
  const text = new TextDecoder().decode(sample("c05-shm.txt"));
  const crlf = await readText(text.replaceAll("\n", "\r\n"));
  assertEquals(plainOf(crlf), plainOf(await readText(text)));
  assertEquals(crlf.codes, []);
});

Deno.test("spRtrace.read() keeps bytes that are not UTF-8", async () => {
  const bytes = new Uint8Array([
    ...encoder.encode(HEAD + "1. na"),
    0xe9,
    0xff,
    ...encoder.encode("me(1) = 0x1\n\n"),
  ]);
  const sink = await readBytes(bytes);
  const code = sink.strings.intern(
    new Uint8Array([0x6e, 0x61, 0xe9, 0xff, 0x6d, 0x65]),
  );
  assertEquals(sink.rows("events")[0]?.["name"], sink.strings.text(code));
});

Deno.test("spRtrace.read() keeps long names, long lines and large sizes", async () => {
  const name = "n".repeat(100_000);
  const sink = await readText(
    `${HEAD}1. ${name}(99999999999) = 0x1\n\t0x2 ${name} at f.c:1\n\n`,
  );
  const row = sink.rows("events")[0]!;
  assertEquals([row["name"], row["size"], row["func"]], [
    name,
    99999999999n,
    name,
  ]);
  assertEquals(sink.codes, ["large-size"]);
});

Deno.test("spRtrace.read() limits a time that is negative or too large, and reports it", async () => {
  const sink = await readText(
    `${HEAD}1. [-1:00:00.000] malloc(5) = 0x10\n\n2. [99999:00:00.000] malloc(5) = 0x20\n\n`,
  );
  assertEquals(sink.rows("events").map((row) => row["time"]), [0n, 0xffff_ffffn * 1_000_000n]);
  assertEquals(sink.codes, ["number-overflow", "number-overflow"]);
});

Deno.test("spRtrace.read() cuts an endless line and continues", async () => {
  const sink = await readText(
    `${HEAD}${"x".repeat((1 << 24) + 5)}\n1. f(1) = 0x1\n\n`,
  );
  assertEquals(sink.count("events"), 1);
  assertEquals(sink.codes, ["long-line", "unknown-line", "unknown-line"]);
});

Deno.test(
  atFullEffort("spRtrace.read() needs no more memory for an endless block or line"),
  async () => {
    const sink = new MemorySink();
    const length = 3 * MAX_LINE;
    let left = length;
    const head = new TextEncoder().encode(`${HEAD}1. f(1) = 0x1\n\t0x5\n\t`);
    const window = new ByteWindow(
      {
        read(into) {
          if (left === length) {
            into.set(head);
            left--;
            return head.length;
          }
          const count = Math.min(into.length, left);
          into.fill(97, 0, count);
          left -= count;
          return count;
        },
        close() {},
      },
      sink.arena,
    );
    await spRtrace.read(window, sink, {});
    assert(window.bytes.length <= 2 * MAX_LINE, `a window of ${window.bytes.length} bytes`);
    assertEquals(sink.count("events"), 1);
    window.close();
  },
);

Deno.test("spRtrace.read() reads a report that ends anywhere", async () => {
  const sink = await readText(
    HEAD + "1. f(1) = 0x1\n\t0x5\n2. g(2) = 0x2\n\t0x6",
  );
  assertEquals(sink.rows("events").map((row) => addressesOf(sink, row)), [[
    "0x5",
  ], ["0x6"]]);
  assertEquals(sink.codes, ["no-final-newline"]);
  const cut = await readText(HEAD + "1. f(1) = 0x1\n\n2. free(0x1");
  assertEquals(cut.rows("events").length, 1);
  assertEquals(cut.codes, ["no-final-newline", "unknown-line"]);
});

Deno.test("spRtrace.read() reports records without a call", async () => {
  const sink = await readText(
    HEAD + "\t0x5\n\t$a = b\n1. f(1) = 0x1\n\nnonsense\n\t0x6\n",
  );
  assertEquals(sink.codes, [
    "frame-without-call",
    "argument-without-call",
    "unknown-line",
    "frame-without-call",
  ]);
  assertEquals(sink.problems.map((problem) => problem.record), [2, 3, 6, 7]);
  assertEquals(sink.problems[0]?.offset, HEAD.length);
});

Deno.test("spRtrace.read() keeps types that are not registered, and registers late ones", async () => {
  const sink = await readText(
    HEAD +
      "1. f<odd>(1) = 0x1\n\n<1> : late (x)\n2. f(1) = 0x2\n\n3. f<late>(1) = 0x3\n\n",
  );
  assertEquals(sink.rows("events").map((row) => row["type"]), [
    "odd",
    "late",
    "late",
  ]);
  assertEquals(sink.codes, ["unregistered-type", "late-type"]);
});

Deno.test("spRtrace.read() sorts by timestamp and index unless told otherwise", async () => {
  const text = HEAD +
    "2. [00:00:02.000] b(1) = 0x1\n\n1. [00:00:02.000] a(1) = 0x2\n\n3. [00:00:01.000] c(1) = 0x3\n\n";
  const names = async (fileOrder: boolean): Promise<unknown[]> =>
    (await readText(text, { fileOrder })).rows("events").map((row) => row["name"]);
  assertEquals(await names(false), ["c", "a", "b"]);
  assertEquals(await names(true), ["b", "a", "c"]);
  const sink = await readText(text);
  assertEquals(sink.codes, ["out-of-order"]);
  assertEquals(sink.stats.get("order"), "by timestamp and index");
});

Deno.test("spRtrace.read() continues times past midnight in the order of indexes", async () => {
  const calls = [
    "1. [23:59:58.000] a(1) = 0x1",
    "2. [23:59:59.999] b(1) = 0x2",
    "3. [00:00:00.001] c(1) = 0x3",
    "4. [23:59:59.998] late(1) = 0x4",
    "5. [00:00:01.000] d(1) = 0x5",
  ];
  const day = 86_400_000;
  for (const order of [[0, 1, 2, 3, 4], [2, 4, 0, 1, 3], [4, 3, 2, 1, 0]]) {
    const sink = await readText(
      HEAD + order.map((at) => calls[at] + "\n\n").join(""),
    );
    const rows = sink.rows("events");
    assertEquals(rows.map((row) => row["name"]), ["a", "late", "b", "c", "d"]);
    assertEquals(Number((rows[4]!["time"] as bigint) / 1_000_000n), day + 1000);
    assertEquals(sink.codes.includes("clock-wrapped"), true);
  }
});

Deno.test("spRtrace.read() sorts compressed reports of any length", async () => {
  let text = "version=2.0, pid=1, filter=compress, \n";
  const count = 3000;
  for (let no = count; no > 0; no--) {
    text += `${no}. f(1) = 0x${no.toString(16)}\n${no % 3 === 0 ? "\t0x5\n\n" : ""}`;
  }
  const sink = await readText(text);
  assertEquals(
    sink.rows("events").map((row) => Number(row["no"])),
    Array.from({ length: count }, (_, at) => at + 1),
  );
});

Deno.test("spRtrace.read() counts references like the worked examples", async () => {
  const refs = HEAD + "<1> : r (refs) [refcount]\n" +
    [
      "new(10) = 0x1",
      "ref(10) = 0x1",
      "unref(0x1)",
      "unref(0x1)",
      "unref(0x1)",
      "ref(99) = 0x1",
      "ref(99) = 0x1",
    ]
      .concat("unref(0x1)").map((call, at) => `${at + 1}. ${call}\n\n`).join(
        "",
      );
  const counted = await readText(refs);
  const leaks = pairRows(counted.rows("events"), new Set(["r"])).leaks;
  assertEquals(leaks.map((row) => row["size"]), [99n]);
  assertEquals(
    [...counted.eventsOptions!.refcounted!].map((code) => counted.strings.text(code)),
    ["r"],
  );
  const double = HEAD +
    [
      "a(10) = 0x1000",
      "a(20) = 0x1000",
      "f(0x1000)",
      "f(0x1000)",
      "a(7) = 0x3000",
      "a(8) = 0x3000",
    ]
      .map((call, at) => `${at + 1}. ${call}\n\n`).join("");
  const plain = pairRows((await readText(double)).rows("events"), new Set());
  assertEquals(plain.leaks.map((row) => row["size"]), [10n, 7n, 8n]);
  assertEquals([plain.doubleAllocs, plain.unmatchedFrees], [2, 1]);
});

Deno.test("spRtrace.read() finds the innermost useful frame and modules of the map", async () => {
  const sink = await readText(
    HEAD +
      "1. malloc(1) = 0x1\n\t0x7f10 operator new(unsigned long) from /lib/libstdc++.so\n" +
      "\t0x1010 ns::f(int, char const*) at f.h:9\n\t0x1020 main() at\n\n2. free(0x1)\n\t0x2010\n\t0x1030 in ??\n\n" +
      ": /lib/libsp-rtrace-main.so => 0x2000-0x2fff\n: /bin/demo => 0x1000-0x1fff\n: /bin/over => 0x1030-0x1030\n",
  );
  const rows = sink.rows("events").map((
    row,
  ) => [row["func"], row["file"], row["line"], row["module"]]);
  // A name that the resolver did not find differs from a missing text.
  assertEquals(rows, [["ns::f(int, char const*)", "f.h", 9, "/bin/demo"], ["??", null, null, "/bin/over"]]);
  const frame = sink.stacks.describeFrame(
    sink.stacks.frameAt(Number(sink.rows("events")[0]!["stack"]), 1),
  );
  assertEquals([frame.hasOffset, frame.offsetLow], [true, 0x10]);
});

Deno.test("spRtrace.read() keeps timestamps with six decimals exactly, and reports them", async () => {
  const stamps = ["00:00:01.500000", "00:00:01.500001", "23:59:59.999999", "00:00:01.5", "00:00:01.4321"];
  const sink = await readText(
    HEAD + stamps.map((stamp, at) => `${at + 1}. [${stamp}] malloc(1) = 0x${at + 1}\n\n`).join(""),
    { fileOrder: true },
  );
  const times = sink.rows("events").map((row) => row["time"]);
  assertEquals(times, [
    1_500_000_000n,
    1_500_001_000n,
    86_399_999_999_000n,
    86_401_005_000_000n,
    86_401_432_100_000n,
  ]);
  const [fine] = sink.problems.filter(({ code }) => code === "fine-time");
  assertEquals([fine?.severity, fine?.offset, fine?.record], ["note", HEAD.length, 2]);
  assertEquals(fine?.message, "4 timestamps have more than the three decimals of the format");
  // The calls within one millisecond are in the order of their microseconds.
  const mixed = await readText(
    HEAD +
      "1. [00:00:01.000009] f(1) = 0x1\n\n2. [00:00:01.000002] f(1) = 0x2\n\n3. [00:00:01.000] f(1) = 0x3\n\n",
  );
  assertEquals(mixed.rows("events").map((row) => row["no"]), [3n, 2n, 1n]);
});

Deno.test("spRtrace.read() cuts timestamps at nanoseconds and reports that", async () => {
  const text = (digits: string): Promise<MemorySink> =>
    readText(`${HEAD}1. [00:00:01.${digits}] f(1) = 0x1\n\n`);
  for (
    const [digits, codes] of [["123", []], ["123456789", ["fine-time"]], ["1234567890", ["fine-time"]], [
      "1234567891",
      ["fine-time", "cut-time"],
    ]] as const
  ) {
    const sink = await text(digits);
    assertEquals(sink.codes, codes, digits);
    assertEquals(String(sink.rows("events")[0]!["time"]), "1" + digits.slice(0, 9).padEnd(9, "0"));
  }
});

Deno.test("spRtrace.read() distinguishes a frame without text from one unknown to the resolver", async () => {
  const sink = await readText(
    HEAD + "1. malloc(1) = 0x1\n\t0x1100 in ??\n\t0x1100\n\t0x1200 main() at a.c:1\n\n" +
      "2. malloc(1) = 0x2\n\t0x1100\n\n3. malloc(1) = 0x3\n\t0x1100 in ??\n\n",
  );
  const rows = sink.rows("events");
  assertEquals(rows.map((row) => row["func"]), ["main", null, "??"]);
  const frames = rows.map((row) => {
    const stack = Number(row["stack"]);
    return Array.from({ length: sink.stacks.depth(stack) }, (_, level) => {
      const { func, addrLow } = sink.stacks.describeFrame(sink.stacks.frameAt(stack, level));
      return [addrLow, sink.strings.text(func)];
    });
  });
  assertEquals(frames, [
    [[0x1100, "??"], [0x1100, ""], [0x1200, "main"]],
    [[0x1100, ""]],
    [[0x1100, "??"]],
  ]);
  assertEquals(sink.rows("frame_texts").map((row) => row["text"]), ["in ??", "main() at a.c:1"]);
});

Deno.test("spRtrace.read() resolves names of frames without one", async () => {
  const asked: unknown[] = [];
  const sink = await readText(
    HEAD +
      ": /bin/demo => 0x1000-0x2000\n1. malloc(1) = 0x1\n\t0x1010\n\t0x1020 known() at x.c:1\n\n",
    {
      functionAt: (...place) => {
        asked.push(place);
        return { func: "found", source: { file: "found.c", line: 7 } };
      },
    },
  );
  assertEquals(asked, [["/bin/demo", 0x1000n, 0x2000n, 0x1010n]]);
  const { func, file, line } = sink.rows("events")[0]!;
  assertEquals([func, file, line], ["found", "found.c", 7]);
});

Deno.test("spRtrace.read() refuses a file without records", async () => {
  await assertRejects(() => readText(""), FormatError);
  await assertRejects(() => readText("\n\n\n"), FormatError);
});

Deno.test("spRtrace.sniff() accepts its samples and no others", () => {
  // The output of the analysis tools is also text.
  const printed = /\.(timeline-|alloc-sizes|from-function-|size-count-)/;
  for (const name of samplesWith(".txt")) {
    const isReport = spRtrace.sniff(sample(name + ".txt").subarray(0, 4096));
    assertEquals(isReport, !printed.test(name + ".txt"), name);
  }
  for (const name of samplesWith(".rtrace")) {
    const head = sample(name + ".rtrace").subarray(0, 4096);
    assertEquals(
      [spRtrace.sniff(head), spRtraceBin.sniff(head)],
      [false, true],
      name,
    );
  }
  for (
    const text of [
      "",
      "hello\nworld\n",
      "a=b\n",
      "1. chapter one\n2. chapter two\n",
      "MTRC\x01\x02",
      "key=value, other=1\n",
    ]
  ) {
    const head = encoder.encode(text);
    assertEquals([spRtrace.sniff(head), spRtraceBin.sniff(head)], [
      false,
      false,
    ], text);
  }
});

Deno.test("spRtrace.read() recognizes a context or a type only with its colon", async () => {
  const block = "1. f(1) = 0x1\n\t0x1\n\n";
  const codes = async (line: string): Promise<readonly string[]> =>
    (await readText(`${HEAD}${line}\n${block}`)).codes;
  for (const line of ["@1 : name", "@1: name", "@1 :", "<1> : type (words)"]) {
    assertEquals(await codes(line), [], line);
  }
  for (const line of ["@1 name", "@1", "@1  ", "@ : name", "<1> type (words)", "<1>", "<> : type (words)"]) {
    assertEquals(await codes(line), ["unknown-line"], line);
  }
});

Deno.test("spRtrace.read() ends a block at an empty line or a comment, not at a registry or a map", async () => {
  const between = [
    ": /l.so => 0x1-0x2",
    "@ 1 : late",
    "<2> : fd (descriptors)",
    "& maps : 1-maps",
    "# temporary",
  ];
  for (const line of between) {
    const sink = await readText(`${HEAD}<1> : memory (bytes)\n1. f<memory>(5) = 0x10\n${line}\n\t0x7\n\n`);
    assertEquals(sink.rows("events").map((row) => addressesOf(sink, row)), [["0x7"]], line);
  }
  const sink = await readText(`${HEAD}1. f(5) = 0x10\n## kept\n\t0x7\n\n`);
  assertEquals(sink.codes, ["frame-without-call"]);
});

Deno.test("spRtrace.read() puts negative indexes before others", async () => {
  const calls = [3, -1, 0, -7].map((no) => `${no}. [00:00:01.000] f(5) = 0x10\n\n`);
  const sink = await readText(HEAD + calls.join(""));
  assertEquals(sink.rows("events").map(({ no }) => BigInt.asIntN(64, no as bigint)), [-7n, -1n, 0n, 3n]);
});
