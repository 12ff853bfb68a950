/**
 * Templates of `format`: text with placeholders for values, as in many languages.
 * @module
 */

import type { Constant } from "../plan/values.ts";

/** Maximum width of a placeholder: a formatted row is text, not a table. */
const MOST_LETTERS = 200;

/** A placeholder for a value. */
interface Place {
  /** The format specification, as written after the colon. */
  readonly written: string;
  /** Empty: unchanged; `x`: hexadecimal; `f`: with decimals. */
  readonly kind: "" | "x" | "f";
  readonly decimals: number;
  readonly width: number;
  /** Alignment within a wider placeholder; by default numbers are aligned right, everything else left. */
  readonly side: "left" | "right" | null;
  /** Pads a number with zeros. */
  readonly zeros: boolean;
}

/** Literal text or a placeholder. */
export type TemplatePart = string | Place;

const SPEC = /^([<>])?(0)?(\d+)?(?:\.(\d+))?([xf])?$/;

/** Parses a template; throws `SyntaxError` if it is malformed. */
export function readTemplate(template: string): readonly TemplatePart[] {
  const pieces: TemplatePart[] = [];
  let text = "";
  for (let at = 0; at < template.length; at++) {
    const letter = template[at]!;
    if ((letter === "{" || letter === "}") && template[at + 1] === letter) {
      text += letter;
      at++;
    } else if (letter === "}") throw new SyntaxError('Template has a "}" without its "{"');
    else if (letter !== "{") text += letter;
    else {
      const end = template.indexOf("}", at);
      if (end < 0) throw new SyntaxError('Template has a "{" without its "}"');
      if (text !== "") pieces.push(text);
      text = "";
      pieces.push(readPlace(template.slice(at + 1, end)));
      at = end;
    }
  }
  if (text !== "") pieces.push(text);
  return pieces;
}

function readPlace(inside: string): Place {
  const found = inside === "" ? SPEC.exec("") : inside.startsWith(":") ? SPEC.exec(inside.slice(1)) : null;
  if (found === null) throw new SyntaxError(`Template has "{${inside}}", which is not a placeholder`);
  const [written, side, zero, width, decimals, kind = ""] = found;
  if (decimals !== undefined && kind !== "f") throw new SyntaxError(`Decimals in "{${inside}}" need an "f"`);
  const place: Place = {
    written,
    kind: kind as Place["kind"],
    decimals: Number(decimals ?? 6),
    width: Number(width ?? 0),
    side: side === "<" ? "left" : side === ">" ? "right" : null,
    zeros: zero !== undefined,
  };
  if (place.width > MOST_LETTERS || place.decimals > 100) {
    throw new SyntaxError(`Template has "{${inside}}", which is wider than ${MOST_LETTERS} letters`);
  }
  return place;
}

/** Formats a value for its placeholder. */
export function writePiece({ kind, decimals, width, side, zeros }: Place, value: Constant): string {
  let text = String(value);
  if (kind === "x") text = (value as bigint).toString(16);
  if (kind === "f") text = withDecimals(value as bigint | number, decimals);
  const missing = width - [...text].length;
  if (missing <= 0) return text;
  const isNumber = typeof value === "bigint" || typeof value === "number";
  if (zeros && isNumber && side === null) {
    const sign = text.startsWith("-") ? "-" : "";
    return sign + "0".repeat(missing) + text.slice(sign.length);
  }
  const isRight = side === null ? isNumber : side === "right";
  return isRight ? " ".repeat(missing) + text : text + " ".repeat(missing);
}

/** Formats a number with decimals; whole numbers stay exact. */
function withDecimals(value: bigint | number, decimals: number): string {
  if (typeof value === "number") return value.toFixed(decimals);
  return decimals === 0 ? String(value) : `${value}.${"0".repeat(decimals)}`;
}
