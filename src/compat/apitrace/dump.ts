/**
 * `apitrace dump`: calls as text, in the order in which they completed.
 * @module
 */

import { UsageError } from "../../base/errors.ts";
import { type CallRange, packRanges } from "../../formats/apitrace/call_set.ts";
import type { StreamHeader } from "../../formats/apitrace/header.ts";
import * as S from "../../formats/apitrace/kernel/state.ts";
import type { RecordStyle } from "../../formats/apitrace/signatures.ts";
import { StreamKernel } from "../../formats/apitrace/stream_kernel.ts";
import { PatternError } from "../../patterns/pattern_tree.ts";
import { regexPattern, type TextPattern } from "../../patterns/text_pattern.ts";
import { WorkMeter } from "../../patterns/work_meter.ts";
import type { CompatHost } from "../stand_in.ts";
import { type CommandLine, requireFiles, toBoolean, type TraceCommand } from "./command.ts";
import { addCallSet, openStream, sortedProperties, throwIfFailed } from "./stream.ts";

const BOLD = "\x1b[1m";
const RED = "\x1b[31m";
const GREEN = "\x1b[32m";
const BLUE = "\x1b[34m";
const NORMAL = "\x1b[0m";

/**
 * The original reads on until the call number exceeds the last wanted one by this, and misses calls that
 * finish later.
 */
const LATE_CALLS = 100;

interface DumpOptions {
  readonly text: number;
  readonly color: boolean;
  readonly argNames: boolean;
  readonly grep: TextPattern | undefined;
  readonly calls: readonly CallRange[] | undefined;
}

/** Prints the calls of each given file. */
export const dump: TraceCommand = {
  name: "dump",
  operands: "FILE...",
  options: [
    { name: "verbose", letter: "v", summary: "also calls that only query state, such as glGetError" },
    { name: "calls", value: "SET", summary: "only these calls" },
    { name: "grep", value: "REGEX", mayBeBare: true, summary: "only calls of functions whose names match" },
    { name: "color", value: "WHEN", mayBeBare: true, summary: "always; never and auto are the same here" },
    { name: "colour", value: "WHEN", mayBeBare: true },
    { name: "thread-ids", value: "BOOL", mayBeBare: true, summary: "the thread of each call" },
    { name: "call-nos", value: "BOOL", mayBeBare: true, summary: "the number of each call (yes)" },
    { name: "arg-names", value: "BOOL", mayBeBare: true, summary: "the names of arguments (yes)" },
    { name: "blobs", summary: "write memory into files" },
    {
      name: "multiline",
      value: "BOOL",
      mayBeBare: true,
      summary: "texts and structures on several lines (yes)",
    },
  ],
  async run({ options, files }, host) {
    requireFiles("dump", files);
    const wanted = await readOptions(options, host);
    for (const file of files) await dumpFile(file, wanted, host);
    return 0;
  },
};

async function readOptions(options: CommandLine["options"], host: CompatHost): Promise<DumpOptions> {
  let text = S.TEXT_NUMBERS | S.TEXT_LINES;
  let color = false;
  let argNames = true;
  let grep: TextPattern | undefined;
  let calls: CallRange[] | undefined;
  const set = (bit: number, value: string | undefined): void => {
    text = toBoolean("dump", value) ? text | bit : text & ~bit;
  };
  for (const [name, value] of options) {
    if (name === "verbose") text |= S.TEXT_VERBOSE;
    else if (name === "calls") calls = await addCallSet(host, calls, value!);
    else if (name === "color" || name === "colour") color = isColored(value);
    else if (name === "grep") grep = toPattern(value ?? "");
    else if (name === "thread-ids") set(S.TEXT_THREADS, value);
    else if (name === "call-nos") set(S.TEXT_NUMBERS, value);
    else if (name === "arg-names") argNames = toBoolean("dump", value);
    else if (name === "blobs") text |= S.TEXT_BLOBS;
    else set(S.TEXT_LINES, value);
  }
  return { text, color, argNames, grep, calls };
}

/** The original's regular expressions are those of JavaScript, plus these names of character sets. */
const CHARACTER_SETS: Readonly<Record<string, string>> = {
  alnum: "0-9A-Za-z",
  alpha: "A-Za-z",
  blank: " \\t",
  cntrl: "\\x00-\\x1f\\x7f",
  digit: "0-9",
  graph: "\\x21-\\x7e",
  lower: "a-z",
  print: "\\x20-\\x7e",
  punct: "!-\\/:-@\\[-`{-~",
  space: "\\s",
  upper: "A-Z",
  xdigit: "0-9A-Fa-f",
  d: "0-9",
  s: "\\s",
  w: "\\w",
};

