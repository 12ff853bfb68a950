/**
 * The results of assistance: plain data with text offsets, which terminals and editors draw as they like.
 * @module
 */

import type { Diagnostic, Fix, Span } from "../base/diagnostic.ts";
import type { ResultType } from "../base/result_table.ts";

/**
 * The kind of a suggestion.
 *
 * ```ts
 * import { type CompletionKind, Quarry } from "@quarry/quarry";
 *
 * await using quarry = await Quarry.open("testdata/mpatrol/wordfreq-le64/trace.mtrc");
 * const wanted: CompletionKind = "column";
 * const columns = quarry.complete("leaks | where si").items.filter(({ kind }) => kind === wanted);
 * if (columns[0]?.label !== "size") throw new Error("size is a column");
 * ```
 */
export type CompletionKind =
  | "stage"
  | "table"
  | "column"
  | "function"
  | "aggregate"
  | "operator"
  | "keyword"
  | "value"
  | "folder"
  | "point"
  | "flag"
  | "trace"
  | "definition"
  | "result"
  | "parameter"
  | "query";

/**
 * A suggestion.
 *
 * ```ts
 * import { type CompletionItem, Quarry } from "@quarry/quarry";
 *
 * await using quarry = await Quarry.open("testdata/mpatrol/wordfreq-le64/trace.mtrc");
 * const best: CompletionItem | undefined = quarry.complete("leaks | wh").items[0];
 * console.log(best?.label, best?.detail);
 * ```
 */
export interface CompletionItem {
  /** Text shown in the menu. */
  readonly label: string;
  /** Text that replaces `from..to`. */
  readonly insert: string;
  /** Caret position after insertion, from the start of `insert`. */
  readonly caret: number;
  /** Kind of the suggestion. */
  readonly kind: CompletionKind;
  /** Type of its value. */
  readonly type?: ResultType;
  /** A few words next to the label: a usage, a type, a count. */
  readonly detail?: string;
  /** One line or more of documentation. */
  readonly doc?: string;
  /** For values: number of rows that have it. */
  readonly count?: number;
  /** UTF-16 positions in `label` of the typed characters, for highlighting. */
  readonly matched: readonly number[];
  /** Higher is better; the list is sorted by it. */
  readonly score: number;
}

/**
 * Suggestions for one position in a text.
 *
 * ```ts
 * import { type Completion, Quarry } from "@quarry/quarry";
 *
 * await using quarry = await Quarry.open("testdata/mpatrol/wordfreq-le64/trace.mtrc");
 * const text = "leaks | wh";
 * const { from, to, items }: Completion = quarry.complete(text);
 * console.log(text.slice(0, from) + items[0]?.insert + text.slice(to));
 * ```
 */
export interface Completion {
  /** Offset at which the replaced text begins. */
  readonly from: number;
  /** Offset at which the replaced text ends. */
  readonly to: number;
  /** Suggestions, best first. */
  readonly items: readonly CompletionItem[];
  /** True if the list is truncated: complete again after the next key. */
  readonly incomplete: boolean;
}

/** A named fact, such as `minimum: 16`. */
export interface HoverFact {
  readonly name: string;
  readonly value: string;
}

/** A value of a column with its row count. */
export interface HoverValue {
  readonly value: string;
  readonly count: number;
}

/** Information about the word at a position. */
export interface Hover {
  readonly span: Span;
  /** Name or usage: `size`, `where FILTER`. */
  readonly title: string;
  /** Kind of the word: `column of events`, `stage`. */
  readonly what: string;
  readonly type?: ResultType;
  /** Documentation, in sentences. */
  readonly doc: string;
  /** Minimum, maximum, distinct values … */
  readonly facts: readonly HoverFact[];
  /** Most frequent values. */
  readonly values: readonly HoverValue[];
  /** Example queries or parts of queries. */
  readonly examples: readonly string[];
}

/** One parameter of a call. */
export interface SignatureParameter {
  /** Name, with `?` if it is optional and `…` if it repeats. */
  readonly label: string;
  /** Position in the usage. */
  readonly span: Span;
}

/** The syntax of the call or stage around the caret. */
export interface Signature {
  /** Name of the function or stage. */
  readonly name: string;
  /** `substr(text, start, length)`, `top N [by KEY]`. */
  readonly usage: string;
  readonly doc: string;
  readonly parameters: readonly SignatureParameter[];
  /** Index of the parameter being written, from 0; -1 if there is none. */
  readonly active: number;
  readonly examples: readonly string[];
}

/** The kind of a token, for syntax colouring. */
export type TokenClass =
  | "stage"
  | "keyword"
  | "source"
  | "function"
  | "column"
  | "name"
  | "number"
  | "string"
  | "regex"
  | "pattern"
  | "operator"
  | "bracket"
  | "comment"
  | "mistake";

/** A coloured token; tokens are in order, do not overlap, and leave out white space. */
export interface ColoredToken {
  readonly span: Span;
  readonly class: TokenClass;
  /** True where a name is defined: by `let`, `as`, `extend`. */
  readonly declares: boolean;
}

/** A position after which rows can be counted. */
export interface CountableStage {
  /** Where the count is shown: at the end of the source or stage. */
  readonly at: number;
  /** A script whose result is a single cell with this count. */
  readonly query: string;
}

/** A hint shown in grey within the line. */
export interface InlayHint {
  readonly at: number;
  readonly text: string;
  /** A longer explanation, for a tooltip. */
  readonly doc: string;
}

/** An entry in the outline of a script. */
export interface ScriptSymbol {
  readonly name: string;
  /** A few words next to the name. */
  readonly detail: string;
  readonly kind: "definition" | "query" | "assert" | "result" | "stage" | "parameter";
  readonly span: Span;
  /** The span that an editor selects when it jumps to the entry. */
  readonly nameSpan: Span;
  readonly children: readonly ScriptSymbol[];
}

/** A change that fixes an error. */
export interface QuickFix {
  readonly title: string;
  readonly diagnostic: Diagnostic;
  readonly edits: readonly Fix[];
  /** Whether this is the most likely fix. */
  readonly preferred: boolean;
}

/** Lines that can be folded. */
export interface FoldingSpan {
  readonly span: Span;
  readonly kind: "query" | "comment";
}

/** All places to change when renaming, or why the name cannot be renamed. */
export type Renaming =
  | { readonly edits: readonly Fix[] }
  | { readonly refused: string };

/** A statement that can be run by itself. */
export interface RunnableStatement {
  readonly span: Span;
  readonly kind: "query" | "assert";
  /** The statement with the definitions it needs. */
  readonly script: string;
}
