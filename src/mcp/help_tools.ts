/**
 * Tools that explain things: help, error codes, recipes.
 * @module
 */

import { answer } from "./answers.ts";
import type { Tool } from "./tool.ts";

/** The help tools. */
export const HELP_TOOLS: readonly Tool[] = [
  {
    name: "help",
    title: "Help",
    description:
      "Explains the query language: a page (language, stages, functions, aggregates, windows, points, tables, formats, limits), or anything by its name, such as a stage, a function or a table.",
    parameters: {
      topic: {
        type: "string",
        description: 'A page or a name; without it the list of pages. Begin with "language"',
      },
    },
    required: [],
    async run({ services }, given) {
      const topic = given.text("topic");
      if (topic !== undefined) return answer(await services.help(topic.trim().split(/\s+/)));
      return answer(services.pages.map(({ name, summary }) => `${name}: ${summary}`).join("\n"));
    },
  },
  {
    name: "explain_code",
    title: "Explain a code",
    description:
      "Explains a code of an error, a warning or a problem: its cause, what to do, and an example.",
    parameters: { code: { type: "string", description: "Such as Q203" } },
    required: ["code"],
    run: async ({ services }, given) => answer(await services.help([given.text("code")!.trim()])),
  },
  {
    name: "recipes",
    title: "Recipes",
    description:
      "Finds queries for common questions: leaks, peaks, growth, hot functions, coverage, calls, comparing two runs. Take one and change it rather than writing a query from scratch.",
    parameters: {
      about: {
        type: "string",
        description: 'A word such as "leak" or "peak"; without it the kinds of questions',
      },
      trace: { type: "string", description: "Only recipes that apply to this open trace" },
    },
    required: [],
    async run(desk, given) {
      const [about = "", name] = [given.text("about"), given.text("trace")];
      if (name !== undefined) desk.about(name);
      const text = await desk.services.recipes(about, name === undefined ? undefined : desk.formatOf(name));
      return answer(text === "" ? `There is no recipe about "${about}"` : text);
    },
  },
];
