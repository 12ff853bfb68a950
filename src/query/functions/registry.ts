/**
 * All functions. Help, completion, hover, binder and executor read this list.
 * @module
 */

import { frames, funcAt, inStack, source, symbol } from "./backtraces.ts";
import { arg } from "./arg.ts";
import { coalesce, ifElse, max, min } from "./choices.ts";
import type { QueryFunction } from "./function.ts";
import { fullFunction, shortFunction } from "./names.ts";
import { human } from "./human.ts";
import { concat, format } from "./concat_and_format.ts";
import { abs, bor, clamp, delta, hex, log2, round } from "./numbers.ts";
import { base, dir, ext, len, lower, replace, substr, upper } from "./texts.ts";
import { extract, split, toNumber } from "./extract_and_split.ts";
import { align, bin, bucket, page } from "./steps.ts";
import {
  mineFunction,
  placeFileFunction,
  placeFunction,
  placeLineFunction,
  suppressed,
} from "./place_functions.ts";

/** All functions, in the order of the documentation. */
export const FUNCTIONS: readonly QueryFunction[] = [
  hex,
  human,
  bucket,
  bin,
  page,
  align,
  abs,
  round,
  log2,
  clamp,
  delta,
  bor,
  base,
  dir,
  ext,
  lower,
  upper,
  len,
  substr,
  replace,
  concat,
  format,
  extract,
  split,
  toNumber,
  coalesce,
  ifElse,
  min,
  max,
  funcAt,
  frames,
  inStack,
  symbol,
  source,
  placeFunction,
  placeFileFunction,
  placeLineFunction,
  mineFunction,
  suppressed,
  shortFunction,
  fullFunction,
  arg,
];

const BY_NAME: ReadonlyMap<string, QueryFunction> = new Map(FUNCTIONS.map((each) => [each.name, each]));

/** Returns the function with this name; undefined if there is none. */
export function findFunction(name: string): QueryFunction | undefined {
  return BY_NAME.get(name);
}

/** Returns the minimum and maximum number of arguments, from the notation of the parameter names. */
export function arity(parameters: readonly string[]): { readonly least: number; readonly most: number } {
  const least = parameters.filter((name) => !name.endsWith("?")).length;
  return { least, most: parameters.at(-1)?.endsWith("…") ? Infinity : parameters.length };
}
