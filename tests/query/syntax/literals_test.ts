/** Literals with all their units, at their limits, and the errors of invalid ones. */
import { assertEquals } from "@std/assert";
import {
  clipForMessage,
  eventCount,
  readNumber,
  unescapeString,
} from "../../../src/query/syntax/literals.ts";

/** A literal in one line: how much was read if not all, kind, value and unit, and the error. */
function read(text: string): string {
  const { length, literal, problem } = readNumber(text, 0);
  const { kind } = literal;
  const value = "nanoseconds" in literal ? literal.nanoseconds : "value" in literal ? literal.value : "";
  const unit = "unit" in literal && literal.unit !== null ? ` ${literal.unit}` : "";
  const said = problem === null ? "" : ` ${problem.code} ${problem.message}`;
  const cure = problem?.suggestion === undefined ? "" : ` (${problem.suggestion})`;
  const by = problem?.replacement === undefined ? "" : ` -> ${problem.replacement}`;
  return `${
    length === text.length ? "" : `${text.slice(0, length)}, `
  }${kind} ${value}${unit}${said}${cure}${by}`;
}

const UNITS = "(units are k K M G T P, ns us ms s m h and %)";
const RANGE = "minutes and seconds end at 59";

const LITERALS: Readonly<Record<string, string>> = {
  "0": "integer 0",
  "7": "integer 7",
  "007": "integer 7",
  "1_000": "integer 1000",
  "12_": "integer 12",
  "1.5": "float 1.5",
  "1.0": "float 1",
  "1_0.2_5": "float 10.25",
  "1e3": "integer 1000",
  "1e+3": "integer 1000",
  "1.5e1": "float 15",
  "2e-1": "float 0.2",
  "20e-1": "integer 2",
  "5e-324": "float 5e-324",
  "0e400": "float 0",
  "1e19": "integer 10000000000000000000",
  "1e81": "float 1e+81",
  "1.5e81": "float 1.5e+81",
  "1.5e400": 'float 0 Q109 Number "1.5e400" does not fit in 64 bits',
  "18446744073709551615": "integer 18446744073709551615",
  "18446744073709551616":
    'integer 18446744073709551616 Q109 Number "18446744073709551616" does not fit in 64 bits',
  "1k": "integer 1000 k",
  "1K": "integer 1024 K",
  "1M": "integer 1048576 M",
  "1G": "integer 1073741824 G",
  "1T": "integer 1099511627776 T",
  "1P": "integer 1125899906842624 P",
  "1.5K": "integer 1536 K",
  "1_0K": "integer 10240 K",
  "0.0001K": "float 0.1024 K",
  "16383P": "integer 18445618173802708992 P",
  "16384P": 'integer 18446744073709551616 P Q109 Number "16384P" does not fit in 64 bits',
  "25%": "percent 25",
  "2.5%": "percent 2.5",
  "1_0%": "percent 10",
  "25% 3": "25%, percent 25",
  "25%)": "25%, percent 25",
  "25%3": "25, integer 25",
  "25%(": "25, integer 25",
  '25%"': "25, integer 25",
  "25%'": "25, integer 25",
  "25%`": "25, integer 25",
  "25%_": "25, integer 25",
  "25%é": "25, integer 25",
  "5ns": "duration 5",
  "5us": "duration 5000",
  "5µs": "duration 5000",
  "5ms": "duration 5000000",
  "5s": "duration 5000000000",
  "5m": "duration 300000000000",
  "5h": "duration 18000000000000",
  "1h30m": "duration 5400000000000",
  "1s1ns": "duration 1000000001",
  "1.5s": "duration 1500000000",
  "0.5ns": 'duration 0 Q108 Duration "0.5ns" is finer than a nanosecond',
  "1.0000000001s": 'duration 0 Q108 Duration "1.0000000001s" is finer than a nanosecond',
  "1h0.5s": `1h0, integer 1 Q108 Unknown unit "h0" after "1" ${UNITS}`,
  "5124095h": "duration 18446742000000000000",
  "5124095h34m33s709ms551us615ns": "duration 18446744073709551615",
  "5124095h34m33s709ms551us616ns":
    'duration 0 Q109 Number "5124095h34m33s709ms551us616ns" does not fit in 64 bits',
  "1e3s": `integer 1 Q108 Unknown unit "e3s" after "1" ${UNITS}`,
  "0x0": "integer 0",
  "0xFf": "integer 255",
  "0XfF": "integer 255",
  "0xf_f": "integer 255",
  "0xffffffffffffffff": "integer 18446744073709551615",
  "0x10000000000000000":
    'integer 18446744073709551616 Q109 Number "0x10000000000000000" does not fit in 64 bits',
  "0x": 'integer 0 Q108 Invalid hexadecimal number "0x"',
  "0x_": 'integer 0 Q108 Invalid hexadecimal number "0x_"',
  "0xg": 'integer 0 Q108 Invalid hexadecimal number "0xg"',
  "1:00": "time 3600000000000",
  "12:34": "time 45240000000000",
  "12:59:59": "time 46799000000000",
  "12:60": `time 46800000000000 Q122 Invalid time "12:60": ${RANGE}`,
  "12:59:60": `time 46800000000000 Q122 Invalid time "12:59:60": ${RANGE}`,
  "9999:59": "time 35999940000000000",
  "10000:00": "10000, integer 10000",
  "1:2": "1, integer 1",
  "1:23x": "1, integer 1",
  "1:23:45.5": "time 5025500000000",
  "1:23:45.123456789": "time 5025123456789",
  "1:23:45.1234567890": "1:23:45, time 5025000000000",
  "1.5.2": "1.5, float 1.5",
};

