/** How kernels are compiled. */
export const OPTIONS: readonly string[] = [
  "-O3",
  "--noAssert",
  "--runtime",
  "stub",
  "--importMemory",
  "--sharedMemory",
  "--initialMemory",
  "16",
  "--maximumMemory",
  "65536",
  // Constants of the modules must not overlap in the one memory that all share: kernels use no static data.
  "--memoryBase",
  "1024",
  "--enable",
  "simd",
  "--enable",
  "threads",
  "--enable",
  "bulk-memory",
];
