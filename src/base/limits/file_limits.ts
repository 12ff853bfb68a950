/**
 * Limits of files, of the environment of a trace, and of memory.
 * @module
 */

import type { Limit } from "./limit.ts";

/** Limits of files and memory. */
export const FILE_LIMITS = {
  memory: {
    what: "at one time for results, sorts and groups, and for columns if no file can be written",
    // 32-bit pointers end here. The last 64 KiB are not used, so that the end of each allocation is a pointer
    // too.
    most: 2 ** 32,
    unit: "bytes",
    beyond: "the query fails, or the trace ends there; open traces stay open",
    cure: "keep fewer columns with select, or fewer rows with where",
    untried: "it needs the memory; tests inject failures at every allocation instead",
  },
  recordWithoutBudget: {
    what: "in one record, or all that --memory leaves if that is more; texts may use as much again",
    most: 1 << 25,
    unit: "bytes",
    beyond: "the trace ends there; everything before that can be queried",
    code: "memory-full",
    cure: "raise the limit with --memory",
    untried: "tests/ingest/budget_test.ts tries it with a small budget",
  },
  livePage: {
    what: "of traces in a page of report --live, compressed",
    most: 1 << 28,
    unit: "bytes",
    beyond: "the command ends with exit code 3, and no page is written",
    cure: "quarry report without --live, or send the trace and the page of deno task page",
    untried: "tests/report/live_test.ts tries it with a smaller one",
  },
  threads: {
    what: "threads for queries",
    most: 256,
    beyond: "the command ends with exit code 2",
  },
  indexes: {
    what: "of saved indexes, or a tenth of the free disk space if that is less",
    most: 20 * 2 ** 30,
    unit: "bytes",
    beyond: "the least recently used are removed; a larger one is not saved",
    cure: "quarry index FILE may use all free space; --index DIR chooses another folder",
    untried: "it needs the disk; a test of index_folder.ts has a smaller one",
  },
  containers: {
    what: "nested containers (gzip, zstd, lz4, brotli, snappy)",
    most: 8,
    beyond: "the trace cannot be opened",
    cure: "decompress it first",
  },
  guessedContainers: {
    what: "of them without a magic number (brotli)",
    most: 3,
    beyond: "the trace cannot be opened",
    cure: "decompress it first",
  },
  snappyChunk: {
    what: "in one chunk of a snappy stream",
    most: 2 ** 30,
    unit: "bytes",
    beyond: "everything before is kept",
    code: "bad-chunk",
    cure: "copy the file again, since no program writes such a chunk",
  },
  text: {
    what: "in a script, or in any text that a command reads",
    most: 16 << 20,
    unit: "bytes",
    beyond: "the command ends with exit code 2",
    cure: "split it",
  },
  footer: {
    what: "in the footer of a Parquet file, and in the record of a trace in a dataset",
    most: 64 << 20,
    unit: "bytes",
    beyond: "the file is damaged, so the dataset cannot be queried",
    cure: "quarry export FILE... --to dataset -o DIR --replace writes it again",
  },
  callList: {
    what: 'in a list of calls, as in set("@LIST")',
    most: 16 << 20,
    unit: "bytes",
    beyond: "the query does not run",
    code: "Q226",
    cure: "write ranges such as 100-2000",
  },
  traceLists: {
    what: "nested lists of traces (@LIST)",
    most: 8,
    beyond: "the command ends with exit code 2",
    cure: "write the traces into one list",
  },
  scriptsInScripts: {
    what: "scripts that read one another with .read",
    most: 16,
    beyond: "the last one is not read",
    cure: "look for a script that reads itself",
  },
  program: {
    what: "in a program whose symbols and lines are used",
    // The maximum size of an array in V8.
    most: 2 ** 31,
    unit: "bytes",
    beyond: "it is treated as missing",
    cure: "use a copy with fewer debug sections (objcopy)",
  },
  programLinks: {
    what: "symbolic links on the way to a program below --root",
    most: 40,
    beyond: "it is treated as missing",
    cure: "look for circular links",
  },
  outputLinks: {
    what: "symbolic links on the way to an output",
    most: 40,
    beyond: "the output is refused",
    cure: "look for circular links",
  },
  debugRatio: {
    what: "times its compressed size, for a debug section",
    // Deflate cannot compress more, and no debug section compresses nearly as much.
    most: 1100,
    beyond: "the section is not used",
    cure: "the program is damaged: build it again",
  },
  lineProblems: {
    what: "problems of the line table of a program",
    most: 100,
    beyond: "the others are not reported",
  },
  demangledName: {
    what: "characters of a name that is demangled",
    most: 4096,
    beyond: "the name stays as the compiler wrote it",
  },
  demangledReferences: {
    what: "references to earlier parts of a name that is demangled",
    // Each may double the length, so a name with more of them is not real.
    most: 40,
    beyond: "the name stays as the compiler wrote it",
  },
  demangledCharacters: {
    what: "characters of names that are demangled for one trace, before and after",
    // Reaching it takes a few seconds; it is enough for several hundred thousand functions.
    most: 1 << 27,
    beyond: "the other names stay as the compiler wrote them, and a warning says so",
  },
  searchedFiles: {
    what: "files that are opened to find a trace, when a folder is named",
    most: 200,
    beyond: "the message says that there may be more traces",
    cure: "name the trace",
  },
  searchedFolders: {
    what: "levels of folders that are searched for traces",
    most: 2,
    beyond: "traces in them are not offered",
    cure: "name the trace",
  },
  offeredFiles: {
    what: "files to examine for traces when quarry is started without a file",
    most: 2000,
    beyond: "the others are not offered",
    cure: "name the trace",
  },
} as const satisfies Record<string, Limit>;
