/**
 * Lists which tracer answers which question about which programs, for help and documentation.
 * @module
 */

/** A question about a program in some language. */
interface RecordingChoice {
  /** The question that users ask. */
  readonly question: string;
  /** The language of the program. */
  readonly language: string;
  /** The command, without `quarry`. */
  readonly line: string;
  /** The name of the tracer. */
  readonly tracer: string;
}

const NATIVE = "C, C++, Rust";

/** The table of questions. */
export const recordingChoices: readonly RecordingChoice[] = [
  { question: "What leaks?", language: NATIVE, line: "record ./app", tracer: "heaptrack" },
  { question: "What leaks?", language: "Python", line: "record python3 job.py", tracer: "memray" },
  {
    question: "What leaks?",
    language: "Python with C",
    line: "record --native python3 job.py",
    tracer: "memray",
  },
  {
    question: "What leaks?",
    language: "C that calls mtrace()",
    line: "record --with mtrace ./traced",
    tracer: "mtrace",
  },
  { question: "What leaks?", language: "mpatrol", line: "record --with mpatrol ./app", tracer: "mpatrol" },
  { question: "Who allocates most?", language: NATIVE, line: "record ./app", tracer: "heaptrack" },
  {
    question: "Who allocates most?",
    language: "statically linked",
    line: "record --with valgrind ./static",
    tracer: "valgrind",
  },
  {
    question: "Which calls repeat?",
    language: "OpenGL, GLX",
    line: "record --with apitrace ./game",
    tracer: "apitrace",
  },
  {
    question: "Which calls repeat?",
    language: "OpenGL, EGL",
    line: "record --api egl ./game",
    tracer: "apitrace",
  },
  {
    question: "Which lines never ran?",
    language: "built with gcc --coverage",
    line: "record --with lcov ./covered",
    tracer: "lcov",
  },
  {
    question: "Which lines never ran?",
    language: "Ada, C",
    line: "record --with gnatcov ./app",
    tracer: "gnatcov",
  },
];
