/**
 * Reads literals: numbers with units, times and durations, and the escapes of strings.
 * @module
 */
import { QUERY_LIMITS } from "../../base/limits/query_limits.ts";
import type { Literal, SizeUnit } from "./ast.ts";
import type { TokenProblem, WithoutSpan } from "./token.ts";

/** The result of reading a literal, which may be incomplete. */
interface LiteralReading {
  readonly length: number;
  readonly literal: WithoutSpan<Literal>;
  readonly problem: TokenProblem | null;
}

/** Factor of each unit that may directly follow a number. */
const SIZE_UNITS: Readonly<Record<SizeUnit, bigint>> = {
  k: 1000n,
  K: 1n << 10n,
  M: 1n << 20n,
  G: 1n << 30n,
  T: 1n << 40n,
  P: 1n << 50n,
};

const NANOSECONDS: Readonly<Record<string, bigint>> = {
  ns: 1n,
  us: 1000n,
  "µs": 1000n,
  ms: 1_000_000n,
  s: 1_000_000_000n,
  m: 60_000_000_000n,
  h: 3_600_000_000_000n,
};

const MAX_U64 = (1n << BigInt(QUERY_LIMITS.bits.most)) - 1n;
/** Longer numbers cannot fit in 64 bits, and exact parsing would take quadratic time. */
const MAX_DIGITS = 40;

/**
 * The regex engine fails on a match of over eight million characters with "Maximum call stack size exceeded".
 */
const LONGEST_TOKEN = QUERY_LIMITS.token.most;
/** Maximum length of a duration in characters; a longer one would repeat units. */
const MAX_DURATION = QUERY_LIMITS.durationLetters.most;

