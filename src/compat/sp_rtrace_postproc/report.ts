/**
 * A report in the form that the stand-in needs: the tables of a trace as plain columns.
 * @module
 */

import type { Table } from "../../tables/table.ts";
import type { Trace } from "../../tables/trace.ts";
import { readColumnNumbers } from "./read_numbers.ts";

/** A resource type. */
interface ReportType {
  /** Text code of the name. */
  readonly code: number;
  readonly name: string;
  /** Bit of the context. */
  readonly mask: number;
  readonly description: string;
  /** Flags between the brackets; empty if there are none. */
  readonly flags: string;
  /** True if the type is reference-counted. */
  readonly refcount: boolean;
}

/** A comment, with the index of the call that precedes it. */
export interface Comment {
  /** Index of the last call before it; 0 if there is none. */
  readonly no: number;
  /** Text code of the comment. */
  readonly code: number;
}

/** The contents of a report. */
export type Report = Readonly<ReturnType<typeof reportOf>>;

const ENCODER = new TextEncoder();

/** Collects a report from the tables of a trace. */
export function reportOf(trace: Trace) {
  const table = (name: string): Table | undefined => trace.tables.get(name);
  const numbers = (name: string, column: string): BigUint64Array =>
    readColumnNumbers(table(name), column).values;
  const codes = (name: string, column: string): number[] => Array.from(numbers(name, column), Number);
  const paths = codes("maps", "module");
  const from = numbers("maps", "addr");
  const to = numbers("maps", "end");
  const contextNames = codes("contexts", "name");
  const attached = codes("attachments", "path");
  const frames = codes("frame_texts", "frame");
  const depth = tagOf(trace, "backtrace depth");
  const frameTexts = codes("frame_texts", "text");
  return {
    pools: trace.pools,
    /** True for a binary log. */
    binary: trace.header.format === "sp-rtrace-bin",
    /** Header fields in order, with their original values. */
    fields: fieldsOf(trace),
    /** Filters listed in the header. */
    filter: tagOf(trace, "filter") ?? "",
    /** Maximum depth of backtraces, from the header. */
    depth: depth === undefined ? undefined : Number(depth),
    events: table("events"),
    /** Table with the lives of resources. */
    allocs: table("allocs"),
    types: typesOf(trace),
    /** For each context, its bit and the string code of its name. */
    contexts: codes("contexts", "context").map((mask, at) => [mask, contextNames[at]!] as const),
    /** Memory map: string code of the path, first and last address. */
    maps: paths.map((path, at) => [path, from[at]!, to[at]!] as const),
    /** Text codes of name and path. */
    attachments: codes("attachments", "name").map((name, at) => [name, attached[at]!] as const),
    /** Comments to keep. */
    comments: commentsOf(table("comments")),
    /** Arguments by call index: string codes of name and value, alternating. */
    args: argsOf(table("args")),
    /** Text after the address, by frame. */
    frameTexts: new Map(frames.map((frame, at) => [frame, frameTexts[at]!] as const)),
  };
}

function fieldsOf(trace: Trace): [string, Uint8Array][] {
  const others = trace.tags.filter((tag) => tag.name !== "timestamp");
  const fields = others.map((tag): [string, Uint8Array] => [tag.name, tag.raw ?? ENCODER.encode(tag.value)]);
  const seconds = tagOf(trace, "unix time");
  const stamp = seconds !== undefined
    ? localStamp(Number(seconds))
    : stampOf(String(trace.stats.get("recorded") ?? "")) ?? tagOf(trace, "timestamp");
  if (stamp !== undefined) fields.push(["timestamp", ENCODER.encode(stamp)]);
  return fields;
}

function tagOf(trace: Trace, name: string): string | undefined {
  return trace.tags.find((tag) => tag.name === name)?.value;
}

/** Converts `2026-01-09 01:02:03` to the form that the post-processor writes: `2026.1.9 01:02:03`. */
function stampOf(date: string): string | undefined {
  const parts = /^(\d{4})-(\d\d)-(\d\d) (.*)$/.exec(date);
  return parts ? `${parts[1]}.${Number(parts[2])}.${Number(parts[3])} ${parts[4]}` : undefined;
}

function localStamp(seconds: number): string {
  const date = new Date(seconds * 1000);
  const clock = [date.getHours(), date.getMinutes(), date.getSeconds()].map((part) =>
    String(part).padStart(2, "0")
  );
  return `${date.getFullYear()}.${date.getMonth() + 1}.${date.getDate()} ${clock.join(":")}`;
}

function typesOf(trace: Trace): ReportType[] {
  const table = trace.tables.get("types");
  const { strings } = trace.pools;
  const names = readColumnNumbers(table, "type").values;
  const masks = readColumnNumbers(table, "mask").values;
  const descriptions = readColumnNumbers(table, "description").values;
  const flags = readColumnNumbers(table, "flags");
  const refcount = readColumnNumbers(table, "refcount").values;
  return Array.from(names, (code, at) => ({
    code: Number(code),
    name: strings.text(Number(code)),
    // If there are several bits, the lowest one counts.
    mask: Number(BigInt.asUintN(32, masks[at]! & -masks[at]!)),
    description: strings.text(Number(descriptions[at])),
    flags: flags.nulls[at] ? "" : strings.text(Number(flags.values[at])),
    refcount: refcount[at] !== 0n,
  }));
}

function commentsOf(table: Table | undefined): Comment[] {
  const no = readColumnNumbers(table, "no");
  const text = readColumnNumbers(table, "text").values;
  const temporary = readColumnNumbers(table, "temporary").values;
  const comments: Comment[] = [];
  text.forEach((code, at) => {
    if (temporary[at] === 0n) {
      comments.push({ no: no.nulls[at] ? 0 : Number(no.values[at]!), code: Number(code) });
    }
  });
  return comments;
}

function argsOf(table: Table | undefined): Map<number, number[]> {
  const no = readColumnNumbers(table, "no").values;
  const names = readColumnNumbers(table, "arg").values;
  const values = readColumnNumbers(table, "value");
  const args = new Map<number, number[]>();
  no.forEach((wide, at) => {
    const call = Number(wide);
    const pair = [Number(names[at]), values.nulls[at] ? 0 : Number(values.values[at])];
    const known = args.get(call);
    if (known) known.push(...pair);
    else args.set(call, pair);
  });
  return args;
}
