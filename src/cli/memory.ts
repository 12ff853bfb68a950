/**
 * How much memory data may take: `--memory`, `QUARRY_MEMORY`, or a share of what the machine has.
 * @module
 */

import { UsageError } from "../base/errors.ts";
import { machineMemory } from "../ingest/machine_memory.ts";
import { openSpillFile } from "../ingest/spill_file.ts";
import { setDataSettings } from "../memory/data_settings.ts";
import type { CliHost } from "./host.ts";
import { xdgFolder } from "./xdg.ts";

/** Addresses end at 4 GiB; what queries need beside columns must find room too. */
const USUAL_SHARE = 3.5 * 2 ** 30;
/** A batch of rows that is being read takes as much. */
const LEAST_BUDGET = 16 << 20;
const UNITS = "KMGT";

/** Sets the budget of all memories that are made from now on. Throws `UsageError`. */
export function setMemory(host: Pick<CliHost, "env">, option: string | undefined): void {
  const variable = host.env("QUARRY_MEMORY");
  const folder = xdgFolder(host, "cache");
  setDataSettings({
    budget: option !== undefined
      ? parseSize(option, "--memory")
      : variable
      ? parseSize(variable, "QUARRY_MEMORY")
      : Math.min(USUAL_SHARE, Math.floor((machineMemory() ?? Infinity) / 2)),
    openFile: () => openSpillFile(folder === undefined ? [] : [folder]),
  });
}

/** A number of bytes as people write it: 64M, 1.5G, 2GiB, 300000. Throws `UsageError`. */
export function parseSize(text: string, from: string): number {
  const [, figure, unit = ""] = /^(\d+(?:\.\d+)?) *([kmgt]?)(?:i?b)?$/i.exec(text.trim()) ?? [];
  const bytes = Number(figure) * 1024 ** (UNITS.indexOf(unit.toUpperCase()) + (unit === "" ? 0 : 1));
  if (figure === undefined || !Number.isFinite(bytes)) {
    throw new UsageError(`${from} needs a size such as 256M or 2G, found "${text}"`);
  }
  if (bytes < LEAST_BUDGET) {
    throw new UsageError(`${from} needs at least ${LEAST_BUDGET >> 20}M, found "${text}"`);
  }
  return Math.floor(bytes);
}
