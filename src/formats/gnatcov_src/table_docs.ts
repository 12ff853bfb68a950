/**
 * Descriptions of the tables of source traces.
 * @module
 */

import { type ColumnDoc, columnDoc as column, type TableDoc } from "../../events/table_doc.ts";

const UNIT: readonly ColumnDoc[] = [
  column("no", "u32", "number of the unit in the file, from 1"),
  column("unit", "text", "source file", 401),
  column(
    "kind",
    "text",
    "statement, decision (two bits each: seen false, seen true) or mcdc (a bit per path)",
  ),
  column("bits", "u32", "number of bits", 1107),
  column(
    "bits_set",
    "u32",
    "number of bits that are set: statements that ran, outcomes or paths that were seen",
    1108,
  ),
  column("covered", "text", "numbers of the set bits, as runs", 1701),
  column("missing", "text", "numbers of the other bits, as runs", 1201),
  column("sco_hash", "text", "hash of the coverage obligations", 5801),
  column("map_hash", "text", "hash of the bit maps", 5802),
  column("annotation_hash", "text", "hash of the annotations", 5803),
];

/** Tables of source traces. */
export const UNIT_DOCS: readonly TableDoc[] = [
  { name: "units", doc: "source traces: one row per unit and kind of bits", columns: UNIT },
  {
    name: "merged_units",
    doc: "the same with all instances of a unit as one",
    columns: [...UNIT, column("instances", "u32", "units that were merged", 5318)],
  },
];
