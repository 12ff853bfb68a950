/**
 * Function names: `short` as screens show them, `full` unshortened.
 * @module
 */

import { shortName } from "../../names/short_name.ts";
import { bindOnlyArgument, type QueryFunction } from "./function.ts";

/** The short name of a function. */
export const shortFunction: QueryFunction = {
  name: "short",
  usage: "short(func)",
  summary: "The short name of a function, without template arguments, arguments and hashes",
  examples: ["leaks | by func = short(func)"],
  parameters: ["func"],
  bind: bindOnlyArgument("short", ["text"], "text", { display: "whole" }),
  evaluate: ([name]) => shortName(String(name)),
};

/** The full name of a function. */
export const fullFunction: QueryFunction = {
  name: "full",
  usage: "full(func)",
  summary: "The full name of a function, never shortened",
  examples: ["leaks | by func = full(func)"],
  parameters: ["func"],
  bind: bindOnlyArgument("full", ["text"], "text", { display: "whole" }),
  evaluate: ([name]) => name!,
};
