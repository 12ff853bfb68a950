/** Messages of errors, and the fields that callers need. */
import { assertEquals } from "@std/assert";
import { FormatError, InputError, QueryError, UsageError } from "../../src/base/errors.ts";

Deno.test("errors have a name, a message and their details as fields", () => {
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
