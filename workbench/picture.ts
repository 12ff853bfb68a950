/**
 * Draws a texture that a call carries.
 * @module
 */

import type { WireTrace } from "../src/serve/api_types.ts";
import { blob, type RowsLine, rowsOf } from "./api.ts";
import { h } from "./dom.ts";
import { pictureOf, type PixelLayout } from "./pixels.ts";

/** Returns the arguments of one call, a row for each, as in `args`. */
export async function argumentsOf(trace: WireTrace, no: string, signal?: AbortSignal): Promise<RowsLine> {
  return await rowsOf(argumentsQuery(trace, no), 500, signal);
}

/** Builds the query for the arguments of a call. */
export function argumentsQuery(trace: WireTrace, no: string): string {
  return `args${trace.of} | where no == ${no} | select arg, type, value = substr(value, 0, 2000), number, bytes`;
}

/** Reads from the arguments how pixels are laid out; null if they describe none. */
export function layoutOf({ cells }: Pick<RowsLine, "cells">): PixelLayout | null {
  const [names, , , numbers] = cells;
  const number = (...wanted: readonly string[]): number | null => {
    const at = names!.findIndex((name) => wanted.includes(String(name)));
    const cell = at < 0 ? null : numbers![at];
    return typeof cell === "string" ? Number(cell) : null;
  };
  const width = number("width", "w");
  const format = number("format");
  const type = number("type");
  if (width === null || format === null || type === null) return null;
  // A picture of one dimension is a row.
  return { width, height: number("height", "h") ?? 1, format, type };
}

/** Creates the picture of an argument, with its size; only a text if it cannot be drawn. */
export async function pictureElement(
  trace: WireTrace,
  call: { readonly no: string; readonly argument: string; readonly layout: PixelLayout },
  signal?: AbortSignal,
): Promise<HTMLElement> {
  const { no, argument, layout } = call;
  const bytes = await blob({ trace: trace.name, no, argument }, signal);
  const picture = pictureOf(bytes, layout);
  if (typeof picture === "string") return h("p", { class: "soft" }, picture);
  const said = `${layout.width} × ${layout.height} pixels of call ${no}`;
  const canvas = h("canvas", {
    class: "picture",
    width: picture.width,
    height: picture.height,
    role: "img",
    "aria-label": said,
  });
  const context = canvas.getContext("2d")!;
  context.putImageData(new ImageData(picture.rgba, picture.width, picture.height), 0, 0);
  return h("figure", {}, canvas, h("figcaption", {}, said));
}
