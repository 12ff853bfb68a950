/**
 * The interface of a dot command: help, completion of arguments, and its action.
 * @module
 */

import { UsageError } from "../../base/errors.ts";
import type { Conversation } from "../conversation.ts";
import type { ReplOutput } from "../host.ts";

/** A command that begins with a dot. */
export interface DotCommand {
  /** Name without the dot. */
  readonly name: string;
  /** Alternative names. */
  readonly aliases?: readonly string[];
  /** Arguments in help, such as `[TABLE]`. */
  readonly usage: string;
  /** Summary in one line for help. */
  readonly summary: string;
  /** Further lines for `.help NAME`. */
  readonly details?: string;
  /** Kind of file that the command writes, for help on outputs; absent if it writes none. */
  readonly writes?: string;
  /** Whether the argument is a query, and so is coloured and completed as one. */
  readonly takesQuery?: boolean;
  /** A word that may precede the query. */
  readonly wordBefore?: string;
  /** Completions of a partial argument. */
  complete?(conversation: Conversation, argument: string): readonly string[];
  /** Runs the command; may return an exit code. Throws `UsageError` for invalid arguments. */
  run(conversation: Conversation, argument: string): Promise<number | void>;
}

/** A group of commands under a heading. */
export interface DotFamily {
  /** Heading in help. */
  readonly title: string;
  readonly commands: readonly DotCommand[];
}

/** Parses `on` or `off`; without an argument, toggles. */
export function onOffArgument(command: string, argument: string, now: boolean): boolean {
  if (argument === "") return !now;
  if (/^(on|yes|true|1)$/i.test(argument)) return true;
  if (/^(off|no|false|0)$/i.test(argument)) return false;
  throw new UsageError(`Command .${command} takes on or off, found "${argument}"`);
}

/** Parses a path; quotes and a leading `~` are resolved. */
export function pathArgument(conversation: Conversation, argument: string): string {
  const path = /^(["'])(.*)\1$/.exec(argument)?.[2] ?? argument;
  const home = conversation.host.env("HOME");
  return home !== undefined && (path === "~" || path.startsWith("~/")) ? home + path.slice(1) : path;
}

/** Text for the help of commands that write files. */
export const FILE_REPLACEMENT_HELP =
  '--force also replaces a file of another kind; see "quarry help outputs".';

/** Parses an output file: a path, optionally after `--force`; undefined without one. */
export function outputArgument(conversation: Conversation, argument: string): ReplOutput | undefined {
  const [, force, path] = /^(?:(--force)(?:\s+|$))?([^]*)$/.exec(argument) ?? [];
  return path ? { path: pathArgument(conversation, path), force: force !== undefined } : undefined;
}

/** Completes a partial path. */
export function completePath(conversation: Conversation, argument: string): readonly string[] {
  const equals = /^(?:--force\s+|[A-Za-z_][\w.-]*=)/.exec(argument)?.[0] ?? "";
  const typed = argument.slice(equals.length);
  const folder = typed.slice(0, typed.lastIndexOf("/") + 1);
  const names = conversation.host.listFolder(pathArgument(conversation, folder === "" ? "." : folder));
  const hidden = typed.slice(folder.length).startsWith(".");
  return names.filter((name) => hidden || !name.startsWith(".")).map((name) => equals + folder + name);
}
