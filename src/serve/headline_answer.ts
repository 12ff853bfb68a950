/**
 * The headlines for a page.
 * @module
 */

import type { Session } from "../engine/session.ts";
import { curveEnds } from "../headline/curve.ts";
import type { Headline } from "../headline/headline.ts";
import { headlineOfChange, headlinesOf } from "../headline/headlines.ts";
import type { HeadlineRequest, WireHeadline, WirePicture } from "./api_types.ts";

/** The headlines of the open traces, or of two traces to compare; empty if one of those is not open. */
export async function headlineAnswer(
  session: Session,
  { before, after }: HeadlineRequest,
): Promise<readonly WireHeadline[]> {
  if (before === undefined || after === undefined) return (await headlinesOf(session)).map(wireHeadline);
  const [first, second] = [before, after].map((name) => session.traces.find((each) => each.name === name));
  if (first === undefined || second === undefined) return [];
  const change = await headlineOfChange(session, first, second);
  return change === null ? [] : [wireHeadline(change)];
}

function wireHeadline({ picture, ...headline }: Headline): WireHeadline {
  return { ...headline, picture: picture === null ? null : wirePicture(picture) };
}

/** A curve is only drawn, so its numbers can be doubles. */
function wirePicture(picture: NonNullable<Headline["picture"]>): WirePicture {
  if (picture.kind === "bars") return picture;
  const { points, ...rest } = picture;
  return { ...rest, ends: curveEnds(points), values: points.map(({ value }) => Number(value)) };
}
