/**
 * Suggests the query that was probably meant by an invalid statement. Rules replace habits from other
 * languages, and a result is suggested only if it is valid.
 * @module
 */

import type { Diagnostic, Span } from "../base/diagnostic.ts";
import { QUERY_LIMITS } from "../base/limits/query_limits.ts";
import { AGGREGATES } from "../query/aggregates/registry.ts";
import type { Catalog } from "../query/analysis/catalog.ts";
import type { Environment } from "../query/analysis/environment.ts";
import { RUNNING_AGGREGATES } from "../query/windows/amount_forms.ts";
import { interpretationsOf, listedQuestion } from "./reading/interpretations.ts";
import { bindScript, parseScript } from "./script.ts";

/** What a rule knows besides the matched text. */
interface RuleContext {
  readonly catalog: Catalog;
  /** Restores quoted texts in a part of the statement. */
  readonly restore: (text: string) => string;
}

/** A rule that rewrites a statement. */
interface Rule {
  /** Finds the part to replace. Quoted texts of the statement are masked. */
  readonly find: RegExp;
  /** Returns the replacement, in which quoted texts may be masked; null if the rule does not apply. */
  readonly write: (match: RegExpExecArray, around: RuleContext) => string | null;
  /** Explains the change if the new query alone does not. */
  readonly because?: string;
}

/** Matches comparisons of a column with a word: `kind == alloc`. */
const COMPARED = /\b([\w.]+)\s*(==?)\s*([\w]+)((?:\s+or\s+(?!\w+\s*(?:[=<>!~:]|in\b|is\b))\w+)+)/i;

