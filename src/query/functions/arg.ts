/**
 * `arg`: columns by the name of an argument.
 * @module
 */

import { type QueryFunction, refuse } from "./function.ts";

/** The function `arg`. Where it is valid the binder replaces it by a column; see `bind_family.ts`. */
export const arg: QueryFunction = {
  name: "arg",
  usage: "arg(name)",
  summary: "The argument of an API call with this name",
  examples: ['calls | where arg("target") == "GL_TEXTURE_2D"'],
  parameters: ["name"],
  isOfTables: true,
  bind: (_, span, report) =>
    refuse(report, "Q219", "arg() exists only on calls", span, 'begin with "calls |"'),
  evaluate: () => null,
};
