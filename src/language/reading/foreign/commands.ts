/**
 * Translates shell commands that are used as stages: `grep -v main`, `cut -f func`, `sort -k size -rn`, `uniq -c`, `wc
 * -l`, `head -n 5`.
 * @module
 */

import { QUERY_LIMITS } from "../../../base/limits/query_limits.ts";
import { writtenName } from "../../../query/analysis/message_words.ts";
import { printString } from "../../../query/syntax/print_expression.ts";
import type { QueryRowsInfo, ReadingContext } from "../reading_context.ts";
import { tableNamed } from "../tables.ts";
import { withStageText } from "./group_stage.ts";
import { parseForeign, parseForeignList } from "./parse.ts";
import { ForeignWriter, isTest } from "./write.ts";

/** A shell command. Flags have no dashes: `rn` for `-rn`. */
interface Command {
  readonly name: string;
  readonly flags: string;
  readonly words: readonly string[];
}

/**
 * Splits off a table that a command names in place of a file: `leaks` and `cut -f func` for `cut -f func leaks`. Null
 * if there is none.
 */
export function commandSource(
  text: string,
  world: ReadingContext,
): readonly [table: string, command: string] | null {
  const [, command, file] =
    /^((?:cat|grep|egrep|g?awk|cut|sort|head|tail|wc)\b[^]*?)\s+([\w.]+)$/.exec(text.trim()) ?? [];
  if (command === undefined) return null;
  const [owner = "", owned] = file!.split(".");
  const table = tableNamed(owned ?? owner, world);
  if (table === undefined || (owned !== undefined && !world.catalog.traceNames.includes(owner))) return null;
  return [owned === undefined ? table : `${table} of ${owner}`, command];
}

/** Adds a shell command to a query as a stage; null if the text is not a command that can be translated. */
export function commandStage(
  query: string,
  text: string,
  rows: QueryRowsInfo,
  world: ReadingContext,
): string | null {
  const command = commandOf(text);
  if (command === null) return null;
  const next = read(command, query, rows, world);
  return next !== null && world.rows(next) !== null ? next : null;
}

