/**
 * Describes files of memory tools: profilers, dumps of heaps and processes, and reports of checkers.
 * @module
 */

import { adviseConversion, adviseOpen, adviseShow, ascii, type ForeignFile } from "./foreign_file.ts";
import { beginsWithKey, isPickle } from "./content_checks.ts";

const DEVELOPER_TOOLS = "the Memory panel of Chrome's developer tools loads it";

/** Files that memory tools write. */
export const memoryFiles: readonly ForeignFile[] = [
  {
    name: "core",
    // The type of an ELF file, in its byte order: 4 is a core dump.
    is: ({ bytes, text }) => text.startsWith("\x7fELF") && bytes[bytes[5] === 2 ? 17 : 16] === 4,
    what: "a core dump, the memory of a process when it died",
    advice: [adviseShow(({ file }) => `gdb -c ${file} PROGRAM`)],
  },
  {
    name: "hprof",
    magic: ascii("JAVA PROFILE "),
    what: "a Java heap dump (HPROF): the objects live at one point",
    advice: [adviseOpen("Eclipse Memory Analyzer and VisualVM do")],
  },
  {
    name: "heapsnapshot",
    is: beginsWithKey("snapshot"),
    what: "a V8 heap snapshot (Chrome, Node.js): the objects live at one point",
    advice: [adviseOpen(DEVELOPER_TOOLS)],
  },
  {
    name: "heapprofile",
    is: ({ text }) => /^\s*\{\s*"head"\s*:\s*\{\s*"callFrame"/.test(text),
    what: "a sampled V8 heap profile (Chrome, Node.js)",
    advice: [adviseOpen(DEVELOPER_TOOLS)],
  },
  {
    name: "massif",
    is: ({ text }) => /^desc: .*\ncmd: .*\ntime_unit: /.test(text),
    what: "a heap profile of valgrind's massif",
    advice: [
      {
        say: ({ file }) =>
          `, which Quarry does not read: try ms_print ${file}; ` +
          "valgrind --tool=dhat PROGRAM writes a file that Quarry reads",
        makes: "dhat",
      },
      adviseShow(({ file }) => `ms_print ${file}`),
    ],
  },
  {
    name: "heaptrack-empty",
    is: ({ text }) => /^\s*# strings: 0\n/.test(text),
    what: "output of heaptrack_interpret without any events",
    advice: [{
      say: () =>
        ": heaptrack sees nothing of programs that are linked statically or end without exit(), like Go's",
    }],
  },
  {
    name: "memcheck",
    is: ({ text }) => /^==\d+== [A-Z]\w+, an? /.test(text),
    what: "a text report of valgrind",
    advice: [
      adviseConversion("dhat", () => "valgrind --tool=dhat PROGRAM"),
      adviseOpen("an editor shows it"),
    ],
  },
  {
    name: "sanitizer",
    is: ({ text }) => /^(?:\s|=)*\d+==(?:ERROR|WARNING): \w+Sanitizer/.test(text.slice(0, 512)),
    what: "a text report of a sanitizer",
    advice: [adviseOpen("an editor shows it")],
  },
  {
    name: "tracemalloc",
    is: (head) => isPickle(head) && head.text.slice(0, 40).includes("tracemalloc"),
    what: "a snapshot of Python's tracemalloc",
    advice: [
      adviseConversion("memray", () => "memray run SCRIPT"),
      adviseOpen("tracemalloc.Snapshot.load does"),
    ],
  },
  {
    name: "pickle",
    is: isPickle,
    what: "a pickle of Python",
    advice: [{
      say: ({ file }) =>
        `, which Quarry does not read: python3 -m pickletools ${file} lists it and runs nothing in it`,
    }],
  },
];
