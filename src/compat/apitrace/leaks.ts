/**
 * `apitrace leaks`: graphics objects that were created and never deleted. Output goes to standard error, as
 * in the original.
 * @module
 */

import { UsageError } from "../../base/errors.ts";
import { CLASS_BITS } from "../../formats/apitrace/call_classes.ts";
import * as S from "../../formats/apitrace/kernel/state.ts";
import { StreamKernel } from "../../formats/apitrace/stream_kernel.ts";
import { Tag, ValueReader } from "../../formats/apitrace/values.ts";
import type { CompatHost } from "../stand_in.ts";
import type { CommandLine, TraceCommand } from "./command.ts";
import { openStream, readThrough } from "./stream.ts";

const MAKERS: ReadonlySet<string> = new Set([
  "CGLCreateContext",
  "eglCreateContext",
  "glXCreateContext",
  "glXCreateNewContext",
  "glXCreateContextAttribsARB",
  "glXCreateContextWithConfigSGIX",
  "wglCreateContext",
  "wglCreateContextAttribsARB",
]);
const BREAKERS: ReadonlySet<string> = new Set([
  "CGLDestroyContext",
  "glXDestroyContext",
  "eglDestroyContext",
  "wglDeleteContext",
]);
const LIST = /^gl(Gen|Delete)(Buffers|Textures|FrameBuffers|RenderBuffers)[A-Z]*$/;

/** The effect of a function on the tracked objects. */
interface Role {
  readonly does: "make" | "delete" | "open" | "close";
  /** Kind of the objects; "" for contexts. */
  readonly kind: string;
}

/** Prints the objects that are live when the last context is destroyed, or at the end. */
export const leaks: TraceCommand = {
  name: "leaks",
  operands: "FILE",
  options: [{ name: "apitrace", letter: "a", value: "PATH" }],
  run: printLeaks,
};

async function printLeaks({ files }: CommandLine, host: CompatHost): Promise<number> {
  const [file] = files;
  if (file === undefined || files.length !== 1) {
    throw new UsageError("apitrace leaks: incorrect number of arguments");
  }
  const { basis, window } = await openStream(host, file);
  const live = new Map<string, Map<bigint, number>>();
  const roles = new Map<number, Role | undefined>();
  const lines: string[] = [];
  let contexts = 0;
  const kernel: StreamKernel = new StreamKernel({
    ...basis,
    mode: S.MODE_CALLS,
    bitsOf: (name) => roleOf(name) ? 0 : S.HIDDEN,
  }, {
    call: () => {
      const record = kernel.get(S.CALL_FUNCTION);
      if (!roles.has(record)) roles.set(record, roleOf(kernel.signatures.of(record)!.name));
      const role = roles.get(record);
      const no = kernel.get(S.CALL_NO);
      if (!role || kernel.get(S.CALL_CLASS) & CLASS_BITS["no-side-effects"]!) return;
      if (role.does === "open") contexts++;
      else if (role.does === "close") {
        if (contexts > 0 && --contexts === 0) dumpLive(live, String(no), lines);
      } else {
        const objects = live.get(role.kind) ?? new Map<bigint, number>();
        live.set(role.kind, objects);
        for (const name of namesOf(reader)) {
          if (role.does === "make") objects.set(name, no);
          else objects.delete(name);
        }
      }
    },
  });
  const reader = new ValueReader(basis.arena, kernel, basis.version);
  await readThrough(kernel, window, async () => {
    dumpLive(live, "<EOF>", lines);
    await host.writeError(lines.join(""));
  });
  return 0;
}

function roleOf(name: string): Role | undefined {
  const list = LIST.exec(name);
  if (list) {
    return { does: list[1] === "Gen" ? "make" : "delete", kind: list[2]!.toLowerCase().replace(/s$/, "") };
  }
  if (MAKERS.has(name)) return { does: "open", kind: "" };
  return BREAKERS.has(name) ? { does: "close", kind: "" } : undefined;
}

/** Returns the names in the list, as many as the count says. */
function namesOf(reader: ValueReader): bigint[] {
  const names: bigint[] = [];
  if (reader.argCount < 2 || !reader.placeArg(0)) return names;
  const wanted = reader.small();
  if (!reader.placeArg(1) || reader.peek() !== Tag.Array) return names;
  for (let count = Math.min(wanted, reader.read()); count > 0; count--) names.push(reader.integer() ?? 0n);
  return names;
}

function dumpLive(live: Map<string, Map<bigint, number>>, until: string, lines: string[]): void {
  for (const [kind, objects] of live) {
    const sorted = [...objects].sort(([, a], [, b]) => a - b);
    for (const [name, no] of sorted) {
      lines.push(`${no}: error: ${kind} ${name} was not destroyed until ${until}\n`);
    }
    objects.clear();
  }
}
