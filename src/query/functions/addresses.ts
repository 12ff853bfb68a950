/**
 * What programs know of addresses: `symbol`, `source`.
 * @module
 */

import { bindOne } from "./arguments.ts";
import type { QueryFunction } from "./function.ts";

/** The symbol of an address. */
export const symbol: QueryFunction = {
  name: "symbol",
  usage: "symbol(addr)",
  summary: "The symbol that covers an address, when the program is available",
  examples: ["by symbol(addr)"],
  parameters: ["addr"],
  forgets: true,
  bind: bindOne("symbol", ["u64"], "text"),
  evaluate: ([addr], context) => context.symbol(addr as bigint),
};

/** The line of an address. */
export const source: QueryFunction = {
  name: "source",
  usage: "source(addr)",
  summary: "The source file and line of an address, when the program is available and has a line table",
  examples: ["by source(addr)"],
  parameters: ["addr"],
  bind: bindOne("source", ["u64"], "text"),
  evaluate: ([addr], context) => context.source(addr as bigint),
};
