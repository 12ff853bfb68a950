/**
 * Types of call arguments in a dataset: the type of `arg("size")` depends on the values in each trace.
 * @module
 */

import type { ColumnType } from "../../events/trace_sink.ts";
import { planType } from "../../query/plan/types.ts";
import type { Trace } from "../../tables/trace.ts";

/** Column families whose type differs from argument to argument. */
const TYPED = ["arg", "number"] as const;
/** Types in which the values of an argument may also be read. */
const OTHERS = ["i64", "u64", "f64", "text"] as const;

interface TypeOfArgument {
  readonly type: ColumnType;
  /** Types that can represent all values. */
  readonly holds: readonly ColumnType[];
}

/** The possible types of one argument, and whether some of its values are fractions. */
export type ArgumentTypes =
  & Readonly<Record<typeof TYPED[number], TypeOfArgument>>
  & { readonly hasFractions: boolean };

/** Returns all arguments of a trace by name; undefined for a trace without calls. */
export function argumentTypes(
  { families, familyWords }: Trace,
): Readonly<Record<string, ArgumentTypes>> | undefined {
  const names = familyWords?.get("calls.arg")?.names;
  if (names === undefined) return undefined;
  return Object.fromEntries(names.map((name) => {
    const types = TYPED.map((family) => {
      const open = families.get(`calls.${family}`)!;
      const holds = OTHERS.filter((type) => open(name, type) !== null);
      return [family, { type: planType(open(name)?.spec.type ?? "text"), holds }] as const;
    });
    const hasFractions = families.get("calls.float")?.(name) != null;
    return [name, { ...Object.fromEntries(types), hasFractions } as ArgumentTypes];
  }));
}

/** The type that sessions agree on for an argument of several traces; null if none of them has it. */
export function agreedArgumentType(
  traces: readonly Readonly<Record<string, ArgumentTypes>>[],
  family: string,
  argument: string,
): ColumnType | null {
  const having = traces.flatMap((each) => Object.hasOwn(each, argument) ? [each[argument]!] : []);
  if (having.length === 0) return null;
  if (family === "signed") return "i64";
  if (family === "unsigned") return "u64";
  if (family === "float") return having.some(({ hasFractions }) => hasFractions) ? "f64" : null;
  if (family !== "arg" && family !== "number") return "text";
  const own = having.map((each) => each[family]);
  const types = new Set(own.map(({ type }) => type));
  if (types.size === 1) return own[0]!.type;
  const integers = [...types].every((type) => type === "u64" || type === "i64");
  const common = (["i64", "u64"] as const).find((type) => own.every(({ holds }) => holds.includes(type)));
  return integers && common !== undefined ? common : "text";
}
