/**
 * The output of many short commands: help on names, options and errors in them, summaries, results in each mode,
 * assertions in each format. `-- --update` rewrites `recorded.txt`, for review.
 */
import { assertEquals } from "@std/assert";
import { runHere } from "./host_here.ts";
import { quarry } from "./program.ts";

const GOLDEN = new URL("recorded.txt", import.meta.url);
/** Number of letters recorded of an output; for longer ones also the length and a checksum. */
const MOST = 1500;

const WORDS = "testdata/mpatrol/wordfreq-le64/trace.mtrc";
const POOL = "testdata/mpatrol/pool-threads-le64/trace.mtrc";
const PROFILE = "testdata/mpatrol/wordfreq-le32/profile.mptl";
const FILES = "testdata/sp-rtrace/c02-filesrv.resolved.txt";
const CALLS = "testdata/apitrace/real-threads4.trace";
const COVERED = "testdata/gnatcov/wordfreq/missing.trace";

const COMMANDS =
  "repl query ask info record as check fmt compare watch export sql report serve blobs lsp mcp completions help version cache symbols suppress man"
    .split(" ");

const LINES: readonly (readonly string[])[] = [
  ...COMMANDS.map((command) => [command, "--nope"]),
  ...[
    "query",
    "info",
    "ask",
    "check",
    "fmt",
    "compare",
    "export",
    "sql",
    "report",
    "blobs",
    "symbols",
    "suppress",
    "as",
  ].map((command) => [command]),
  ...[
    "where",
    "by",
    "top",
    "leaks",
    "allocs",
    "size",
    "bucket",
    "sum",
    "lag",
    "Q203",
    "Q101",
    "mtrc",
    "csv",
    "nope",
    "wher",
    "",
    "free.func",
    "kind",
    "perfetto",
  ].map((
    name,
  ) => ["help", name]),
  ...[WORDS, POOL, PROFILE, FILES, CALLS, COVERED].flatMap((
    path,
  ) => [["info", path], ["info", "--json", path]]),
  ["info", WORDS, POOL],
  ["info", "testdata/nope"],
  ["info", "README.md"],
  ["info", "--format", "mtrc", "README.md"],
  ["info", "--format", "nope", WORDS],
  ["nope"],
  ["quary", WORDS],
  [],
  ["--version", "more"],
  ...[
    "box",
    "table",
    "csv",
    "tsv",
    "json",
    "ndjson",
    "markdown",
    "line",
    "list",
    "html",
    "plot",
    "none",
    "nope",
    "js",
  ].map((
    mode,
  ) => ["query", WORDS, "-m", mode, "-e", "by kind; leaks | take 2 | select seq, func, size"]),
  ...[
    ["--limit", "1"],
    ["--limit", "0"],
    ["--limit", "-1"],
    ["--limit", "x"],
    ["--limit"],
    ["--no-header"],
    ["--names", "full"],
    ["--names", "shrt"],
    ["--json-numbers", "-m", "json"],
    ["--color", "-m", "box"],
    ["--color=always", "-m", "box"],
    ["--color=sometimes"],
    ["--threads", "1"],
    ["--threads", "0"],
    ["--threads", "x"],
    ["--memory", "64M"],
    ["--memory", "1"],
    ["--memory", "much"],
    ["--set", "n=3"],
    ["--set", "n"],
    ["--set", "n=)"],
    ["--map-path", "a"],
    ["--strict"],
    ["--file-order"],
    ["--mode=csv"],
    ["--mode=csv", "--mode=tsv"],
    ["-mcsv"],
    ["--each"],
    ["--each", "-m", "box"],
    ["--suppressions", "known"],
    ["--suppressions", "testdata/nope"],
    ["--mine", "*.c"],
    ["--every", "2s"],
    ["--engine", "nope"],
    ["--format", "github"],
    ["--source-root", "/x"],
  ].map((options) => ["query", WORDS, ...options, "-e", "leaks | by func | take 2"]),
  ...[
    "leaks | cont",
    "leaks | where sise > 1",
    "assert leaks | count == 0 : 'no leaks'",
    "assert leaks | count == 26; assert allocs | count > 1M",
    "let n = 1; leaks | take n | select size",
    "leaks | top 3 by size | explain plan",
    "which function leaks most",
    "",
    "-- nothing",
  ].flatMap((query) => [["query", WORDS, "-e", query], ["ask", WORDS, "-e", query]]),
  ...["github", "junit", "sarif"].map((
    format,
  ) => ["query", WORDS, "--format", format, "-e", "assert leaks | count == 0 : 'none'"]),
  [
    "query",
    `a=${WORDS}`,
    `b=${POOL}`,
    "-e",
    "by trace; leaks of b | count; diff leaks of a, leaks of b by func | take 2",
  ],
  ["query", `a=${WORDS}`, `a=${POOL}`, "-e", "count"],
  ["query", `=${WORDS}`, "-e", "count"],
  ["query", WORDS],
  ["query", WORDS, "-e"],
  ["query", WORDS, "-f", "testdata/nope.qry"],
  ["query", "-e", "count"],
  ["compare", WORDS, POOL],
  ["compare", WORDS],
  ["compare", WORDS, POOL, FILES],
  ["ask", WORDS, "which", "function", "leaks", "most"],
  ["sql", "leaks | by func"],
  ["sql", "--engine", "nope", "leaks"],
  ["export", WORDS, "nope"],
  ["export", WORDS],
  ["blobs", WORDS],
  ["completions", "nope"],
  ["as", "mptrace", "--help"],
  ["as", "mptrace", WORDS],
  ["as", "nope"],
  ["symbols", WORDS],
];

