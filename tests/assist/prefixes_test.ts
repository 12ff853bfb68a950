/** Unfinished texts during typing: every request gets an answer at every position. */

import { assert } from "@std/assert";
import {
  colorTokens,
  complete,
  countableStages,
  diagnose,
  folding,
  formatEdits,
  hover,
  occurrences,
  quickFixes,
  runnableStatements,
  scriptSymbols,
  settledDiagnostics,
  signatureHelp,
} from "../../src/assist/assist.ts";
import type { Catalog } from "../../src/query/analysis/catalog.ts";
import { EMPTY_ENVIRONMENT } from "../../src/query/analysis/environment.ts";
import { STAGES } from "../../src/query/stages/registry.ts";
import { CATALOGS } from "../query/analysis/binding.ts";
import { byEffort, seeds, someOf } from "../support/effort.ts";
import { Random } from "../support/random.ts";
import { EXAMPLES } from "./examples.ts";

/** Counts of answers: checks of answers that never come would always pass. */
interface Answered {
  items: number;
  words: number;
  diagnostics: number;
}

/** Sends every request; checks that all returned positions are inside the text. */
function askAll(text: string, offset: number, catalog: Catalog, answered: Answered): void {
  const inside = (start: number, end: number): void =>
    assert(0 <= start && start <= end && end <= text.length, `${start}..${end} in ${JSON.stringify(text)}`);
  const { from, to, items } = complete(text, offset, catalog, EMPTY_ENVIRONMENT);
  inside(from, to);
  assert(from <= offset && offset <= to, `${from}..${to} around ${offset} in ${JSON.stringify(text)}`);
  for (const { insert, caret, matched, label } of items) {
    assert(caret >= 0 && caret <= insert.length, `${label}: caret ${caret}`);
    assert(matched.every((at) => at < label.length), `${label}: ${matched}`);
  }
  answered.items += items.length;
  const diagnostics = diagnose(text, catalog, EMPTY_ENVIRONMENT);
  answered.diagnostics += diagnostics.length;
  for (const { span, fix } of diagnostics) {
    inside(span.start, span.end);
    if (fix) inside(fix.span.start, fix.span.end);
  }
  settledDiagnostics(diagnostics, text, offset, true);
  const word = hover(text, offset, catalog, EMPTY_ENVIRONMENT);
  if (word) inside(word.span.start, word.span.end);
  if (word) answered.words++;
  signatureHelp(text, offset, EMPTY_ENVIRONMENT);
  quickFixes(text, { start: offset, end: offset }, catalog, EMPTY_ENVIRONMENT);
  occurrences(text, offset, catalog, EMPTY_ENVIRONMENT);
  let end = 0;
  for (const { span } of colorTokens(text)) {
    assert(span.start >= end, "coloured pieces overlap");
    inside(span.start, end = span.end);
  }
  for (const { at } of countableStages(text)) inside(at, at);
  for (const { span } of folding(text)) inside(span.start, span.end);
  for (const { span } of runnableStatements(text)) inside(span.start, span.end);
  for (const { span, nameSpan } of scriptSymbols(text)) {
    inside(span.start, span.end);
    assert(
      span.start <= nameSpan.start && nameSpan.end <= span.end,
      `name outside of ${JSON.stringify(text)}`,
    );
  }
  for (const { span } of formatEdits(text)) inside(span.start, span.end);
}

/** Runs `ask`, and requires some answers of each kind. */
function asking(ask: (answered: Answered) => void): () => void {
  return () => {
    const answered: Answered = { items: 0, words: 0, diagnostics: 0 };
    ask(answered);
    const { items, words, diagnostics } = answered;
    // Texts with errors, which most of them are, are not formatted.
    assert(items > seeds(100) && words >= seeds(5) && diagnostics > seeds(100), JSON.stringify(answered));
  };
}

const ALL = [...EXAMPLES, ...STAGES.flatMap(({ examples }) => examples)];

for (const [name, catalog] of Object.entries(CATALOGS)) {
  Deno.test(
    `assistance works at prefixes of every example for ${name}`,
    asking((answered) => {
      for (const example of ALL) {
        // Most requests depend on the text alone.
        const step = name === "mtrc" ? 1 : 4;
        for (const end of someOf(example.length + 1, step, example.length)) {
          askAll(example.slice(0, end), end, catalog, answered);
        }
      }
    }),
  );
}

Deno.test(
  "assistance answers in the middle of complete texts, with line breaks and unusual letters",
  asking((answered) => {
    const text =
      "let big(n) = size > n -- 😀\r\n\r\n\tleaks of \"a\r\n| where big(4K) and func ~ /x[/ | by\n\n`odd name` == 'é";
    for (let offset = 0; offset <= text.length; offset++) askAll(text, offset, CATALOGS.two!, answered);
  }),
);

Deno.test(
  "assistance survives texts that make no sense",
  asking((answered) => {
    const random = new Random(7);
    const pieces = ALL.flatMap((example) => example.split(/\b/));
    for (let run = 0; run < byEffort(seeds(150), 30); run++) {
      let text = "";
      for (let count = random.below(12) + 1; count > 0; count--) text += pieces[random.below(pieces.length)];
      askAll(text, random.below(text.length + 1), CATALOGS.mtrc!, answered);
    }
  }),
);
