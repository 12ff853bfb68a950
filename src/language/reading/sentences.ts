/**
 * Reads questions in plain words, such as "largest leaks by file" or "lines not covered in main.c". Every word
 * must be understood, otherwise nothing is returned: a query that answers a different question is worse than no
 * query.
 * @module
 */

import { QUERY_LIMITS } from "../../base/limits/query_limits.ts";
import { COLUMN_SYNONYMS } from "../../tables/column_words.ts";
import type { Catalog } from "../../query/analysis/catalog.ts";
import { LIVE_SOURCES } from "../../query/analysis/live_sources.ts";
import { writtenName } from "../../query/analysis/message_words.ts";
import { hist } from "../../query/stages/hist.ts";
import { timeline } from "../../query/stages/timeline.ts";
import { AGGREGATE_WORDS, COMPARISONS, LooseStageParts, removeQuotes } from "./loose_columns.ts";
import { piecesOf, type SentenceToken, stemOf, stemsOf } from "./sentence_tokens.ts";
import type { QueryRowsInfo, ReadingContext } from "./reading_context.ts";

/** Filler words, which do not restrict the rows. */
const NOISE = new Set(
  ("a an all the of for me my please show list print get give display find see view want to i what which who whose where when is " +
    "are was were be been do does did it its that this there any some every in on from at with by as and then has have had " +
    "trace result value query data table total only current now table column called named made use using " +
    "we our your program process app application can could you much")
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
];
const POINT_MARKS = ["at", "after", "during", "@", "when", "in"];
const COMPARE_MARKS = ["compare", "diff", "difference between", "difference of", "comparison of", "compared"];
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

/** If none of these columns is among the keys, a line is only a number that occurs in many files. */
const PLACE_KEYS: readonly string[] = ["func", "file"];

/** Matches queries that cannot be filtered or grouped further. */
const FINISHED = /\| (?:hist|summarize|top|tree|unwind|window)\b|^timeline\b/;

/** Number of rows to return if the question gives no number. */
const SOME = 10;

/** Queries that a phrase may mean. */
interface PhraseBase {
  readonly queries: readonly string[];
  /** How specific the phrase is. Of two phrases the one with the higher rank wins. */
  readonly rank: 3 | 2 | 1 | 0;
}

/** A phrase that was found, and its length in pieces. */
interface Found<T> {
  readonly value: T;
  readonly length: number;
}

/** The part of the sentence that has been understood so far. */
interface Draft {
  base: PhraseBase | null;
  /** Conditions on the rows. */
  readonly filters: string[];
  readonly says: string[];
  readonly keyWords: string[];
  readonly keys: string[];
  aggregate: string | null;
  /** Columns that an aggregate, an order or a selection refers to. */
  readonly columns: string[];
  rank: {
    readonly down: boolean;
    readonly count: number | null;
    readonly often: boolean;
    readonly by: string | null;
  } | null;
  sort: string | null;
  take: { readonly stage: "take" | "tail"; readonly count: number } | null;
  counts: boolean;
  point: string | null;
  of: string[];
  compares: boolean;
  distinct: boolean;
  /** Whether the phrase for the rows was in the singular. */
  single: boolean;
  /** Whether a filter compares with a value that occurs in the trace, but perhaps not in these rows. */
  hasStranger: boolean;
  /** Whether the question asks for a single row: "which function", "who". */
  asksOne: boolean;
  hist: boolean;
  timeline: boolean;
  readonly dimensions: string[];
}

/**
 * Queries that a sentence may mean, best match first. If `over` is given, the sentence refers to the rows of
 * that query.
 */
export function readSentence(text: string, world: ReadingContext, over?: string): string[] {
  const pieces = wordsOf(text);
  if (pieces.length === 0 || pieces.length > QUERY_LIMITS.readWords.most) return [];
  const draft = new Sentence(pieces, world, over).read();
  return draft === null ? [] : [...new Set(compose(draft, world, over))].slice(0, 3);
}

/** Splits a word at its dashes into stems, joined by spaces. */
function unsigned(piece: SentenceToken): SentenceToken {
  return piece.kind === "word" && /^[a-z]+(?:-[a-z]+)+$/i.test(piece.text)
    ? { ...piece, stem: stemsOf(piece.text.replaceAll("-", " ")) }
    : piece;
}

