/** Suggestions, hovers and edits during typing, at any position of any text. */

import {
  colorTokens,
  complete,
  countableStages,
  diagnose,
  fixAll,
  folding,
  formatEdits,
  hover,
  occurrences,
  quickFixes,
  renameName,
  runnableStatements,
  scriptSymbols,
  settledDiagnostics,
  signatureHelp,
} from "../../src/assist/assist.ts";
import type { Fix, Span } from "../../src/base/diagnostic.ts";
import type { Session } from "../../src/engine/session.ts";
import { openSamples, SAMPLE_COUNT } from "./open_samples.ts";
import { mutateScript, SCRIPTS } from "./scripts.ts";
import { worked } from "../support/growth.ts";
import { choicesOf, expect, type Runner, type Target } from "./target.ts";

/** Processor time of all answers together; an editor asks for one at a time. */
const MOST_MS = 3000;

/** The fuzz target of assistance. */
export const assistTarget: Target = {
  name: "assist",
  summary: "completion, hover, diagnostics and edits at any place of a script",
  shrinks: "lines, bytes",
  seeds: () => Promise.resolve(SCRIPTS.map((text) => new TextEncoder().encode(text))),
  mutate: mutateScript,
  start: async () => {
    const sessions: Session[] = [];
    for (let which = 0; which <= SAMPLE_COUNT; which++) {
      sessions.push(await openSamples(which < SAMPLE_COUNT ? which : undefined));
    }
    return new AssistRunner(sessions);
  },
};

class AssistRunner implements Runner {
  readonly #sessions: readonly Session[];

  constructor(sessions: readonly Session[]) {
    this.#sessions = sessions;
  }

  run(input: Uint8Array): Promise<readonly string[]> {
    const text = new TextDecoder().decode(input);
    const random = choicesOf(input);
    const { catalog, environment } = random.pick(this.#sessions);
    const offset = random.below(text.length + 1);
    const start = worked();
    const outcome: string[] = [];
    const inside = ({ start, end }: Span, what: string): void =>
      expect(
        0 <= start && start <= end && end <= text.length,
        () => `${what} at ${start}..${end} of ${text.length}`,
      );

    const { from, to, items } = complete(text, offset, catalog, environment);
    inside({ start: from, end: to }, "Completion");
    expect(from <= offset && offset <= to, () => `Completion of ${from}..${to} at ${offset}`);
    for (const { kind, label, insert, caret } of items) {
      outcome.push(kind);
      expect(
        label !== "" && caret >= 0 && caret <= insert.length,
        () => `Proposal "${label}", caret ${caret}`,
      );
    }
    const shown = hover(text, offset, catalog, environment);
    if (shown) {
      inside(shown.span, "Hover");
      outcome.push(shown.what);
    }
    const signature = signatureHelp(text, offset, environment);
    if (signature) outcome.push(signature.name);
    const diagnostics = diagnose(text, catalog, environment);
    for (const { span, code } of diagnostics) {
      inside(span, code);
      outcome.push(code);
    }
    settledDiagnostics(diagnostics, text, offset, true);
    for (const { span } of colorTokens(text)) inside(span, "Token");
    for (const { edits } of quickFixes(text, { start: offset, end: offset }, catalog, environment)) {
      for (const { span } of edits) inside(span, "Fix");
    }
    diagnose(applied(text, fixAll(text, catalog, environment)), catalog, environment);
    const formatted = applied(text, formatEdits(text));
    expect(
      formatEdits(formatted).length === 0,
      () => `Formatting twice changes ${JSON.stringify(formatted)}`,
    );
    const named = occurrences(text, offset, catalog, environment);
    for (const span of named?.spans ?? []) inside(span, "Use of a name");
    const renaming = renameName(text, offset, "another name", catalog, environment);
    if (!("refused" in renaming)) {
      outcome.push("renamed");
      for (const { span } of renaming.edits) inside(span, "Edit");
    }
    folding(text).forEach(({ span }) => inside(span, "Fold"));
    scriptSymbols(text).forEach(({ span }) => inside(span, "Symbol"));
    for (const { at } of countableStages(text)) expect(at <= text.length, () => `Count at ${at}`);
    runnableStatements(text);
    const took = worked() - start;
    expect(took < MOST_MS, () => `It takes ${Math.round(took)} ms`);
    return Promise.resolve(outcome);
  }

  close(): void {
    for (const session of this.#sessions) session.closeAll();
  }
}

function applied(text: string, edits: readonly Fix[]): string {
  return [...edits].sort((left, right) => right.span.start - left.span.start)
    .reduce((done, { span, text: part }) => done.slice(0, span.start) + part + done.slice(span.end), text);
}
