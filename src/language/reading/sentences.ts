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
import { AGGREGATE_WORDS, COMPARISONS, LooseStageParts, removeQuotes } from "./loose_columns.ts";
import { type SentenceToken, stemOf, stemsOf, wordsOf } from "./sentence_tokens.ts";
import type { QueryRowsInfo, ReadingContext } from "./reading_context.ts";
import { basesOf, columnsOf } from "./sentence_bases.ts";
import { type Draft, emptyDraft, type Found, type PhraseBase, SWAP } from "./sentence_draft.ts";
import { compose, rowsOf, sameTable } from "./sentence_queries.ts";

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

/** Reads one sentence from left to right. */
class Sentence {
  readonly #pieces: readonly SentenceToken[];
  readonly #world: ReadingContext;
  readonly #bases: ReadonlyMap<string, PhraseBase>;
  readonly #over: string | undefined;
  readonly #draft: Draft = emptyDraft();
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
