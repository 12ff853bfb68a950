/**
 * How each stage is written. A new stage is its node in `ast_stages.ts` and an entry here.
 *
 * @module
 */
import { asPipeline } from "./as_source.ts";
import type {
  ColumnsStage,
  JoinKind,
  JoinStage,
  MarkerStage,
  PatternStage,
  Renaming,
  RowCountStage,
  Stage,
} from "./ast.ts";
import { parseArithmetic, parseExpression } from "./parse_expression.ts";
import { parsePrimary } from "./parse_primary.ts";
import type { ParseState } from "./parse_state.ts";
import { parsePattern } from "./parse_words.ts";
import {
  missingPart,
  parseColumnName,
  parseCommaList,
  parseIdentifier,
  parseJoinKey,
  parseKeys,
  parseNamedList,
  parseRowCount,
  parseSortKey,
  skipStar,
} from "./stage_parts.ts";
import { didYouMean } from "../../base/did_you_mean.ts";
import { beginsOperand, isPunctuation, type Token } from "./token.ts";

/** How one stage is written. */
interface StageSyntax {
  readonly keyword: string;
  readonly usage: string;
  readonly summary: string;
  /** Queries that work on an mpatrol trace with its profile. */
  readonly examples: readonly string[];
  /** Whether anything follows the keyword; decides between `count` the stage and `count > 3` the filter. */
  readonly takesOperand: boolean;
  /** Parses what follows the keyword; the span of the node is set by the caller. */
  parse(state: ParseState, keyword: Token): Stage;
}

const JOIN_KINDS: readonly JoinKind[] = ["inner", "left", "anti", "semi"];

