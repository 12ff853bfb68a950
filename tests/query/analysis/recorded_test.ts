/**
 * Plans and errors of many short queries: each operator between each two kinds of values, functions and aggregates over
 * each kind of column, stages with each of their options, and messages if they do not fit. `-- --update` rewrites
 * `recorded.txt`, for review.
 */
import { assertEquals } from "@std/assert";
import { bindScript, formatScript, parseScript } from "../../../src/language/script.ts";
import { FUNCTIONS } from "../../../src/query/functions/registry.ts";
import { printStatement } from "../print_statement.ts";
import { CATALOGS } from "./binding.ts";
import { QUERIES } from "./recorded_queries.ts";

const GOLDEN = new URL("recorded.txt", import.meta.url);

/** The traces of `recorded_queries.ts`, and columns of each type in one of them. */
const COLUMNS = ["size", "addr", "time", "func", "leaked", "life"];
const VALUES = ["5", '"5"', "1.5", "10%", "true", "null", "12:00:00", "5s", "main", "/x/", "{1, x}", "1..2"];
const COMPARISONS = ["==", "!=", "<", ":", "~", "contains", "has", "in"];
const OPERANDS = ["size", "time", "func", "leaked", "2", "1.5", "3s", "-1"];
const ARITHMETIC = ["+", "-", "*", "/", "%", "&"];

function comparisons(): string[] {
  return COMPARISONS.flatMap((op) =>
    COLUMNS.flatMap((column) =>
      VALUES.map((value) => `allocs | where ${column}${op === ":" ? op : ` ${op} `}${value}`)
    )
  );
}

function calculations(): string[] {
  return ARITHMETIC.flatMap((op) =>
    OPERANDS.flatMap((left) => OPERANDS.map((right) => `allocs | select x = ${left} ${op} ${right}`))
  );
}

/** Calls with none to four arguments of different kinds. */
function calls(): string[] {
  const lists = [
    "",
    "size",
    "func",
    "time",
    "func, 1",
    "size, 2",
    "size, 2, 3",
    'func, "a", "b"',
    "func, /a(b)/, 1",
    "1, 2, 3, 4",
  ];
  return FUNCTIONS.flatMap(({ name }) => lists.map((list) => `select x = ${name}(${list})`));
}

/** Constant calculations. */
function constants(): string[] {
  const pairs = [
    "0 op 0",
    "5 op 0",
    "5 op 1",
    "5 op 2",
    "-7 op 2",
    "5.0 op 0",
    "5.0 op 2",
    "0.5 op 1",
    "7s op 2",
    "7s op 2s",
    "7s op 0s",
  ];
  return ["+", "-", "*", "/", "%", "&", "^", "<<", ">>"].flatMap((op) =>
    pairs.map((pair) => `select x = ${pair.replace("op", op)}`)
  );
}

/** Each position of a name, with names that are keywords or odd. */
function names(): string[] {
  const places = [
    ..."select N|select a = N|select N = size|extend N = 1|drop N|rename N = size|rename a = N|sort N|sort N desc|sort N, size|sort -N"
      .split("|"),
    ..."top 3 by N|top 3 by N asc|top 3 by N per N|top 3 per N|by N|by N: count()|by N, size: N = count() if N > 1|by a = N|distinct N, N"
      .split("|"),
    ..."summarize N = count() by N|summarize max(N), min(N) if N > 1|by func pivot N|by func pivot N: N = count()|hist N|hist N bins 5"
      .split("|"),
    ..."timeline every 5 by N: N = count()|timeline N = count()|sessions gap 5 by N: N = count()|window by N order N desc: N = lag(N)"
      .split("|"),
    ..."match (N > 1 as N) then (N as b) on N|join (leaks) on N|join (leaks) on N = N|join last (leaks) on N before N|as N|let N = 5|let f(N) = N"
      .split("|"),
    ..."diff leaks, live by N|diff leaks, live by N = N|N|N == 1|N:1|not N|N in N|leaks of N|live @ N|live @ context N|func:N|N.a == 1|assert count : N"
      .split("|"),
  ];
  const words = ["`by`", "`if`", "`a b`", "desc", "not"];
  return places.flatMap((place) => words.map((word) => place.replaceAll("N", word)));
}

/** The formatted text, and its errors. */
function written(text: string): string {
  const { diagnostics } = parseScript(text);
  const formatted = formatScript(text).text.trimEnd();
  assertEquals(formatScript(formatted).text.trimEnd(), formatted, text);
  return [
    text,
    ...formatted === text ? [] : [`= ${formatted}`],
    ...diagnostics.map(({ code, message }) => `${code} ${message}`),
  ].join("  ");
}

/** The result of a query: its formatted text, its plan with the columns of its last step, and its diagnostics. */
function recorded(trace: string, text: string): string {
  const parsed = parseScript(text);
  const { statements, diagnostics } = bindScript(parsed, CATALOGS[trace]!);
  const lines = [text.replaceAll("\n", "⏎")];
  const written = formatScript(text).text.trimEnd().replaceAll(/\s*\n\s*/g, " ");
  if (written !== text) {
    lines.push(`  = ${written}`);
    assertEquals(
      formatScript(written).text.trimEnd().replaceAll(/\s*\n\s*/g, " "),
      written,
      "written once more",
    );
  }
  for (const statement of statements) {
    const plan = printStatement(statement).split("\n").map((line) => line.trim()).join(" | ");
    const columns = statement.plan.columns.map(({ name, type, display }) =>
      `${name} ${type}${display === undefined || display === "plain" ? "" : `/${display}`}`
    );
    lines.push(`  > ${plan}`);
    if (columns.length <= 8) lines.push(`  : ${columns.join(", ")}`);
  }
  for (const { severity, code, span, message, suggestion, fix } of [...parsed.diagnostics, ...diagnostics]) {
    const by = fix === undefined ? "" : ` -> [${text.slice(fix.span.start, fix.span.end)}] ${fix.text}`;
    const cure = suggestion === undefined ? "" : ` (${suggestion})`;
    lines.push(
      `  ${severity} ${code} [${
        text.slice(span.start, span.end).replaceAll("\n", "⏎")
      }] ${message}${cure}${by}`,
    );
  }
  if (diagnostics.some(({ severity }) => severity === "error") && !/^(?:let|assert) |[;:]/.test(text)) {
    // Diagnostics of a following stage: none if the columns are unknown.
    const more = bindScript(parseScript(`${text} | sort nowhere`), CATALOGS[trace]!).diagnostics;
    if (more.some(({ message }) => message.includes('"nowhere"'))) lines.push("  and of what follows");
  }
  return lines.join("\n");
}

Deno.test("plans and errors of short queries of each kind are as recorded", async () => {
  const made = [...comparisons(), ...calculations(), ...calls()].map((query) => recorded("mtrc", query));
  const listed = Object.entries(QUERIES).flatMap(([trace, queries]) => [
    `--- ${trace}`,
    ...queries.map((query) => recorded(trace, query)),
  ]);
  const folded = constants().map((query) => recorded("mtrc", query));
  const text =
    [...listed, "--- made", ...made, "--- constants", ...folded, "--- names", ...names().map(written)].join(
      "\n",
    ) + "\n";
  if (Deno.args.includes("--update")) await Deno.writeTextFile(GOLDEN, text);
  else assertEquals(text, await Deno.readTextFile(GOLDEN));
});