const HEX = /0[xX][\p{L}\p{N}_]*/uy;
const TIME = /(\d{1,4}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(?![\p{L}\p{N}_])/uy;
const NUMBER = /(\d[\d_]*)(?:\.(\d[\d_]*))?(?:[eE]([+-]?\d+)(?![\p{L}\p{N}_]))?/uy;
const SUFFIX = /[\p{L}\p{N}_]*/uy;
const DURATION_SUFFIX = /^(?:ns|us|µs|ms|s|m|h)(?:\d+(?:ns|us|µs|ms|s|m|h))*$/u;
/** A `%` before one of these characters is a remainder, `10%3`; otherwise it is a percentage, `25%`. */
const OPERAND_FOLLOWS = /%[\p{L}\p{N}_("'`]/uy;

/** Reads the number, time, duration or percentage at an offset, where there must be a digit. */
export function readNumber(text: string, offset: number): LiteralReading {
  const hex = matchSticky(HEX, text, offset);
  if (hex !== null) return readHex(hex[0]);
  const time = matchSticky(TIME, text, offset);
  if (time !== null) return readTime(time);
  const number = matchSticky(NUMBER, text, offset)!;
  const mantissa = number[0];
  const suffix = matchSticky(SUFFIX, text, offset + mantissa.length)![0];
  const whole = mantissa + suffix;
  if (suffix === "") {
    const percentAt = offset + mantissa.length;
    if (text[percentAt] === "%" && matchSticky(OPERAND_FOLLOWS, text, percentAt) === null) {
      const value = Number(mantissa.replaceAll("_", ""));
      const literal = { kind: "percent", text: whole + "%", value } as const;
      return { length: whole.length + 1, literal, problem: null };
    }
    return readScaled(number, whole, null);
  }
  if (Object.hasOwn(SIZE_UNITS, suffix)) return readScaled(number, whole, suffix as SizeUnit);
  const isDuration = suffix.length <= MAX_DURATION && DURATION_SUFFIX.test(suffix);
  if (isDuration && number[3] === undefined) return readDuration(whole);
  const reading = readScaled(number, whole, null);
  return { ...reading, problem: unknownUnit(mantissa, suffix) };
}

/**
 * Returns the record number that a point such as `5M` means, with units that are powers of 1000; undefined if
 * it is not a whole number.
 */
export function eventCount(text: string): bigint | undefined {
  if (/^0[xX]/.test(text)) return BigInt(text.replaceAll("_", ""));
  const number = matchSticky(NUMBER, text, 0);
  if (number === null) return undefined;
  const unit = text.slice(number[0].length);
  const steps = unit === "" ? 0 : unit === "k" ? 1 : "KMGTP".indexOf(unit) + 1;
  return scale(number[1]!, number[2], number[3], 1000n ** BigInt(steps)) ?? undefined;
}

function readHex(text: string): LiteralReading {
  const digits = text.slice(2).replaceAll("_", "").replace(/^0+(?=.)/, "");
  const length = text.length;
  if (!/^[0-9a-fA-F]+$/.test(digits)) {
    const problem = { code: "Q108", message: `Invalid hexadecimal number "${clipForMessage(text)}"` };
    return { length, literal: { kind: "integer", text, value: 0n, unit: null }, problem };
  }
  const value = digits.length > MAX_DIGITS ? MAX_U64 + 1n : BigInt("0x" + digits);
  return { length, literal: { kind: "integer", text, value, unit: null }, problem: tooLarge(text, value) };
}

function readTime(match: RegExpExecArray): LiteralReading {
  const [text, hours, minutes, seconds = "0", fraction = ""] = match as unknown as string[];
  const inRange = Number(minutes) < 60 && Number(seconds) < 60;
  const total = BigInt(hours!) * NANOSECONDS["h"]! + BigInt(minutes!) * NANOSECONDS["m"]! +
    BigInt(seconds) * NANOSECONDS["s"]! + BigInt(fraction.padEnd(9, "0"));
  const problem = inRange ? null : {
    code: "Q122",
    message: `Invalid time "${text}": minutes and seconds end at 59`,
  };
  return { length: text!.length, literal: { kind: "time", text: text!, nanoseconds: total }, problem };
}

function readScaled(number: RegExpExecArray, text: string, unit: SizeUnit | null): LiteralReading {
  const exact = scale(number[1]!, number[2], number[3], unit === null ? 1n : SIZE_UNITS[unit]);
  const length = text.length;
  // "1.0" stays a floating-point number although it is whole: its author wants a division that keeps
  // fractions.
  const looksWhole = number[2] === undefined || unit !== null;
  if (exact !== null && looksWhole) {
    return { length, literal: { kind: "integer", text, value: exact, unit }, problem: tooLarge(text, exact) };
  }
  const factor = unit === null ? 1 : Number(SIZE_UNITS[unit]);
  const value = Number(number[0].replaceAll("_", "")) * factor;
  const problem = Number.isFinite(value) && number[1]!.length <= 400 ? null : tooLarge(text, MAX_U64 + 1n);
  return { length, literal: { kind: "float", text, value: problem === null ? value : 0, unit }, problem };
}

/**
 * Returns the number times the factor, if the result is a whole number of reasonable size; otherwise null.
 */
function scale(
  whole: string,
  fraction: string | undefined,
  exponent: string | undefined,
  factor: bigint,
): bigint | null {
  const digits = whole.replaceAll("_", "").replace(/^0+(?=\d)/, "");
  const decimals = (fraction ?? "").replaceAll("_", "");
  const power = Number(exponent ?? 0) - decimals.length;
  if (digits.length > MAX_DIGITS) return decimals === "" ? MAX_U64 + 1n : null;
  if (decimals.length > MAX_DIGITS || Math.abs(power) > 2 * MAX_DIGITS) return null;
  const product = BigInt(digits + decimals) * factor;
  if (power >= 0) return product * 10n ** BigInt(power);
  const divisor = 10n ** BigInt(-power);
  return product % divisor === 0n ? product / divisor : null;
}

function readDuration(text: string): LiteralReading {
  let total = 0n;
  let fractional = false;
  for (const part of text.replaceAll("_", "").matchAll(/(\d+)(?:\.(\d+))?(ns|us|µs|ms|s|m|h)/gu)) {
    const exact = scale(part[1]!, part[2], undefined, NANOSECONDS[part[3]!]!);
    if (exact === null) fractional = true;
    else total += exact;
  }
  let problem = tooLarge(text, total);
  if (problem === null && fractional) {
    problem = { code: "Q108", message: `Duration "${clipForMessage(text)}" is finer than a nanosecond` };
  }
  const nanoseconds = total > MAX_U64 ? 0n : total;
  return { length: text.length, literal: { kind: "duration", text, nanoseconds }, problem };
}

function tooLarge(text: string, value: bigint): TokenProblem | null {
  if (value <= MAX_U64) return null;
  return { code: "Q109", message: `Number "${clipForMessage(text)}" does not fit in 64 bits` };
}

function unknownUnit(mantissa: string, suffix: string): TokenProblem {
  const message = `Unknown unit "${clipForMessage(suffix)}" after "${clipForMessage(mantissa)}"`;
  // KB, KiB, kb, MB and so on, and full names of time units.
  const size = /^([kmgtp])i?b$/i.exec(suffix);
  const time = /^(sec|min|hour|hr|msec|usec|nsec)s?$/i.exec(suffix);
  const short: Record<string, string> = {
    sec: "s",
    min: "m",
    hour: "h",
    hr: "h",
    msec: "ms",
    usec: "us",
    nsec: "ns",
  };
  let unit: string | undefined;
  if (size !== null) unit = size[1]!.toUpperCase();
  else if (time !== null) unit = short[time[1]!.toLowerCase()];
  else if (/^b(ytes?)?$/i.test(suffix)) unit = "";
  else if (/^[mgtp]$/i.test(suffix)) unit = suffix.toUpperCase();
  if (unit === undefined) {
    return { code: "Q108", message, suggestion: "units are k K M G T P, ns us ms s m h and %" };
  }
  const replacement = mantissa + unit;
  return { code: "Q108", message, suggestion: `did you mean "${clipForMessage(replacement)}"?`, replacement };
}

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", "0": "\0" };
const ESCAPE = /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|u\{([0-9a-fA-F]{1,6})\}|([\s\S]))/g;

/** Resolves the escapes of a string body; also returns the first unknown escape. */
export function unescapeString(body: string): { value: string; unknown: string | null } {
  let unknown: string | null = null;
  const value = body.replace(ESCAPE, (found, x?: string, u?: string, brace?: string, letter?: string) => {
    if (letter === undefined) {
      const code = parseInt((x ?? u ?? brace)!, 16);
      if (code <= 0x10ffff) return String.fromCodePoint(code);
    } else if (Object.hasOwn(ESCAPES, letter)) {
      return ESCAPES[letter]!;
    } else if (/[\\"'`*?[\]/]/.test(letter)) {
      // An escaped wildcard keeps its backslash, because the glob needs it.
      return /[*?[\]]/.test(letter) ? found : letter;
    }
    unknown ??= found;
    return found;
  });
  return { value, unknown };
}

/** Matches a sticky regular expression at an offset; a match beyond the engine's limit is truncated. */
export function matchSticky(pattern: RegExp, text: string, offset: number): RegExpExecArray | null {
  if (text.length - offset <= LONGEST_TOKEN) {
    pattern.lastIndex = offset;
    return pattern.exec(text);
  }
  pattern.lastIndex = 0;
  return pattern.exec(text.slice(offset, offset + LONGEST_TOKEN));
}

/** Shortens text that is quoted in a message. */
export function clipForMessage(text: string): string {
  return text.length <= 40 ? text : text.slice(0, 39) + "…";
}
