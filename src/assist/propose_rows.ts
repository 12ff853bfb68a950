/**
 * Suggestions for sources and stages: tables, stages, points, traces, keywords.
 * @module
 */

import type { Catalog } from "../query/analysis/catalog.ts";
import type { Environment } from "../query/analysis/environment.ts";
import { LIVE_SOURCES } from "../query/analysis/live_sources.ts";
import { writtenName } from "../query/analysis/message_words.ts";
import { printScript } from "../language/script.ts";
import { POINTS, SOURCES } from "../language/registry.ts";
import { STAGES } from "../query/stages/registry.ts";
import { OPERATOR_DOCS } from "../query/syntax/operators.ts";
import type { StageWord } from "../query/syntax/language.ts";
import { type Candidate, withUsageAndDescription } from "./candidates.ts";
import { definitionUsage } from "./propose_expressions.ts";
import { writeNameWord } from "./value_syntax.ts";

/** Suggests all sources. */
export function* proposeSources(catalog: Catalog, environment: Environment): Generator<Candidate> {
  const main = catalog.mainTable;
  for (const name of catalog.tableNames) {
    const [detail, weight] = name === main ? ["main table", 64] as const : ["table", 60] as const;
    const doc = catalog.table(name, null)?.doc;
    yield { label: name, insert: writtenName(name), kind: "table", detail, doc, weight };
  }
  if (catalog.table("allocs", null) !== undefined) {
    for (const { name, usage, summary } of LIVE_SOURCES) {
      yield {
        label: name,
        kind: "table",
        detail: usage === name ? "table" : usage,
        doc: summary,
        weight: 63,
      };
    }
  }
  for (const each of SOURCES) {
    if (each.needsTable !== undefined && !catalog.tableNames.includes(each.needsTable)) continue;
    const { opening } = each;
    yield {
      label: opening,
      insert: `${opening} `,
      kind: "table",
      ...withUsageAndDescription(each),
      weight: 55,
    };
  }
  for (const [name, { node }] of environment.lets) {
    const script = printScript({ kind: "script", statements: [node], span: node.span }).trimEnd();
    const doc = node.doc === undefined ? script : `${node.doc}\n${script}`;
    yield { ...definitionUsage(name, node), kind: "definition", doc, weight: 61 };
  }
  for (const [name, columns] of environment.results) {
    const doc = columns.map((column) => column.name).join(", ");
    const detail = name === "_" ? "last result" : "result";
    yield { label: name, insert: writtenName(name), kind: "result", detail, doc, weight: 50 };
  }
}

/** Suggests all stages. */
export function* proposeStages(weight: number): Generator<Candidate> {
  for (const stage of STAGES) {
    const { keyword, takesOperand } = stage;
    const insert = takesOperand ? `${keyword} ` : keyword;
    yield { label: keyword, insert, kind: "stage", ...withUsageAndDescription(stage), weight };
  }
}

/** Suggests keywords that begin a statement. */
export function* proposeStatementWords(): Generator<Candidate> {
  const word = (label: string, insert: string, detail: string, doc: string, weight: number): Candidate => {
    return { label, insert, kind: "keyword", detail, doc, weight };
  };
  yield word("let", "let ", "let NAME[(params)] = …", "Names a query or a value", 30);
  yield word("use", 'use "', 'use "FILE"', "Takes the definitions of another file", 20);
  yield word(
    "suppress",
    'suppress "',
    'suppress "FILE"',
    "Leaves out the leaks that a suppression file lists",
    20,
  );
  const usage = "assert QUERY [== VALUE] [: TEXT]";
  yield word("assert", "assert ", usage, "Fails unless the query has no rows, or has this value", 30);
}

/** Suggests what may follow `@`. */
export function* proposePoints(catalog: Catalog): Generator<Candidate> {
  for (const { word, value, usage, summary, example } of POINTS.forms) {
    if (value === "bit" || (word !== undefined && !hasColumn(catalog, word))) continue;
    const [detail, weight] = usage === example ? [undefined, 60] as const : [usage, 50] as const;
    const insert = word === undefined ? example : `${word} `;
    yield { label: example, insert, kind: "point", detail, doc: summary, weight };
  }
  for (const { word, value, usage } of POINTS.forms) {
    if (value !== "bit") continue;
    for (const { label, doc } of proposeBitNames(word!, catalog)) {
      const insert = `${word} ${writeNameWord(label)}`;
      yield { label: `${word} ${label}`, insert, kind: "point", detail: usage, doc, weight: 40 };
    }
  }
}

/** Suggests names of bits that a point can refer to. */
export function* proposeBitNames(column: string, catalog: Catalog): Generator<Candidate> {
  for (const [name, mask] of catalog.bitNames?.(catalog.mainTable, column) ?? []) {
    const detail = `bit 0x${mask.toString(16)}`;
    const doc = `After the last record of this ${column}`;
    yield { label: name, insert: writeNameWord(name), kind: "flag", detail, doc, weight: 50 };
  }
}

/** Suggests names after `of`. */
export function* proposeTraces(catalog: Catalog): Generator<Candidate> {
  for (const name of catalog.traceNames) {
    yield { label: name, insert: writeNameWord(name), kind: "trace", detail: "open trace", weight: 60 };
  }
}

/** Keywords of sources and expressions, which completion explains like those of stages. */
const WORDS: readonly StageWord[] = [
  { word: "|", doc: "Passes the rows to a stage" },
  { word: "@", doc: "The blocks that were live at a point" },
  { word: "of", doc: "The rows of one open trace; or the callers of a function" },
  { word: "by", doc: "Key" },
  { word: "blocks", doc: "The point with the most live blocks, not the most bytes", ends: true },
  { word: ",", doc: "Begins the second source" },
  { word: "null", doc: "The value is missing", ends: true },
  { word: "not null", doc: "The value is not missing", ends: true },
];
const WORD_DOCS: ReadonlyMap<string, StageWord> = new Map(
  [...STAGES.flatMap(({ words = [] }) => words), ...WORDS].map((each) => [each.word, each]),
);

/** Suggests keywords. */
export function* proposeKeywords(words: readonly string[]): Generator<Candidate> {
  for (const word of words) {
    const known = WORD_DOCS.get(word);
    const doc = known?.doc ?? OPERATOR_DOCS.find(({ name }) => name === word)?.summary;
    yield { label: word, insert: known?.ends ? word : `${word} `, kind: "keyword", doc, weight: 70 };
  }
}

/** Suggests common numbers of rows. */
export function* proposeCounts(): Generator<Candidate> {
  for (const count of ["10", "20", "50", "100"]) {
    yield { label: count, kind: "value", type: "u64", weight: 20 };
  }
}

function hasColumn(catalog: Catalog, name: string): boolean {
  const column = catalog.table(catalog.mainTable, null)?.columns.find((each) => each.name === name);
  return column !== undefined && column.allNull !== true;
}