function toPattern(text: string): TextPattern {
  try {
    return regexPattern(withoutNames(text), "");
  } catch (error) {
    const isRefused = error instanceof PatternError && error.isRefused;
    const reason = isRefused ? error.message : `expected a regular expression, found ${text}`;
    throw new UsageError(`apitrace dump: ${reason}`);
  }
}

/** Replaces `[[:digit:]]` by `[0-9]`: the names are recognized only inside brackets. */
function withoutNames(text: string): string {
  let written = "";
  let isInside = false;
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!, kind = text[at + 1] ?? "";
    if (char === "\\") written += char + text.slice(++at, at + 1);
    else if (isInside && char === "[" && ":.=".includes(kind) && text.includes(`${kind}]`, at + 2)) {
      const end = text.indexOf(`${kind}]`, at + 2);
      const set = kind === ":" ? CHARACTER_SETS[text.slice(at + 2, end)] : undefined;
      if (set === undefined) throw new RangeError("No such set of characters");
      written += set;
      at = end + 1;
    } else {
      written += char;
      isInside = isInside ? char !== "]" : char === "[";
    }
  }
  return written;
}

function isColored(value: string | undefined): boolean {
  if (value === undefined || value === "always") return true;
  if (value === "never" || value === "auto") return false;
  throw new UsageError(`apitrace dump: unknown color argument ${value}`);
}

async function dumpFile(file: string, options: DumpOptions, host: CompatHost): Promise<void> {
  const { basis, window, header } = await openStream(host, file);
  const queue: Uint8Array[] = [];
  const style: RecordStyle = {
    name: options.color ? [BOLD, NORMAL] : ["", ""],
    quietName: options.color ? NORMAL : "",
    afterArg: options.color ? NORMAL : "",
    argNames: options.argNames,
  };
  const meter = new WorkMeter();
  let blobCall = -1;
  let blobNumber = 0;
  const files: [string, Uint8Array][] = [];
  const kernel: StreamKernel = new StreamKernel({
    ...basis,
    style,
    mode: S.MODE_TEXT,
    bitsOf: (name) => options.grep && !options.grep.test(name, meter) ? S.HIDDEN : 0,
  }, {
    text: (bytes) => queue.push(bytes.slice()),
    write: async () => {
      for (const bytes of queue.splice(0)) await host.writeOut(bytes);
      for (const [name, bytes] of files.splice(0)) await host.writeFile(name, (write) => write(bytes));
    },
    blob: (bytes) => {
      const call = kernel.get(S.CALL_NO);
      blobNumber = call === blobCall ? blobNumber + 1 : 0;
      blobCall = call;
      const name = `blob_call${call}${blobNumber > 0 ? "_" + blobNumber : ""}.bin`;
      files.push([name, bytes.slice()]);
      return `"${name}"`;
    },
  });
  try {
    kernel.put(S.TEXT_OPTIONS, options.text);
    if (options.color) {
      kernel.setStyle(S.STYLE_LITERAL, BLUE);
      kernel.setStyle(S.STYLE_POINTER, GREEN);
      kernel.setStyle(S.STYLE_NORMAL, NORMAL);
      kernel.setStyle(S.STYLE_TRACE, BOLD + RED);
      kernel.setStyle(S.STYLE_REMARK, RED);
    }
    if (options.calls) kernel.setRanges(packRanges(options.calls), LATE_CALLS);
    if (!options.grep) writeProperties(kernel, header);
    const end = await kernel.run(window);
    if (end.how === "end" || end.code === S.MANY_OPEN) await kernel.completeOpen();
    await kernel.flushText();
    throwIfFailed(end, kernel);
  } finally {
    kernel.close();
    window.close();
  }
}

/** Writes the properties, which come first. */
function writeProperties(kernel: StreamKernel, header: StreamHeader): void {
  for (const { name, value } of sortedProperties(header)) {
    kernel.appendText(new TextEncoder().encode("// "));
    kernel.appendText(name);
    kernel.appendText(new TextEncoder().encode(" = "));
    kernel.appendQuoted(value);
    kernel.appendText(new TextEncoder().encode("\n"));
  }
}