/** Wrong units, and the number with the correct one. */
const SLIPS: Readonly<Record<string, string>> = {
  ...{
    KB: "4K",
    kib: "4K",
    Mb: "4M",
    gB: "4G",
    TiB: "4T",
    pIB: "4P",
    g: "4G",
    m5: "",
    p: "4P",
    t: "4T",
    xb: "",
  },
  ...{ b: "4", B: "4", byte: "4", bytes: "4", x: "", KK: "", e5x: "" },
  ...{ sec: "4s", secs: "4s", min: "4m", mins: "4m", hour: "4h", hours: "4h", hr: "4h", hrs: "4h" },
  ...{ msec: "4ms", MSECS: "4ms", usec: "4us", nsecs: "4ns", seconds: "" },
};

Deno.test("readNumber() reads every kind of number, with every unit, up to its limits", () => {
  for (const [text, wanted] of Object.entries(LITERALS)) assertEquals(read(text), wanted, text);
  for (const [unit, by] of Object.entries(SLIPS)) {
    const cure = by === "" ? UNITS : `(did you mean "${by}"?) -> ${by}`;
    assertEquals(read(`4${unit}`), `integer 4 Q108 Unknown unit "${unit}" after "4" ${cure}`, unit);
  }
});

Deno.test("readNumber() reads numbers of any length, and reports that they do not fit", () => {
  const zeros = "0".repeat(50);
  assertEquals(read(`${zeros}1`), "integer 1");
  assertEquals(read(`0x${zeros}f`), "integer 15");
  assertEquals(read(`0.${zeros}1`), "float 1e-51");
  assertEquals(read(`${"9".repeat(308)}.5`), "float 1e+308");
  for (
    const text of [
      "1e20",
      "1e80",
      "1e400",
      `1${zeros}`,
      "9".repeat(401),
      `${"9".repeat(309)}.5`,
      `0x1${zeros}`,
    ]
  ) {
    assertEquals(readNumber(text, 0).problem, {
      code: "Q109",
      message: `Number "${clipForMessage(text)}" does not fit in 64 bits`,
    });
  }
  const long = readNumber(`1${"h1".repeat(60)}s`, 0);
  assertEquals(long.problem, null);
  assertEquals(
    readNumber(`3${"a".repeat(60)}`, 0).problem?.message,
    `Unknown unit "${"a".repeat(39)}…" after "3"`,
  );
});

Deno.test("clipForMessage() keeps up to forty letters, and thirty-nine of a longer text", () => {
  assertEquals([39, 40, 41].map((count) => clipForMessage("x".repeat(count))), [
    "x".repeat(39),
    "x".repeat(40),
    `${"x".repeat(39)}…`,
  ]);
});

Deno.test("eventCount() accepts units of thousands, and no fractions", () => {
  const counts = { 5: 5n, "5k": 5000n, "5K": 5000n, "5M": 5_000_000n, "5G": 5_000_000_000n, "1.5K": 1500n };
  const more = {
    "5T": 5n * 10n ** 12n,
    "5P": 5n * 10n ** 15n,
    "0x1_0": 16n,
    "1e3": 1000n,
    "1.5": undefined,
    x: undefined,
  };
  for (const [text, count] of Object.entries({ ...counts, ...more })) {
    assertEquals(eventCount(text), count, text);
  }
});

Deno.test("unescapeString() resolves escapes, keeps those of globs, and names the first unknown one", () => {
  const known: Readonly<Record<string, string>> = {
    ...{ "\\n\\t\\r\\0": "\n\t\r\0", "\\\\\\\"\\'\\`\\/": "\\\"'`/", "\\*\\?\\[\\]": "\\*\\?\\[\\]" },
    ...{ "\\x41\\u0042\\u{43}\\u{1F600}": "ABC\u{1F600}", "\\u{10ffff}": "\u{10ffff}", "end\\": "end\\" },
  };
  for (const [body, value] of Object.entries(known)) {
    assertEquals(unescapeString(body), { value, unknown: null }, body);
  }
  assertEquals(unescapeString("\\u{110000}\\q"), { value: "\\u{110000}\\q", unknown: "\\u{110000}" });
  assertEquals(unescapeString("\\x4\\q"), { value: "\\x4\\q", unknown: "\\x" });
});
