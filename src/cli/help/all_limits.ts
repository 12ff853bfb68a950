/**
 * Every limit of the program: those of all traces, and those that formats have.
 * @module
 */

import type { Limit, LimitGroup } from "../../base/limits/limit.ts";
import { GENERAL_LIMITS } from "../../base/limits/limits.ts";
import { formats } from "../../formats/registry.ts";

/** All limits, in the order of the page. */
export const LIMITS: readonly LimitGroup[] = await gathered();

async function gathered(): Promise<LimitGroup[]> {
  const added = await Promise.all(formats.map(({ limits }) => limits?.() ?? []));
  const groups = new Map<string, Record<string, Limit>>();
  // What is shown comes last.
  for (const { title, limits } of [GENERAL_LIMITS.slice(0, -1), ...added, GENERAL_LIMITS.slice(-1)].flat()) {
    groups.set(title, { ...groups.get(title), ...limits });
  }
  return Array.from(groups, ([title, limits]) => ({ title, limits }));
}
