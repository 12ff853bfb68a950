/**
 * Functions that allocations pass through and that say nothing about who needed the memory.
 * @module
 */

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
