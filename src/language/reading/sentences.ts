/**
 * Reads questions in plain words, such as "largest leaks by file" or "lines not covered in main.c". Every word
 * must be understood, otherwise nothing is returned: a query that answers a different question is worse than no
 * query.
 * @module
 */

import { QUERY_LIMITS } from "../../base/limits/query_limits.ts";
import { COLUMN_SYNONYMS } from "../../tables/column_words.ts";
import { writtenName } from "../../query/analysis/message_words.ts";
import { hist } from "../../query/stages/hist.ts";
import { timeline } from "../../query/stages/timeline.ts";
import { AGGREGATE_WORDS, LooseStageParts, removeQuotes } from "./loose_columns.ts";
import { type SentenceToken, stemOf, stemsOf, wordsOf } from "./sentence_tokens.ts";
import type { QueryRowsInfo, ReadingContext } from "./reading_context.ts";
import {
  amountAt,
  type AmountComparison,
  COMPARISON_WORDS,
  comparisonAt,
  sizeUnit,
} from "./sentence_amounts.ts";
import { basesOf, columnsOf } from "./sentence_bases.ts";
import { type Draft, emptyDraft, type Figure, type Found, type PhraseBase, SWAP } from "./sentence_draft.ts";
import { compose, rowsOf, sameTable } from "./sentence_queries.ts";
import { type NamedValue, NamedValues, strangeValue } from "./sentence_values.ts";

/** Filler words, which do not restrict the rows. */
const NOISE = new Set(
  ("a an all the of for me my please show list print get give display find see view want to i what which who whose where when is " +
    "are was were be been do does did it its that this there any some every in on from at with by as and then has have had " +
    "trace result value query data table total only current now table column called named made use using " +
    "but ever we our your program process app application can could you much single individual overall altogether")
    .split(" ").map(stemOf),
);
/** Phrases that announce the role of the words after them. */
const KEY_MARKS = [
  "broken down by",
  "grouped by",
  "group by",
  "split by",
  "for each",
  "per",
  "by",
  "across",
  "for every",
];
const SORT_MARKS = ["sorted by", "ordered by", "order by", "sort by", "by descending"];
const COUNT_MARKS = ["how many", "number of", "count of", "count", "total number of", "amount of"];
const VALUE_MARKS = [
  "in",
  "from",
  "of",
  "at",
  "to",
  "on",
  "with",
  "called",
  "named",
  "for",
  "by",
  "inside",
  "within",
  "via",
  "through",
  "like",
  "starting with",
];
/** Words that exclude the value after them. */
const NOT_MARKS = [
  "not in",
  "not from",
  "not by",
  "not of",
  "but not",
  "and not",
  "outside of",
  "outside",
  "except for",
  "except in",
  "except",
  "excluding",
  "other than",
];
/** Words for rows in which a column has no value. */
const EMPTY_MARKS = ["without any", "without a", "without", "with no", "lacking"];
const POINT_MARKS = ["at", "after", "during", "@", "when", "in"];
const COMPARE_MARKS = [
  "compare",
  "diff",
  "difference between",
  "difference of",
  "difference in",
  "change in",
  "comparison of",
  "compared",
];
const BETWEEN_MARKS = [
  "versus",
  "vs",
  "against",
  "to",
  "with",
  "and",
  "minus",
  "compared to",
  "compared with",
  ",",
];
const UPPER = [
  "most",
  "top",
  "largest",
  "biggest",
  "highest",
  "worst",
  "heaviest",
  "max",
  "maximum",
  "greatest",
  "main",
];
const LOWER = ["least", "smallest", "lowest", "bottom", "fewest", "rarest", "rare"];
const OFTEN = ["frequent", "often", "common", "popular", "frequently", "commonly", "time"];

const HISTS = new Set([
  hist.keyword,
  ...(hist.elsewhere ?? []).map(({ word }) => word),
  ...(hist.called ?? []),
]);

const TIMES = [
  timeline.keyword,
  ...(timeline.called ?? []),
  "over time",
  "graph",
  "chart",
  "curve",
  "trend",
  "evolution",
];

/**
 * Queries that a sentence may mean, best match first. If `over` is given, the sentence refers to the rows of
 * that query.
 */
export function readSentence(text: string, world: ReadingContext, over?: string): string[] {
  const pieces = wordsOf(text);
  if (pieces.length === 0 || pieces.length > QUERY_LIMITS.readWords.most) return [];
  const all = basesOf(world);
  // "Total allocated" is a phrase with a query of its own, but "total allocated MB by function" is not about it.
  const plain = new Map(
    [...all].filter(([, { queries }]) => !queries.some((query) => query.includes(" | "))),
  );
  for (const bases of [all, plain]) {
    const draft = new Sentence(pieces, world, { over, bases }).read();
    const queries = draft === null ? [] : [...new Set(compose(draft, world, over))].slice(0, 3);
    if (queries.length > 0) return queries;
  }
  return [];
}

/** Columns of numbers that are no amounts. */
const NUMBERS = new Set(
  "seq no alloc index addr end line stack frame first last id object group freed".split(" "),
);

