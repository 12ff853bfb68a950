/**
 * Assistance for the line being typed: queries through `src/assist`, dot commands from their list.
 * @module
 */

import {
  colorTokens,
  complete,
  diagnose,
  hover,
  needsWarmUp,
  settledDiagnostics,
  signatureHelp,
  warmUp,
} from "../assist/assist.ts";
import type { Diagnostic, Fix } from "../base/diagnostic.ts";
import type { Completions, MenuItem } from "./completion_menu.ts";
import type { Conversation } from "./conversation.ts";
import { documentationRuns } from "./documentation.ts";
import type { DotCommand } from "./dot/command.ts";
import { dotCommandNamed, dotCommands, unknownDotCommand } from "./dot/registry.ts";
import type { Style } from "./theme.ts";
import type { Mark, Run, StyledSpan } from "./view.ts";

const SEVERITIES = ["error", "warning", "hint"];

/**
 * Matches a dot command between queries of several lines, as in a paste. The queries treat it as an empty
 * line.
 */
const COMMAND_LINE = /^[^\S\n\r\u2028\u2029]*\.[a-z].*$/gim;

/** A parsed entry: a query, possibly after a dot command. */
interface Entry {
  /** Name of the dot command, if the text is one. */
  readonly command: { readonly name: string; readonly known: DotCommand | undefined } | null;
  /** Offset at which the query or the argument begins. */
  readonly from: number;
  /** The query; empty if the argument is not a query. */
  readonly query: string;
}

/** Assistance while typing. */
export class Assistant {
  readonly #conversation: Conversation;
  #warm: Generator<void> | null = null;
  #warmFor: object | null = null;

  /** Uses the session of a conversation. */
  constructor(conversation: Conversation) {
    this.#conversation = conversation;
  }

  /** Colours of a text. */
  colors(text: string): StyledSpan[] {
    const { command, from, query } = takeApart(text);
    const spans: StyledSpan[] = colorTokens(query).map(({ span, class: style }) => ({
      span: { start: span.start + from, end: span.end + from },
      style: style satisfies Style,
    }));
    if (!command) return [...spans, ...commandLines(text)].sort((a, b) => a.span.start - b.span.start);
    const start = text.indexOf(".");
    const style = command.known ? "keyword" : "mistake";
    return [{ span: { start, end: start + 1 + command.name.length }, style }, ...spans];
  }

  /** Diagnostics of a text, worst first; `typing` leaves out those about unfinished input. */
  marks(text: string, cursor: number, typing: boolean): Mark[] {
    const { command, from, query } = takeApart(text);
    if (command && !command.known && !(typing && cursor <= from)) return [unknownCommand(text, command.name)];
    if (query.trim() === "" || (command && from === text.length)) return [];
    const { catalog, environment } = this.#conversation.session;
    const all = diagnose(query, catalog, environment);
    return (typing ? this.#settled(all, query, cursor - from) : all)
      .toSorted((left, right) => SEVERITIES.indexOf(left.severity) - SEVERITIES.indexOf(right.severity))
      .map((each) => toMark(each, from));
  }

  #settled(all: readonly Diagnostic[], query: string, caret: number): readonly Diagnostic[] {
    const { catalog, environment } = this.#conversation.session;
    const touched = all.some(({ span }) => span.start <= caret && caret <= span.end);
    const begun = touched &&
      complete(query, caret, catalog, environment).items.some(({ matched }) => matched.length > 0);
    return settledDiagnostics(all, query, caret, begun);
  }

  /** The suggested fix nearest to the cursor; on an empty line, the correction of the last entry. */
  fix(text: string, cursor: number): Fix & { readonly runs?: boolean } | null {
    if (text.trim() === "") {
      const { correction } = this.#conversation;
      if (correction === null) return null;
      return { span: { start: 0, end: text.length }, text: correction.text, runs: correction.runs };
    }
    const fixes = this.marks(text, cursor, false).flatMap(({ fix, severity }) =>
      fix === undefined ? [] : [{ fix, severity }]
    );
    const away = ({ fix: { span } }: { readonly fix: Fix }): number =>
      cursor < span.start ? span.start - cursor : Math.max(0, cursor - span.end);
    const errors = fixes.filter(({ severity }) => severity === "error");
    const [nearest] = (errors.length > 0 ? errors : fixes).sort((a, b) => away(a) - away(b));
    return nearest?.fix ?? null;
  }

