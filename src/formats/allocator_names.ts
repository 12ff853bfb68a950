/**
 * Functions that allocations pass through and that say nothing about who needed the memory.
 * @module
 */

import type { StringPool } from "../events/string_pool.ts";

/**
 * Matches the beginning of names of functions that only pass an allocation on. It is one pattern, since every function
 * of a program is tested: a list of prefixes took three times as long.
 */
const MACHINERY =
  /^(?:operator (?:new|delete)|std::(?:allocator|__allocator|__new_allocator<|_Vector_base<|__allocate_guarded<)|__gnu_cxx::(?:new_allocator<|__alloc_traits<))/;

/** Full names of functions that allocate, free or only pass an allocation on. */
const ALLOCATORS: ReadonlySet<string> = new Set([
  "malloc",
  "calloc",
  "realloc",
  "free",
  "posix_memalign",
  "memalign",
  "aligned_alloc",
  "valloc",
  "reallocarray",
  "strdup",
  "strndup",
  "g_malloc",
  "g_malloc0",
  "g_try_malloc",
  "g_realloc",
  "g_free",
  "g_slice_alloc",
  "g_slice_alloc0",
  "g_strdup",
]);

/** Prefix that the C library gives its internal copies of these functions. */
const INTERNAL = /^__GI_+/;

/** Returns whether a function is an allocator or only passes an allocation on. */
export function isAllocator(func: string): boolean {
  const name = func.startsWith("__GI_") ? func.replace(INTERNAL, "") : func;
  return ALLOCATORS.has(name) || MACHINERY.test(func);
}

/** Recognizes allocators by the string codes of their names; each name is decoded and checked only once. */
export class AllocatorCodes {
  readonly #strings: StringPool;
  readonly #known = new Map<number, boolean>();

  /** Creates a set for the string codes of a pool. */
  constructor(strings: StringPool) {
    this.#strings = strings;
  }

  /** Whether a function is an allocator or only passes an allocation on; false for code 0. */
  has(func: number): boolean {
    if (func === 0) return false;
    let known = this.#known.get(func);
    if (known === undefined) this.#known.set(func, known = isAllocator(this.#strings.text(func)));
    return known;
  }
}