const RULES: readonly Rule[] = [
  {
    // func =~ "read.*"
    find: /=~\s*("[^"]*"|'[^']*')/,
    write: ([, quoted], { restore }) => {
      const text = restore(quoted!).slice(1, -1);
      return /[\\/]/.test(text) ? null : `~ /${text}/`;
    },
    because: "regular expressions are /…/",
  },
  { find: /=~/, write: () => "~", because: "regular expressions are /…/" },
  // select size as s
  {
    find: /\b([\w.]+(?:\([^()|]*\))?)\s+as\s+(\w+)(?=\s*(?:,|\||$)|\s+by\b)/i,
    write: ([, value, name]) => `${name} = ${value}`,
  },
  // count by func
  { find: /\bcount\s+by\s+([^|]+?)(\s*(?:\||$))/i, write: ([, keys, end]) => `by ${keys}: count()${end}` },
  // live at 1000
  { find: /^(\s*live)\s+at\s+(\S+)/i, write: ([, live, point]) => `${live} @ ${point}` },
  // top 5 size
  {
    find: /\btop\s+(\w+)\s+(?!by\b)([\w.]+)/i,
    write: ([, count, key], { catalog }) => isTextColumn(catalog, key!) ? null : `top ${count} by ${key}`,
  },
  // by func | having count > 3, by func having count > 3
  { find: /\|\s*having\b/i, write: () => "| where" },
  { find: /\s+having\b/i, write: () => " | where" },
  // order by size desc, group by func, limit 3
  { find: /\border\s+by\b/i, write: () => "sort" },
  { find: /\bgroup\s+by\b/i, write: () => "by" },
  { find: /\blimit\s+(?=\d)/i, write: () => "take " },
  // extend gap = lag(size) over (partition by thread order by seq)
  {
    find:
      /\|\s*(?:select|extend|window)\s+(?:(\w+)\s*=\s*)?(\w+)\s*\(([^()]*)\)\s+over\s*\(\s*(?:partition\s+by\s+([^()]+?))?\s*(?:order\s+by\s+([^()]+?))?\s*\)(?:\s+as\s+(\w+))?/i,
    write: ([, before, fn, args, keys, order, after]) => {
      const name = before ?? after;
      const by = `${keys === undefined ? "" : ` by ${keys}`}${order === undefined ? "" : ` order ${order}`}`;
      return `| window${by}: ${name === undefined ? "" : `${name} = `}${
        windowed(fn!, args!, order !== undefined)
      }`;
    },
  },
  // leaks | where size between 3 and 8 and func in ("a", "b") and file like "%.c"
  { find: /\bwhere\s+([^|]+)/i, write: ([, test], { restore }) => `where ${condition(test!, restore)}` },
  // from leaks | select distinct func
  { find: /^\s*from\s+(\w+)/i, write: ([, table]) => table! },
  { find: /\bselect\s+distinct\b/i, write: () => "distinct" },
  // isnull(func), length(func), startswith(func, "read"), case when size > 3 then 1 else 0 end
  { find: /\bis_?null\s*\(\s*([\w.]+)\s*\)/i, write: ([, column]) => `${column} is null` },
  { find: /\b(?:length|strlen)\s*\(/i, write: () => "len(" },
  {
    find: /\bstarts_?with\s*\(\s*([\w.]+)\s*,\s*("[^"]*"|'[^']*')\s*\)/i,
    write: ([, column, quoted], { restore }) => `${column} ~ "${restore(quoted!).slice(1, -1)}*"`,
  },
  {
    find:
      /\bcase\s+when\s+((?:(?!\bthen\b)[^|])+)\bthen\s+((?:(?!\belse\b)[^|])+)\belse\s+((?:(?!\bend\b)[^|])+)\bend\b/i,
    write: ([, test, then, otherwise]) => `if(${test!.trim()}, ${then!.trim()}, ${otherwise!.trim()})`,
  },
  // leaks by line: lines with the same number in several files are different lines
  { find: /^(\s*[a-z_]\w*)\s+by\s+line\s*$/i, write: ([, table]) => `${table} | by func, file, line` },
  // leaks where size > 3
  {
    find: /^(\s*(?:[a-z_]\w*))\s+(where|by|top|take|sort|select|summarize)\b/i,
    write: ([, table, stage]) => `${table} | ${stage}`,
  },
  // 1 MB, 10 KiB
  {
    find: /\b(\d[\d_.]*)\s*([KMGTP])i?B\b/i,
    write: ([, count, unit]) => `${count}${unit!.toUpperCase()}`,
    because: "sizes are written 4K, 1M, 2G",
  },
  // allocs | avg(size)
  {
    find: new RegExp(`\\|\\s*((?:${AGGREGATES.map(({ name }) => name).join("|")})\\s*\\()`, "i"),
    write: ([, call]) => `| summarize ${call}`,
  },
  // p50, p95(size)
  {
    find: /\bp(\d\d?)\s*\(\s*([^()]*?)\s*\)/i,
    write: ([, percent, value]) =>
      Number(percent) === 50 ? `median(${value})` : `percentile(${value}, ${Number(percent)})`,
  },
  {
    // where stack contains "parse"
    find: /\bwhere\s+stack\s+(?:contains|~|like|has)\s*("[^"]*"|'[^']*')/i,
    write: ([, quoted], { restore }) => `through "*${restore(quoted!).slice(1, -1)}*"`,
    because: "frames(stack) has a backtrace as text",
  },
  {
    find: /(^\s*|\bwhere\s+)stack\s+(?:contains|~|like|has)\s*("[^"]*"|'[^']*')/i,
    write: ([, before, quoted]) => `${before}frames(stack) contains ${quoted}`,
  },
  // life > 10ms
  {
    find: /\blife\s*([<>=!]+)\s*(\d[\d.]*(?:ns|us|ms|s|m|h)\b)/i,
    write: ([, sign, duration], { catalog }) =>
      hasValues(catalog, "events", "time") ? `age ${sign} ${duration}` : null,
    because: "life counts events, age is a time",
  },
  {
    find: /\blife\s*([<>=!]+)\s*(\d+)(?:ns|us|ms|s|m|h)\b/i,
    write: ([, sign, count]) => `life ${sign} ${count}`,
    because: "life counts events: this trace has no clock",
  },
  // by big = size:1K..
  { find: /\b([\w.]+)\s*:\s*([\w.]*\.\.=?[\w.+]*)/, write: ([, column, range]) => `${column} in ${range}` },
  {
    // kind == alloc or free
    find: COMPARED,
    write: ([, column, , first, rest]) =>
      `${column} in {${
        [first, ...rest!.trim().split(/\s+or\s+|^or\s+/i)].filter((each) => each !== "").join(", ")
      }}`,
  },
];

/** Translates a window function of SQL. In SQL, an aggregate with an order is a running aggregate. */
function windowed(fn: string, args: string, ordered: boolean): string {
  const name = fn.toLowerCase();
  const call = `${name.replace(/_value$/, "")}(${args === "*" ? "" : args})`;
  return ordered && RUNNING_AGGREGATES.includes(name) ? `cumulative(${call})` : call;
}

/**
 * Whether a column contains texts: then "top" means the most frequent values, not the last in alphabetical
 * order.
 */
function isTextColumn(catalog: Catalog, column: string): boolean {
  const found = catalog.tableNames.flatMap((name) =>
    catalog.table(name, null)?.columns.find((each) => each.name === column) ?? []
  );
  return found.length > 0 && found.every(({ type }) => type === "text");
}

function hasValues(catalog: Catalog, table: string, column: string): boolean {
  return catalog.table(table, null)?.columns.some(({ name, allNull }) =>
    name === column && allNull !== true
  ) ?? false;
}

/**
 * Adds a valid query to each diagnostic of a script to which a rule applies. Further errors in such a statement
 * result from the first one and are dropped.
 *
 * @param reads Whether to interpret other languages and plain words as well. That takes some milliseconds, too long
 * for every key press.
 */
export function withAdvice(
  source: string,
  diagnostics: readonly Diagnostic[],
  catalog: Catalog,
  environment: Environment,
  reads = true,
): readonly Diagnostic[] {
  if (source.length > QUERY_LIMITS.advisedText.most || !diagnostics.some(isError)) return diagnostics;
  const works = (query: string): boolean => {
    const parsed = parseScript(query);
    return parsed.script.statements.length === 1 &&
      ![...parsed.diagnostics, ...bindScript(parsed, catalog, environment).diagnostics].some(isError);
  };
  let result = diagnostics;
  for (const span of statementSpans(source)) {
    const inside = (each: Diagnostic): boolean =>
      each.span.start >= span.start && each.span.start <= span.end;
    const first = result.find((each) => isError(each) && inside(each));
    if (first === undefined) continue;
    const statement = source.slice(span.start, span.end);
    // A phrase that a format lists literally is more specific than a rule: "peak by device" of a snapshot.
    const known = reads ? listedQuestion(statement, catalog, environment) : [];
    const better = known.length > 0 ? null : rewritten(statement, catalog, works);
    const [query, ...others] = known.length > 0
      ? known
      : better
      ? [better.query]
      : reads
      ? interpretationsOf(statement, catalog, environment)
      : [];
    if (query === undefined) continue;
    const reason = better?.because === undefined ? "" : `${better.because}; `;
    const told = {
      ...first,
      suggestion: `${reason}${others.length === 0 ? "write" : "try"}: ${query}`,
      fix: { span, text: query },
      ...(others.length === 0 ? {} : { others: others.map((text) => ({ span, text })) }),
    };
    result = result.flatMap((each) => each === first ? [told] : inside(each) ? [] : [each]);
  }
  return result;
}

/** Rewrites a statement with the first rule that makes it work, or else with the first pair of rules that does. */
function rewritten(
  statement: string,
  catalog: Catalog,
  works: (query: string) => boolean,
): { readonly query: string; readonly because?: string } | null {
  const text = maskQuotes(statement);
  const once = RULES.flatMap((rule) => {
    const query = applied(text, rule, catalog);
    return query === null ? [] : [{ query, rule }];
  });
  const told = ({ query, rule }: { query: string; rule: Rule }): { query: string; because?: string } =>
    rule.because === undefined ? { query } : { query, because: rule.because };
  const found = once.find(({ query }) => works(query));
  if (found) return told(found);
  for (const first of once) {
    const text = maskQuotes(first.query);
    for (const rule of RULES) {
      if (rule === first.rule) continue;
      const query = applied(text, rule, catalog);
      if (query !== null && works(query)) return told({ query, rule: first.rule });
    }
  }
  return null;
}

/** Applies a rule to a statement; null if the rule does not match. */
function applied(
  { shown, restore }: MaskedStatement,
  { find, write }: Rule,
  catalog: Catalog,
): string | null {
  const match = find.exec(shown);
  const text = match && write(match, { catalog, restore });
  return text === null
    ? null
    : restore(shown.slice(0, match!.index) + text + shown.slice(match!.index + match![0].length));
}

/** A statement with its quoted texts masked, so that no rule changes them. */
interface MaskedStatement {
  readonly shown: string;
  readonly restore: (text: string) => string;
}

/** The first character that stands for a quoted text, and the one that pads it to the original length. */
const FIRST_LETTER = 0xe000;
const FILLER = "\uf8ff";

/**
 * Replaces each quoted text by a character of the private use area, so that no rule changes it, and comments
 * by spaces. Offsets stay the same as in the statement.
 */
function maskQuotes(statement: string): MaskedStatement {
  const texts: string[] = [];
  const shown = statement.replaceAll(
    /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|--[^\n]*/g,
    (text) => {
      if (text.startsWith("--")) return " ".repeat(text.length);
      if (text.length === 2) return text;
      const letter = String.fromCharCode(FIRST_LETTER + texts.push(text) - 1);
      return text[0] + letter + FILLER.repeat(text.length - 3) + text[0];
    },
  );
  const restore = (text: string): string =>
    text.replaceAll(
      /(["'])([\ue000-\uf8fe])\uf8ff*\1/g,
      (found, _, letter: string) => texts[letter.charCodeAt(0) - FIRST_LETTER] ?? found,
    );
  return { shown, restore };
}

/** Spans between semicolons and empty lines, without the surrounding spaces. */
function statementSpans(source: string): Span[] {
  const spans: Span[] = [];
  const text = maskQuotes(source).shown;
  let start = 0;
  for (const { 0: separator, index } of [...text.matchAll(/;|\n[^\S\n]*\n|$/g)]) {
    const piece = text.slice(start, index);
    const from = start + piece.length - piece.trimStart().length;
    if (piece.trim() !== "") spans.push({ start: from, end: start + piece.trimEnd().length });
    start = index + separator.length;
  }
  return spans;
}

function isError({ severity }: Diagnostic): boolean {
  return severity === "error";
}

/** Rewrites the parts of an SQL condition that have another syntax here: `<>`, `in (…)`, `between`, `like`. */
function condition(text: string, restore: (text: string) => string): string {
  return text.replace(/<>/g, "!=")
    .replace(/\bin\s*\(([^()]*)\)/gi, "in {$1}")
    .replace(/\bbetween\s+(\S+)\s+and\s+(\S+)/gi, "in $1..=$2")
    .replace(/\b(not\s+)?like\s+("[^"]*"|'[^']*')/gi, (_, not, pattern) => {
      const glob = restore(pattern).replaceAll("%", "*").replaceAll("_", "?");
      return `${not === undefined ? "~" : "!~"} ${glob}`;
    });
}
