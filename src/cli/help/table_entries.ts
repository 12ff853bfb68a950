/**
 * Help on tables and columns, from their documentation.
 * @module
 */

import { STACKS_COLUMNS, TRACES_COLUMNS } from "../../engine/built_in_tables.ts";
import { DERIVED_TABLES } from "../../engine/derived_tables.ts";
import { ALL_TABLE_DOCS, type KnownTable, ownColumns } from "../../engine/table_docs.ts";
import type { ColumnDoc } from "../../events/table_doc.ts";
import { formats } from "../../formats/registry.ts";
import { EXTENSIONS } from "../../language/registry.ts";
import type { HelpEntry } from "./entry.ts";
import { nameList, section, wrap } from "./layout.ts";

/** Help on the tables of all formats, which needs no open trace. */
export function tableEntries(): HelpEntry[] {
  const entries = ALL_TABLE_DOCS.filter(({ needsProgram }) => !needsProgram).map((each) =>
    tableEntry(each, TRACE)
  );
  for (const { name, doc, docs, column } of DERIVED_TABLES) {
    const columns = Object.entries(docs).map(([column, doc]) => [column, doc] as const);
    entries.push({
      kind: "table",
      name,
      usage: name,
      summary: doc,
      more: () =>
        section("Columns", nameList([...columns, [TRACE.name, TRACE.doc]])) + note(
          `Exists where events have a ${column}; a format may have a table of that name with other columns.`,
        ),
    });
  }
  for (const words of ALL_TABLE_DOCS.filter(({ needsProgram }) => needsProgram)) {
    entries.push(
      tableEntry({ ...words, doc: `${words.doc} (coverage traces whose program is available)` }, TRACE),
    );
  }
  for (const words of BUILT_IN) entries.push(tableEntry({ ...words, formats: formatsWithTable(words.name) }));
  return entries;
}

/** Tables that the session itself provides. */
const BUILT_IN = [
  ...EXTENSIONS.flatMap(({ tables }) => tables),
  { name: "stacks", doc: "one row per distinct backtrace", columns: STACKS_COLUMNS },
  { name: "traces", doc: "one row per open trace", columns: TRACES_COLUMNS },
];

const TRACE: ColumnDoc = { name: "trace", type: "text", doc: "name under which the file was opened" };
/** Tables that all traces have. */
const EVERYWHERE = new Set(["tags", "problems", "traces"]);

function tableEntry(table: KnownTable, last?: ColumnDoc): HelpEntry {
  const { name, doc, columns, onDemand = [], families = [], formats: readers } = table;
  const all = last === undefined || columns.some((each) => each.name === last.name)
    ? columns
    : [...columns, last];
  const own = formats.map((each) => ({ name: each.name, columns: ownColumns(each, name) }))
    .filter(({ columns }) => columns.length > 0);
  const more = [
    ...own.map(({ name, columns }) => section(`Columns of ${name} traces`, columnList(columns))),
    onDemand.length > 0 ? section("Columns computed on demand", columnList(onDemand)) : "",
    families.length > 0 ? section("Columns named after arguments", familyList(families)) : "",
  ].join("");
  return {
    kind: "table",
    name,
    usage: name,
    summary: doc,
    formats: readers,
    more() {
      const from = EVERYWHERE.has(name)
        ? note("In every trace.")
        : readers.length === 0
        ? ""
        : note(`In traces of: ${readers.join(", ")}.`);
      return section("Columns", columnList(all)) + more + from;
    },
  };
}

function columnList(columns: readonly ColumnDoc[]): string {
  return nameList(columns.map(({ name, type, doc }) => [`${name} ${type}`, doc]));
}

function familyList(families: readonly ColumnDoc[]): string {
  return nameList(families.map(({ name, type, doc }) => [`${name}(NAME) ${type}`, doc]));
}

/** Names of the formats that fill a table. */
function formatsWithTable(table: string): string[] {
  return formats.filter(({ tables }) => tables.includes(table)).map(({ name }) => name);
}

function note(text: string): string {
  return `\n${wrap(text)}`;
}

/** Help on each column name, with the tables that have such a column. */
export function columnEntries(): HelpEntry[] {
  const tables: readonly { name: string; columns: readonly ColumnDoc[] }[] = [
    ...ALL_TABLE_DOCS,
    ...["events", "allocs"].flatMap((name) =>
      formats.map((each) => ({ name, columns: ownColumns(each, name) }))
    ),
    ...ALL_TABLE_DOCS.map(({ name, onDemand = [] }) => ({ name, columns: onDemand })),
    ...BUILT_IN,
  ];
  const places = new Map<string, [string, ColumnDoc][]>();
  for (const { name: table, columns } of tables) {
    for (const column of columns) {
      places.set(column.name, [...places.get(column.name) ?? [], [table, column]]);
    }
  }
  return [...places].map(([name, found]) => ({
    kind: "column",
    name,
    usage: name,
    summary: found[0]![1].doc,
    more: () => section("In", nameList(found.map(([table, { type, doc }]) => [`${table} (${type})`, doc]))),
  }));
}
