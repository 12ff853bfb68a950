/**
 * Patterns that once never ended, with names made for them: in a query, during typing at the prompt, and in a document
 * of the language server. The program runs as a separate process, so that a failing test also ends.
 */

import { assertEquals } from "@std/assert";
import { Client } from "../lsp/client.ts";
import { Pty } from "../support/pty.ts";
import { programCommand } from "../cli/program.ts";
import { atFullEffort } from "../support/effort.ts";

const SAMPLE = new URL("../../testdata/hostile/patterns.txt", import.meta.url).pathname;

/** Patterns with the number of rows whose name matches. */
const PATTERNS: readonly [pattern: string, rows: number][] = [
  ["/(a+)+$/", 0],
  ["/(a|a)*$/", 3],
  ["/(a|aa)+$/", 0],
  ['"*a*a*a*a*a*a*a*a*a*a*a*a*a*a*b"', 0],
];

/** A query on three rows never takes this long, however busy the machine is. */
const PATIENCE_MS = 60_000;

Deno.test("hostile patterns finish in filters, in stages on backtraces and in functions", async () => {
  const script = PATTERNS.flatMap(([pattern, rows]) => [
    `assert (events | where func ~ ${pattern} | count) == ${rows}`,
    `assert (events | where upper(lower(func)) ~ ${pattern} | count) == ${rows}`,
    `assert (events | through ${pattern} | count) == ${rows}`,
    `assert (events | callers of ${pattern} | count) >= 0`,
    `assert (events | unwind | where func ~ ${pattern} | count) == ${rows}`,
  ]);
  const glob = PATTERNS.at(-1)![0];
  script.push(`assert (events | where in_stack(stack, ${glob}) or func:${glob.slice(1, -1)} | count) == 0`);
  const { code, stderr } = await programCommand(["query", SAMPLE, "-e", script.join("\n\n")], {
    stdout: "null",
    stderr: "piped",
    signal: AbortSignal.timeout(PATIENCE_MS),
  }).output();
  assertEquals(new TextDecoder().decode(stderr).match(/^(?:error|failed).*/gim), null);
  assertEquals(code, 0);
});

Deno.test({
  ...atFullEffort("hostile patterns do not block typing at the prompt", ["script of util-linux"]),
}, async () => {
  const terminal = new Pty(`'${Deno.execPath()}' run -A --quiet cli.ts '${SAMPLE}'`, {
    cwd: new URL("../../", import.meta.url).pathname,
  });
  await terminal.waitFor(/\S> /);
  for (const [pattern] of PATTERNS) {
    await terminal.type(`events | where func ~ ${pattern}`);
    // Ctrl-U erases the line; the prompt has to be alive to run the next one.
    await terminal.type("\x15");
    await terminal.type("events | count\r");
    await terminal.waitFor(/│ +3 │/);
  }
  await terminal.type("\x04");
  await terminal.end();
});

Deno.test({
  ...atFullEffort("hostile patterns in one document do not block the language server for others"),
  sanitizeOps: false,
  sanitizeResources: false,
}, async () => {
  const client = await Client.start({ args: ["--trace", SAMPLE] });
  await client.open("file:///first.qry", "events | count");
  await client.ready();
  const text = PATTERNS.map(([pattern]) => `events | where func ~ ${pattern}`).join("\n\n");
  await client.replace("file:///first.qry", 2, text);
  await client.open("file:///second.qry", "events | wher x");
  const { diagnostics } = await client.diagnostics(
    "file:///second.qry",
    (each) => each.diagnostics.length > 0,
  );
  assertEquals(diagnostics.map(({ code }) => code), ["Q102"]);
  const first = await client.diagnostics("file:///first.qry", (each) => each.version === 2);
  // All patterns except the one that matches get a warning.
  assertEquals(first.diagnostics.map(({ code, range }) => [code, range.start.line]), [
    ["Q302", 0],
    ["Q302", 4],
    ["Q302", 6],
  ]);
  client.child.kill();
});
