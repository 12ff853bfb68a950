/**
 * The work of `quarry symbols`.
 * @module
 */

import { UsageError } from "../base/errors.ts";
import { type ResultColumn, type ResultValue, rowsTable } from "../base/result_table.ts";
import { type ModuleFrames, moduleFrames } from "../engine/module_frames.ts";
import { downloadDebugFile, serverAddress } from "../ingest/debuginfod_server.ts";
import { type FoundFile, type ModuleSearch, openResolver, type Resolver } from "../ingest/resolve.ts";
import { type Arguments, EXIT } from "./command.ts";
import { reportFailure } from "./failure.ts";
import type { CliHost } from "./host.ts";
import { loadChoices, withPrograms } from "./load_options.ts";
import { outputSettings, showResult } from "./output.ts";
import { openSession } from "./run_queries.ts";
import { debuginfodCache } from "./xdg.ts";

const COLUMNS: readonly ResultColumn[] = [
  { name: "module", type: "text", display: "whole" },
  { name: "frames", type: "u64" },
  { name: "named", type: "u64" },
  { name: "with_line", type: "u64" },
  { name: "missing", type: "text", display: "whole" },
  { name: "build_id", type: "text", display: "whole", rank: 2 },
  { name: "symbols_from", type: "text", display: "whole", rank: 3 },
  { name: "looked_for", type: "text", display: "whole", rank: 1 },
];

/** Lists modules; the exit code. */
export async function runSymbols(host: CliHost, given: Arguments): Promise<number> {
  const args = withPrograms(given);
  const settings = outputSettings(host, args);
  const address = args.value("debuginfod");
  const server = address === undefined ? undefined : serverAddress(address);
  try {
    let modules = await modulesOf(host, args);
    if (server !== undefined && await downloadMissing(host, args, { server, modules })) {
      modules = await modulesOf(host, args);
    }
    const rows = await withResolver(host, args, (resolver) => modules.map((each) => rowOf(each, resolver)));
    await showResult(host, rowsTable(COLUMNS, rows), settings);
    return EXIT.ok;
  } catch (error) {
    if (error instanceof UsageError) throw error;
    return await reportFailure(host, error);
  }
}

async function modulesOf(host: CliHost, args: Arguments): Promise<ModuleFrames[]> {
  const session = await openSession(host, args);
  try {
    const modules = await moduleFrames(session);
    if (modules.length > 0) return modules;
    throw new UsageError("The trace has no backtraces: nothing in it needs function names");
  } finally {
    session.closeAll();
  }
}

async function withResolver<Result>(
  host: CliHost,
  args: Arguments,
  use: (resolver: Resolver) => Result,
): Promise<Result> {
  const resolver = await openResolver({
    ...loadChoices(args).resolve,
    downloads: debuginfodCache(host),
  });
  try {
    return use(resolver);
  } finally {
    resolver.close();
  }
}

/** Asks a server for the debug files of modules that lack names or lines; whether any came. */
async function downloadMissing(
  host: CliHost,
  args: Arguments,
  { server, modules }: { readonly server: string; readonly modules: readonly ModuleFrames[] },
): Promise<boolean> {
  const cache = debuginfodCache(host);
  if (cache === undefined) {
    throw new UsageError("Cannot keep debug files: neither DEBUGINFOD_CACHE_PATH nor HOME is set");
  }
  const wanted = await withResolver(host, args, (resolver) =>
    modules.flatMap((each) => {
      const search = searchOf(each, resolver);
      const id = each.buildId ?? search?.program?.file.buildId;
      const isWanted = id !== undefined && (each.named < each.frames || each.lines < each.frames) &&
        (search?.symbols === undefined || !hasSection(search.symbols, ".debug_info"));
      return isWanted ? [{ module: each.module, id }] : [];
    }));
  let came = false;
  for (const { module, id } of wanted) {
    const isThere = await downloadDebugFile(server, id, cache);
    const said = isThere ? "downloaded the debug file" : `${server} has no debug file`;
    await host.stderr.write(`${module}: ${said} of build ${id}\n`);
    came ||= isThere;
  }
  return came;
}

/** Where the files of a module are; what has no module has its names from elsewhere, or from nowhere. */
function searchOf({ module, buildId }: ModuleFrames, resolver: Resolver): ModuleSearch | undefined {
  return module === "" ? undefined : resolver.search({ path: module, buildId });
}

function hasSection({ file }: FoundFile, name: string): boolean {
  return file.sections.some((each) => each.name === name);
}

function rowOf(module: ModuleFrames, resolver: Resolver): ResultValue[] {
  const { frames, named, lines } = module;
  const search = searchOf(module, resolver);
  return [
    module.module === "" ? null : module.module,
    BigInt(frames),
    BigInt(named),
    BigInt(lines),
    missingOf(module, search),
    module.buildId ?? search?.program?.file.buildId ?? null,
    search?.symbols?.path ?? null,
    search === undefined || search.looked.length === 0 ? null : search.looked.join(" "),
  ];
}

/** What would name more frames; null when all have names and lines. */
function missingOf(
  { module, frames, named, lines }: ModuleFrames,
  search: ModuleSearch | undefined,
): string | null {
  if (named === frames && lines === frames) return null;
  if (search === undefined) return "the module";
  const { program, symbols, looked, otherBuilds } = search;
  if (!program || !symbols) {
    const [other] = otherBuilds;
    if (other) return `the program of this build: ${other.path} is ${buildOf(other)}`;
    return looked.length > 0 ? "the program" : `a path: there is no file ${module}`;
  }
  const has = (name: string): boolean => hasSection(symbols, name);
  const wanted = [
    ...(named < frames && !has(".symtab") && !has(".debug_info") ? ["symbols"] : []),
    ...(lines < frames && !has(".debug_line") && !has(".debug_info") ? ["source lines"] : []),
  ];
  if (wanted.length > 0) return `a debug file with ${wanted.join(" and ")}`;
  return named < frames ? "nothing: the file has no function there" : null;
}

function buildOf({ file }: FoundFile): string {
  return file.buildId === undefined ? "one without build id" : `build ${file.buildId}`;
}
