/**
 * The texts of frames: `0xADDR: NAME (FILE:LINE)` and what else the recorders write.
 * @module
 */

import { U64_MAX } from "../../base/u64.ts";

/** What a text says of a frame; absent = unknown. */
export interface FrameText {
  readonly addr?: bigint;
  readonly func?: string;
  readonly file?: string;
  readonly line?: number;
  readonly module?: string;
}

/** What stands in the place of what is not known. */
const UNKNOWN = "???";
const ADDRESS_END = ": ";
const OBJECT = " (in ";
const LAST_LINE = 0xffff_ffff;

/**
 * Reads a frame. Names of C++ and Rust hold parentheses, colons and spaces: the place is what stands in the last
 * parentheses, and the address ends at the first colon.
 */
export function parseFrame(text: string): FrameText {
  const colon = text.startsWith("0x") ? text.indexOf(ADDRESS_END) : -1;
  const addr = colon < 0 ? undefined : addressOf(text.slice(0, colon));
  const rest = colon < 0 ? text : text.slice(colon + ADDRESS_END.length);
  const { name, ...place } = placed(rest);
  return {
    ...(addr === undefined ? {} : { addr }),
    ...(name === "" || name === UNKNOWN ? {} : { func: name }),
    ...place,
  };
}

function addressOf(text: string): bigint | undefined {
  if (!/^0x[0-9a-f]{1,16}$/i.test(text)) return undefined;
  const value = BigInt(text);
  return value > U64_MAX ? undefined : value;
}

/** A name and its place. */
function placed(text: string): { readonly name: string } & Omit<FrameText, "addr" | "func"> {
  if (!text.endsWith(")")) return { name: text };
  const open = text.lastIndexOf(" (");
  // FILE:LINE, and a column in Rust.
  const source = open < 0 ? null : /^(.+?):(\d+)(?::\d+)?$/.exec(text.slice(open + 2, -1));
  if (source !== null) {
    const [, file, digits] = source;
    const line = Number(digits);
    return {
      name: text.slice(0, open),
      ...(file === UNKNOWN ? {} : { file: file! }),
      ...(line > 0 && line <= LAST_LINE ? { line } : {}),
    };
  }
  const object = text.lastIndexOf(OBJECT);
  if (object < 0) return { name: text };
  const module = text.slice(object + OBJECT.length, -1);
  return { name: text.slice(0, object), ...(module === UNKNOWN ? {} : { module }) };
}