function commandOf(text: string): Command | null {
  // The pipe of `|= "cache"` (Loki) has been split off.
  const line = /^[=~]\s*(["'`])([^"'`]*)\1$/.exec(text)?.[2];
  if (line !== undefined) return { name: "grep", flags: "", words: [line] };
  const [, program] = /^g?awk\s+'([^']*)'$/.exec(text) ?? [];
  if (program !== undefined) return { name: "awk", flags: "", words: [program] };
  const [, name = "", rest = ""] =
    /^(grep|egrep|cut|sort|uniq|wc|head|tail|nl|column|paste|xargs|cat)\b\s*([^]*)$/.exec(text) ?? [];
  if (name === "" || rest.startsWith("(")) return null;
  const pieces = [...rest.replace(/(^|\s)-d\s*\S+/, "$1").matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map((
    [, double, single, word],
  ) => ({
    word: double ?? single ?? word!,
    isFlag: word !== undefined && /^-[a-zA-Z]+\d*$/.test(word),
    isCount: word !== undefined && /^-\d+$/.test(word),
  }));
  // `sort -size` is not a shell command: in Splunk it sorts by size, largest first.
  const isShell = name !== "sort" ||
    pieces.some(({ word, isFlag }) => isFlag && /^-(?:[nrughk]+|k\d*)$/.test(word)) || pieces.length === 0;
  if (!isShell) return null;
  return {
    name,
    flags: pieces.filter(({ isFlag }) => isFlag).map(({ word }) => word.slice(1)).join(""),
    words: pieces.filter(({ isFlag }) => !isFlag).map(({ word, isCount }) => isCount ? word.slice(1) : word),
  };
}

function read(command: Command, query: string, rows: QueryRowsInfo, world: ReadingContext): string | null {
  const { name, flags, words } = command;
  switch (name) {
    case "grep":
    case "egrep":
      return grep(command, query, rows, world);
    case "cut":
      return cut(words, query, rows, world);
    case "wc":
      return flags === "l" || flags === "" ? withStageText(query, "count") : null;
    case "nl":
    case "column":
    case "paste":
    case "xargs":
    case "cat":
      return query;
    case "head":
    case "tail": {
      const from = /^\+(\d+)$/.exec(words[0] ?? "")?.[1];
      if (name === "tail" && from !== undefined) return withStageText(query, `skip ${Number(from) - 1}`);
      const [count = "10"] = words;
      return /^\d+$/.test(count)
        ? withStageText(query, `${name === "head" ? "take" : "tail"} ${count}`)
        : null;
    }
    case "awk":
      return awk(words[0]!, query, rows, world);
    case "sort":
      return sort(command, query, rows, world);
    default:
      return uniq(flags, query, rows);
  }
}

/** Translates `grep`: keeps rows whose main text, or the named column, contains a pattern. */
function grep(
  { flags, words }: Command,
  query: string,
  rows: QueryRowsInfo,
  world: ReadingContext,
): string | null {
  const [wanted, of] = words;
  if (wanted === undefined || words.length > 2) return null;
  const column = of === undefined ? mainText(wanted, rows, world) : world.column(of, rows);
  if (column === undefined) return null;
  const name = writtenName(column.replace(/^=/, ""));
  const test = column.startsWith("=")
    ? `${name} ${flags.includes("v") ? "!=" : "=="} ${printString(wanted)}`
    : contains(name, wanted, flags);
  const filtered = withStageText(query, `where ${test}`);
  return flags.includes("c") ? `${filtered} | count` : filtered;
}

function contains(name: string, wanted: string, flags: string): string {
  const [of, text] = flags.includes("i") ? [`lower(${name})`, wanted.toLowerCase()] : [name, wanted];
  const test = /^[\w:.\/ -]+$/.test(text)
    ? `${of} contains ${printString(text)}`
    : `${of} ~ /${text.replaceAll("/", "\\/")}/`;
  return flags.includes("v") ? `${name} is null or not ${test}` : test;
}

/** The column that `grep` searches. `=kind` stands for a test whether the kind of a row equals the pattern. */
function mainText(wanted: string, rows: QueryRowsInfo, world: ReadingContext): string | undefined {
  const names = rows.columns.map(({ name }) => name);
  const values = names.includes("kind")
    ? world.catalog.distinct(rows.table, "kind", QUERY_LIMITS.warningValues.most) ?? []
    : [];
  if (values.some(({ value }) => value === wanted)) return "=kind";
  const { subject } = world.catalog;
  if (wanted.includes("/") && names.includes("file")) return "file";
  return [subject?.key, "func", "name", "file"].find((name) => name !== undefined && names.includes(name));
}

function cut(
  words: readonly string[],
  query: string,
  rows: QueryRowsInfo,
  world: ReadingContext,
): string | null {
  const columns = words.flatMap((word) => word.split(",")).map((word) => world.column(word, rows));
  return columns.length === 0 || columns.includes(undefined)
    ? null
    : withStageText(query, `select ${columns.map((name) => writtenName(name!)).join(", ")}`);
}

/** Translates `sort`, as in `sort -k size -rn` and `sort -u`. Keys are names or numbers of columns. */
function sort(
  { flags, words }: Command,
  query: string,
  rows: QueryRowsInfo,
  world: ReadingContext,
): string | null {
  const columns = rows.columns.map(({ name }) => name);
  if (
    words.length === 0 && columns.length > 1 && columns.length <= 4 && flags === "" &&
    / \| select [^|]+$/.test(query)
  ) {
    return withStageText(query, `sort ${columns.map((name) => writtenName(name)).join(", ")}`);
  }
  const key = words[0] === undefined
    ? columns.length === 1 ? columns[0] : columns.includes("count") ? "count" : undefined
    : /^\d+$/.test(words[0])
    ? columns[Number(words[0]) - 1]
    : world.column(words[0], rows);
  if (key === undefined) return null;
  const name = writtenName(key);
  if (flags.includes("u")) {
    return columns.length === 1 ? `${withStageText(query, `distinct ${name}`)} | sort ${name}` : null;
  }
  return withStageText(query, `sort ${name}${flags.replace("k", "").includes("r") ? " desc" : ""}`);
}

/** Translates programs of awk: `$size > 4096 {print $func, $size}` and `{s += $size} END {print s}`. */
function awk(program: string, query: string, rows: QueryRowsInfo, world: ReadingContext): string | null {
  const writer = new ForeignWriter(world, rows);
  const [, test = "", printed, sum] =
    /^\s*([^{}]*?)\s*(?:\{\s*print\s+([^{}]+?)\s*\}|\{\s*(?:\w+)\s*\+=\s*([^{};]+?);?\s*\}\s*END\s*\{\s*print\s+\w+\s*\})?\s*$/
      .exec(program) ?? [];
  let next: string | null = query;
  if (test !== "") {
    const tree = parseForeign(test);
    const text = tree && isTest(tree) ? writer.text(tree) : null;
    next = text === null ? null : withStageText(query, `where ${text}`);
  }
  if (next === null || (test === "" && printed === undefined && sum === undefined)) return null;
  if (sum !== undefined) {
    const tree = parseForeign(sum);
    const text = tree && writer.text(tree);
    return text === null ? null : withStageText(next, text === "1" ? "count" : `summarize sum(${text})`);
  }
  if (printed === undefined) return next;
  const columns = parseForeignList(printed)?.map((node) => writer.text(node));
  return !columns || columns.includes(null) ? null : withStageText(next, `select ${columns.join(", ")}`);
}

/**
 * Translates `uniq` after `cut func | sort`: lists the distinct values; with `-c` counts the rows of each, with `-u`
 * keeps those of a single row.
 */
function uniq(flags: string, query: string, rows: QueryRowsInfo): string | null {
  const sorted = /^([^]*?)(?: \| select ([^|]+?))?(?: \| sort ([^|]+?))?$/.exec(query);
  const columns = rows.columns.map(({ name }) => writtenName(name));
  if (!sorted || sorted[2] === undefined || sorted[2] !== columns.join(", ")) return null;
  const before = sorted[1]!;
  if (flags === "u") {
    return `${withStageText(before, `by ${sorted[2]}: count()`)} | where count == 1 | select ${sorted[2]}`;
  }
  if (flags !== "" && flags !== "c") return null;
  return withStageText(before, flags.includes("c") ? `by ${sorted[2]}: count()` : `distinct ${sorted[2]}`);
}
