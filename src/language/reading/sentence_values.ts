/**
 * Finds the columns whose values a sentence in plain words names: functions, files, kinds.
 * @module
 */

import { QUERY_LIMITS } from "../../base/limits/query_limits.ts";
import { writtenName } from "../../query/analysis/message_words.ts";
import type { PlanColumn } from "../../query/plan/values.ts";
import type { QueryRowsInfo, ReadingContext } from "./reading_context.ts";
import { columnsOf } from "./sentence_bases.ts";
import { stemOf } from "./sentence_tokens.ts";

/** A value in a sentence, and the column that it belongs to. */
export interface NamedValue {
  readonly table: string;
  readonly column: string;
  readonly value: string;
  readonly isPattern: boolean;
  /** Whether it does not occur in these rows, but perhaps elsewhere. */
  readonly isUnseen: boolean;
}

/** A word that may be a value. */
interface Candidate {
  readonly text: string;
  /** Whether it follows a word such as "in". */
  readonly isNamed: boolean;
  /** Whether the value must be spelled exactly like this. */
  readonly isExact: boolean;
}

/** Names of source files. */
const SOURCE_FILE =
  /^[\w.*?-]+\.(?:[chdm]|cc|cpp|cxx|hh|hpp|hxx|mm|py|pyx|rs|go|java|kt|js|mjs|ts|rb|swift|f90|ad[abs]|zig)$/i;

/** Finds values of the open traces by their text. */
export class NamedValues {
  readonly #world: ReadingContext;
  readonly #isQuestionWord: (stem: string) => boolean;

  /** Creates a look-up. Words for which `isQuestionWord` returns true are not taken for names of functions. */
  constructor(world: ReadingContext, isQuestionWord: (stem: string) => boolean) {
    this.#world = world;
    this.#isQuestionWord = isQuestionWord;
  }

  /** The column of a table that has a value, or probably has it. */
  find(table: string, rows: QueryRowsInfo, candidate: Candidate): NamedValue | null {
    const texts = rows.columns.filter(({ type, name }) =>
      type === "text" && name !== "trace" && !name.includes(".")
    );
    const { text, isNamed } = candidate;
    if (/[*?]/.test(text)) return this.#pattern(table, texts, text);
    const exact = texts.find(({ name }) => this.has(table, name, text, candidate.isExact));
    const folder = exact === undefined && isNamed && !SOURCE_FILE.test(text)
      ? this.#pattern(table, texts.filter(({ name }) => name === "file"), inFolder(text))
      : null;
    if (folder !== null) return folder;
    const column = exact ??
      (isNamed ? this.#elsewhere(texts, text) ?? this.#guess(table, rows, texts, text) : undefined);
    if (!column) return null;
    const isElsewhere = isNamed && this.has(this.#world.catalog.mainTable, column.name, text);
    return {
      table,
      column: writtenName(column.name),
      value: this.spelled(table, column.name, text),
      isPattern: false,
      isUnseen: isElsewhere && !this.has(table, column.name, text),
    };
  }

  #pattern(table: string, texts: readonly PlanColumn[], text: string): NamedValue | null {
    for (const { name } of texts) {
      // json/* is also the folder of /usr/lib/json/encoder.py
      const globs = name === "file" && text.includes("/") ? [text, `**/${text}`] : [text];
      const value = globs.find((each) => this.#fitsSome(table, name, each));
      if (value !== undefined) {
        return { table, column: writtenName(name), value, isPattern: true, isUnseen: false };
      }
    }
    return null;
  }

  /** A column whose value occurs in the trace, but not in these rows. */
  #elsewhere(texts: readonly PlanColumn[], text: string): PlanColumn | undefined {
    return texts.find(({ name }) => this.has(this.#world.catalog.mainTable, name, text));
  }

  /**
   * Guesses the column of a text by its spelling, if the table is not computed yet, so that its values are unknown.
   */
  #guess(
    table: string,
    rows: QueryRowsInfo,
    texts: readonly PlanColumn[],
    text: string,
  ): PlanColumn | undefined {
    const stem = stemOf(text);
    const isName = !this.#isQuestionWord(stem) && !columnsOf(rows, this.#world).has(stem);
    if (!isName || this.#world.catalog.rowCount?.(table, null) !== undefined) return undefined;
    const likely = /\/|\.\w{1,4}$/.test(text) ? "file" : "func";
    return texts.find(({ name }) => name === likely || name === "symbol");
  }

  #values(table: string, column: string): readonly string[] {
    const found = this.#world.catalog.distinct(table, column, QUERY_LIMITS.warningValues.most) ?? [];
    return found.map(({ value }) => String(value));
  }

  /** Whether a column has a value. */
  has(table: string, column: string, text: string, exactly = false): boolean {
    const values = this.#values(table, column);
    return exactly
      ? values.includes(text) || (text.includes(".") && values.some((value) => isMeant(value, text)))
      : values.some((value) => isMeant(value, text));
  }

  /** The value of a column that a text refers to. */
  spelled(table: string, column: string, text: string): string {
    const values = this.#values(table, column);
    return values.includes(text) ? text : values.find((value) => isMeant(value, text)) ?? text;
  }

  #fitsSome(table: string, column: string, glob: string): boolean {
    // As in queries, * stays within a folder and ** does not.
    const parts = glob.split(/(\*+|\?)/).map((part) =>
      part === "?" ? "." : part === "*" ? "[^/]*" : part.startsWith("*") ? ".*" : RegExp.escape(part)
    );
    const pattern = new RegExp(`^${parts.join("")}$`);
    return this.#values(table, column).some((value) => pattern.test(value));
  }
}

/** A pattern for all files below a folder. */
function inFolder(folder: string): string {
  return `${folder.replace(/\/$/, "")}/**`;
}

/** A file or pattern that the trace does not have, if its spelling tells the column: main.cpp, std::*. */
export function unseenValue(
  columns: ReadonlyMap<string, string>,
  table: string,
  text: string,
): NamedValue | null {
  const has = (name: string): boolean => columns.get(name) === name;
  const found = { table, value: text, isUnseen: true };
  const isPattern = /[*?]/.test(text);
  if ((text.includes("/") || SOURCE_FILE.test(text)) && has("file")) {
    if (!isPattern && !SOURCE_FILE.test(text.slice(text.lastIndexOf("/") + 1))) {
      return { ...found, column: "file", value: inFolder(text), isPattern: true };
    }
    const isWhole = isPattern || text.includes("/");
    return { ...found, column: isWhole ? "file" : "base(file)", isPattern };
  }
  const func = ["func", "name"].find(has);
  return text.includes("::") && isPattern && func !== undefined
    ? { ...found, column: func, isPattern }
    : null;
}

/** Whether a text refers to a value, ignoring case, a plural "s" and the folder of a path. */
function isMeant(value: string, text: string): boolean {
  const [one, other] = [value.toLowerCase(), text.toLowerCase()];
  return one === other || one === other.replace(/s$/, "") ||
    (other.includes(".") && one.endsWith(`/${other}`));
}
