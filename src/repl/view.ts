/**
 * What the painter is asked to show: plain data, made again for every frame.
 * @module
 */

import type { Fix, Severity, Span } from "../base/diagnostic.ts";
import type { Menu } from "./completion_menu.ts";
import type { Style } from "./theme.ts";

/** A coloured stretch of the text. */
export interface StyledSpan {
  /** Stretch of the text. */
  readonly span: Span;
  /** What it is. */
  readonly style: Style;
}

/** A remark on a stretch of the text. */
export interface Mark {
  /** The part of the text that the message is about. */
  readonly span: Span;
  /** How bad it is. */
  readonly severity: Severity;
  /** Message with suggestion. */
  readonly message: string;
  /** The change that puts it right. */
  readonly fix?: Fix | undefined;
}

/** A piece of a line below the text. */
export interface Run {
  /** What is shown. */
  readonly text: string;
  /** What it is. */
  readonly style: Style;
}

/** One frame. */
export interface View {
  /** Before the first line. */
  readonly prompt: string;
  /** Before the other lines. */
  readonly continuation: string;
  readonly text: string;
  /** Offset of the cursor. */
  readonly cursor: number;
  /** Colours, in order, not overlapping. */
  readonly spans: readonly StyledSpan[];
  /** In grey after the text. */
  readonly suggestion: string;
  /** What is wrong, worst first. */
  readonly marks: readonly Mark[];
  /** The open menu. */
  readonly menu: Menu | null;
  /** Lines below everything: signature, documentation. Too long ones are cut. */
  readonly below: readonly (readonly Run[])[];
}

/** Nothing but a prompt. */
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