function wordsOf(text: string): SentenceToken[] {
  const whole = text.trim().replace(/[?.!;]+$/, "").replace(
    /\b(what|where|who|which|how|there|it)['’]s\b/gi,
    "$1 is",
  );
  return piecesOf(whole).map(unsigned);
}

/** Words that a question may add or leave out without changing its meaning. */
const FILLERS = new Set(
  "the a an all show me list of is are was do did does i we my our your this that program code app application process there please can you tell"
    .split(" ").map(stemOf),
);

function withoutFillers(stems: string): string {
  return stems.split(" ").filter((stem) => !FILLERS.has(stem)).join(" ");
}

/**
 * Placeholder for any name: at the end of phrases of formats ("callers of $name"), and in quotes in their
 * queries.
 */
const NAME = "$name";

/** The queries for a question that is listed literally by a format. */
export function queriesOfListedQuestion(text: string, world: ReadingContext): string[] {
  const pieces = wordsOf(text);
  if (pieces.length > QUERY_LIMITS.readWords.most) return [];
  const said = pieces.map(({ stem }) => stem).join(" ");
  const bare = withoutFillers(said);
  const last = pieces.at(-1);
  const name = JSON.stringify(removeQuotes(last?.text ?? ""));
  const before = pieces.slice(0, -1).map(({ stem }) => stem).join(" ");
  for (const { words, queries } of world.catalog.asked ?? []) {
    const fits = words.some((each) => {
      if (each.endsWith(NAME)) {
        // "leaks below 4096" asks for small blocks, not for leaks below a function named 4096.
        return last?.kind !== "number" && stemsOf(each.slice(0, -NAME.length).trim()) === before;
      }
      const phrase = stemsOf(each);
      return phrase === said || (bare !== "" && withoutFillers(phrase) === bare);
    });
    if (!fits) continue;
    const open = queries.flatMap((query) => withTraces(query.replaceAll(`"${NAME}"`, name), world) ?? []);
    return open.filter((query) => world.rows(query) !== null);
  }
  return [];
}

/** A query with its placeholders replaced by the names of the two open traces; null unless exactly two are open. */
function withTraces(query: string, { catalog }: ReadingContext): string | null {
  if (!query.includes("$1")) return query;
  const [one, two, three] = catalog.traceNames;
  if (one === undefined || two === undefined || three !== undefined) return null;
  return query.replaceAll("$1", writtenTrace(one)).replaceAll("$2", writtenTrace(two));
}

function writtenTrace(name: string): string {
  return /^\w+$/.test(name) ? name : `"${name}"`;
}

/** Reads one sentence from left to right. */
class Sentence {
  readonly #pieces: readonly SentenceToken[];
  readonly #world: ReadingContext;
  readonly #bases: ReadonlyMap<string, PhraseBase>;
  readonly #over: string | undefined;
  readonly #draft: Draft = {
    base: null,
    filters: [],
    says: [],
    keyWords: [],
    keys: [],
    aggregate: null,
    columns: [],
    rank: null,
    sort: null,
    take: null,
    counts: false,
    point: null,
    of: [],
    compares: false,
    distinct: false,
    single: false,
    hasStranger: false,
    asksOne: false,
    hist: false,
    timeline: false,
    dimensions: [],
  };
  #at = 0;

  constructor(pieces: readonly SentenceToken[], world: ReadingContext, over: string | undefined) {
    this.#pieces = pieces;
    this.#world = world;
    this.#over = over;
    this.#bases = basesOf(world);
    if (over !== undefined) this.#draft.base = { queries: [over], rank: 3 };
  }

  /** The parts of the sentence; null if a word is not understood. */
  read(): Draft | null {
    this.#chooseBase();
    while (this.#at < this.#pieces.length) {
      if (!this.#step()) return null;
    }
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
      const value = among.get(words.map(({ stem, text }) => asWritten ? text.toLowerCase() : stem).join(" "));
      if (value !== undefined) return { value, length };
    }
    return null;
  }

  #mark(marks: readonly string[]): number {
    const found = this.#phrase(new Map(marks.map((mark) => [stemsOf(mark), true])), this.#at, 3);
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
      draft.of.push("\u0000swap");
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
    if (piece.kind === "word" && next && /^(?:[=!<>]=?~?|~)$/.test(next.text) && this.#condition(this.#at)) {
      return true;
    }
    const compared = this.#comparison();
    if (compared) return true;
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
    if (/^(?:first|last)$/.test(piece.stem) && /^\d+$/.test(next?.text ?? "")) {
      draft.take = { stage: piece.stem === "first" ? "take" : "tail", count: Number(next!.text) };
      return skip(2);
    }
    if (/^(?:hot|hottest|busiest)$/.test(piece.stem) && !this.#columnWords()) {
      return this.#ranked(1, false, null, true);
    }
    if (/^(?:who|which|what)$/.test(piece.stem)) {
      const names = piece.stem === "who" ? this.#world.catalog.subject?.key : undefined;
      const named = next && this.#phrase(this.#bases, this.#at + 1, 1);
      if (names !== undefined) draft.dimensions.push(names);
      draft.asksOne = names !== undefined || (named?.value.rank === 1 && !/s$/i.test(next!.text));
      return skip(1);
    }
    if (HISTS.has(piece.stem)) {
      draft.hist = true;
      return skip(1);
    }
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
    draft.point = piece.stem === "exit" ? "end" : piece.text.toLowerCase();
    draft.base = { queries: ["live"], rank: 3 };
    return at + 1 - this.#at;
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

  /** Reads `larger than 1 KB`, `over 4K`, `size above 100 bytes`. */
  #comparison(): boolean {
    const rows = this.#rows;
    if (!rows) return false;
    // between 100 and 200 bytes
    const [between, low, and, high] = this.#pieces.slice(this.#at, this.#at + 4);
    if (
      between?.stem === "between" && low?.kind === "number" && and?.stem === "and" && high?.kind === "number"
    ) {
      const column = this.#draft.columns.pop() ?? this.#measure(rows);
      if (column === undefined) return false;
      const unit = this.#pieces[this.#at + 4];
      const isUnit = unit !== undefined && /^(?:[kmg]i?b|byte)$/i.test(unit.stem);
      const reader = new LooseStageParts(this.#world, rows);
      const amount = (each: SentenceToken): string => {
        const text = asAmount(each.text);
        return reader.condition(isUnit ? `${text} ${unit!.text}` : text);
      };
      this.#draft.filters.push(`${writtenName(column)} in ${amount(low)}..=${amount(high)}`);
      this.#at += isUnit ? 5 : 4;
      return true;
    }
    for (const [words, sign] of COMPARISONS) {
      const length = words.split(" ").length;
      const said = this.#pieces.slice(this.#at, this.#at + length).map(({ stem }) => stem).join(" ");
      const value = this.#pieces[this.#at + length];
      if (said !== words || value?.kind !== "number") continue;
      const unit = this.#pieces[this.#at + length + 1];
      const isUnit = unit !== undefined && /^(?:[kmg]i?b|byte|event|record)$/i.test(unit.stem);
      const reader = new LooseStageParts(this.#world, rows);
      const text = asAmount(value.text);
      const amount = reader.condition(
        isUnit ? `${text} ${/event|record/.test(unit!.stem) ? "" : unit!.text}` : text,
      );
      // longer, older, younger and shorter compare lifetimes
      const named = this.#draft.columns.pop();
      const isLife = /^(?:longer|shorter|older|younger)/.test(words);
      const column = named ?? (isLife ? this.#world.column("life", rows) : this.#measure(rows));
      if (column === undefined) return false;
      this.#draft.filters.push(`${writtenName(column)} ${sign} ${amount}`);
      this.#at += length + (isUnit ? 2 : 1);
      return true;
    }
    return false;
  }

  /** The column to compare with an amount if the question names none. */
  #measure(rows: QueryRowsInfo): string | undefined {
    return ["size", "bytes", "blob_bytes", "count"].find((name) =>
      rows.columns.some((each) => each.name === name)
    );
  }

  #count(piece: SentenceToken, next: SentenceToken | undefined): boolean {
    if (!/^\d+$/.test(piece.text)) return false;
    const count = Number(piece.text);
    if (next && (UPPER.includes(next.stem) || LOWER.includes(next.stem))) {
      return this.#ranked(2, LOWER.includes(next.stem), count, false);
    }
    this.#at++;
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
    if (
      !found || this.#draft.aggregate !== null ||
      ["first", "last", "any", "count", "distinct"].includes(found.value.name)
    ) return false;
    this.#draft.aggregate = found.value.name;
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
      if (column) this.#draft.dimensions.push(column.value);
      else if (value.rank === 3 || !sameTable(value.queries[0]!, base.queries[0]!, this.#world)) {
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
   * Reads a value that occurs in some column, alone or after a word such as "in"; returns the number of
   * pieces it read.
   */
  #value(at: number): number {
    const piece = this.#pieces[at]!;
    if (piece.kind === "sign" || piece.kind === "number") return 0;
    const rows = this.#rows ?? this.#subjectRows();
    if (!rows) return 0;
    const text = removeQuotes(piece.text);
    const isNamed = at !== this.#at;
    for (
      const table of new Set([
        rows.table,
        ...(this.#draft.base === null ? [this.#world.catalog.mainTable] : []),
      ])
    ) {
      const here = table === rows.table ? rows : this.#world.rows(table);
      if (!here) continue;
      const texts = here.columns.filter(({ type, name }) =>
        type === "text" && name !== "trace" && !name.includes(".")
      );
      const { mainTable } = this.#world.catalog;
      const isGlob = /[*?]/.test(text);
      const column = texts.find(({ name }) =>
        isGlob ? this.#fitsSome(table, name, text) : this.#has(table, name, text, this.#draft.base === null)
      ) ??
        // A function that occurs in the trace, but not in these rows.
        (isNamed && !isGlob
          ? texts.find(({ name }) => this.#has(mainTable, name, text))
          : undefined) ??
        // The values of a table that is not yet computed are unknown, so guess the column.
        (isNamed && this.#world.catalog.rowCount?.(table, null) === undefined
          ? texts.find(({ name }) =>
            name === (/\.\w{1,4}$/.test(text) ? "file" : "func") || name === "symbol"
          )
          : undefined);
      if (!column) continue;
      this.#draft.hasStranger ||= isNamed && !isGlob && this.#has(mainTable, column.name, text) &&
        !this.#has(table, column.name, text);
      this.#draft.base ??= { queries: [table], rank: 2 };
      const value = this.#spelled(table, column.name, text);
      this.#draft.filters.push(`${writtenName(column.name)} ${isGlob ? "~" : "=="} "${value}"`);
      return 1;
    }
    return 0;
  }

  #isValue(column: string, piece: SentenceToken): boolean {
    const rows = this.#rows;
    return rows !== null && piece.kind !== "sign" && this.#has(rows.table, column, removeQuotes(piece.text));
  }

  #literal(column: string, piece: SentenceToken): string {
    if (piece.kind === "number") return piece.text;
    return `"${this.#spelled(this.#rows!.table, column, removeQuotes(piece.text))}"`;
  }

  #values(table: string, column: string): readonly string[] {
    const found = this.#world.catalog.distinct(table, column, QUERY_LIMITS.warningValues.most) ?? [];
    return found.map(({ value }) => String(value));
  }

  #has(table: string, column: string, text: string, exactly = false): boolean {
    const values = this.#values(table, column);
    return exactly
      ? values.includes(text) || (text.includes(".") && values.some((value) => isMeant(value, text)))
      : values.some((value) => isMeant(value, text));
  }

  #spelled(table: string, column: string, text: string): string {
    const values = this.#values(table, column);
    return values.includes(text) ? text : values.find((value) => isMeant(value, text)) ?? text;
  }

  #fitsSome(table: string, column: string, glob: string): boolean {
    const pattern = new RegExp(
      `^${glob.split("*").map((part) => RegExp.escape(part).replaceAll("\\?", ".")).join("[^/]*")}$`,
    );
    return this.#values(table, column).some((value) => pattern.test(value));
  }
}