/** All stages, in the order of the documentation. */
export const STAGE_SYNTAX: readonly StageSyntax[] = [
  {
    keyword: "where",
    usage: "where FILTER",
    summary: "Keeps the rows that pass a filter",
    examples: [
      "events | where size > 1K and kind == alloc",
      "size > 1K | where func is not null | count",
    ],
    takesOperand: true,
    parse: (state, { span }) => ({ kind: "where", condition: parseExpression(state), span }),
  },
  {
    keyword: "by",
    usage: "by KEYS [: AGGREGATES]",
    summary: "One row per group, largest first; count and bytes unless aggregates are given",
    examples: [
      "leaks | by file, line",
      "allocs | by func: n = count(), largest = max(size)",
      "events | by kind, class = bucket(size): count() | sort class",
    ],
    takesOperand: true,
    parse: parseBy,
  },
  {
    keyword: "summarize",
    usage: "summarize AGGREGATES [by KEYS]",
    summary: "Aggregates over all rows, or per group",
    examples: [
      "leaks | summarize count(), bytes = sum(size)",
      "allocs | summarize avg(size), p99(size) by func",
      "events | summarize frees = count() if kind == free",
    ],
    takesOperand: true,
    parse(state, { span }): Stage {
      const aggregates = parseNamedList(state, "an aggregate");
      return { kind: "summarize", aggregates, keys: state.takeWord("by") ? parseKeys(state) : [], span };
    },
  },
  {
    keyword: "extend",
    usage: "extend NAME = EXPR, …",
    summary: "Adds columns",
    examples: ["allocs | extend kb = size / 1024.0, site = base(file) | take 5"],
    takesOperand: true,
    parse: parseExtend,
  },
  {
    keyword: "select",
    usage: "select COLUMNS",
    summary: "Keeps these columns, in this order",
    examples: [
      "leaks | select addr, size, func",
      "events | select seq, kind, pages = size / 4K | take 5",
    ],
    takesOperand: true,
    parse: (state, { span }) => parseColumns(state, "select", span),
  },
  {
    keyword: "drop",
    usage: "drop COLUMNS",
    summary: "Removes columns",
    examples: ["leaks | drop time, age, context, type"],
    takesOperand: true,
    parse: (state, { span }) => ({
      kind: "drop",
      columns: parseCommaList(state, "a column", () => parseColumnName(state)),
      span,
    }),
  },
  {
    keyword: "rename",
    usage: "rename NEW = OLD, …",
    summary: "Renames columns",
    examples: ["leaks | by file | rename blocks = count"],
    takesOperand: true,
    parse: parseRename,
  },
  {
    keyword: "sort",
    usage: "sort KEY [asc|desc], …",
    summary: "Sorts rows",
    examples: [
      "allocs | sort size desc, seq | take 10",
      "allocs | sort func, -size | take 10",
    ],
    takesOperand: true,
    parse(state, { span }): Stage {
      skipForeignBy(state);
      return {
        kind: "sort",
        keys: parseCommaList(state, "a column to sort by", () => parseSortKey(state)),
        span,
      };
    },
  },
  {
    keyword: "top",
    usage: "top N [by KEY]",
    summary: "The N rows with the largest key",
    examples: [
      "allocs | top 10 by size",
      "leaks | by file, line | top 10 by bytes",
      "allocs | top 3 by life asc",
    ],
    takesOperand: true,
    parse(state, { span }): Stage {
      const count = parseRowCount(state, "top 10 by size");
      return { kind: "top", count, key: state.takeWord("by") ? parseSortKey(state) : null, span };
    },
  },
  rowCountStage("take", "The first N rows", ["events | take 20"]),
  rowCountStage("skip", "All but the first N rows", ["events | skip 100 | take 20"]),
  rowCountStage("tail", "The last N rows", ["events | tail 5"]),
  rowCountStage("sample", "N rows chosen evenly", ["events | sample 10"]),
  {
    keyword: "distinct",
    usage: "distinct COLUMNS",
    summary: "The distinct combinations of these columns",
    examples: [
      "events | distinct func, file",
      "allocs | distinct size_class = bucket(size)",
    ],
    takesOperand: true,
    parse: (state, { span }) => parseColumns(state, "distinct", span),
  },
  markerStage("count", "The number of rows", ["leaks | count", "count"]),
  {
    keyword: "hist",
    usage: "hist EXPR [bins N]",
    summary: "A histogram of a value; empty bins have count 0 and bytes 0",
    examples: [
      "hist size",
      "allocs | hist life bins 10",
      "leaks | hist bucket(size)",
    ],
    takesOperand: true,
    parse(state, { span }): Stage {
      const value = state.atOperand() ? parseArithmetic(state) : missingPart(state, "a column");
      return { kind: "hist", value, bins: state.takeWord("bins") ? parseArithmetic(state) : null, span };
    },
  },
  {
    keyword: "timeline",
    usage: "timeline [every STEP] AGGREGATES",
    summary: "Aggregates per step of the trace",
    examples: [
      "timeline max(live_bytes)",
      "timeline every 100 b = max(live_bytes), n = max(live_blocks)",
    ],
    takesOperand: true,
    parse(state, { span }): Stage {
      const step = state.takeWord("every") ? parseArithmetic(state) : null;
      return { kind: "timeline", step, aggregates: parseNamedList(state, "an aggregate"), span };
    },
  },
  {
    keyword: "join",
    usage: "join [inner|left|anti|semi] (PIPELINE) on COLUMNS",
    summary: "Joins the rows of another pipeline; its columns with names already taken end with _right",
    examples: [
      "leaks | join (allocs | by func: made = count()) on func | select addr, size, func, made",
      "allocs | join anti (leaks) on alloc | count",
      "events | join left (allocs | select alloc, life) on alloc | take 5",
    ],
    takesOperand: true,
    parse: parseJoin,
  },
  markerStage("unwind", "One row per stack frame", ["profile | take 1 | unwind"]),
  markerStage("explain", "Shows the plan with rows and time per stage", [
    "leaks | where size > 1K | explain",
  ]),
  {
    keyword: "as",
    usage: "as NAME",
    summary: "Names the result",
    examples: ["leaks | as kept"],
    takesOperand: true,
    parse: (state, { span }) => ({ kind: "as", name: parseIdentifier(state, "a name"), span }),
  },
  rowCountStage("before", "Each row with the N rows before it in the trace", [
    "events | where kind == realloc and size > 100 | before 2",
  ]),
  rowCountStage("after", "Each row with the N rows after it in the trace", [
    "events | where seq == 100 | before 2 | after 2",
  ]),
  {
    keyword: "tree",
    usage: "tree [up|down]",
    summary: "Rows with stacks as a call tree",
    examples: [
      "profile | tree",
      "profile | where live_bytes > 0 | tree up",
    ],
    takesOperand: false,
    parse(state, { span }): Stage {
      const direction = state.takeWord("up") ? "up" : state.takeWord("down") ? "down" : null;
      return { kind: "tree", direction, span };
    },
  },
  {
    keyword: "through",
    usage: "through GLOB",
    summary: "Rows whose stack passes through a function",
    examples: ["profile | through read_* | select func, live_bytes"],
    takesOperand: true,
    parse(state, { span }): PatternStage {
      return { kind: "through", pattern: parsePattern(state, 'after "through"'), span };
    },
  },
  {
    keyword: "callers",
    usage: "callers of NAME",
    summary: "Who calls a function, by the stacks of the rows",
    examples: ["profile | callers of main"],
    takesOperand: true,
    parse(state, { span }): PatternStage {
      if (!state.takeWord("of")) {
        state.expected('"of"', "Q101", { suggestion: "for example callers of malloc" });
      }
      return { kind: "callers", pattern: parsePattern(state, 'after "callers of"'), span };
    },
  },
];

const BY_KEYWORD: ReadonlyMap<string, StageSyntax> = new Map(
  STAGE_SYNTAX.map((stage) => [stage.keyword, stage]),
);

/** The stage with this keyword (in lower case). */
export function findStage(keyword: string): StageSyntax | undefined {
  return BY_KEYWORD.get(keyword);
}

