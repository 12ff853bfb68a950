/**
 * Functions that allocate and free, by their numbers in files.
 * @module
 */

/** The name of mmap. */
export const MMAP = "mmap";
/** The name of munmap. */
export const MUNMAP = "munmap";

/** By number: of versions 10 and 11, and of later ones. */
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

/** Whether a function only frees: its records have no size. */
export function isSimpleFree(name: string): boolean {
  return name === "free" || name === "pymalloc_free";
}

/** Python's own allocators, by the number in the head. */
export const PYTHON_ALLOCATORS: readonly string[] = [
  "",
  "pymalloc",
  "pymalloc debug",
  "malloc",
  "other",
  "mimalloc",
  "mimalloc debug",
];
