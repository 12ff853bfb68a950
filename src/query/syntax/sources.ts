/**
 * The sources that are more than the name of a table. A new one is its node in `ast.ts` and an entry here.
 *
 * @module
 */
import type { CoverageSetSource, DiffSource, Source } from "./ast.ts";
import { parseRange } from "./parse_expression.ts";
import type { ParseState } from "./parse_state.ts";
import { parseNameWord } from "./parse_words.ts";
import { parseNamedList } from "./stage_parts.ts";
import { beginsOperand, isPunctuation, type Token } from "./token.ts";

/** How one kind of source is written. */
interface SourceSyntax {
  readonly keyword: string;
  readonly usage: string;
  readonly summary: string;
  /** Queries that use it. */
  readonly examples: readonly string[];
  /** Whether the token after the keyword shows that this is the source and not a column of that name. */
  begins(next: Token): boolean;
  /** Parses all of it, keyword included; `parseSource` is for sources inside of it. */
  parse(state: ParseState, parseSource: (state: ParseState) => Source): Source;
}

/** All sources with a syntax of their own. */
export const SOURCE_SYNTAX: readonly SourceSyntax[] = [
  {
    keyword: "diff",
    usage: "diff SOURCE, SOURCE by KEYS",
    summary: "Compares two sources group by group",
    examples: [
      "diff (live @ 25%), (live @ 75%) by func",
      "diff leaks of a, leaks of b by func, file | sort bytes_delta desc",
    ],
    begins: beginsDiff,
    parse: (state, parseSource) => parseDiff(state, parseSource, {}),
  },
  {
    keyword: "changes",
    usage: "changes SOURCE, SOURCE by KEYS",
    summary: "Compares two sources row by row, in order: what only one of them has, and where",
    examples: [
      "changes calls of a, calls of b by normal",
      "changes events of a, events of b by kind, func, size | by change, func",
    ],
    begins: beginsDiff,
    parse: (state, parseSource) => parseDiff(state, parseSource, { inOrder: true }),
  },
  {
    keyword: "gaps",
    usage: "gaps in RANGE | SYMBOL",
    summary: "What no block covers in a range, a symbol or a section, for each coverage trace",
    examples: [
      "gaps in 0x10000..0x20000",
      "gaps in main",
      'gaps in symbol("main")',
      'gaps in section(".text")',
    ],
    begins: (next) => next.word === "in",
    parse: (state) => parseWindow(state, "gaps"),
  },
  {
    keyword: "heat",
    usage: "heat in RANGE | SYMBOL",
    summary: "A range as strips of bars: the taller a bar, the more of its bytes ran; not how often",
    examples: ["heat in 0x10000..0x20000 | select addr, strip", 'heat in section(".text")'],
    begins: (next) => next.word === "in",
    parse: (state) => parseWindow(state, "heat"),
  },
  {
    keyword: "traces",
    usage: "traces reaching ADDRESS | SYMBOL",
    summary:
      "The open traces that executed a place: where they first did, and how many of their entries reach it",
    examples: ["traces reaching 0x4004", "traces reaching main"],
    begins: (next) => next.word === "reaching",
    parse(state): Source {
      const start = state.advance("source").span.start;
      state.advance("keyword");
      const target = parseRange(state);
      return { kind: "reaching", target, span: state.spanFrom(start) };
    },
  },
  {
    keyword: "union",
    usage: "union of TRACE, TRACE, …",
    summary: "Ranges that any of these traces covers, with the number of traces; a name may be a glob",
    examples: [
      "union of a, b",
      'union of "*" | where runs == 1',
      'union of "*" | summarize covered = sum(size)',
    ],
    begins: (next) => next.word === "of",
    parse: (state) => parseCoverageSet(state, "union"),
  },
  {
    keyword: "intersection",
    usage: "intersection of TRACE, TRACE, … [by outcome]",
    summary: "Ranges that all of these traces cover; by outcome: with the outcomes that all of them saw",
    examples: ["intersection of a, b", 'intersection of "*" by outcome'],
    begins: (next) => next.word === "of",
    parse: (state) => parseCoverageSet(state, "intersection"),
  },
  {
    keyword: "difference",
    usage: "difference of TRACE [, TRACE, …] [by outcome]",
    summary:
      "Ranges that the first trace covers and the others (alone: all other traces) do not; by outcome: outcomes too",
    examples: ["difference of b, a", "difference of a by outcome"],
    begins: (next) => next.word === "of",
    parse: (state) => parseCoverageSet(state, "difference"),
  },
  {
    keyword: "complement",
    usage: "complement of TRACE, TRACE, …",
    summary:
      "Code that none of these traces covers: of the program if it is available, otherwise between what they cover",
    examples: [
      'complement of "*" | summarize missed = sum(size)',
      "complement of a, b | extend func = symbol(addr) | top 20 by size",
    ],
    begins: (next) => next.word === "of",
    parse: (state) => parseCoverageSet(state, "complement"),
  },
];

function parseWindow(state: ParseState, kind: "gaps" | "heat"): Source {
  const start = state.advance("source").span.start;
  state.advance("keyword");
  const within = parseRange(state);
  return { kind, within, span: state.spanFrom(start) };
}

/** The words after the names belong to the source only as `by outcome`: `by` alone begins a stage. */
function parseCoverageSet(state: ParseState, op: CoverageSetSource["op"]): Source {
  const start = state.advance("source").span.start;
  state.advance("keyword");
  const traces = [];
  do traces.push(parseNameWord(state, "the name of a coverage trace")); while (state.take(","));
  // What did not run has no outcomes.
  const byOutcome = op !== "complement" && state.atWord("by") && state.peek(1).word === "outcome";
  if (byOutcome) {
    state.advance("keyword");
    state.advance("keyword");
  }
  return { kind: "coverageSet", op, traces, byOutcome, span: state.spanFrom(start) };
}

/** `diff` and `changes` may be columns: then no operand follows. */
function beginsDiff(next: Token): boolean {
  return (beginsOperand(next) && !isPunctuation(next, "-") && !isPunctuation(next, "~")) ||
    next.kind === "end";
}

function parseDiff(
  state: ParseState,
  parseSource: (state: ParseState) => Source,
  how: Pick<DiffSource, "inOrder">,
): Source {
  const start = state.advance("source").span.start;
  return state.nested(() => {
    const before = parseSource(state);
    let after: Source;
    if (state.take(",")) {
      after = parseSource(state);
    } else {
      after = state.missing('"," and a second source');
    }
    if (!state.takeWord("by")) {
      state.expected('"by" and the columns to compare by');
      return { kind: "diff", ...how, before, after, keys: [], span: state.spanFrom(start) };
    }
    const keys = parseNamedList(state, "a column to compare by");
    return { kind: "diff", ...how, before, after, keys, span: state.spanFrom(start) };
  });
}
