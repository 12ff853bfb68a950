/**
 * Values of keys behind the slots that packed blocks were grouped by.
 * @module
 */

import type { RunContext } from "../execution/context.ts";
import { ExpressionCompiler } from "../execution/expression.ts";
import type { Part, Workspace } from "../execution/relation.ts";
import { readWords } from "../execution/single_values.ts";
import { toKey } from "../execution/words.ts";
import type { Constant } from "../plan/values.ts";
import { ColumnFiller } from "./column_filler.ts";
import type { KeyPlan } from "./dense_plan.ts";

/** The key of a slot. */
export type KeyReader = (slot: number) => Constant;

function codeOf({ stride, size }: KeyPlan, slot: number): number {
  return Math.floor(slot / stride) % (size + 1);
}

/** Reads the keys of the slots that were seen. What is computed is computed for the values of those, and no others. */
export function keyReader(
  key: KeyPlan,
  seen: readonly number[],
  work: Workspace,
  context: RunContext | undefined,
): KeyReader {
  const { computed } = key;
  const wordOf = (slot: number): bigint | null => valueWord(key, codeOf(key, slot), work);
  if (!computed || !context) {
    return (slot) => {
      const word = wordOf(slot);
      return word === null ? null : toKey(word, key.type, work.pools);
    };
  }
  const slots = new Map<number, number>();
  for (const slot of seen) if (!slots.has(codeOf(key, slot))) slots.set(codeOf(key, slot), slot);
  const filler = new ColumnFiller(work, { name: "", type: key.type, display: "plain" });
  for (const slot of slots.values()) filler.put(wordOf(slot));
  const column = filler.finish();
  const part: Part = { columns: [column], rowCount: slots.size, selection: { kind: "all" }, source: null };
  const compiled = new ExpressionCompiler(context, part).compile(computed);
  const keys = [...readWords(context, part, compiled)].map((word) =>
    word === null ? null : toKey(word, computed.type, work.pools)
  );
  column.free();
  const byCode = new Map([...slots.keys()].map((code, at) => [code, keys[at]!]));
  return (slot) => byCode.get(codeOf(key, slot))!;
}

/** The word behind a code of a key. */
function valueWord(key: KeyPlan, code: number, work: Workspace): bigint | null {
  if (code === key.size) return null;
  const word = (key.base + BigInt(code)) * (key.step || 1n);
  if (!key.values) return word;
  const at = work.take(32);
  work.arena.u32[at >>> 2] = Number(word);
  const isNull = key.values.gather(at, 1, at + 8, at + 16) > 0;
  const value = isNull ? null : work.arena.u64[(at + 8) >>> 3]!;
  work.give(at);
  return value;
}
