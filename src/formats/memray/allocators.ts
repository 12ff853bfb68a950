/**
 * Names of the allocation functions, by the numbers that captures use.
 * @module
 */

/** The name of mmap. */
export const MMAP = "mmap";
/** The name of munmap. */
export const MUNMAP = "munmap";

/** Function names by number; versions 10 and 11 number them differently from later ones. */
export const ALLOCATORS: Readonly<Record<"old" | "new", readonly string[]>> = {
  old: [
    ...["", "malloc", "free", "calloc", "realloc"],
    ...["posix_memalign", "aligned_alloc", "memalign", "valloc", "pvalloc", MMAP, MUNMAP],
    ...["pymalloc_malloc", "pymalloc_calloc", "pymalloc_realloc", "pymalloc_free"],
  ],
  new: [
    ...["", "pymalloc_free", "pymalloc_malloc", "pymalloc_calloc", "pymalloc_realloc"],
    ...["free", "malloc", "realloc", "calloc"],
    ...["posix_memalign", "aligned_alloc", "memalign", "valloc", "pvalloc", MMAP, MUNMAP],
  ],
};

/** Whether the function is a plain free, whose records have no size. */
export function isSimpleFree(name: string): boolean {
  return name === "free" || name === "pymalloc_free";
}

/** Names of Python's allocators, by the number in the header. */
export const PYTHON_ALLOCATORS: readonly string[] = [
  "",
  "pymalloc",
  "pymalloc debug",
  "malloc",
  "other",
  "mimalloc",
  "mimalloc debug",
];
