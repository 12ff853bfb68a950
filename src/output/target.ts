/**
 * Resolves the path of an output, by the rules in `rules.ts`.
 * @module
 */

import { FILE_LIMITS } from "../base/limits/file_limits.ts";
import { isAllowed } from "../ingest/permission.ts";
import { systemReason } from "../ingest/system_error.ts";
import { HEAD_BYTES, type OutputKind, TEXT } from "./kinds.ts";
import { OutputError } from "./output_error.ts";
import { type OutputRuleName, ruleAllows } from "./rules.ts";
import { pathReadBySelf } from "./same_file.ts";

/** Which existing files may be replaced. */
export interface ReplaceOptions {
  /** Only files of this kind may be replaced. If absent, all files may be, as in the original tools. */
  readonly kind?: OutputKind;
  /** Set by `--force`. */
  readonly force?: boolean;
  /** Allows writing to a file that this run reads, such as a script being formatted. */
  readonly rewrites?: boolean;
}

/** A resolved output. */
export type Target =
  | { readonly how: "standard output" }
  /** A pipe or a device. */
  | { readonly how: "in place" }
  /** A file that is written beside its place and renamed at the end. */
  | {
    readonly how: "beside";
    /** The path with symbolic links resolved. */
    readonly real: string;
    readonly folder: string;
    /** The existing file. */
    readonly found: Deno.FileInfo | null;
  };

/** Names of standard output. Opening one of them again would write to the beginning of a file after `>>`. */
const STANDARD_OUTPUT = /^(?:-|\/dev\/stdout|\/dev\/fd\/1|\/proc\/self\/fd\/1)$/;
/** Folders whose entries are open files of a program. */
const DESCRIPTORS = /^\/proc\/\d+(?:\/task\/\d+)?\/fd$/;
/** More links than this form a cycle. */
const MOST_LINKS = FILE_LIMITS.outputLinks.most;

/** Resolves `path`. Throws `OutputError` if it must not be written. */
export async function findTarget(path: string, options: ReplaceOptions): Promise<Target> {
  if (STANDARD_OUTPUT.test(path)) return { how: "standard output" };
  if (path === "") throw new OutputError("Cannot write a file without a name");
  needPermission(path, path, "write");
  needPermission(path, folderOf(path), "read");
  const found = fileAt(path);
  const real = found?.isFile ? realPath(path) : path;
  if (found?.isDirectory) requireRule("folder", path, "it is a folder");
  if (found?.isBlockDevice) requireRule("disk", path, "it is a disk");
  if (found && !options.rewrites) refuseInput(path, found, real);
  if (found && (!found.isFile || isDescriptor(path))) return { how: "in place" };
  const folder = folderOf(real);
  // Renaming needs read permission in Deno too.
  needPermission(path, folder, "write");
  needPermission(path, folder, "read");
  needFolder(path, folder);
  if (found) await checkReplaceableFile(path, found, options);
  return { how: "beside", real, folder, found };
}

/** Throws an `OutputError` with the system's reason. */
export function throwOutputError(path: string, error: unknown): never {
  if (error instanceof OutputError) throw error;
  const [, reason] = systemReason(error);
  throw new OutputError(`Cannot write "${path}": ${reason}`);
}

/** Throws an `OutputError` unless the rule permits the output. */
export function requireRule(rule: OutputRuleName, path: string, reason: string, force = false): void {
  if (!ruleAllows(rule, force)) throw new OutputError(`Cannot write "${path}": ${reason}`, rule);
}

/** Throws an `OutputError` if this run reads the file. */
export function refuseInput(path: string, found: Deno.FileInfo, real: string): void {
  const input = pathReadBySelf(found, real);
  if (input === undefined) return;
  const name = input === "-" ? ", as standard input" : input === path ? "" : `, as "${input}"`;
  requireRule("read", path, `Quarry is reading it${name}`);
}

/** The folder of a path; `.` for a bare name. */
export function folderOf(path: string): string {
  const end = Deno.build.os === "windows" ? path.search(/[\\/][^\\/]*$/) : path.lastIndexOf("/");
  return end < 0 ? "." : path.slice(0, end) || "/";
}

/** The name of a file without its folder. */
export function nameOf(path: string): string {
  const folder = folderOf(path);
  return folder === "." && !path.startsWith("./") ? path : path.slice(folder === "/" ? 1 : folder.length + 1);
}

/** Throws an `OutputError` that names the missing Deno permission flag. */
export function needPermission(path: string, place: string, name: "read" | "write"): void {
  if (isAllowed({ name, path: place })) return;
  const what = place === path ? `${name} it` : `${name} in "${place}"`;
  requireRule("denied", path, `Quarry may not ${what} without --allow-${name}`);
}

/** The file at a path, following links; null if there is none. */
function fileAt(path: string): Deno.FileInfo | null {
  try {
    return Deno.statSync(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throwOutputError(path, error);
    const link = linkAt(path);
    if (link !== undefined) requireRule("lost", path, `it is a link to "${link}", which does not exist`);
    return null;
  }
}

function linkAt(path: string): string | undefined {
  try {
    return Deno.readLinkSync(path);
  } catch {
    return undefined;
  }
}

function realPath(path: string): string {
  try {
    return Deno.realPathSync(path);
  } catch (error) {
    throwOutputError(path, error);
  }
}

/**
 * Whether a path, or a link on the way, refers to an open file. The program that opened it expects the bytes
 * in that file.
 */
function isDescriptor(path: string): boolean {
  if (Deno.build.os === "windows") return false;
  let place = path;
  for (let links = 0; links < MOST_LINKS; links++) {
    const folder = folderOf(place);
    try {
      if (DESCRIPTORS.test(Deno.realPathSync(folder))) return true;
    } catch {
      return false;
    }
    const link = linkAt(place);
    if (link === undefined) return false;
    place = link.startsWith("/") ? link : `${folder}/${link}`;
  }
  return false;
}

function needFolder(path: string, folder: string): void {
  try {
    if (Deno.statSync(folder).isDirectory) return;
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throwOutputError(path, error);
  }
  requireRule("nowhere", path, `there is no folder "${folder}"`);
}

/** Checks that a file may be replaced: it is writable and of the right kind. */
async function checkReplaceableFile(
  path: string,
  { size }: Deno.FileInfo,
  options: ReplaceOptions,
): Promise<void> {
  const { kind, force = false } = options;
  const looks = kind !== undefined && !force && size > 0;
  const head = new Uint8Array(HEAD_BYTES);
  let length = 0;
  try {
    // Uses the path as given, since the system may refuse to follow a link of another user.
    using file = await Deno.open(path, { write: true, read: looks });
    if (looks) length = await file.read(head) ?? 0;
  } catch (error) {
    const [trouble, reason] = systemReason(error);
    requireRule("denied", path, trouble === "denied" && looks ? "permission denied" : reason);
  }
  if (!looks) return;
  const what = await otherKind(head.subarray(0, length), kind);
  if (what !== undefined) requireRule("other", path, `${what}; --force replaces it`, force);
}

/** Describes a file that must not be replaced by one of this kind; undefined if it may be. */
async function otherKind(head: Uint8Array, kind: OutputKind): Promise<string | undefined> {
  if (!await kind.matches(head)) return `the file there is not ${kind.name}`;
  if (kind !== TEXT) return undefined;
  // Some trace formats are text.
  const { detect } = await import("../ingest/load.ts");
  const format = detect(head);
  return format && `the file there is a trace (${format.name})`;
}
