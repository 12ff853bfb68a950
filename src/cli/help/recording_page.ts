/**
 * Composes the page about recording traces: which tracer to use, and options for special cases.
 * @module
 */

import { recordingChoices } from "../../record/questions.ts";
import { tracers } from "../../record/registry.ts";
import { nameList, section, wrap } from "./layout.ts";

/** The page about recording. */
export function recordingPage(): string {
  const questions = [...new Set(recordingChoices.map(({ question }) => question))];
  const table = questions.map((asked) =>
    section(
      asked.replace("?", ""),
      nameList(
        recordingChoices.filter(({ question }) => question === asked)
          .map(({ line, language, tracer }) => [`quarry ${line}`, `${language} (${tracer})`] as const),
        { widestName: 40 },
      ),
    )
  ).join("");
  const costs = tracers.map(({ name, cost, lacks }) => [name, `${cost}. Lacks: ${lacks}`] as const);
  return `${
    wrap(
      "quarry record starts a program with a tracer that is installed, and reports the result. The program keeps " +
        "its input, its output and its exit code.",
    )
  }${table}${section("What it costs, and what the traces lack", nameList(costs))}
${
    wrap(
      "quarry record --list says which tracers this machine has, and quarry record --dry-run prints the command and " +
        "the environment instead of running it. quarry record --pid N attaches to a process. Coverage of gcc, clang, " +
        "Python and others comes from their own tools: quarry info FILE says which command converts such a file.",
    )
  }`;
}
