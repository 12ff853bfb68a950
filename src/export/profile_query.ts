/**
 * What counts as a profile of some traces, unless another choice is made.
 * @module
 */

import { UsageError } from "../base/errors.ts";
import { formatNamed, formats } from "../formats/registry.ts";
import type { ProfileQuery } from "../formats/words.ts";

/** The profile of traces of some formats. Throws `UsageError` when there is none, or not one for all of them. */
export function profileQuery(names: readonly string[], exporter: string): ProfileQuery {
  const strange = names.find((name) => !formatNamed(name)?.profile);
  if (strange !== undefined) {
    const known = formats.filter(({ profile }) => profile !== undefined).map(({ name }) => name);
    throw new UsageError(
      `Cannot export a ${strange} trace as ${exporter}: it has no calls or blocks to count. ` +
        `Use traces of ${known.join(", ")}; csv, tsv, ndjson, arrow and parquet take any trace`,
    );
  }
  const profiles = new Set(names.map((name) => formatNamed(name)!.profile!));
  const [profile] = profiles;
  if (profile && profiles.size === 1) return profile;
  throw new UsageError(
    `Cannot export traces that count different things as one ${exporter} (${
      [...new Set(names)].join(", ")
    }): ` +
      "choose what to count with -e QUERY, or export them one by one",
  );
}