/** Reads 64k as 64K: in a question about sizes nobody means 64,000. */
function asAmount(text: string): string {
  return /^[\d_.]+[kmgtp]$/.test(text) ? text.toUpperCase() : text;
}

/** Whether a text refers to a value, ignoring case, a plural "s" and the folder of a path. */
function isMeant(value: string, text: string): boolean {
  const [one, other] = [value.toLowerCase(), text.toLowerCase()];
  return one === other || one === other.replace(/s$/, "") ||
    (other.includes(".") && one.endsWith(`/${other}`));
}

function world(known: ReadingContext, query: string): QueryRowsInfo | null {
  return known.rows(query);
}

/** Phrases of each catalog, cached because a text is interpreted again at each keystroke. */
const remembered = new WeakMap<Catalog, ReadonlyMap<string, PhraseBase>>();

/** All phrases that name rows of the open traces. */
function basesOf(known: ReadingContext): ReadonlyMap<string, PhraseBase> {
  let bases = remembered.get(known.catalog);
  if (bases === undefined) remembered.set(known.catalog, bases = gatherBases(known));
  return bases;
}

function gatherBases(known: ReadingContext): ReadonlyMap<string, PhraseBase> {
  const bases = new Map<string, PhraseBase>();
  const add = (words: string, queries: readonly string[], rank: PhraseBase["rank"]): void => {
    const stem = stemsOf(words);
    const before = bases.get(stem);
    if (before && before.rank >= rank) return;
    if (queries.every((query) => known.rows(query) !== null)) bases.set(stem, { queries, rank });
  };
  const { catalog } = known;
  for (const table of catalog.tableNames) {
    const { also = [], loosely = [] } = known.words(table);
    const isOfValues = ["functions", "files", "threads", "modules", "types", "contexts"].includes(table);
    const rank = isOfValues && table !== catalog.subject?.table ? 1 : 2;
    add(table, [table], rank);
    for (const word of also) add(word, [table], rank);
    for (const word of loosely) add(word, [table], 0);
  }
  for (const { words, queries, alone } of catalog.asked ?? []) {
    const open = queries.filter((query) => !query.includes("$1") && !query.includes(NAME));
    if (open.length > 0 && !alone) { for (const word of words) add(word, open, 3); }
  }
  for (const { name, also } of LIVE_SOURCES) for (const word of [name, ...also]) add(word, [name], 3);
  return bases;
}

