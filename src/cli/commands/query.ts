/**
 * `quarry query [NAME=]FILE... -e QUERY`.
 * @module
 */

import { UsageError } from "../../base/errors.ts";
import type { Command } from "../command.ts";
import { SUMMARIES } from "../command_summaries.ts";
import { checkFollowing, FOLLOW_OPTIONS } from "../follow/follow_options.ts";
import { EACH_OPTIONS } from "../each/each_options.ts";
import { ENGINE_OPTIONS } from "../engine_options.ts";
import { QUERY_OPTIONS } from "../query_options.ts";
import { verdictOutputs } from "../verdict_formats.ts";

/**
 * Output modes that are formats of `quarry export`, with their names there; Arrow on a pipe uses its
 * streaming form.
 */
const FORMATS_OF_MODES: Readonly<Record<string, string>> = { arrow: "arrows", parquet: "parquet" };
const BINARY_MODES = Object.keys(FORMATS_OF_MODES);

/** Runs queries and exits. */
export const queryCommand: Command = {
  ...SUMMARIES.query,
  options: [
    ...QUERY_OPTIONS.map((option) =>
      option.name === "mode"
        ? {
          ...option,
          choices: [...option.choices!, ...BINARY_MODES],
          summary: `${option.summary} ${BINARY_MODES.join(" ")}`,
        }
        : option
    ),
    ...EACH_OPTIONS,
    ...ENGINE_OPTIONS,
    ...FOLLOW_OPTIONS,
  ],
  examples: [
    { line: "query trace.mtrc -e 'leaks | by file, line | top 10 by bytes'", summary: "the worst leaks" },
    { line: "query trace.mtrc -m json -e 'thread:3 | take 20'", summary: "some events as JSON" },
    { line: "query a=run1.mtrc b=run2.mtrc -f compare.qry", summary: "a script over two traces" },
    { line: "query --each 'runs/*.mtrc' -e 'leaks | count'", summary: "each of many traces separately" },
    { line: "query --follow trace.mtrc -e 'leaks | count' --every 2s", summary: "while it is written" },
    {
      line: "query --engine duckdb --dataset traces -e 'leaks | by trace'",
      summary: "on an engine, over a dataset",
    },
  ],
  writes: [
    ["--junit FILE", "results of assertions, XML; repl too when it is not interactive"],
    ["--sarif FILE", "failed assertions, JSON; repl too when it is not interactive"],
  ],
  async run(host, args, program) {
    const { NO_QUERY, runQueries } = await import("../run_queries.ts");
    const asksEngine = args.value("engine") !== undefined;
    const asksEach = args.has("each");
    if (!asksEach && args.value("output") !== undefined) {
      throw new UsageError("-o is for --each: write > FILE for one result, or use quarry export");
    }
    const to = FORMATS_OF_MODES[args.value("mode") ?? ""];
    if (to !== undefined && (asksEach || asksEngine || verdictOutputs(args).alone)) {
      throw new UsageError(
        `-m ${args.value("mode")} is for one result: leave out --each, --engine and --format`,
      );
    }
    if (to !== undefined) {
      const named = { value: (name: string) => name === "to" ? to : args.value(name) };
      return await (await import("../export_run.ts")).runExport(host, { ...args, ...named });
    }
    checkFollowing(args);
    if (args.has("follow")) {
      if (asksEach || asksEngine || verdictOutputs(args).alone) {
        throw new UsageError(
          "--follow queries traces and shows rows: leave out --each, --engine and --format",
        );
      }
      const { runFollow } = await import("../follow/run_follow.ts");
      const { readScripts } = await import("../run_queries.ts");
      return await runFollow(host, args, await readScripts(host, args), { shows: true });
    }
    const run = async (scripts?: Parameters<typeof runQueries>[3]): Promise<number> =>
      asksEach
        ? await (await import("../each/run_each.ts")).runEach(host, args, scripts)
        : asksEngine
        ? await (await import("../run_engine.ts")).runOnEngine(host, args, scripts)
        : await runQueries(host, args, program, scripts);
    if (args.values("eval").length > 0 || args.values("file").length > 0) return await run();
    // Only a pipe can provide a script here; on a terminal, the query is missing.
    if (host.stdinIsTerminal || args.operands.includes("-")) {
      throw new UsageError(`Cannot run without a query: ${NO_QUERY}`);
    }
    return await run([{ text: await host.readTextFile("-"), file: "stdin" }]);
  },
};
