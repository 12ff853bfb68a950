/**
 * Implements `quarry symbols`.
 * @module
 */

import { UsageError } from "../base/errors.ts";
import { type ResultColumn, type ResultValue, rowsTable } from "../base/result_table.ts";
import { type ModuleFrames, moduleFrames } from "../engine/module_frames.ts";
import { downloadDebugFile, serverAddress } from "../ingest/debuginfod_server.ts";
import {
  debugFileOf,
  type FoundFile,
  type ModuleSearch,
  openResolver,
  type Resolver,
} from "../ingest/resolve.ts";
import { type Arguments, EXIT } from "./command.ts";
import { reportFailure } from "./failure.ts";
import type { CliHost } from "./host.ts";
import { loadChoices, withLocalPrograms } from "./load_options.ts";
import { outputSettings, showResult } from "./output.ts";
import { openSession } from "./run_queries.ts";
import { debuginfodCache } from "./user_folders.ts";

const COLUMNS: readonly ResultColumn[] = [
  { name: "module", type: "text", display: "whole" },
  { name: "frames", type: "u64" },
  { name: "named", type: "u64" },
  { name: "with_line", type: "u64" },
  { name: "missing", type: "text", display: "whole" },
  { name: "missing_files", type: "text", display: "whole", rank: 2 },
  { name: "build_id", type: "text", display: "whole", rank: 2 },
  { name: "symbols_from", type: "text", display: "whole", rank: 3 },
  { name: "looked_for", type: "text", display: "whole", rank: 1 },
];

/** The columns shown on a screen: the first ones. */
const SCREEN_COLUMNS = COLUMNS.slice(0, 6).map(({ name }) => name);

/** Lists modules; returns the exit code. */
export async function runSymbols(host: CliHost, given: Arguments): Promise<number> {
  const args = withLocalPrograms(given);
  const settings = outputSettings(host, args);
  const address = args.value("debuginfod");
  const server = address === undefined ? undefined : serverAddress(address);
  try {
    let modules = await modulesOf(host, args);
    if (server !== undefined && await downloadMissing(host, args, { server, modules })) {
      modules = await modulesOf(host, args);
    }
    const rows = withResolver(host, args, (resolver) => modules.map((each) => rowOf(each, resolver)));
    // On a screen, more columns would shorten the column "missing" to a few letters.
    const isShort = host.stdout.isTerminal && settings.renderer.framed === true;
    const columns = isShort ? COLUMNS.slice(0, SCREEN_COLUMNS.length) : COLUMNS;
    await showResult(host, rowsTable(columns, rows), settings, SCREEN_COLUMNS);
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

function withResolver<Result>(
  host: CliHost,
  args: Arguments,
  use: (resolver: Resolver) => Result,
): Result {
  const resolver = openResolver({
    ...loadChoices(args).resolve,
    downloads: debuginfodCache(host),
  });
  try {
    return use(resolver);
  } finally {
    resolver.close();
  }
}

/** Downloads debug files for modules that lack names or lines; returns whether any was downloaded. */
async function downloadMissing(
  host: CliHost,
  args: Arguments,
  { server, modules }: { readonly server: string; readonly modules: readonly ModuleFrames[] },
): Promise<boolean> {
  const cache = debuginfodCache(host);
  if (cache === undefined) {
    throw new UsageError("Cannot store debug files: neither DEBUGINFOD_CACHE_PATH nor HOME is set");
  }
  const wanted = withResolver(host, args, (resolver) =>
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

/** Looks for the files of a module; undefined for frames without a module. */
function searchOf({ module, buildId }: ModuleFrames, resolver: Resolver): ModuleSearch | undefined {
  return module === "" ? undefined : resolver.search({ path: module, buildId });
}

function hasSection({ file }: FoundFile, name: string): boolean {
  return file.sections.some((each) => each.name === name);
}

function rowOf(module: ModuleFrames, resolver: Resolver): ResultValue[] {
  const { frames, named, lines } = module;
  const search = searchOf(module, resolver);
  const id = module.buildId ?? search?.program?.file.buildId;
  const parts = search?.symbols?.file.absentFiles ?? [];
  const missing = missingOf(module, search);
  const files = missing?.needsFile && id !== undefined ? [debugFileOf(id), ...parts] : parts;
  return [
    module.module === "" ? null : module.module,
    BigInt(frames),
    BigInt(named),
    BigInt(lines),
    missing?.text ?? partsText(parts),
    files.length === 0 ? null : files.join(" "),
    id ?? null,
    search?.symbols?.path ?? null,
    search === undefined || search.looked.length === 0 ? null : search.looked.join(" "),
  ];
}

/** The debug information that a module lacks, and whether a debug file of its build contains it. */
interface Missing {
  readonly text: string;
  readonly needsFile: boolean;
}

/** Lists which parts of the debug information are missing; null if it is complete. */
function partsText([first, ...others]: readonly string[]): string | null {
  if (first === undefined) return null;
  const more = others.length > 0 ? ` and ${others.length} more` : "";
  return `debug information in ${first}${more}`;
}

/** Describes what would name more frames; undefined if all frames have names and lines. */
function missingOf(
  { module, frames, named, lines }: ModuleFrames,
  search: ModuleSearch | undefined,
): Missing | undefined {
  if (named === frames && lines === frames) return undefined;
  if (search === undefined) return { text: "the module", needsFile: false };
  const { program, symbols, looked, otherBuilds } = search;
  if (!program || !symbols) {
    const [other] = otherBuilds;
    if (other) {
      return { text: `the program of this build: ${other.path} is ${buildOf(other)}`, needsFile: true };
    }
    if (looked.length > 0) return { text: "the program", needsFile: true };
    return { text: `a path: there is no file ${module}`, needsFile: false };
  }
  const has = (name: string): boolean => hasSection(symbols, name);
  const wanted = [
    ...(named < frames && !has(".symtab") && !has(".debug_info") ? ["symbols"] : []),
    ...(lines < frames && !has(".debug_line") && !has(".debug_info") ? ["source lines"] : []),
  ];
  if (wanted.length > 0) return { text: `a debug file with ${wanted.join(" and ")}`, needsFile: true };
  return named < frames ? { text: "nothing: the file has no function there", needsFile: false } : undefined;
}

function buildOf({ file }: FoundFile): string {
  return file.buildId === undefined ? "a file without a build id" : `build ${file.buildId}`;
}
