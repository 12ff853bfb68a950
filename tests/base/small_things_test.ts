/** Errors, figures of limits, classes of calls, joined bytes and signals that are looked at. */
import { assertEquals, assertThrows } from "@std/assert";
import { CLASS_BITS, classNames } from "../../src/base/call_classes.ts";
import { FormatError, InputError, QueryError, UsageError } from "../../src/base/errors.ts";
import { joinBytes } from "../../src/base/join_bytes.ts";
import { limitFigure } from "../../src/base/limits/limit.ts";
import { polledSignal } from "../../src/base/polled_signal.ts";

Deno.test("limitFigure() takes the largest unit that divides the figure", () => {
  const figures: readonly (readonly [number, string])[] = [
    [1, "1 B"],
    [1000, "1,000 B"],
    [1023, "1,023 B"],
    [1024, "1 KiB"],
    [1536, "1,536 B"],
    [65_536, "64 KiB"],
    [1_048_575, "1,048,575 B"],
    [1_048_576, "1 MiB"],
    [1_049_600, "1,025 KiB"],
    [16 * 1024 ** 2, "16 MiB"],
    [1024 ** 3, "1 GiB"],
    [1025 * 1024 ** 2, "1,025 MiB"],
    [4096 * 1024 ** 3, "4,096 GiB"],
  ];
  for (const [most, shown] of figures) {
    assertEquals(limitFigure({ what: "bytes", beyond: "", most, unit: "bytes" }), shown);
    assertEquals(limitFigure({ what: "rows", beyond: "", most }), new Intl.NumberFormat("en").format(most));
  }
});

Deno.test("classes of calls are one bit each, from the lowest on, as apitrace numbers them", () => {
  const names = Object.keys(CLASS_BITS);
  assertEquals(names.map((name) => CLASS_BITS[name]), names.map((_, at) => 2 ** at));
  for (const [at, name] of names.entries()) assertEquals(classNames(2 ** at), name);
  assertEquals([classNames(0), classNames(2 ** names.length - 1)], ["", names.join()]);
});

Deno.test("joinBytes() puts pieces behind each other", () => {
  const pieces = [[1, 2], [], [3], [4, 5, 6]].map((piece) => Uint8Array.from(piece));
  assertEquals([...joinBytes(pieces)], [1, 2, 3, 4, 5, 6]);
  assertEquals(joinBytes([]).length, 0);
});

Deno.test("polledSignal() is aborted at the first look that finds a reason, and tells its listeners once", () => {
  const reasons: Error[] = [];
  let asked = 0;
  let heard = 0;
  const signal = polledSignal(() => {
    asked++;
    return reasons[0];
  });
  signal.addEventListener("abort", () => heard++);
  signal.throwIfAborted();
  assertEquals([signal.aborted, asked, heard], [false, 2, 0]);
  const reason = new Error("stop");
  reasons.push(reason);
  assertThrows(() => signal.throwIfAborted(), Error, "stop");
  assertEquals([signal.aborted, signal.reason, heard, asked], [true, reason, 1, 3]);
});

Deno.test("errors have a name, a message and what a caller needs as fields", () => {
  const format = new FormatError("Cannot read: x", { format: "mtrc", offset: 7 });
  assertEquals(`${format}`, "FormatError: Cannot read: x");
  assertEquals([format.format, format.offset], ["mtrc", 7]);
  const input = new InputError("Cannot open: x", "a/b", "missing");
  assertEquals([`${input}`, input.path, input.trouble], ["InputError: Cannot open: x", "a/b", "missing"]);
  assertEquals(`${new UsageError("What?")}`, "UsageError: What?");
  const span = { start: 0, end: 1 };
  const first = { severity: "error", code: "Q1", message: "First", span } as const;
  const query = new QueryError([first, { ...first, message: "Second" }], "text");
  assertEquals([`${query}`, query.source, query.atRunTime], ["QueryError: First", "text", false]);
  assertEquals(query.diagnostics.length, 2);
  const atRunTime = new QueryError([], "text", true);
  assertEquals([`${atRunTime}`, atRunTime.atRunTime], ["QueryError: Query failed", true]);
});