/** The columns of some rows, under each of their names. */
function columnsOf(rows: QueryRowsInfo, known: ReadingContext): ReadonlyMap<string, string> {
  const columns = new Map<string, string>();
  const add = (words: string, name: string): void => {
    const stem = stemsOf(words);
    if (!columns.has(stem)) columns.set(stem, name);
  };
  const whole = known.catalog.table(rows.table, null)?.columns;
  const filled = rows.columns.filter(({ name }) =>
    !whole?.some((each) => each.name === name && each.allNull === true)
  );
  for (const { name } of filled) {
    add(name, name);
    add(name.replaceAll(/[._]/g, " "), name);
  }
  const own = known.words(rows.table).columns ?? {};
  for (const { name } of filled) for (const word of own[name]?.also ?? []) add(word, name);
  for (const { name } of filled) for (const word of COLUMN_SYNONYMS[name]?.also ?? []) add(word, name);
  return columns;
}

function rowsOf({ base, point }: Draft, known: ReadingContext): QueryRowsInfo | null {
  const query = base?.queries[0] ?? known.catalog.subject?.table;
  return query === undefined ? null : known.rows(point === null ? query : `live @ ${point}`);
}

function sameTable(one: string, other: string, known: ReadingContext): boolean {
  const [left, right] = [known.rows(one)?.table, known.rows(other)?.table];
  return left !== undefined && left === right;
}

