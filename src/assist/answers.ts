/**
 * What assistance answers with. Plain data, in offsets of the text: terminals and editors draw it as they like.
 * @module
 */

import type { Diagnostic, Fix, Span } from "../base/diagnostic.ts";
import type { ResultType } from "../base/result_table.ts";

/**
 * What a suggestion is.
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
 * One suggestion.
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
  /** Where the caret goes, counted from the start of `insert`. */
  readonly caret: number;
  /** What it is. */
  readonly kind: CompletionKind;
  /** Type of the value. */
  readonly type?: ResultType;
  /** A few words beside the label: a usage, a type, a count. */
  readonly detail?: string;
  /** One line or more of documentation. */
  readonly doc?: string;
  /** For values: rows that have it. */
  readonly count?: number;
  /** UTF-16 positions in `label` of the letters that were typed, for highlighting. */
  readonly matched: readonly number[];
  /** The best has the highest; the list is sorted by it. */
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
  /** Offset at which the text that a suggestion replaces begins. */
  readonly from: number;
  /** End of it. */
  readonly to: number;
  /** Suggestions, best first. */
  readonly items: readonly CompletionItem[];
  /** True when the list is cut: complete again after the next letter. */
  readonly incomplete: boolean;
}

/** A fact with its name, such as `minimum: 16`. */
export interface HoverFact {
  readonly name: string;
  readonly value: string;
}

/** A value of a column with its rows. */
export interface HoverValue {
  readonly value: string;
  readonly count: number;
}

/** What is known about the word at a position. */
export interface Hover {
  readonly span: Span;
  /** Name or usage: `size`, `where FILTER`. */
  readonly title: string;
  /** What it is: `column of events`, `stage`. */
  readonly what: string;
  readonly type?: ResultType;
  /** Sentences. */
  readonly doc: string;
  /** Minimum, maximum, distinct values … */
  readonly facts: readonly HoverFact[];
  /** Most frequent values. */
  readonly values: readonly HoverValue[];
  /** Queries or parts of them. */
  readonly examples: readonly string[];
}

/** One parameter of a call. */
export interface SignatureParameter {
  /** Name, with `?` when it may be left out and `…` when it repeats. */
  readonly label: string;
  /** Where it is in the usage. */
  readonly span: Span;
}

/** How the call or stage around the caret is written. */
export interface Signature {
  /** Name of the function or stage. */
  readonly name: string;
  /** `substr(text, start, length)`, `top N [by KEY]`. */
  readonly usage: string;
  readonly doc: string;
  readonly parameters: readonly SignatureParameter[];
  /** Number of the parameter that is being written, from 0; -1 when none is. */
  readonly active: number;
  readonly examples: readonly string[];
}

/** What a piece of the text is, for colours. */
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

/** One coloured piece; pieces are in order, do not overlap, and leave white space out. */
export interface ColoredToken {
  readonly span: Span;
  readonly class: TokenClass;
  /** True where a name is made: by `let`, `as`, `extend`. */
  readonly declares: boolean;
}

/** A place after which rows can be counted. */
export interface RowCountPlace {
  /** Where the count is shown: the end of the source or stage. */
  readonly at: number;
  /** A script of one row and one column that counts them. */
  readonly query: string;
}

/** A grey text inside the line. */
export interface InlayHint {
  readonly at: number;
  readonly text: string;
  /** What it says at more length. */
  readonly doc: string;
}

/** Part of the outline of a script. */
export interface ScriptSymbol {
  readonly name: string;
  /** A few words beside it. */
  readonly detail: string;
  readonly kind: "definition" | "query" | "assert" | "result" | "stage" | "parameter";
  readonly span: Span;
  /** What an editor selects when it goes there. */
  readonly nameSpan: Span;
  readonly children: readonly ScriptSymbol[];
}

/** A change that puts an error right. */
export interface QuickFix {
  readonly title: string;
  readonly diagnostic: Diagnostic;
  readonly edits: readonly Fix[];
  /** The one that is most probably wanted. */
  readonly preferred: boolean;
}

/** Lines that can be folded. */
export interface FoldingSpan {
  readonly span: Span;
  readonly kind: "query" | "comment";
}

/** All places that change with a name, or why it cannot be changed. */
export type Renaming =
  | { readonly edits: readonly Fix[] }
  | { readonly refused: string };

/** A statement that can be run by itself. */
export interface RunnableStatement {
  readonly span: Span;
  readonly kind: "query" | "assert";
  /** The statement with the definitions before it. */
  readonly script: string;
}
