/**
 * The work of `quarry export FILE... --to dataset -o DIR`.
 * @module
 */

import { UsageError } from "../../base/errors.ts";
import { MIN_BUDGET } from "../../base/size_text.ts";
import { partitionName } from "../../engine/dataset/partition_name.ts";
import { indexSettings, setIndexSettings } from "../../index/settings.ts";
import { STANDARD_INPUT } from "../../ingest/file_source.ts";
import { mayLoad } from "../../ingest/permission.ts";
import { dataSettings } from "../../memory/data_settings.ts";
import { threadSettings } from "../../memory/threads.ts";
import { makeParentFolder, removeUnfinished } from "../../output/whole_folder.ts";
import type { Arguments } from "../command.ts";
import { openOperand } from "../open_traces.ts";
import type { CliHost } from "../host.ts";
import { loadChoices } from "../load_options.ts";
import { Progress } from "../progress.ts";
import { expandLists } from "../trace_operands.ts";
import { cacheFolder } from "../user_folders.ts";
import { exportInParallel } from "./dataset_crew.ts";
import { isUpToDate, readRecord, recordsIn } from "./dataset_record.ts";
import { existingTraceReport, exitCodeOf, reportText } from "./dataset_report.ts";
import { DATASET_WORKER } from "./dataset_worker.ts";
import {
  type DatasetOptions,
  datasetOptions,
  exportTrace,
  sourceOf,
  type TraceReport,
} from "./export_trace.ts";
import { findTraces, type FoundTrace } from "../find_traces.ts";

/** Opens the traces, writes the dataset and reports; returns the exit code. */
export async function runDataset(host: CliHost, args: Arguments): Promise<number> {
  const place = placeOf(args);
  const options = datasetOptions(args, place, loadChoices(args));
  const files = findTraces(host, await expandLists(host, args.operands));
  // Report a missing file now, not after minutes of loading other files.
  for (const { path, found } of files) {
    if (!found && path !== STANDARD_INPUT && !host.exists(path)) (await openOperand(path)).source.close();
  }
  const leavePlace = await makeParentFolder(place);
  try {
    return await exportInto(host, files, options);
  } finally {
    leavePlace();
  }
}

/** Writes the traces that are not in the dataset yet. */
async function exportInto(
  host: CliHost,
  files: readonly FoundTrace[],
  options: DatasetOptions,
): Promise<number> {
  const { place } = options;
  await removeUnfinished(place, (folder) => {
    const record = readRecord(folder);
    return record && partitionName(record.name);
  });
  // Save no indexes: an exported trace is queried elsewhere, and all indexes together would take as much
  // space as the dataset.
  setIndexSettings({ ...indexSettings(), seconds: Infinity });
  const reports: TraceReport[] = [];
  const wanted = withoutKnown(files, options, reports);
  const progress = new Progress(host, place, { unit: wanted.length > 1 ? "traces" : "rows" });
  try {
    await exportAll(host, wanted, { options, reports, progress });
  } finally {
    progress.clear();
  }
  await host.stderr.write(reportText(reports));
  return exitCodeOf(reports);
}

function placeOf(args: Arguments): string {
  const place = args.value("output");
  if (place === undefined || place === STANDARD_INPUT) {
    throw new UsageError("A dataset is a folder: give -o DIR");
  }
  return place.replace(/(?<=.)\/+$/, "");
}

/**
 * Returns the files whose traces are not in the dataset yet; reports on the others are added to `reports`.
 */
function withoutKnown(
  files: readonly FoundTrace[],
  options: DatasetOptions,
  reports: TraceReport[],
): FoundTrace[] {
  const records = recordsIn(options.place);
  return files.filter((file) => {
    const known = records.get(file.name) ?? [];
    if (known.length === 0) return true;
    const source = sourceOf(file, options);
    const names = new Set(known.filter((each) => isUpToDate(each, source)).map(({ name }) => name));
    const all = known.some((each) =>
      isUpToDate(each, source) && each.traces.every((name) => names.has(name))
    );
    if (!all && options.replace) return true;
    // If an earlier export was killed, it may have written only some traces of a file.
    if (!all && names.size > 0) return true;
    reports.push(existingTraceReport(file.name, all));
    return false;
  });
}

async function exportAll(
  host: CliHost,
  files: readonly FoundTrace[],
  { options, reports, progress }: {
    readonly options: DatasetOptions;
    readonly reports: TraceReport[];
    readonly progress: Progress;
  },
): Promise<void> {
  const { budget } = dataSettings();
  const threads = Math.min(
    threadSettings().threads,
    Math.max(1, Math.floor(budget / MIN_BUDGET)),
    files.length,
  );
  let done = 0;
  const onDone = (some: readonly TraceReport[]): void => {
    reports.push(...some);
    progress.update(++done, files.length);
  };
  // Standard input can only be read on the main thread.
  const alone = threads < 2 || !mayLoad(DATASET_WORKER)
    ? files
    : files.filter(({ path }) => path === STANDARD_INPUT);
  for (const file of alone) {
    const watch = files.length > 1 ? {} : {
      progress: (done: number, total: number) => progress.update(done, total),
    };
    onDone(await exportTrace(host, file, options, watch));
  }
  const others = files.filter((file) => !alone.includes(file));
  if (others.length === 0) return;
  const cache = cacheFolder(host);
  await exportInParallel(host, others, {
    threads,
    start: {
      options,
      budget: Math.floor(budget / threads),
      spill: cache === undefined ? [] : [cache],
      indexes: indexSettings().folder,
    },
    onDone,
  });
}