/** The queries for the parts that were understood. */
function compose(draft: Draft, known: ReadingContext, over: string | undefined): string[] {
  const { subject, mainTable } = known.catalog;
  const says = draft.aggregate !== null || draft.columns.length > 0 || draft.filters.length > 0 ||
    draft.keys.length > 0 ||
    draft.compares || draft.dimensions.length > 0;
  if (draft.base === null && !says) return [];
  // If the sentence names no rows, use the main table of the traces, or all records.
  const bases = draft.base?.queries ??
    (draft.hist
      ? [hasSizes(draft, known) ? subject!.table : mainTable]
      : [...new Set([...(subject ? [subject.table] : []), ...(draft.compares ? [] : [mainTable])])]);
  const queries = bases.flatMap((base) => composeOver(base, draft, known));
  return queries.filter((query) => {
    const rows = known.rows(query);
    return rows !== null && query !== over && (!rows.isOdd || over !== undefined || draft.hasStranger);
  });
}

/**
 * Whether to take sizes from the main table of the traces: in events each size occurs twice, at the
 * allocation and at the free.
 */
function hasSizes({ columns }: Draft, known: ReadingContext): boolean {
  const { subject } = known.catalog;
  const of = columns[0] ?? "size";
  return subject !== undefined && of === "size" &&
    known.rows(subject.table)?.columns.some(({ name }) => name === of) === true;
}