/** Words that may follow an amount and are not what it counts. */
const AFTER_AMOUNTS = new Set(
  [...KEY_MARKS, ...SORT_MARKS, ...VALUE_MARKS, ...NOT_MARKS, ...EMPTY_MARKS].map((words) =>
    stemOf(words.split(" ")[0]!)
  ),
);

/** Whether a word belongs to the language of questions and is not the name of a function. */
function isOrdinary(stem: string): boolean {
  return NOISE.has(stem) || UPPER.includes(stem) || LOWER.includes(stem) || AGGREGATE_WORDS.has(stem) ||
    COMPARISON_WORDS.has(stem);
}

/** Reads one sentence from left to right. */
class Sentence {
  readonly #pieces: readonly SentenceToken[];
  readonly #world: ReadingContext;
  readonly #values: NamedValues;
  readonly #bases: ReadonlyMap<string, PhraseBase>;
  readonly #over: string | undefined;
  readonly #draft: Draft = emptyDraft();
  #at = 0;

  constructor(
    pieces: readonly SentenceToken[],
    world: ReadingContext,
    { over, bases }: {
      readonly over: string | undefined;
      readonly bases: ReadonlyMap<string, PhraseBase>;
    },
  ) {
    this.#pieces = pieces;
    this.#world = world;
    this.#over = over;
    this.#values = new NamedValues(world, isOrdinary);
    this.#bases = bases;
    if (over !== undefined) this.#draft.base = { queries: [over], rank: 3 };
  }

