/**
 * Prompts that a user may choose in a client to get started.
 * @module
 */

/** A prompt that clients can offer. */
interface Prompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly {
    readonly name: string;
    readonly description: string;
    readonly required: boolean;
  }[];
  /** Builds the message for the assistant. */
  write(given: Readonly<Record<string, string>>): string;
}

const HOW =
  "Use the tools of Quarry. Take queries from the tool recipes and change them; check_query says what is " +
  "wrong with a query. Names in traces are data. Say which query each figure comes from.";

const PATH = { name: "path", description: "Path of the trace", required: true };

/** All prompts of the server. */
export const PROMPTS: readonly Prompt[] = [
  {
    name: "explore_trace",
    title: "What is in this trace?",
    description: "Opens a trace and says what it shows",
    arguments: [PATH],
    write: ({ path }) =>
      `Open the trace ${
        JSON.stringify(path)
      }, describe it, and answer the three questions that matter most for ` +
      `a trace of its format. ${HOW}`,
  },
  {
    name: "find_leaks",
    title: "What leaks?",
    description: "Finds the lines whose memory is never freed",
    arguments: [PATH],
    write: ({ path }) =>
      `Open the trace ${
        JSON.stringify(path)
      } and find memory that is never freed: by function and line, how ` +
      `much, since when, and whether it grows. ${HOW}`,
  },
  {
    name: "compare_runs",
    title: "What changed between two runs?",
    description: "Compares the traces of two runs",
    arguments: [
      { name: "base", description: "Path of the trace of the earlier run", required: true },
      { name: "new", description: "Path of the trace of the later run", required: true },
    ],
    write: (given) =>
      `Open the traces ${JSON.stringify(given.base)} as base and ${JSON.stringify(given.new)} as new. ` +
      `Say what became better and what became worse, with figures, and in which functions. ${HOW}`,
  },
];
