/**
 * `quarry as sp-rtrace-postproc`: filters reports and writes them as text.
 *
 * It differs from the original where the original is wrong: contexts keep ids and names, arguments keep their
 * blanks, types that are not registered keep their names, dates that begin with the day are understood, and
 * the leak summary is right for every type. Groups of equal rank are in the order of their first calls. `-r`
 * looks up the byte before a return address, because the call is there, keeps names that the report already
 * contains, and writes addresses outside any module without a suffix: the original adds `in ??`, which looks
 * like part of the trace.
 * @module
 */

import { UsageError } from "../../base/errors.ts";
import type { Trace } from "../../tables/trace.ts";
import { readSource } from "../read_source.ts";
import type { CompatHost, StandIn } from "../stand_in.ts";
import { printProblems } from "../print_problems.ts";
import { type Options, parseOptions, USAGE } from "./options.ts";
import { rewriteTrace } from "./rewrite.ts";

const NAME = "sp-rtrace-postproc";

/** The stand-in for sp-rtrace-postproc. */
export const spRtracePostproc: StandIn = {
  name: NAME,
  summary: "Filters, compresses and converts sp-rtrace traces",
  usage: USAGE,
  run,
};

async function run(args: readonly string[], host: CompatHost): Promise<number> {
  const options = parseOptions(args);
  if (options.help) {
    await host.writeOut(`Usage: ${NAME} [OPTIONS]\n${USAGE}`);
    return 0;
  }
  const lists = {
    include: await readList(options.include, host),
    exclude: await readList(options.exclude, host),
  };
  const { sysroot, debugDir } = options;
  const resolve = { sysroot, debugDirs: debugDir === undefined ? [] : [debugDir] };
  const traces = await host.open(options.input ?? "-", options.resolve ? { resolve } : {});
  const trace = traces[0];
  if (!trace?.header.format.startsWith("sp-rtrace")) {
    throw new UsageError(
      `Cannot rewrite "${options.input ?? "-"}": it is ${
        trace?.header.format ?? "empty"
      }, not an sp-rtrace trace`,
    );
  }
  if (options.resolve && sysroot === undefined) checkMachine(trace, host);
  await warn(traces, options, host);
  if (options.outputDir === undefined) {
    await rewriteTrace(trace, options, lists, (bytes) => host.writeOut(bytes));
  } else await writeInto(options.outputDir, trace, options, lists, host);
  return 0;
}

/** Programs on this machine cannot name addresses of another machine. */
function checkMachine(trace: Trace, host: CompatHost): void {
  const arch = trace.tags.find((tag) => tag.name === "arch")?.value;
  if (arch === undefined || host.machine === undefined || arch === host.machine) return;
  throw new UsageError(
    `Cannot resolve names of ${arch} with programs of ${host.machine}: give --sysroot DIR`,
  );
}

/** Reads the text of an index list. */
async function readList(path: string | undefined, host: CompatHost): Promise<string | undefined> {
  if (path === undefined) return undefined;
  if (!host.openBytes) throw new UsageError(`Cannot read "${path}": files cannot be opened here`);
  return new TextDecoder().decode(await readSource(await host.openBytes(path)));
}

async function warn(traces: readonly Trace[], options: Options, host: CompatHost): Promise<void> {
  if (options.quiet) return;
  if (traces.length > 1) {
    await host.writeError(`${NAME}: the file holds ${traces.length} logs, only the first is written\n`);
  }
  await printProblems(NAME, traces[0]!, host);
}

async function writeInto(
  folder: string,
  trace: Trace,
  options: Options,
  lists: Parameters<typeof rewriteTrace>[2],
  host: CompatHost,
): Promise<void> {
  const pid = trace.tags.find((tag) => tag.name === "pid")?.value ?? "0";
  const path = `${folder.replace(/\/+$/, "")}/${pid.replace(/\D/g, "")}-0.rtrace.txt`;
  await host.writeFile(path, (write) => rewriteTrace(trace, options, lists, write));
  await host.writeOut(`INFO: Created text log file ${path}\n`);
}
