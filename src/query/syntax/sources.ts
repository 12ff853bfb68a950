/**
 * The sources that are more than the name of a table. A new one is its node in `ast.ts` and an entry here.
 *
 * @module
 */
import type { Source } from "./ast.ts";
import { parseRange } from "./parse_expression.ts";
import type { ParseState } from "./parse_state.ts";
import { parseNamedList } from "./stage_parts.ts";
import { beginsOperand, isPunctuation, type Token } from "./token.ts";

/** How one kind of source is written. */
export interface SourceSyntax {
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
    begins: (next) =>
      (beginsOperand(next) && !isPunctuation(next, "-") && !isPunctuation(next, "~")) || next.kind === "end",
    parse: parseDiff,
  },
  {
    keyword: "gaps",
    usage: "gaps in RANGE | SYMBOL",
    summary: "What lies between the covered ranges inside of a window or a symbol",
    examples: ["gaps in 0x10000..0x20000", "gaps in main"],
    begins: (next) => next.word === "in",
    parse(state): Source {
      const start = state.advance("source").span.start;
      state.advance("keyword");
      const within = parseRange(state);
      return { kind: "gaps", within, span: state.spanFrom(start) };
    },
  },
  {
    keyword: "traces",
    usage: "traces reaching ADDRESS | SYMBOL",
    summary: "The open traces that have executed a place",
    examples: ["traces reaching 0x4004", "traces reaching main"],
    begins: (next) => next.word === "reaching",
    parse(state): Source {
      const start = state.advance("source").span.start;
      state.advance("keyword");
      const target = parseRange(state);
      return { kind: "reaching", target, span: state.spanFrom(start) };
    },
  },
];

function parseDiff(state: ParseState, parseSource: (state: ParseState) => Source): Source {
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
      return { kind: "diff", before, after, keys: [], span: state.spanFrom(start) };
    }
    const keys = parseNamedList(state, "a column to compare by");
    return { kind: "diff", before, after, keys, span: state.spanFrom(start) };
  });
}
