/**
 * All functions by name: the binder, help, completion and hover read these lists.
 * @module
 */

import { choiceFunctions } from "./choice_functions.ts";
import type { FunctionDef } from "./function.ts";
import { numberFunctions } from "./number_functions.ts";
import { stackFunctions } from "./stack_functions.ts";
import { textFunctions } from "./text_functions.ts";

/** All functions. */
export const FUNCTIONS: readonly FunctionDef[] = [
  ...numberFunctions,
  ...textFunctions,
  ...choiceFunctions,
  ...stackFunctions,
];

const FUNCTIONS_BY_NAME: ReadonlyMap<string, FunctionDef> = new Map(
  FUNCTIONS.map((each) => [each.name, each]),
);

/** The function of that name. */
export function findFunction(name: string): FunctionDef | undefined {
  return FUNCTIONS_BY_NAME.get(name);
}

/** Fewest and most arguments, by the notation of the parameter names. */
export function arity(parameters: readonly string[]): { readonly least: number; readonly most: number } {
  const least = parameters.filter((name) => !name.endsWith("?")).length;
  return { least, most: parameters.at(-1)?.endsWith("…") ? Infinity : parameters.length };
}
