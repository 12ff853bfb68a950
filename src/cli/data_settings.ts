/**
 * Settings for the data of traces: how much stays in memory (`--memory`, `QUARRY_MEMORY`, or a share of the
 * machine's memory), the folder of saved indexes (`--index`, `--no-cache`, `QUARRY_CACHE`), and how many
 * threads to use (`--threads`, `QUARRY_THREADS`).
 * @module
 */

import { UsageError } from "../base/errors.ts";
import { formatSize, MIN_BUDGET, parseSize } from "../base/size_text.ts";
import { FILE_LIMITS } from "../base/limits/file_limits.ts";
import { parseThreads, VALID_THREAD_COUNTS } from "../base/thread_count.ts";
import { machineMemory } from "../ingest/machine_memory.ts";
import { openSpillFile } from "../ingest/spill_file.ts";
import { setDataSettings } from "../memory/data_settings.ts";
import { coreCount, setThreads } from "../memory/threads.ts";
import { SECONDS_TO_SAVE, SECONDS_TO_SAVE_AS_ASKED, setIndexSettings } from "../index/settings.ts";
import { restrictStrategies, STRATEGIES } from "../query/execution/strategies.ts";
import type { Arguments } from "./command.ts";
import type { CliHost } from "./host.ts";
import { cacheFolder, isCachingDisabled } from "./user_folders.ts";

/** Addresses end at 4 GiB, and queries need memory in addition to the columns. */
const USUAL_SHARE = 3.5 * 2 ** 30;
/** Memory to assume if the machine does not report its size. */
const UNKNOWN_MACHINE = 2 ** 32;

/** The parsed options. */
type Options = Pick<Arguments, "value" | "has">;

/** Applies the settings to all traces opened from now on. Throws `UsageError`. */
export function setDataPlaces(host: Pick<CliHost, "env">, args: Options): void {
  setMemory(host, args.value("memory"));
  setThreads(threadsFrom(host, args.value("threads")));
  restrictTestStrategies(host.env("QUARRY_PLAN"));
  // An option overrides a variable: `--index` explicitly requests an index.
  const isOff = args.value("index") === undefined && isCachingDisabled(host);
  setIndexSettings({
    folder: args.has("no-cache") || isOff ? undefined : indexFolder(host, args),
    seconds: args.value("index") === undefined ? SECONDS_TO_SAVE : SECONDS_TO_SAVE_AS_ASKED,
  });
}

/** For tests: restricts the execution strategies that queries may use, by name. */
function restrictTestStrategies(list: string | undefined): void {
  restrictStrategies(
    list?.split(",").map((each) => each.trim()).filter((each) => each !== "").map((name) => {
      const way = STRATEGIES.find((known) => known === name);
      if (way) return way;
      throw new UsageError(`QUARRY_PLAN: "${name}" is not a strategy: use one of ${STRATEGIES.join(", ")}`);
    }),
  );
}

/** The folder of saved indexes; undefined if the user has no home folder. */
export function indexFolder(host: Pick<CliHost, "env">, args: Options): string | undefined {
  return args.value("index") ?? cacheFolder(host);
}

function setMemory(host: Pick<CliHost, "env">, option: string | undefined): void {
  const variable = host.env("QUARRY_MEMORY");
  const folder = cacheFolder(host);
  setDataSettings({
    budget: option !== undefined
      ? budgetOf(option, "--memory")
      : variable
      ? budgetOf(variable, "QUARRY_MEMORY")
      : Math.min(USUAL_SHARE, Math.floor((machineMemory() ?? UNKNOWN_MACHINE) / 2)),
    openFile: () => openSpillFile(folder === undefined ? [] : [folder]),
  });
}

/** Returns the number of threads for queries: from the option, the variable, or the machine. */
function threadsFrom(host: Pick<CliHost, "env">, option: string | undefined): number {
  const variable = host.env("QUARRY_THREADS");
  const [text, from] = option !== undefined ? [option, "--threads"] : [variable, "QUARRY_THREADS"];
  if (!text && option === undefined) return Math.min(coreCount(), FILE_LIMITS.threads.most);
  const threads = parseThreads(text!);
  if (threads === undefined) throw new UsageError(`${from} needs ${VALID_THREAD_COUNTS}, found "${text}"`);
  return threads;
}

/** Parses a budget such as `512M`. Throws `UsageError`. */
function budgetOf(text: string, from: string): number {
  const bytes = parseSize(text);
  if (bytes === undefined) throw new UsageError(`${from} needs a size such as 256M or 2G, found "${text}"`);
  if (bytes < MIN_BUDGET) {
    throw new UsageError(`${from} needs at least ${formatSize(MIN_BUDGET)}, found "${text}"`);
  }
  return bytes;
}