function composeOver(base: string, draft: Draft, known: ReadingContext): string[] {
  const { of, compares } = draft;
  const names = of.filter((name) => name !== "\u0000swap");
  const source = draft.point === null ? base : `live @ ${draft.point}`;
  const filters = [...draft.filters, ...draft.says];
  // "Number of allocations by function" must not count the rows of a query that returns only the ten largest.
  if (FINISHED.test(base) && (filters.length > 0 || asksMore(draft))) return [];
  const filter = filters.length === 0 ? "" : ` | where ${filters.map(inAnd).join(" and ")}`;
  if (compares || names.length > 1) return comparison(source, filter, draft, names, known);
  const rows = known.rows(source);
  if (!rows) return [];
  const [trace] = names;
  const whole = `${trace === undefined ? source : ofTrace(source, trace)}${filter}`;
  return withStages(whole, rows, draft, known);
}

function inAnd(filter: string): string {
  return / or /.test(filter) ? `(${filter})` : filter;
}

function ofTrace(source: string, trace: string): string {
  const [head = "", ...rest] = source.split(" | ");
  return [`${head} of ${writtenTrace(trace)}`, ...rest].join(" | ");
}

/** A `diff` of two traces. */
function comparison(
  source: string,
  filter: string,
  draft: Draft,
  names: readonly string[],
  known: ReadingContext,
): string[] {
  const { traceNames, subject } = known.catalog;
  const swaps = draft.of.includes("\u0000swap");
  const both = names.length === 2
    ? [...names]
    : traceNames.length === 2 && names.length === 0
    ? [...traceNames]
    : null;
  if (both === null || both[0] === both[1]) return [];
  if (swaps) both.reverse();
  const [one = "", other = ""] = both;
  if (draft.columns.length > 0 || draft.aggregate !== null || draft.take !== null) return [];
  const keys = draft.keys.length > 0
    ? draft.keys
    : [...draft.dimensions, ...(subject ? [subject.key] : [])].slice(0, 1);
  return [
    `diff (${ofTrace(source, one)}${filter}), (${ofTrace(source, other)}${filter}) by ${keys.join(", ")}`,
  ];
}

/** Whether the rows should be counted, grouped, sorted or limited. */
function asksMore(draft: Draft): boolean {
  const { aggregate, counts, distinct, hist, rank, sort, take, timeline } = draft;
  const lists = [draft.columns, draft.dimensions, draft.keys];
  return counts || distinct || hist || timeline ||
    [aggregate, rank, sort, take].some((each) => each !== null) ||
    lists.some((each) => each.length > 0);
}