  /** Completions at the cursor. */
  complete(text: string, cursor: number): Completions | null {
    const { command, from, query } = takeApart(text);
    if (command && cursor <= text.indexOf(".") + 1 + command.name.length) {
      return completeCommand(text, cursor);
    }
    if (command && (query === "" || command.known?.complete)) {
      return completeArgument(this.#conversation, command.known, { text, cursor, from });
    }
    if (cursor < from) return null;
    const { catalog, environment } = this.#conversation.session;
    const found = complete(query, cursor - from, catalog, environment);
    const word = command?.known?.wordBefore;
    const begun = query !== "" && text.slice(0, from).trimEnd().endsWith(`.${command?.name}`) &&
      word?.startsWith(query.toLowerCase());
    const before: MenuItem[] = begun
      ? [{
        label: word!,
        insert: `${word} `,
        detail: "word",
        doc: "",
        matched: [...query].map((_, at) => at),
      }]
      : [];
    return {
      start: found.from + from,
      end: found.to + from,
      items: [
        ...before,
        ...found.items.map(({ label, insert, caret, detail, doc, matched, kind }): MenuItem => ({
          label,
          insert,
          caret,
          detail: detail ?? kind,
          doc: doc?.split("\n")[0] ?? "",
          matched,
        })),
      ],
    };
  }

  /** The signature of the call or stage around the cursor. */
  signature(text: string, cursor: number): Run[] | null {
    const { command, from, query } = takeApart(text);
    if (command?.known && (query === "" || cursor <= from)) {
      const { name, usage, summary } = command.known;
      return [{ text: `.${name} ${usage}`.trim(), style: "strong" }, {
        text: `  ${summary}`,
        style: "faint",
      }];
    }
    if (cursor < from) return null;
    const found = signatureHelp(query, cursor - from, this.#conversation.session.environment);
    if (!found) return null;
    const active = found.parameters[found.active]?.span;
    const doc: Run = { text: `  ${found.doc.split("\n")[0]}`, style: "faint" };
    if (!active) return [{ text: found.usage, style: "hint" }, doc];
    return [
      { text: found.usage.slice(0, active.start), style: "hint" },
      { text: found.usage.slice(active.start, active.end), style: "strong" },
      { text: found.usage.slice(active.end), style: "hint" },
      doc,
    ];
  }

  /** Documentation of the word at the cursor. */
  documentation(text: string, cursor: number, width: number): Run[][] {
    const { command, from, query } = takeApart(text);
    if (command && cursor <= from) {
      const { known } = command;
      if (!known) return [];
      const details = known.details?.split("\n") ?? [];
      return [
        this.signature(text, from) ?? [],
        ...details.map((line): Run[] => [{ text: `  ${line}`, style: "plain" }]),
      ];
    }
    const { catalog, environment } = this.#conversation.session;
    const at = cursor - from;
    // If the cursor is right after a word, the documentation is about that word.
    const found = hover(query, at, catalog, environment) ??
      (at > 0 ? hover(query, at - 1, catalog, environment) : null);
    return found ? documentationRuns(found, width) : [];
  }

  /** Prepares data for completion, one step per call; returns true while there is more to prepare. */
  prepareMore(): boolean {
    const { catalog } = this.#conversation.session;
    if (this.#warmFor !== catalog || (this.#warm === null && needsWarmUp(catalog))) {
      this.#warmFor = catalog;
      this.#warm = warmUp(catalog);
    }
    if (this.#warm?.next().done !== false) this.#warm = null;
    return this.#warm !== null;
  }
}

function takeApart(text: string): Entry {
  const [whole, name] = /^\s*\.([a-z]*)(?:[ \t]+|$)/i.exec(text) ?? /^\s*\.(\S*)\s*/.exec(text) ?? [];
  if (whole === undefined || name === undefined || text.trimStart().startsWith("..")) {
    return { command: null, from: 0, query: text.replaceAll(COMMAND_LINE, blank) };
  }
  const known = dotCommandNamed(name);
  const word = known?.wordBefore;
  const before = word !== undefined && text.slice(whole.length).toLowerCase().startsWith(word)
    ? /^\w+(?:\s+|$)/.exec(text.slice(whole.length))![0].length
    : 0;
  const from = whole.length + before;
  const query = known?.takesQuery && !/^[A-Z]\d*$/.test(text.slice(from)) ? text.slice(from) : "";
  return { command: { name, known }, from, query };
}

/** Colours of the dot commands between queries. */
function commandLines(text: string): StyledSpan[] {
  return [...text.matchAll(COMMAND_LINE)].map(({ 0: line, index }) => {
    const [whole = "", indent = "", name = ""] = /^(\s*)\.(\S*)/.exec(line) ?? [];
    const span = { start: index + indent.length, end: index + whole.length };
    return { span, style: dotCommandNamed(name) ? "keyword" : "mistake" };
  });
}

function unknownCommand(text: string, name: string): Mark {
  const start = text.indexOf(".");
  return {
    severity: "error",
    message: unknownDotCommand(name),
    span: { start, end: start + 1 + name.length },
  };
}

function blank(line: string): string {
  return " ".repeat(line.length);
}

function completeCommand(text: string, cursor: number): Completions {
  const start = text.indexOf(".");
  const end = start + /^\.\S*/.exec(text.slice(start))![0].length;
  const typed = text.slice(start, cursor);
  const items = dotCommands.filter(({ name }) => `.${name}`.startsWith(typed)).map((
    { name, usage, summary },
  ): MenuItem => ({
    label: `.${name}`,
    insert: usage === "" || /^\s/.test(text.slice(end)) ? `.${name}` : `.${name} `,
    detail: usage,
    doc: summary,
  }));
  return { start, end, items };
}

function completeArgument(
  conversation: Conversation,
  command: DotCommand | undefined,
  { text, cursor, from }: { text: string; cursor: number; from: number },
): Completions | null {
  const typed = text.slice(from, cursor);
  const found = command?.complete?.(conversation, typed) ?? [];
  const items = found.filter((each) => each.startsWith(typed)).map((each): MenuItem => ({
    label: each,
    insert: each,
    detail: "",
    doc: "",
  }));
  return { start: from, end: text.length, items };
}

function toMark({ severity, message, suggestion, span, fix }: Diagnostic, from: number): Mark {
  const told = suggestion === undefined ? message : `${message}: ${suggestion}`;
  return {
    severity,
    message: fix === undefined ? told : `${told} (Alt-.)`,
    span: { start: span.start + from, end: span.end + from },
    fix: fix && { text: fix.text, span: { start: fix.span.start + from, end: fix.span.end + from } },
  };
}
