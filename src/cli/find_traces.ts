/**
 * The files of a command that takes many: those that are named, and all files below named folders.
 * @module
 */

import { InputError, UsageError } from "../base/errors.ts";
import { STANDARD_INPUT } from "../ingest/file_source.ts";
import { requireRead } from "../ingest/permission.ts";
import { systemReason } from "../ingest/system_error.ts";
import type { CliHost } from "./host.ts";
import { NAMED_OPERAND, type TraceOperand, traceOperands } from "./trace_operands.ts";

/** A file given to a command that accepts traces and folders. */
export interface FoundTrace extends TraceOperand {
  /** The file was found in a folder, so it may not be a trace. */
  readonly found: boolean;
  readonly bytes: number;
}

/**
 * Finds the files of a command line. A file in a folder is named by its path below that folder, preceded by
 * the given name of the folder, so that its name does not depend on other files there. Throws `InputError`.
 */
export function findTraces(host: Pick<CliHost, "exists">, operands: readonly string[]): FoundTrace[] {
  const all = allTraces(host, operands);
  const names = new Set<string>();
  for (const { name } of all) {
    // A second trace with the same name would replace the first one, or be refused, depending on timing.
    if (names.has(name)) {
      throw new UsageError(`Two traces have the name "${name}": give NAME=FILE or NAME=FOLDER`);
    }
    names.add(name);
  }
  return all;
}

/** The files of a command line; a repeated name is replaced by the path. */
export function distinctTraces(host: Pick<CliHost, "exists">, operands: readonly string[]): FoundTrace[] {
  const names = new Set<string>();
  return allTraces(host, operands).map((file) => {
    const name = names.has(file.name) ? file.path : file.name;
    names.add(name);
    return { ...file, name };
  });
}

function allTraces(host: Pick<CliHost, "exists">, operands: readonly string[]): FoundTrace[] {
  const named: string[] = [];
  const found: FoundTrace[] = [];
  for (const operand of operands) {
    const [, name, path] = host.exists(operand) ? [] : NAMED_OPERAND.exec(operand) ?? [];
    const place = path ?? operand;
    if (!isFolder(place)) named.push(operand);
    else found.push(...tracesBelow(place.replace(/(?<=.)\/+$/, ""), name === undefined ? "" : `${name}/`));
  }
  return [
    ...traceOperands(host, named).map((each) => ({ ...each, found: false, bytes: sizeOf(each.path) })),
    ...found,
  ];
}

/** Yields regular files, and links to some; hidden files and links to folders are left out. */
function tracesBelow(folder: string, prefix: string): FoundTrace[] {
  requireRead(folder);
  const files: FoundTrace[] = [];
  let entries: Deno.DirEntry[];
  try {
    entries = [...Deno.readDirSync(folder)].sort((left, right) => left.name < right.name ? -1 : 1);
  } catch (error) {
    throw new InputError(`Cannot look into "${folder}": ${systemReason(error)[1]}`, folder, "failed");
  }
  for (const { name, isFile, isDirectory, isSymlink } of entries) {
    if (name.startsWith(".")) continue;
    const path = `${folder}/${name}`;
    if (isDirectory) files.push(...tracesBelow(path, `${prefix}${name}/`));
    else if (isFile || (isSymlink && isRegular(path))) {
      files.push({ name: prefix + name, path, found: true, bytes: sizeOf(path) });
    }
  }
  return files;
}

function isFolder(path: string): boolean {
  return path !== STANDARD_INPUT && infoOf(path)?.isDirectory === true;
}

function isRegular(path: string): boolean {
  return infoOf(path)?.isFile === true;
}

function sizeOf(path: string): number {
  return path === STANDARD_INPUT ? 0 : infoOf(path)?.size ?? 0;
}

function infoOf(path: string): Deno.FileInfo | undefined {
  try {
    return Deno.statSync(path);
  } catch {
    return undefined;
  }
}
