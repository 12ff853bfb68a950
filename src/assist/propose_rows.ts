/**
 * Proposals for where rows come from and what happens to them: tables, stages, points, traces, keywords.
 * @module
 */

import type { Catalog } from "../query/analysis/catalog.ts";
import type { Environment } from "../query/analysis/environment.ts";
import { LIVE_SOURCES } from "../query/analysis/live_sources.ts";
import { writtenName } from "../query/analysis/words.ts";
import { printScript } from "../language/script.ts";
import { POINTS, SOURCES } from "../language/registry.ts";
import { STAGES } from "../query/stages/registry.ts";
import { OPERATOR_DOCS } from "../query/syntax/operators.ts";
import type { StageWord } from "../query/syntax/stage_syntax.ts";
import type { Candidate } from "./candidates.ts";
import { writeNameWord } from "./spell.ts";

/** Everything that rows can come from. */
export function* proposeSources(catalog: Catalog, environment: Environment): Generator<Candidate> {
  const main = catalog.mainTable;
  for (const name of catalog.tableNames) {
    const table = catalog.table(name, null);
    const detail = name === main ? "main table" : "table";
    yield {
      label: name,
      insert: writtenName(name),
      kind: "table",
      detail,
      doc: table?.doc,
      weight: name === main ? 64 : 60,
    };
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
  for (const { opening, usage, summary, examples, needsTable } of SOURCES) {
    if (needsTable !== undefined && !catalog.tableNames.includes(needsTable)) continue;
    const insert = `${opening} `;
    const doc = [summary, ...examples].join("\n");
    yield { label: opening, insert, kind: "table", detail: usage, doc, weight: 55 };
  }
  for (const [name, { node }] of environment.lets) {
    const params = node.params.map((param) => param.name).join(", ");
    const takes = node.params.length > 0;
    const written = writtenName(name);
    const script = printScript({ kind: "script", statements: [node], span: node.span }).trimEnd();
    const doc = node.doc === undefined ? script : `${node.doc}\n${script}`;
    yield {
      label: name,
      insert: takes ? `${written}()` : written,
      caret: takes ? written.length + 1 : undefined,
      kind: "definition",
      detail: takes ? `${name}(${params})` : "definition",
      doc,
      weight: 61,
    };
  }
  for (const [name, columns] of environment.results) {
    const doc = columns.map((column) => column.name).join(", ");
    const detail = name === "_" ? "last result" : "result";
    yield { label: name, insert: writtenName(name), kind: "result", detail, doc, weight: 50 };
  }
}

/** All stages. */
export function* proposeStages(weight: number): Generator<Candidate> {
  for (const { keyword, usage, summary, examples, takesOperand } of STAGES) {
    const doc = [summary, ...examples].join("\n");
    const insert = takesOperand ? `${keyword} ` : keyword;
    yield { label: keyword, insert, kind: "stage", detail: usage, doc, weight };
  }
}

/** Words that begin a statement. */
export function* proposeStatementWords(): Generator<Candidate> {
  yield {
    label: "let",
    insert: "let ",
    kind: "keyword",
    detail: "let NAME[(params)] = …",
    doc: "Names a query or a value",
    weight: 30,
  };
  yield {
    label: "use",
    insert: 'use "',
    kind: "keyword",
    detail: 'use "FILE"',
    doc: "Takes the definitions of another file",
    weight: 20,
  };
  const detail = "assert QUERY [== VALUE] [: TEXT]";
  yield {
    label: "assert",
    insert: "assert ",
    kind: "keyword",
    detail,
    doc: "Fails unless the query has no rows, or the value",
    weight: 30,
  };
}

/** What may stand after `@`. */
export function* proposePoints(catalog: Catalog): Generator<Candidate> {
  for (const { word, value, usage, summary, example } of POINTS.forms) {
    if (value === "bit" || (word !== undefined && !hasColumn(catalog, word))) continue;
    const isWord = usage === example;
    const insert = word === undefined ? example : `${word} `;
    yield {
      label: example,
      insert,
      kind: "point",
      detail: isWord ? undefined : usage,
      doc: summary,
      weight: isWord ? 60 : 50,
    };
  }
  for (const { word, value, usage } of POINTS.forms) {
    if (value !== "bit") continue;
    for (const { label, doc } of proposeBits(word!, catalog)) {
      const insert = `${word} ${writeNameWord(label)}`;
      yield { label: `${word} ${label}`, insert, kind: "point", detail: usage, doc, weight: 40 };
    }
  }
}

/** Names of bits, after which a point can be. */
export function* proposeBits(column: string, catalog: Catalog): Generator<Candidate> {
  for (const [name, mask] of catalog.bitNames?.(catalog.mainTable, column) ?? []) {
    yield {
      label: name,
      insert: writeNameWord(name),
      kind: "flag",
      detail: `bit 0x${mask.toString(16)}`,
      doc: `After the last record of this ${column}`,
      weight: 50,
    };
  }
}

/** Names after `of`. */
export function* proposeTraces(catalog: Catalog): Generator<Candidate> {
  for (const name of catalog.traceNames) {
    yield { label: name, insert: writeNameWord(name), kind: "trace", detail: "open trace", weight: 60 };
  }
}

/** Words of sources and expressions, and those of stages where they say the same. */
const WORDS: readonly StageWord[] = [
  { word: "|", doc: "Passes the rows to a stage" },
  { word: "@", doc: "The blocks that were live at a point" },
  { word: "of", doc: "The rows of one open trace; or the callers of a function" },
  { word: "by", doc: "Key" },
  { word: "blocks", doc: "The point with the most live blocks instead of bytes", ends: true },
  { word: ",", doc: "Begins the second source" },
  { word: "null", doc: "The value is missing", ends: true },
  { word: "not null", doc: "The value is not missing", ends: true },
];
const WORD_DOCS: ReadonlyMap<string, StageWord> = new Map(
  [...STAGES.flatMap(({ words = [] }) => words), ...WORDS].map((each) => [each.word, each]),
);

/** Keywords. */
export function* proposeWords(words: readonly string[]): Generator<Candidate> {
  for (const word of words) {
    const known = WORD_DOCS.get(word);
    const doc = known?.doc ?? OPERATOR_DOCS.find(({ name }) => name === word)?.summary;
    yield { label: word, insert: known?.ends ? word : `${word} `, kind: "keyword", doc, weight: 70 };
  }
}

/** Usual numbers of rows. */
export function* proposeCounts(): Generator<Candidate> {
  for (const count of ["10", "20", "50", "100"]) {
    yield { label: count, kind: "value", type: "u64", weight: 20 };
  }
}

function hasColumn(catalog: Catalog, name: string): boolean {
  const column = catalog.table(catalog.mainTable, null)?.columns.find((each) => each.name === name);
  return column !== undefined && column.allNull !== true;
}
