/**
 * Chooses the tracer for a program.
 * @module
 */

import { UsageError } from "../base/errors.ts";
import { formatNamed } from "../formats/registry.ts";
import { installLine } from "./machine.ts";
import type { InstalledTracer, Program, Tracer, TracerOptions } from "./tracer.ts";
import { tracers } from "./registry.ts";

/** An installed tracer that can record the program. */
export interface Choice {
  /** The tracer to use. */
  readonly tracer: Tracer;
  /** Where it is installed. */
  readonly found: InstalledTracer;
}

/** The result if no tracer can record the program. */
interface NoChoice {
  /** A line that says what to do. */
  readonly missing: string;
}

/** The tracer with this name after `--with`. */
function tracerNamed(name: string): Tracer {
  const tracer = tracers.find((each) => each.name === name);
  if (tracer === undefined) throw new Error(`No tracer "${name}"`);
  return tracer;
}

/**
 * The tracer for a program: the named one, or the first one that suits the program and is installed. Throws
 * `UsageError`.
 */
export async function chooseTracer(
  program: Program,
  { named, options }: { readonly named?: string | undefined; readonly options: TracerOptions },
): Promise<Choice | NoChoice> {
  const wanted = named === undefined ? tracers.filter((each) => isFor(each, program)) : [tracerNamed(named)];
  for (const tracer of wanted) {
    const why = tracer.refuses?.(program);
    if (why === undefined) continue;
    if (named !== undefined) {
      throw new UsageError(`Cannot record "${program.name}" with ${tracer.name}: ${why}`);
    }
  }
  const able = wanted.filter((each) => each.refuses?.(program) === undefined);
  if (able.length === 0) {
    const why = program.kind === "script"
      ? `it is a script for ${program.interpreter}: name the program that it starts, or a tracer with --with`
      : "no tracer records such programs; quarry record --list shows them";
    throw new UsageError(`Cannot record "${program.name}": ${why}`);
  }
  for (const tracer of able) {
    const found = await tracer.find(program);
    if (found === null) continue;
    checkOptions(tracer, options);
    return { tracer, found };
  }
  const line = installLine(able, program.python?.python);
  const names = able.map(({ name }) => name);
  const none = names.length === 1
    ? `${names[0]} is not installed`
    : `None of ${names.join(", ")} is installed`;
  return { missing: `${none}: ${line ?? `this machine has no package of ${names.join(" or ")}`}` };
}

/** The tracer to attach to a process. Throws `UsageError`. */
export async function chooseAttaching(named: string | undefined): Promise<Choice | NoChoice> {
  const able = tracers.filter(({ attach }) => attach !== undefined);
  const tracer = named === undefined ? able[0]! : tracerNamed(named);
  if (tracer.attach === undefined) {
    throw new UsageError(
      `Option --pid is for ${
        able.map(({ name }) => name).join(", ")
      }: ${tracer.name} cannot attach to a process`,
    );
  }
  const found = await tracer.find(null);
  if (found !== null) return { tracer, found };
  return {
    missing: `${tracer.name} is not installed: ${
      installLine([tracer]) ?? "this system has no package for it"
    }`,
  };
}

/**
 * Whether a tracer may be chosen by default. Its traces must be readable by Quarry. Only memray knows the
 * functions of Python programs.
 */
function isFor(tracer: Tracer, program: Program): boolean {
  if (!(tracer.takes?.(program) ?? false)) return false;
  return program.python !== undefined || formatNamed(tracer.format) !== undefined;
}

function checkOptions(tracer: Tracer, options: TracerOptions): void {
  for (const name of ["api", "native"] as const) {
    if (options[name] === undefined || options[name] === false || tracer.options?.includes(name)) continue;
    const right = tracers.find(({ options }) => options?.includes(name));
    throw new UsageError(
      `Option --${name} is for ${right?.name}, but the program is recorded with ${tracer.name}`,
    );
  }
}
