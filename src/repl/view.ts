/**
 * The content of the screen as plain data, created for every frame.
 * @module
 */

import type { Fix, Severity, Span } from "../base/diagnostic.ts";
import type { Menu } from "./completion_menu.ts";
import type { Style } from "./theme.ts";

/** A coloured stretch of the text. */
export interface StyledSpan {
  /** Range in the text. */
  readonly span: Span;
  /** Kind of the text. */
  readonly style: Style;
}

/** A diagnostic on a range of the text. */
export interface Mark {
  /** The range that the message is about. */
  readonly span: Span;
  /** Severity of the mark. */
  readonly severity: Severity;
  /** Message with suggestion. */
  readonly message: string;
  /** A fix for the marked text. */
  readonly fix?: Fix | undefined;
}

/** A styled run of text below the entry. */
export interface Run {
  /** Text of the line. */
  readonly text: string;
  /** Kind of the text. */
  readonly style: Style;
}

/** The content of a frame. */
export interface View {
  /** Prompt before the first line. */
  readonly prompt: string;
  /** Prompt before the other lines. */
  readonly continuation: string;
  readonly text: string;
  /** Offset of the cursor. */
  readonly cursor: number;
  /** Coloured ranges, in order, not overlapping. */
  readonly spans: readonly StyledSpan[];
  /** Suggestion, in grey after the text. */
  readonly suggestion: string;
  /** Diagnostics, worst first. */
  readonly marks: readonly Mark[];
  /** The open menu. */
  readonly menu: Menu | null;
  /** Lines below everything: signature, documentation. Long lines are cut. */
  readonly below: readonly (readonly Run[])[];
}

/** A view with only a prompt. */
export const EMPTY_VIEW: View = {
  prompt: "",
  continuation: "",
  text: "",
  cursor: 0,
  spans: [],
  suggestion: "",
  marks: [],
  menu: null,
  below: [],
};
