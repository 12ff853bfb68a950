/**
 * Which frame of a backtrace is shown: not the tracer, not the allocator functions that every allocation passes.
 * @module
 */

/** Modules of the tracer itself, by a part of their path. */
const TRACER_MODULE = "libsp-rtrace";

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

/** The same, by their whole names. */
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

/** True when a frame of this function and module is the code that requested memory. */
export function isUsefulFrame(func: string, module: string): boolean {
  if (module.includes(TRACER_MODULE)) return false;
  return !ALLOCATORS.has(func) && !MACHINERY.some((start) => func.startsWith(start));
}