/** Adds the stages that the sentence asks for. */
function withStages(whole: string, rows: QueryRowsInfo, given: Draft, known: ReadingContext): string[] {
  // In "top 3 leaks by size", an amount after "by" is the order, not a key.
  const [only] = given.keys;
  const isAmount = given.keys.length === 1 && only !== undefined && given.rank !== null &&
    given.columns.length === 0 &&
    (known.words(rows.table).columns?.[only] ?? COLUMN_SYNONYMS[only])?.amount === true;
  const draft: Draft = isAmount ? { ...given, keys: [], rank: { ...given.rank!, by: only } } : given;
  const { aggregate, columns, counts, rank, sort, take, distinct } = draft;
  const named = [...draft.keys, ...draft.dimensions.map(writtenName)];
  const keys = placed(named, rows, known).filter((key, at, all) => all.indexOf(key) === at);
  const by = keys.length === 0 ? "" : ` | by ${keys.join(", ")}`;
  const [column] = columns;
  const behind = `${sort === null ? "" : ` | ${sort}`}${
    take === null ? "" : ` | ${take.stage} ${take.count}`
  }`;
  const size = rank === null
    ? 0
    : rank.count ?? ((draft.single && keys.length === 0) || draft.asksOne ? 1 : SOME);
  if (draft.timeline) {
    const records = known.rows(known.catalog.mainTable);
    const isPlain = keys.length === 0 && rank === null && draft.filters.length + draft.says.length === 0;
    if (
      !isPlain || column === undefined || columns.length > 1 || !records ||
      known.typeOf(column, records) === undefined
    ) return [];
    const written = writtenName(column);
    return [`timeline every 1% ${written} = ${aggregate ?? "max"}(${written})`];
  }
  if (draft.hist) {
    if (columns.length > 1 || keys.length > 0 || rank !== null) return [];
    const of = column ?? "size";
    return [
      whole === known.catalog.mainTable ? `hist ${writtenName(of)}` : `${whole} | hist ${writtenName(of)}`,
    ];
  }
  if (distinct) {
    const of = column ?? keys[0];
    if (of === undefined || columns.length > 1) return [];
    return counts ? [`${whole} | summarize distinct(${of})`] : [`${whole} | distinct ${of}${behind}`];
  }
  if (aggregate !== null) {
    if (columns.length > 1 || rank !== null) return [];
    const of = column ??
      ["size", "bytes", "blob_bytes"].find((name) => known.typeOf(name, rows) !== undefined);
    if (of === undefined) return [];
    const call = `${aggregate}(${writtenName(of)})`;
    // A total may be of bytes or of rows, so both are offered.
    if (aggregate === "sum" && column === undefined && by === "" && draft.base !== null) {
      return [`${whole} | summarize ${call}`, `${whole} | count`];
    }
    return by === "" ? [`${whole} | summarize ${call}`] : [`${whole}${by}: ${call}${behind}`];
  }
  if (rank !== null) return ranked(whole, rows, draft, known, { by, size });
  if (counts) {
    if (columns.length > 0) return [];
    if (by === "") return [`${whole} | count`];
    return [`${whole}${by}: count()${behind}`];
  }
  if (by !== "") {
    if (columns.length > 1) return [];
    if (column === undefined) return [...figures(draft, known), `${whole}${by}${behind}`];
    // In "draws by frame", the table of frames may have the column.
    const shown = figure(column, keys, whole, rows, known);
    const sum = known.typeOf(column, rows) === "text" || column === "size" || column === "blob_bytes"
      ? []
      : [`${whole}${by}: sum(${writtenName(column)})${behind}`];
    return column === "size" ? [`${whole}${by}${behind}`] : [...shown, ...sum];
  }
  if (columns.length > 0) {
    // "leaked bytes" asks for a sum, but "sizes" asks for the values.
    if (columns.length === 1 && column === "size") return [`${whole} | summarize sum(size)`];
    return [
      `${whole}${sort === null ? "" : ` | ${sort}`} | select ${columns.map(writtenName).join(", ")}${
        take === null ? "" : ` | ${take.stage} ${take.count}`
      }`,
    ];
  }
  return [`${whole}${behind}`];
}

/**
 * Completes keys that do not identify a place in the program: a line needs its file, and a stack is shown as
 * its frames.
 */
function placed(keys: readonly string[], { columns, table }: QueryRowsInfo, known: ReadingContext): string[] {
  const isPlaced = PLACE_KEYS.some((each) => keys.includes(each)) ||
    known.words(table).named?.includes("line") === true ||
    !PLACE_KEYS.every((each) => columns.some(({ name }) => name === each));
  return keys.flatMap((key) => {
    if (key === "line" && !isPlaced) return [...PLACE_KEYS, key];
    return [key === "stack" ? "frames(stack)" : key];
  });
}

