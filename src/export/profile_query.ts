/**
 * The default profile of traces.
 * @module
 */

import { UsageError } from "../base/errors.ts";
import { profileOf } from "../engine/profile_of.ts";
import { formats } from "../formats/registry.ts";
import type { ProfileQuery } from "../formats/format_types.ts";
import type { Trace } from "../tables/trace.ts";

/** The profile of some traces. Throws `UsageError` if there is none, or they differ. */
export function profileQuery(traces: readonly Trace[], exporter: string): ProfileQuery {
  const profiles = new Map<string, ProfileQuery>();
  for (const trace of traces) {
    const profile = profileOf(trace);
    if (profile === undefined) {
      const known = formats.filter((each) => each.profile !== undefined || each.profileOf !== undefined);
      throw new UsageError(
        `Cannot export a ${trace.header.format} trace as ${exporter}: it has no calls or blocks to count. ` +
          `Use traces of ${known.map(({ name }) => name).join(", ")}; ` +
          "csv, tsv, ndjson, arrow and parquet take any trace",
      );
    }
    profiles.set(profile.query, profile);
  }
  const [profile] = profiles.values();
  if (profile && profiles.size === 1) return profile;
  throw new UsageError(
    `Cannot export traces that count different things as one ${exporter} (${
      [...new Set(traces.map(({ header }) => header.format))].join(", ")
    }): ` +
      "choose what to count with -e QUERY, or export them one by one",
  );
}