/** Commands on a terminal with this many columns. */
const ON_TERMINALS: readonly (readonly [columns: number, line: readonly string[]])[] = [
  ...[WORDS, POOL, PROFILE, FILES, CALLS, COVERED].flatMap((path) =>
    [24, 60, 120].map((columns) => [columns, ["info", path]] as const)
  ),
  [40, ["info", "testdata/sp-rtrace/c04-cppgraph.exclude-odd.txt"]],
  [50, ["query", WORDS, "-e", "leaks | take 2; by kind"]],
  [200, ["query", WORDS, "-e", "leaks | take 2"]],
  [80, ["query", WORDS, "-e", "events | select seq"]],
  [80, ["query", WORDS, "--limit", "5", "-e", "events | select seq"]],
  [60, ["query", WORDS, "-m", "plot", "-e", "by func"]],
  [40, ["query", WORDS, "-e", "leaks | cont"]],
  [60, ["compare", WORDS, POOL]],
  [60, ["ask", WORDS, "-e", "which function leaks most"]],
  [30, ["help", "where"]],
  [60, ["--nope"]],
];

/** An output without parts that differ between machines or days. */
function steady(text: string): string {
  return text.replaceAll(new URL("../../", import.meta.url).pathname, "ROOT/")
    .replaceAll(/\d+(?:\.\d+)? (?:ms|s|µs)\b/g, "N s").replaceAll(
      /quarry \d+\.\d+\.\d+\S*.*/g,
      "quarry VERSION",
    )
    .replaceAll(/\b[0-9a-f]{40}\b/g, "COMMIT")
    .replaceAll(/("seconds": ?|\btime=")[\d.e-]+/g, "$1N");
}

/** An output, or its beginning with a checksum of all of it. */
function shown(text: string): string {
  const plain = steady(text).replaceAll("\x1b", "ESC").replaceAll(/[ \t]+$/gm, "");
  if (plain.length <= MOST) return plain;
  let sum = 0;
  for (let at = 0; at < plain.length; at++) sum = (Math.imul(sum, 31) + plain.charCodeAt(at)) >>> 0;
  const end = plain.lastIndexOf("\n", MOST);
  return `${plain.slice(0, end)}\n… (${plain.length} letters, ${sum.toString(16)})\n`;
}

Deno.test("the output of short commands is as recorded", async () => {
  const blocks: string[] = [];
  for (const line of LINES) {
    const { code, out, err } = await quarry(line);
    blocks.push(
      `$ quarry ${line.map((word) => /^[\w./=-]+$/.test(word) ? word : JSON.stringify(word)).join(" ")}\n`,
    );
    blocks.push(shown(out), err === "" ? "" : `! ${shown(err)}`, code === 0 ? "" : `(code ${code})\n`);
  }
  for (const [columns, line] of ON_TERMINALS) {
    const env = { NO_COLOR: "", COLUMNS: String(columns), TERM: "xterm" };
    const { code, out, err } = await runHere(line, { env, isTerminal: true });
    blocks.push(
      `$ (${columns} columns) quarry ${line.join(" ")}\n${shown(out)}${
        err === "" ? "" : `! ${shown(err)}`
      }(code ${code})\n`,
    );
  }
  const text = blocks.join("");
  if (Deno.args.includes("--update")) await Deno.writeTextFile(GOLDEN, text);
  else assertEquals(text, await Deno.readTextFile(GOLDEN));
});