/** Reads `hits per line` from a table that has one row per line. */
function figure(
  column: string,
  keys: readonly string[],
  whole: string,
  rows: QueryRowsInfo,
  known: ReadingContext,
): string[] {
  const named = known.words(rows.table).named ?? [];
  return keys.every((key) => named.includes(key))
    ? [`${whole} | select ${[...named, column].map(writtenName).join(", ")}`]
    : [];
}

/** Reads `draw calls per frame` from a table that has one row per key and a column with the figure. */
function figures(draft: Draft, known: ReadingContext): string[] {
  const [key] = draft.keys;
  if (draft.keys.length !== 1 || draft.filters.length > 0 || draft.base === null) return [];
  const found: string[] = [];
  for (const table of known.catalog.tableNames) {
    const words = known.words(table);
    if (words.named?.length !== 1 || words.named[0] !== key || known.rows(table) === null) continue;
    const rows = known.rows(table)!;
    const name = rows.columns.find((each) =>
      draft.says.length === 0 ? each.name === draft.base!.queries[0] : each.name ===
        `${
          Object.entries(known.words(draft.base!.queries[0]!).says ?? {}).find(([, filter]) =>
            filter === draft.says[0]
          )?.[0]
        }s`
    );
    if (name) found.push(`${table} | select ${key}, ${writtenName(name.name)}`);
  }
  return found;
}

/** Queries for the largest or most frequent rows. */
function ranked(
  whole: string,
  rows: QueryRowsInfo,
  draft: Draft,
  known: ReadingContext,
  { by, size }: { readonly by: string; readonly size: number },
): string[] {
  const { rank, columns, counts } = draft;
  const { down, often } = rank!;
  const asc = down ? "" : " asc";
  const [column] = columns;
  if (columns.length > 1) return [];
  if (by !== "") {
    const grouped = known.rows(`${whole}${by}`);
    if (!grouped) return [];
    const hasBytes = grouped.columns.some(({ name }) => name === "bytes");
    const measure = often || counts || !hasBytes ? "count" : "bytes";
    if (column !== undefined && column !== "size" && known.typeOf(column, rows) !== "text") {
      return [`${whole}${by}: sum(${writtenName(column)}) | top ${size} by sum_${column}${asc}`];
    }
    const query = (of: string): string => `${whole}${by} | top ${size} by ${of}${asc}`;
    // "Most" may mean most bytes or most often, so both are offered.
    return draft.asksOne && measure === "bytes" && column === undefined
      ? [query("bytes"), query("count")]
      : [query(measure)];
  }
  const { subject } = known.catalog;
  const [value] = rows.columns;
  // A function has no size of its own, so functions are ranked by the rows of the main table.
  const isPlain = rank!.by === null && known.words(rows.table).named === undefined;
  if (
    draft.base?.rank === 1 && isPlain && subject && value && draft.filters.length + draft.says.length === 0 &&
    column === undefined
  ) {
    const groups = known.rows(`${subject.table} | by ${writtenName(value.name)}`);
    const of = !often && groups?.columns.some(({ name }) => name === "bytes") ? "bytes" : "count";
    const same = rows.columns.some(({ name }) => name === of)
      ? [`${whole} | top ${size} by ${of}${asc}`]
      : [];
    if (groups) {
      return [`${subject.table} | by ${writtenName(value.name)} | top ${size} by ${of}${asc}`, ...same];
    }
  }
  const place = known.words(rows.table).named ?? [];
  if (often) {
    const [key] = place;
    return key === undefined ? [] : [`${whole} | by ${key} | top ${size} by count${asc}`];
  }
  const measure = rank!.by ?? column ??
    ["bytes", "size", "count"].find((name) => known.typeOf(name, rows) !== undefined);
  if (measure === undefined) return [];
  if (known.typeOf(measure, rows) === "text") {
    return [`${whole} | by ${writtenName(measure)} | top ${size} by bytes${asc}`];
  }
  // The number of a line is no amount: "which line leaks most" asks for a place.
  if (measure === "line") {
    const query = `${whole} | by func, file, line | top ${size} by bytes${asc}`;
    if (known.rows(query) !== null) return [query];
  }
  return [`${whole} | top ${size} by ${writtenName(measure)}${asc}`];
}