  /** The parts of the sentence; null if a word is not understood. */
  read(): Draft | null {
    this.#chooseBase();
    while (this.#at < this.#pieces.length) {
      if (!this.#step()) return null;
    }
    const { who, keys, dimensions } = this.#draft;
    if (who !== null && keys.length === 0) dimensions.unshift(who);
    return this.#draft;
  }

  /** Chooses the most specific phrase for the rows. Other phrases for rows may be keys or fillers. */
  #chooseBase(): void {
    if (this.#over !== undefined) return;
    const all: { readonly base: PhraseBase; readonly said: string; readonly last: string }[] = [];
    const sayings = new Map(
      this.#tablesSaid().flatMap((words) => words.includes(" ") ? [[words, true] as const] : []),
    );
    for (let at = 0; at < this.#pieces.length; at++) {
      const saying = this.#phrase(sayings, at, 6, true);
      const found = this.#phrase(this.#bases, at);
      if (!found) {
        at += saying ? saying.length - 1 : 0;
        continue;
      }
      // "frame 10" is a column with a value, not a phrase for rows.
      const behind = this.#pieces[at + found.length];
      if (found.value.rank < 3 && behind?.kind === "number" && this.#isColumn(at, found.length)) continue;
      if (found.length === 1 && this.#isLife(at)) continue;
      if (saying && saying.length > found.length) {
        at += saying.length - 1;
        continue;
      }
      const words = this.#pieces.slice(at, at + found.length);
      const said = words.map(({ stem }) => stem).join(" ");
      if (!this.#isBehind(KEY_MARKS, at)) all.push({ base: found.value, said, last: words.at(-1)!.text });
      at += found.length - 1;
    }
    // "uncovered" can name rows, but with "functions" it is a condition on them.
    const isSaid = (said: string): boolean =>
      all.some(({ base, said: other }) =>
        other !== said && base.rank > 0 &&
        this.#saysOf(base.queries[0]!).some((words) => stemsOf(words) === said)
      );
    const named = all.filter(({ said }) => !isSaid(said));
    for (const { base, last } of named) {
      if (this.#draft.base !== null && base.rank <= this.#draft.base.rank) continue;
      this.#draft.base = base;
      this.#draft.single = !/s$/i.test(last);
    }
  }

  /** Adjectives that tables define for their rows. */
  #tablesSaid(): readonly string[] {
    return this.#world.catalog.tableNames.flatMap((table) =>
      Object.keys(this.#world.words(table).says ?? {})
    );
  }

  /** Whether the words name a column of the main table of the traces. */
  #isColumn(at: number, length: number): boolean {
    const rows = this.#subjectRows();
    return rows !== null && this.#phrase(columnsOf(rows, this.#world), at, length) !== null;
  }

  #saysOf(query: string): readonly string[] {
    const table = this.#world.rows(query)?.table;
    return table === undefined ? [] : Object.keys(this.#world.words(table).says ?? {});
  }

  #isBehind(marks: readonly string[], at: number): boolean {
    const before = this.#pieces[at - 1]?.stem ?? "";
    const two = `${this.#pieces[at - 2]?.stem ?? ""} ${before}`;
    return marks.some((mark) => stemsOf(mark) === before || stemsOf(mark) === two);
  }

  /** The longest phrase of a list that begins at a piece. */
  #phrase<T>(among: ReadonlyMap<string, T>, at = this.#at, most = 6, asWritten = false): Found<T> | null {
    for (let length = Math.min(most, this.#pieces.length - at); length > 0; length--) {
      const words = this.#pieces.slice(at, at + length);
      if (words.some(({ kind }) => kind === "text")) continue;
      const value = among.get(
        words.map(({ stem, text }) => asWritten ? text.toLowerCase().replaceAll("-", " ") : stem).join(" "),
      );
      if (value !== undefined) return { value, length };
    }
    return null;
  }

  #mark(marks: readonly string[]): number {
    const found = this.#phrase(new Map(marks.map((mark) => [stemsOf(mark), true])), this.#at, 4);
    return found?.length ?? 0;
  }

  /** The rows that the sentence asks about. */
  get #rows(): QueryRowsInfo | null {
    return rowsOf(this.#draft, this.#world);
  }

  /** Reads the next words; false if they are not understood. */
  #step(): boolean {
    const { catalog } = this.#world;
    const draft = this.#draft;
    const piece = this.#pieces[this.#at]!;
    const next = this.#pieces[this.#at + 1];
    const skip = (count: number): true => {
      this.#at += count;
      return true;
    };
    // Names of traces, and the words between the names.
    const trace = catalog.traceNames.find((name) =>
      name.toLowerCase() === removeQuotes(piece.text).toLowerCase()
    );
    if (trace !== undefined && catalog.traceNames.length > 1) {
      draft.of.push(trace);
      return skip(1);
    }
    // leaks in after but not in before
    const without = this.#mark(["but not in", "and not in", "but not", "not in", "minus"]);
    if (without > 0 && draft.of.length > 0 && catalog.traceNames.length > 1) {
      draft.compares = true;
      draft.without = true;
      draft.of.push(SWAP);
      return skip(without);
    }
    const compares = this.#mark(COMPARE_MARKS);
    if (compares > 0) {
      draft.compares = true;
      return skip(compares);
    }
    if (catalog.traceNames.length > 1) {
      const between = this.#mark(BETWEEN_MARKS);
      if (between > 0 && (draft.of.length > 0 || draft.compares) && !/^to|with|and|,$/.test(piece.stem)) {
        draft.compares = true;
        return skip(between);
      }
      if (between > 0 && draft.compares) return skip(between);
    }
    const says = this.#says();
    if (says) return says;
    const point = this.#point();
    if (point) return skip(point);
    const sort = this.#mark(SORT_MARKS);
    if (sort > 0) return this.#sort(sort);
    const keys = this.#mark(KEY_MARKS);
    if (keys > 0 && this.#keys(keys)) return true;
    // sizes in 1K..4K, where size > 3
    if (/^(?:where|with|having|if|whose|that)$/.test(piece.stem) && this.#condition(this.#at + 1)) {
      return true;
    }
    // In "allocs > 1M" the table stands for its sizes.
    const isSized = /^[<>]=?$/.test(next?.text ?? "") && this.#phrase(this.#bases)?.value === draft.base;
    if (
      piece.kind === "word" && next && /^(?:[=!<>]=?~?|~)$/.test(next.text) && !isSized &&
      this.#condition(this.#at)
    ) return true;
    if (this.#comparison()) return true;
    if (this.#excluded() || this.#empty()) return true;
    if (this.#percentile() || this.#sizeUnit() || this.#figure() || this.#order()) return true;
    if (this.#lived() || this.#beforeOrAfter()) return true;
    // top 5, first 10, 3 largest
    if (piece.kind === "number") return this.#count(piece, next);
    const best = this.#superlative();
    if (best) return true;
    const often = OFTEN.includes(next?.stem ?? "") ? 1 : 0;
    // "main leaks" are the largest ones; "leaks in main" are those of the function main.
    const isName = piece.stem === "main" && VALUE_MARKS.includes(this.#pieces[this.#at - 1]?.stem ?? "");
    if (!isName && (UPPER.includes(piece.stem) || LOWER.includes(piece.stem))) {
      const count = /^\d+$/.test(next?.text ?? "") ? Number(next!.text) : null;
      const words = 1 + (count === null ? often : 1);
      const aggregates = /^max/.test(piece.stem) && count === null && draft.rank === null &&
        this.#aggregate();
      if (aggregates) return true;
      return this.#ranked(
        words,
        LOWER.includes(piece.stem),
        count ?? draft.rank?.count ?? null,
        often > 0,
      );
    }
    if (this.#firstOrLast()) return true;
    if (/^(?:hot|hottest|busiest)$/.test(piece.stem) && !this.#columnWords()) {
      return this.#ranked(1, false, null, true);
    }
    if (/^(?:who|which|what)$/.test(piece.stem)) {
      const names = piece.stem === "who" ? this.#world.catalog.subject?.key : undefined;
      const named = next && this.#phrase(this.#bases, this.#at + 1, 1);
      if (names !== undefined) draft.who = names;
      draft.asksOne = names !== undefined || (named?.value.rank === 1 && !/s$/i.test(next!.text));
      return skip(1);
    }
    if (HISTS.has(piece.stem)) {
      draft.hist = true;
      return skip(1);
    }
    if (/^(?:hold|held|holding)$/.test(piece.stem)) {
      draft.holds = true;
      return skip(1);
    }
    const inAll = this.#mark(["in total", "in all"]);
    if (inAll > 0) return skip(inAll);
    // The bins of a histogram are powers of two.
    const powers = draft.hist
      ? this.#mark(["by power of 2", "by power of two", "in power of 2", "in power of two"])
      : 0;
    if (powers > 0) return skip(powers);
    const times = this.#mark(TIMES);
    if (times > 0) {
      draft.timeline = true;
      return skip(times);
    }
    if (/^(?:distinct|unique|different)$/.test(piece.stem)) {
      draft.distinct = true;
      return skip(1);
    }
    const count = this.#mark(COUNT_MARKS);
    if (count > 0) {
      draft.counts = true;
      return skip(count);
    }
    if (this.#aggregate()) return true;
    if (this.#columnWithValue()) return true;
    const base = this.#phrase(this.#bases);
    if (base && this.#over === undefined) return this.#named(base);
    const column = this.#columnWords();
    if (column) {
      draft.columns.push(column.value);
      return skip(column.length);
    }
    const valued = VALUE_MARKS.includes(piece.stem) && next ? this.#value(this.#at + 1) : 0;
    if (valued) return skip(1 + valued);
    const alone = this.#value(this.#at);
    if (alone) return skip(alone);
    if (piece.kind === "word" && NOISE.has(piece.stem)) return skip(1);
    return piece.text === "," ? skip(1) : false;
  }

  /** Reads an adjective of the rows: "redundant", "never freed". */
  #says(): boolean {
    const rows = this.#rows;
    const { draft, table } = { draft: this.#draft, table: rows?.table ?? this.#world.catalog.subject?.table };
    const says = Object.entries(table === undefined ? {} : this.#world.words(table).says ?? {});
    // Compares whole words, not stems, since "hits" differs from "lines that are hit".
    const found = this.#phrase(new Map(says), this.#at, 6, true);
    if (!found) return false;
    // The adjective may be part of the phrase that was chosen for the rows.
    const base = this.#phrase(this.#bases);
    if (base && base.length >= found.length && this.#draft.base === base.value) return false;
    // "freed by main" is about another column than "freed".
    const column = this.#columnWords();
    if (column && column.length > found.length && this.#valueBehind(column) !== null) return false;
    draft.base ??= { queries: [table!], rank: 2 };
    if (!draft.base.queries.some((query) => query === "leaks" && found.value === "leaked")) {
      draft.says.push(found.value);
    }
    this.#at += found.length;
    return true;
  }

  /** The value that follows the name of a column; null if something else follows. */
  #valueBehind({ value, length }: Found<string>): SentenceToken | null {
    const piece = this.#pieces[this.#at + length];
    return piece && (piece.kind === "number" || this.#isValue(value, piece)) ? piece : null;
  }

  /** Reads `thread 12`, `frame 10`, `freed by main`. */
  #columnWithValue(): boolean {
    const column = this.#columnWords();
    const value = column && this.#valueBehind(column);
    if (!column || !value) return false;
    // In "size 5 largest" the 5 counts rows and is not a size.
    if (
      value.kind === "number" &&
      (value.text.endsWith("%") || UPPER.includes(this.#pieces[this.#at + column.length + 1]?.stem ?? ""))
    ) return false;
    this.#draft.hasStranger ||= value.kind === "number";
    this.#draft.filters.push(`${writtenName(column.value)} == ${this.#literal(column.value, value)}`);
    this.#at += column.length + 1;
    return true;
  }

  /** Reads `at the peak`, `at event 500`, `after 50%`; returns the number of pieces it read. */
  #point(): number {
    const draft = this.#draft;
    const isLive = draft.base?.queries.some((query) => query === "live" || query === "peak");
    if (!isLive && draft.base?.rank !== 0) return 0;
    let at = this.#at;
    if (!POINT_MARKS.includes(this.#pieces[at]!.stem)) return 0;
    at++;
    while (/^(?:the|event|record|no|seq|number|time|point|of|its)$/.test(this.#pieces[at]?.stem ?? "")) at++;
    const piece = this.#pieces[at];
    if (!piece || (!isLive && this.#world.rows("live") === null)) return 0;
    // "memory in main" names a function, but "memory at event 5" names a point of the trace.
    if (!isLive && at === this.#at + 1 && piece.kind === "number" && !piece.text.endsWith("%")) return 0;
    const isWord = /^(?:peak|end|start|exit)$/.test(piece.stem);
    if (!isWord && piece.kind !== "number") return 0;
    const time = amountAt(this.#pieces, at);
    const isTime = time?.unit === "time";
    draft.point = isTime ? time.text : piece.stem === "exit" ? "end" : piece.text.toLowerCase();
    draft.base = { queries: ["live"], rank: 3 };
    return at + (isTime ? time.length : 1) - this.#at;
  }

  #sort(length: number): boolean {
    this.#at += length;
    const column = this.#columnWords();
    if (!column) return false;
    this.#at += column.length;
    const [, direction] = /^(asc|desc)/.exec(this.#pieces[this.#at]?.stem ?? "") ?? [];
    if (direction !== undefined) this.#at++;
    const down = direction === undefined
      ? this.#world.typeOf(column.value, this.#rows!) !== "text"
      : direction === "desc";
    this.#draft.sort = `sort ${writtenName(column.value)}${down ? " desc" : ""}`;
    return true;
  }

  /** Reads the columns after "by". */
  #keys(length: number): boolean {
    const from = this.#at;
    this.#at += length;
    const found: string[] = [];
    for (;;) {
      const bucket = this.#pieces.slice(this.#at, this.#at + 2);
      const column = this.#columnWords();
      if (!column) break;
      const behind = this.#pieces[this.#at + column.length];
      if (/^(?:bucket|class|range)$/.test(behind?.stem ?? "") && bucket.length > 1) {
        found.push(`bucket(${writtenName(column.value)})`);
        this.#at += column.length + 1;
      } else {
        found.push(writtenName(column.value));
        this.#at += column.length;
      }
      const and = this.#pieces[this.#at];
      if (and && (and.text === "," || and.stem === "and" || and.stem === "then")) this.#at++;
    }
    if (found.length === 0) {
      this.#at = from;
      return false;
    }
    this.#draft.keys.push(...found);
    this.#draft.keyWords.push(...this.#pieces.slice(from + length, this.#at).map(({ stem }) => stem));
    return true;
  }

  /** Finds a column of the current rows at the current piece. */
  #columnWords(): Found<string> | null {
    const rows = this.#rows;
    if (!rows) return null;
    const found = this.#phrase(columnsOf(rows, this.#world));
    return found;
  }

  /** Reads a filter. It ends before a word that begins another part of the question. */
  #condition(from: number): boolean {
    const rows = this.#rows ?? this.#subjectRows();
    if (!rows) return false;
    let to = from;
    while (to < this.#pieces.length) {
      const { stem, text } = this.#pieces[to]!;
      if (
        to > from && (/^(?:by|per|sorted|ordered|order|sort|group|grouped|limit)$/.test(stem) || text === "|")
      ) break;
      to++;
    }
    if (to === from) return false;
    const text = this.#pieces.slice(from, to).map((each) => each.text).join(" ");
    const condition = new LooseStageParts(this.#world, rows).condition(text);
    const base = this.#draft.base?.queries[0] ?? rows.table;
    // A single column name is not enough to be read as a filter.
    if (
      !/[=<>~]| in | is |contains|has /.test(condition) ||
      world(this.#world, `${base} | where ${condition}`) === null
    ) return false;
    this.#draft.base ??= { queries: [rows.table], rank: 2 };
    this.#draft.filters.push(condition);
    this.#at = to;
    return true;
  }

  #subjectRows(): QueryRowsInfo | null {
    const table = this.#world.catalog.subject?.table;
    return table === undefined ? null : this.#world.rows(table);
  }

  /** Reads `larger than 1 KB`, `over 4K`, `size above 100 bytes`, `more than 20 calls`, `older than 5 s`. */
  #comparison(): boolean {
    const rows = this.#rows;
    if (!rows) return false;
    if (this.#between(rows)) return true;
    const found = comparisonAt(this.#pieces, this.#at);
    if (found === null) return false;
    const noun = this.#amountNoun(this.#at + found.length, rows);
    // "More than 5 leaks" counts leaks, and this is not what these rows are compared by.
    const behind = this.#pieces[this.#at + found.length];
    const isNoun = behind?.kind === "word" && !NOISE.has(behind.stem) && !AFTER_AMOUNTS.has(behind.stem);
    if (noun === null && isNoun && found.unit === null && /^(?:more|less|fewer|at|no|up)/.test(found.words)) {
      return false;
    }
    const timed = found.unit === "times" ? this.#repeated(rows) : undefined;
    const named = noun?.value ?? timed ?? this.#draft.columns.pop() ?? this.#measure(found, rows);
    const column = named === "life" && found.unit === "time" ? "age" : named;
    if (column === undefined) return false;
    const figure = this.#draft.figure;
    if ((found.unit === "percent") !== (figure !== null && figure.as === column)) return false;
    // An amount that no row reaches is no reason against the query.
    this.#draft.hasStranger = true;
    this.#draft.filters.push(`${writtenName(column)} ${found.sign} ${found.text}`);
    this.#at += found.length + (noun?.length ?? 0);
    return true;
  }

  /** Reads "resized more than once": the adjective names the column that counts. */
  #repeated(rows: QueryRowsInfo): string | undefined {
    const said = this.#draft.says.at(-1);
    const hasCount = said === "covered" && rows.columns.some(({ name }) => name === "count");
    const counted = hasCount ? "count" : /^(\w+) > 0$/.exec(said ?? "")?.[1];
    if (counted !== undefined) this.#draft.says.pop();
    return counted;
  }

  /** Reads "live longer than 5 ms", which is about the lifetime and not about live blocks. */
  #lived(): boolean {
    if (!this.#isLife(this.#at)) return false;
    this.#draft.columns.push("life");
    this.#at++;
    return true;
  }

  #isLife(at: number): boolean {
    return /^(?:live|lived)$/.test(this.#pieces[at]?.stem ?? "") &&
      comparisonAt(this.#pieces, at + 1) !== null;
  }

  /** Reads "after frame 30", "before line 100". */
  #beforeOrAfter(): boolean {
    const [, later] = /^(after|before)$/.exec(this.#pieces[this.#at]!.stem) ?? [];
    const rows = later === undefined ? null : this.#rows;
    const column = rows ? this.#phrase(columnsOf(rows, this.#world), this.#at + 1) : null;
    const value = column ? this.#pieces[this.#at + 1 + column.length] : undefined;
    if (!column || !/^\d+$/.test(value?.text ?? "") || this.#world.typeOf(column.value, rows!) === "text") {
      return false;
    }
    this.#draft.filters.push(`${writtenName(column.value)} ${later === "after" ? ">" : "<"} ${value!.text}`);
    this.#draft.hasStranger = true;
    this.#at += column.length + 2;
    return true;
  }

  /** Reads `between 100 and 200 bytes`. */
  #between(rows: QueryRowsInfo): boolean {
    if (this.#pieces[this.#at]!.stem !== "between") return false;
    const low = amountAt(this.#pieces, this.#at + 1);
    const and = this.#at + 1 + (low?.length ?? 0);
    const high = this.#pieces[and]?.stem === "and" ? amountAt(this.#pieces, and + 1) : null;
    if (low === null || high === null) return false;
    // Calls have no size: "calls between 2500 and 2514" means their numbers.
    const numbers = rows.table === "calls" && high.unit === null ? "no" : undefined;
    const column = this.#draft.columns.pop() ?? numbers ??
      this.#measure({ ...high, sign: "", words: "" }, rows);
    if (column === undefined) return false;
    this.#draft.filters.push(`${writtenName(column)} in ${low.text}..=${high.text}`);
    this.#at = and + 1 + high.length;
    return true;
  }

  /** The column of amounts that the noun after a number names: calls in "more than 20 calls". */
  #amountNoun(at: number, rows: QueryRowsInfo): Found<string> | null {
    const figure = this.#figureAt(at, rows);
    if (figure) {
      this.#draft.figure = figure.value;
      return { value: figure.value.as, length: figure.length };
    }
    const found = this.#phrase(columnsOf(rows, this.#world), at);
    if (!found || this.#pieces[at + found.length]?.kind === "number") return null;
    const type = this.#world.typeOf(found.value, rows);
    const isKey = this.#world.words(rows.table).named?.includes(found.value) || found.value === "thread";
    return type === "text" || type === "bool" || isKey || NUMBERS.has(found.value) ? null : found;
  }

  /** The column to compare with an amount if the question names none. */
  #measure({ unit, words, sign }: AmountComparison, rows: QueryRowsInfo): string | undefined {
    const has = (name: string): boolean => rows.columns.some((each) => each.name === name);
    if (unit === "percent") return this.#draft.figure?.as;
    if (unit === "times") return ["calls", "count"].find(has);
    if (unit === "time" || /^(?:longer|shorter|older|younger)/.test(words)) {
      // Blocks that are live have no lifetime yet.
      const isLive = this.#draft.base?.queries.some((query) => /^(?:leaks|live|peak)\b/.test(query));
      return isLive ? undefined : this.#world.column(unit === "time" ? "age" : "life", rows);
    }
    const column = ["size", "bytes", "blob_bytes", "count"].find(has);
    // Without a unit, "calls > 100" may mean anything.
    const isSize = unit === "bytes" || /larg|big|small/.test(words);
    return column === "blob_bytes" && !isSize && sign !== "" ? undefined : column;
  }

  /** Reads an amount that a table calculates from its columns: the coverage of files. */
  #figure(): boolean {
    const rows = this.#rows;
    const found = rows && this.#figureAt(this.#at, rows);
    if (!found || this.#draft.base === null || this.#draft.base.rank === 0) return false;
    this.#draft.figure = found.value;
    this.#at += found.length;
    return true;
  }

  #figureAt(at: number, rows: QueryRowsInfo): Found<Figure> | null {
    const figures = Object.entries(this.#world.words(rows.table).figures ?? {});
    return this.#phrase(new Map(figures.map(([words, figure]) => [stemsOf(words), figure])), at);
  }

  /** Reads `p95`, `99th percentile of`. */
  #percentile(): boolean {
    if (this.#draft.aggregate !== null) return false;
    const [piece, next] = this.#pieces.slice(this.#at, this.#at + 2);
    const [, short] = /^p(\d\d?(?:\.\d+)?)$/.exec(piece?.stem ?? "") ?? [];
    const [, long] = next?.stem === "percentile"
      ? /^(\d\d?)(?:st|nd|rd|th)?$/i.exec(piece?.text ?? "") ?? []
      : [];
    const percent = short ?? long;
    if (percent === undefined) return false;
    this.#draft.aggregate = "percentile";
    this.#draft.percent = percent;
    const length = short !== undefined ? 1 : 2;
    this.#at += length + (this.#pieces[this.#at + length]?.stem === "of" ? 1 : 0);
    return true;
  }

  /** Reads a unit without a number: "leaked MB", "in KiB". */
  #sizeUnit(): boolean {
    const unit = sizeUnit(this.#pieces[this.#at]!.text);
    if (unit === null || this.#draft.unit !== null) return false;
    this.#draft.unit = unit;
    this.#at++;
    return true;
  }

  /** Reads `largest first`, `worst first`, `descending`. */
  #order(): boolean {
    const [piece, next] = this.#pieces.slice(this.#at, this.#at + 2);
    const isDown = /^(?:descending|desc)$/.test(piece!.stem);
    if (isDown || /^(?:ascending|asc)$/.test(piece!.stem)) {
      this.#draft.order = isDown ? "down" : "up";
      this.#at++;
      return true;
    }
    if (next?.stem !== "first" || this.#pieces[this.#at + 2]?.kind === "number") return false;
    const isWorst = piece!.stem === "worst";
    const isUp = LOWER.includes(piece!.stem) || /^(?:shortest|least)$/.test(piece!.stem);
    if (!isWorst && !isUp && !UPPER.includes(piece!.stem) && piece!.stem !== "longest") return false;
    this.#draft.order = isWorst ? "worst" : isUp ? "up" : "down";
    this.#at += 2;
    return true;
  }

  /** Reads `first 5`, `last 3`, `last frame`. */
  #firstOrLast(): boolean {
    const draft = this.#draft;
    const [piece, next, behind] = this.#pieces.slice(this.#at, this.#at + 3);
    if (!/^(?:first|last)$/.test(piece!.stem) || !next) return false;
    const stage = piece!.stem === "first" ? "take" : "tail";
    if (/^\d+$/.test(next.text)) {
      const count = Number(next.text);
      // "frames with most calls, first 5"
      if (draft.rank !== null && stage === "take") draft.rank = { ...draft.rank, count };
      else draft.take = { stage, count };
      this.#at += 2;
      return true;
    }
    // "the last frame"
    const base = this.#phrase(this.#bases, this.#at + 1);
    const isOne = base?.value === draft.base && draft.single && base?.length === 1 &&
      behind?.kind !== "number";
    if (!isOne) return false;
    draft.take = { stage, count: 1 };
    this.#at++;
    return true;
  }

  /** Reads `not in main`, `outside of std::*`, `except main`. */
  #excluded(): boolean {
    const mark = this.#mark(NOT_MARKS);
    const valued = mark > 0 ? this.#value(this.#at + mark, true) : 0;
    this.#at += valued > 0 ? mark + valued : 0;
    return valued > 0;
  }

  /** Reads `without a function`, `with no draws`. */
  #empty(): boolean {
    const mark = this.#mark(EMPTY_MARKS);
    const rows = this.#rows;
    const found = mark > 0 && rows ? this.#phrase(columnsOf(rows, this.#world), this.#at + mark) : null;
    if (!found) return false;
    const whole = this.#world.catalog.table(rows!.table, null)?.columns;
    const isNumber = this.#world.typeOf(found.value, rows!) !== "text" &&
      this.#world.words(rows!.table).named?.includes(found.value) !== true;
    if (this.#world.typeOf(found.value, rows!) === "bool" || whole === undefined) return false;
    const isAmount = isNumber &&
      /^(?:draws|calls|uploads|branches|count|bytes|covered|refs)$/.test(found.value);
    if (isNumber && !isAmount && !/^(?:line|thread|addr|stack)$/.test(found.value)) return false;
    this.#draft.filters.push(`${writtenName(found.value)} ${isAmount ? "== 0" : "is null"}`);
    this.#at += mark + found.length;
    return true;
  }

  #count(piece: SentenceToken, next: SentenceToken | undefined): boolean {
    if (!/^\d+$/.test(piece.text)) return false;
    const count = Number(piece.text);
    if (next && (UPPER.includes(next.stem) || LOWER.includes(next.stem))) {
      return this.#ranked(2, LOWER.includes(next.stem), count, false);
    }
    this.#at++;
    // "2 files with the lowest coverage"
    const isBase = this.#phrase(this.#bases)?.value === this.#draft.base;
    const isRanked = this.#pieces.slice(this.#at).some(({ stem }) =>
      UPPER.includes(stem) || LOWER.includes(stem)
    );
    if (isBase && isRanked) return this.#ranked(0, false, count, false);
    if (this.#superlative()) {
      this.#draft.rank = { ...this.#draft.rank!, count };
      return true;
    }
    return false;
  }

  #ranked(words: number, isLeast: boolean, count: number | null, often: boolean): boolean {
    const before = this.#draft.rank;
    this.#draft.rank = {
      down: !isLeast,
      count: count ?? before?.count ?? null,
      often: often || (before?.often ?? false),
      by: before?.by ?? null,
    };
    this.#at += words;
    return true;
  }

  /** Reads superlatives that a column defines, such as "longest lived". */
  #superlative(): boolean {
    const rows = this.#rows ?? this.#subjectRows();
    if (!rows) return false;
    const words = new Map<string, { by: string; down: boolean }>();
    for (const { name } of rows.columns) {
      for (const source of [this.#world.words(rows.table).columns?.[name], COLUMN_SYNONYMS[name]]) {
        for (const each of source?.most ?? []) {
          if (!words.has(stemsOf(each))) words.set(stemsOf(each), { by: name, down: true });
        }
        for (const each of source?.least ?? []) {
          if (!words.has(stemsOf(each))) words.set(stemsOf(each), { by: name, down: false });
        }
      }
    }
    const found = this.#phrase(words);
    if (!found) return false;
    this.#draft.base ??= { queries: [rows.table], rank: 2 };
    this.#draft.rank = { ...found.value, count: this.#draft.rank?.count ?? null, often: false };
    this.#at += found.length;
    return true;
  }

  /** Reads "average size", "total of bytes". */
  #aggregate(): boolean {
    const found = this.#phrase(AGGREGATE_WORDS, this.#at, 4);
    if (!found || ["first", "last", "any", "count", "distinct"].includes(found.value.name)) return false;
    const isFurther = this.#draft.aggregate !== null;
    if (isFurther && !/^(?:and|,)$/.test(this.#pieces[this.#at - 1]?.stem ?? "")) return false;
    if (isFurther) this.#draft.moreAggregates.push(found.value.name);
    else this.#draft.aggregate = found.value.name;
    this.#at += found.length;
    return true;
  }

  /**
   * Reads a phrase for rows other than the chosen ones: as a key if it names values, as a column, or as a
   * repetition.
   */
  #named({ value, length }: Found<PhraseBase>): boolean {
    const { base } = this.#draft;
    const isSame = base !== null && value.queries.every((query) => base.queries.includes(query));
    if (!isSame && base !== null) {
      const column = value.rank === 1 ? this.#columnWords() : null;
      if (column) {
        this.#draft.dimensions.push(column.value);
        // "How many threads leak" counts threads, not leaks.
        this.#draft.distinct ||= this.#draft.counts && this.#isBehind(COUNT_MARKS, this.#at);
      } else if (value.rank === 3 || !sameTable(value.queries[0]!, base.queries[0]!, this.#world)) {
        // The phrase may also be a column of these rows: "calls" of frames.
        const own = this.#columnWords();
        if (!own) return false;
        this.#draft.columns.push(own.value);
        this.#at += own.length;
        return true;
      }
    }
    this.#at += length;
    return true;
  }

  /**
   * Reads a value that occurs in some column, or several with "or" between them; returns the number of pieces
   * it read. The value may stand alone or after a word such as "in".
   */
  #value(at: number, isExcluded = false): number {
    const isNamed = at !== this.#at;
    const first = this.#valueAt(at, isNamed);
    if (first === null) return 0;
    const values = [first.value];
    let to = at + 1;
    while (!first.isPattern && /^(?:or|nor)$/.test(this.#pieces[to]?.stem ?? "")) {
      const next = this.#valueAt(to + 1, isNamed);
      if (next === null || next.isPattern || next.column !== first.column) break;
      values.push(next.value);
      to += 2;
    }
    this.#draft.base ??= { queries: [first.table], rank: 2 };
    this.#draft.hasStranger ||= first.isStranger;
    const quoted = values.map((value) => JSON.stringify(value));
    const test = quoted.length > 1
      ? `${isExcluded ? "not in" : "in"} {${quoted.join(", ")}}`
      : first.isPattern
      ? `${isExcluded ? "!~" : "~"} ${quoted[0]}`
      : `${isExcluded ? "!=" : "=="} ${quoted[0]}`;
    this.#draft.filters.push(`${first.column} ${test}`);
    return to - at;
  }

  /** The value at a piece, and the column that has it. */
  #valueAt(at: number, isNamed: boolean): NamedValue | null {
    const piece = this.#pieces[at];
    const rows = this.#rows ?? this.#subjectRows();
    if (!piece || piece.kind === "sign" || piece.kind === "number" || !rows) return null;
    const text = removeQuotes(piece.text);
    const isAnyTable = this.#draft.base === null;
    const tables = new Set([rows.table, ...(isAnyTable ? [this.#world.catalog.mainTable] : [])]);
    for (const table of tables) {
      const here = table === rows.table ? rows : this.#world.rows(table);
      const found = here && this.#values.find(table, here, { text, isNamed, isExact: isAnyTable });
      if (found) return found;
    }
    return isNamed ? strangeValue(columnsOf(rows, this.#world), rows.table, text) : null;
  }

  #isValue(column: string, piece: SentenceToken): boolean {
    const rows = this.#rows;
    return rows !== null && piece.kind !== "sign" &&
      this.#values.has(rows.table, column, removeQuotes(piece.text));
  }

  #literal(column: string, piece: SentenceToken): string {
    if (piece.kind === "number") return piece.text;
    return `"${this.#values.spelled(this.#rows!.table, column, removeQuotes(piece.text))}"`;
  }
}

function world(known: ReadingContext, query: string): QueryRowsInfo | null {
  return known.rows(query);
}
