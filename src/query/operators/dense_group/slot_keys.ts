/**
 * Maps the slots of dense groups back to the values of keys.
 * @module
 */

import type { RunContext } from "../../execution/context.ts";
import { ExpressionCompiler } from "../../execution/expression.ts";
import type { Part, Workspace } from "../../execution/relation.ts";
import { readWords } from "../../execution/single_values.ts";
import { toKey } from "../../execution/column_words.ts";
import type { Constant } from "../../plan/values.ts";
import { ColumnFiller } from "../columns/column_filler.ts";
import type { KeyPlan } from "./dense_plan.ts";
import { keyText } from "./key_text.ts";

/** A key column of the occupied slots. */
interface SlotKeys {
  /** Distinct values of the key. */
  readonly values: readonly Constant[];
  /** Index of the value, by slot. */
  readonly numbers: Uint32Array;
}

/** Reads a key for the slots with rows. Key expressions are evaluated only for values that occur. */
export function slotKeys(
  key: KeyPlan,
  seen: Uint32Array,
  work: Workspace,
  context: RunContext | undefined,
): SlotKeys {
  const { stride, size } = key;
  const numberOf = new Int32Array(size + 1).fill(-1);
  const codes: number[] = [];
  const numbers = seen.map((slot) => {
    const code = Math.floor(slot / stride) % (size + 1);
    if (numberOf[code]! < 0) numberOf[code] = codes.push(code) - 1;
    return numberOf[code]!;
  });
  const all = keyValuesByCode(key, codes, work, context);
  // Numbers and their steps are distinct if their codes are.
  if (!key.values && (!key.computed || key.step > 0n)) return { values: all, numbers };
  const values: Constant[] = [];
  const known = new Map<string, number>();
  const valueOf = all.map((value) => {
    const name = keyText([value]);
    const at = known.get(name) ?? values.push(value) - 1;
    known.set(name, at);
    return at;
  });
  return { values, numbers: numbers.map((number) => valueOf[number]!) };
}

/** Values by code of a key. */
function keyValuesByCode(
  key: KeyPlan,
  codes: readonly number[],
  work: Workspace,
  context: RunContext | undefined,
): Constant[] {
  const { computed } = key;
  const words = codes.map((code) => valueWord(key, code, work));
  if (!computed || !context) {
    return words.map((word) => word === null ? null : toKey(word, key.type, work.pools));
  }
  const filler = new ColumnFiller(work, { name: "", type: key.type, display: "plain" });
  for (const word of words) filler.put(word);
  const column = filler.finish();
  const part: Part = { columns: [column], rowCount: codes.length, selection: { kind: "all" }, source: null };
  const compiled = new ExpressionCompiler(context, part).compile(computed);
  const values = [...readWords(context, part, compiled)].map((word) =>
    word === null ? null : toKey(word, computed.type, work.pools)
  );
  column.free();
  return values;
}

/** The word of a code of a key. */
function valueWord(key: KeyPlan, code: number, work: Workspace): bigint | null {
  if (code === key.size) return null;
  const word = (key.base + BigInt(key.present?.[code] ?? code)) * (key.step || 1n);
  if (!key.values) return word;
  const at = work.take(32);
  work.arena.u32[at >>> 2] = Number(word);
  const isNull = key.values.gather(at, 1, at + 8, at + 16) > 0;
  const value = isNull ? null : work.arena.u64[(at + 8) >>> 3]!;
  work.give(at);
  return value;
}
