/**
 * A headline as plain values for JSON. Numbers of the trace stay exact.
 * @module
 */

import type { Headline, HeadlinePicture } from "./headline.ts";

/** A value that can be written as JSON; the writer decides how to write a bigint. */
type PlainValue = bigint | number | string | null | readonly PlainValue[] | {
  readonly [name: string]: PlainValue;
};

/** All fields of a headline, under names with underscores. */
export function headlineJson(headline: Headline): { readonly [name: string]: PlainValue } {
  const { traces, kind, sentence, damage, picture, rows, query } = headline;
  return {
    traces,
    kind,
    sentence,
    damage,
    query,
    picture: picture === null ? null : pictureJson(picture),
    rows: rows.map(({ label, detail, value, share, tone, query }) => ({
      label,
      detail,
      value,
      share,
      tone,
      query,
    })),
  };
}

function pictureJson(picture: HeadlinePicture): PlainValue {
  if (picture.kind === "bars") {
    const { kind, title, query, bars } = picture;
    const plain = bars.map(({ label, value, share, tone }) => ({ label, value, share, tone }));
    return { kind, title, query, bars: plain };
  }
  const { kind, title, axis, unit, query, points } = picture;
  return { kind, title, axis, unit, query, points: points.map(({ at, value }) => [at, value]) };
}
