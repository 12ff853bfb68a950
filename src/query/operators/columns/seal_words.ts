/**
 * Packs words into blocks.
 * @module
 */

import type { ColumnType } from "../../../events/trace_sink.ts";
import { type Block, sealBlock, type SealOptions } from "../../../tables/block.ts";
import type { Workspace } from "../../execution/relation.ts";
import type { PlanColumn } from "../../plan/values.ts";

/** Returns the form in which blocks pack values of a type. */
export function packingForm(type: ColumnType): SealOptions["form"] {
  return type === "i64" ? "i64" : type === "f64" ? "f64" : "u64";
}

/** Packs at most 65536 words and null bytes (0: none is null) into a block. */
export function sealWords(
  work: Workspace,
  { type }: PlanColumn,
  pointer: number,
  nulls: number,
  rows: number,
): Block {
  return sealBlock(work.arena, { pointer, rows, nulls, form: packingForm(type) });
}
