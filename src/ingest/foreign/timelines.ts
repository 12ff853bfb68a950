/**
 * Describes files of sampling profilers, and of tools that record timelines of events.
 * @module
 */

import {
  type Advice,
  adviseConversion,
  adviseOpen,
  adviseShow,
  ascii,
  beginsWithAny,
  type ForeignFile,
} from "./foreign_file.ts";
import { beginsWithKey, isLtrace, isPerfetto, isStrace } from "./content_checks.ts";

/** Timelines that Quarry can write for other viewers, but does not read. */
const written: readonly Advice[] = [{
  say: () => ", which Quarry writes but does not read: ui.perfetto.dev shows it",
}];

/** Files that profilers and call tracers write. */
export const timelines: readonly ForeignFile[] = [
  {
    name: "perf",
    is: beginsWithAny("PERFILE2", "2ELIFREP"),
    what: "samples of Linux perf (perf.data)",
    advice: [adviseShow(({ file }) => `perf report -i ${file}`)],
  },
  {
    name: "jfr",
    magic: ascii("FLR\0"),
    what: "a recording of Java Flight Recorder (JFR)",
    advice: [adviseShow(({ file }) => `jfr summary ${file}`)],
  },
  {
    name: "callgrind",
    is: ({ text }) => /^(?:# callgrind format\n)?(?:version: \d+\n)?creator: callgrind/.test(text),
    what: "calls counted by valgrind's callgrind",
    advice: [adviseShow(({ file }) => `callgrind_annotate ${file}`)],
  },
  {
    name: "cachegrind",
    is: ({ text }) => /^desc: I1 cache: .*\n(?:desc: .*\n)*cmd: .*\nevents: /.test(text),
    what: "a profile of valgrind's cachegrind",
    advice: [adviseShow(({ file }) => `cg_annotate ${file}`)],
  },
  {
    name: "gperftools-cpu",
    // Words of 64 bits: 0, the length of the header, the version.
    magic: [0, 3, 0].flatMap((word) => [word, 0, 0, 0, 0, 0, 0, 0]),
    what: "a CPU profile of gperftools",
    advice: [
      adviseConversion("pprof", ({ file }) => `go tool pprof -proto PROGRAM ${file} > cpu.pb.gz`),
      adviseShow(({ file }) => `go tool pprof -top PROGRAM ${file}`),
    ],
  },
  {
    name: "gmon",
    magic: ascii("gmon\x01\0\0\0"),
    what: "a profile of gcc -pg (gmon.out)",
    advice: [adviseShow(({ file }) => `gprof PROGRAM ${file}`)],
  },
  {
    name: "cpuprofile",
    is: ({ text }) => /^\s*\{\s*"nodes"\s*:\s*\[\s*\{\s*"id"/.test(text),
    what: "a profile of V8 (Chrome, Node.js)",
    advice: [adviseOpen("the Performance panel of Chrome's developer tools loads it")],
  },
  {
    name: "go-trace",
    is: ({ text }) => /^go 1\.\d+ trace\0/.test(text),
    what: "an execution trace of Go",
    advice: [adviseShow(({ file }) => `go tool trace ${file}`)],
  },
  {
    name: "go-text",
    is: ({ text }) =>
      /^(?:--- (?:contention|mutex):\ncycles\/second=|(?:goroutine|threadcreate) profile: total \d|goroutine \d+ \[[^\]\n]*\]:\n)/
        .test(text),
    what: "goroutines, threads or waits of Go as text (debug=1 or 2)",
    advice: [
      { say: () => ": with debug=0, Go writes a file that Quarry reads", makes: "pprof" },
      adviseOpen("an editor shows it"),
    ],
  },
  {
    name: "uftrace",
    magic: ascii("Ftrace!\0"),
    what: "part of a trace of uftrace",
    advice: [adviseShow(({ folder }) => `uftrace replay -d ${folder}`)],
  },
  {
    name: "ctf",
    // Metadata as text, and the magic numbers of metadata and of event files in both byte orders.
    is: beginsWithAny(
      "/* CTF 1.8 */",
      "\xc1\x1f\xfc\xc1",
      "\xc1\xfc\x1f\xc1",
      "\x57\x1d\xd1\x75",
      "\x75\xd1\x1d\x57",
    ),
    what: "part of a trace in the Common Trace Format (LTTng)",
    advice: [adviseShow(({ folder }) => `babeltrace2 ${folder}`)],
  },
  {
    name: "chrome-trace",
    is: ({ text }) =>
      beginsWithKey("traceEvents")({ text, bytes: new Uint8Array() }) ||
      /^\s*\[\s*\{[^{}]*"(?:ph|cat|ts)"\s*:/.test(text),
    what: "a timeline in Chrome's JSON",
    advice: written,
  },
  { name: "perfetto", is: isPerfetto, what: "a trace of Perfetto", advice: written },
  {
    name: "gfxreconstruct",
    magic: ascii("GFXR"),
    what: "a capture of GFXReconstruct",
    advice: [{
      say: ({ file }) =>
        `: make JSON of it, and open that: gfxrecon-convert --format jsonl --output calls.jsonl ${file}`,
    }],
  },
  {
    name: "strace",
    is: isStrace,
    what: "a list of system calls, as strace writes it",
    advice: [adviseOpen("an editor shows it, and strace -c counts the calls of a run")],
  },
  {
    name: "ltrace",
    is: isLtrace,
    what: "a list of library calls, as ltrace writes it",
    advice: [adviseOpen("an editor shows it, and ltrace -c counts the calls of a run")],
  },
];
