/**
 * Functions that allocations pass through and that say nothing about who needed the memory.
 * @module
 */

import type { StringPool } from "../events/string_pool.ts";

/** Prefixes of functions that only pass an allocation on. */
const MACHINERY: readonly string[] = [
  "operator new",
  "operator delete",
  "std::allocator",
  "std::__allocator",
  "std::allocator_traits<",
  "std::__new_allocator<",
  "__gnu_cxx::new_allocator<",
  "__gnu_cxx::__alloc_traits<",
  "std::_Vector_base<",
  "std::__allocate_guarded<",
];

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
  return ALLOCATORS.has(func.replace(INTERNAL, "")) || MACHINERY.some((start) => func.startsWith(start));
}

/** Tells allocators by the codes of their names, each of which it decodes and looks up once. */
export class AllocatorCodes {
  readonly #strings: StringPool;
  readonly #known = new Map<number, boolean>();

  /** The codes are those of a pool. */
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