function rowCountStage(
  kind: RowCountStage["kind"],
  summary: string,
  examples: readonly string[],
): StageSyntax {
  return {
    keyword: kind,
    usage: `${kind} N`,
    summary,
    examples,
    takesOperand: true,
    parse: (state, { span }) => ({ kind, count: parseRowCount(state, `${kind} 10`), span }),
  };
}

function markerStage(
  kind: MarkerStage["kind"],
  summary: string,
  examples: readonly string[],
): StageSyntax {
  return {
    keyword: kind,
    usage: kind,
    summary,
    examples,
    takesOperand: false,
    parse: (_, { span }) => ({ kind, span }),
  };
}

function parseBy(state: ParseState, { span }: Token): Stage {
  const keys = parseKeys(state);
  // The message of an assert is a colon with a text; aggregates never begin with one.
  const isMessage = state.inAssert && state.depth === 0 && state.peek(1).kind === "string";
  if (isMessage || !state.take(":")) return { kind: "by", keys, aggregates: [], span };
  return { kind: "by", keys, aggregates: parseNamedList(state, "an aggregate"), span };
}

function parseExtend(state: ParseState, { span }: Token): Stage {
  const columns = parseNamedList(state, "NAME = expression");
  for (const column of columns) {
    if (column.name !== null || column.value.kind === "error") continue;
    state.report("Q124", "Expected a name for the new column", column.span, {
      suggestion: "for example extend kb = size / 1024",
    });
  }
  return { kind: "extend", columns, span };
}

function parseColumns(state: ParseState, kind: ColumnsStage["kind"], span: Token["span"]): Stage {
  if (skipStar(state) && !beginsOperand(state.peek())) return { kind: "error", span };
  const columns = parseNamedList(state, "a column");
  const from = state.peek();
  if (kind === "select" && from.word === "from" && !state.startsLine(from)) {
    state.report("Q113", 'Unexpected "from" after columns', from.span, {
      suggestion: "begin with the table: events | where … | select …",
    });
    state.skipToPipe();
  }
  return { kind, columns, span };
}

function parseRename(state: ParseState, { span }: Token): Stage {
  const columns: Renaming[] = [];
  parseCommaList(state, "NEW = OLD", () => {
    const { start } = state.peek().span;
    const to = parseIdentifier(state, "the new name of a column");
    if (!state.take("=") && !state.take("==")) {
      state.expected('"=" and the column to rename', "Q101", {
        suggestion: "for example rename bytes = size",
      });
      return;
    }
    const from = parseColumnName(state);
    if (to.kind !== "error") columns.push({ kind: "renaming", to, from, span: state.spanFrom(start) });
  });
  return { kind: "rename", columns, span };
}

function skipForeignBy(state: ParseState): void {
  const word = state.peek();
  if (word.word !== "by" || !beginsOperand(state.peek(1)) || isPunctuation(state.peek(1), "-")) return;
  state.report("Q113", 'Unexpected "by" after "sort"', word.span, {
    suggestion: 'did you mean "sort" alone?',
    fix: { span: { start: word.span.start, end: state.peek(1).span.start }, text: "" },
  });
  state.advance();
}

function parseJoin(state: ParseState, { span }: Token): JoinStage {
  const join = parseJoinKind(state);
  if (!beginsOperand(state.peek()) || state.peek().word === "on") {
    const error = missingPart(state, "a pipeline in parentheses", "join (allocs) on alloc");
    const pipeline = asPipeline(error);
    return { kind: "join", join, pipeline, on: parseOn(state), span };
  }
  const source = parsePrimary(state);
  const pipeline = asPipeline(source);
  // "(leaks | take 3)" is the pipeline itself and not a pipeline that has one as its source.
  const inner = source.kind === "subquery" ? source.pipeline : pipeline;
  return { kind: "join", join, pipeline: inner, on: parseOn(state), span };
}

function parseOn(state: ParseState): JoinStage["on"] {
  if (state.takeWord("on")) return parseCommaList(state, "a column", () => parseJoinKey(state));
  missingPart(state, '"on" and the columns to join on');
  return [];
}

function parseJoinKind(state: ParseState): JoinKind | null {
  const token = state.peek();
  const known = JOIN_KINDS.find((kind) => kind === token.word);
  const next = state.peek(1);
  // "join left on x" joins a table that is called "left".
  if (token.kind !== "identifier" || token.word === "on" || next.word === "on" || next.kind === "end") {
    return null;
  }
  if (known !== undefined) {
    state.advance("keyword");
    return known;
  }
  if (!isPunctuation(next, "(") && next.kind !== "identifier") return null;
  if (isPunctuation(next, "(") && !next.spaced) return null;
  const meant = didYouMean(token.word, JOIN_KINDS);
  state.report("Q126", `Unknown kind of join "${token.text}"`, token.span, {
    suggestion: meant === undefined ? `kinds of join: ${JOIN_KINDS.join(", ")}` : `did you mean "${meant}"?`,
    fix: meant === undefined ? undefined : { span: token.span, text: meant },
  });
  state.advance();
  return null;
}
