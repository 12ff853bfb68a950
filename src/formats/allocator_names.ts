/**
 * Functions that every allocation passes and that say nothing about who wanted it.
 * @module
 */

/** Functions that only hand an allocation on, by how their names begin. */
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

/** Functions that only hand an allocation on, by their full names. */
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

/** How the C library calls its own copies of them. */
const INTERNAL = /^__GI_+/;

/** True for an allocator, and for what only hands an allocation on. */
export function isAllocator(func: string): boolean {
  return ALLOCATORS.has(func.replace(INTERNAL, "")) || MACHINERY.some((start) => func.startsWith(start));
}
