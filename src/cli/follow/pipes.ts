/**
 * Pipes that are followed. A pipe can be read only once, but a round may need its bytes again. So they are
 * copied to a file, which is followed and is removed at the end.
 * @module
 */

import { InputError, UsageError } from "../../base/errors.ts";
import { displayPath, STANDARD_INPUT } from "../../ingest/file_source.ts";
import { isAllowed, mayLoad, requireRead } from "../../ingest/permission.ts";
import { removeLeftovers } from "../../output/leftovers.ts";
import {
  createLockedFile,
  removeQuietly,
  type TemporaryFile,
  unfinishedName,
} from "../../output/temporary_file.ts";
import { awaitEndWorker } from "../../output/on_exit.ts";
import type { Arguments } from "../command.ts";
import type { CliHost } from "../host.ts";
import { expandLists, type TraceOperand, traceOperands } from "../trace_operands.ts";
import { cacheFolder } from "../user_folders.ts";
import { PIPE_WORKER, type PipeMessage, type PipeRequest } from "./pipe_worker.ts";

/** Only this user may read a copy. */
const PRIVATE = 0o600;

/** Signals when followed files should be checked, and when nothing more will be added to them. */
export interface FollowSignals {
  /** Whether there is nothing to wait for. */
  readonly isEmpty: boolean;
  /** Whether no more data will be added to a file. */
  readonly isClosed: (path: string) => boolean;
  /**
   * Resolves when something has happened since the last call of `heard`: first bytes have arrived, or a pipe
   * has ended.
   */
  readonly news: Promise<void>;
  /** Resets `news`, so that it waits for the next event. */
  heard(): void;
}

/** The pipes of a command line. */
export class Pipes implements FollowSignals {
  readonly #copies: PipeCopy[] = [];
  #news = Promise.withResolvers<void>();

  /**
   * Whether the file is the copy of a pipe that its writer has closed, so that no more data will be added.
   */
  readonly isClosed = (path: string): boolean =>
    this.#copies.some((copy) => copy.path === path && copy.isClosed);

  /** Whether there are no pipes. */
  get isEmpty(): boolean {
    return this.#copies.length === 0;
  }

  /**
   * Resolves when something has happened since the last call of `heard` that makes a check worthwhile: first
   * bytes have arrived, or a pipe has ended.
   */
  get news(): Promise<void> {
    return this.#news.promise;
  }

  /** Resets `news`, so that it waits for the next event. */
  heard(): void {
    this.#news = Promise.withResolvers();
  }

  /** Copies a pipe to an empty file; returns its path. */
  add(from: string, copy: TemporaryFile): string {
    this.#copies.push(new PipeCopy(from, copy, () => this.#news.resolve()));
    return copy.path;
  }

  /** Throws if a pipe could not be copied completely. */
  check(): void {
    for (const { failure } of this.#copies) if (failure) throw failure;
  }

  /** Replaces the paths of copies in an error message by the names of the pipes. */
  explain(error: unknown): unknown {
    for (const { path, from } of this.#copies) {
      if (error instanceof Error) error.message = error.message.replaceAll(`"${path}"`, displayPath(from));
    }
    return error;
  }

  /** Removes the copies. */
  close(): void {
    for (const copy of this.#copies) copy.close();
  }
}

/**
 * Calls `use` with arguments whose pipes are replaced by growing files. Throws `UsageError` for operands that
 * cannot be followed.
 */
export async function withPipes<T>(
  host: CliHost,
  args: Arguments,
  use: (args: Arguments, pipes: Pipes) => Promise<T>,
): Promise<T> {
  const given = await expandLists(host, args.operands);
  const operands = traceOperands(host, given);
  const isPipe = operands.map(({ path }) => checkFollowed(host, path) === "pipe");
  const pipes = new Pipes();
  try {
    const files: string[] = [];
    for (const [at, operand] of operands.entries()) {
      if (!isPipe[at]) {
        files.push(given[at]!);
        continue;
      }
      const path = pipes.add(operand.path, await placeFor(host, operand));
      // An operand cannot have a slash in its name.
      files.push(`${operand.name.replaceAll(/[=/\\]/g, "_")}=${path}`);
    }
    const outcome = await use({ ...args, operands: files }, pipes);
    pipes.check();
    return outcome;
  } catch (error) {
    throw pipes.explain(error);
  } finally {
    pipes.close();
  }
}

/** Whether a path is a file or a pipe. Throws `UsageError` for anything else, which cannot be followed. */
function checkFollowed(host: CliHost, path: string): "file" | "pipe" {
  const refuse = (what: string): never => {
    throw new UsageError(`Cannot follow ${displayPath(path)}: ${what}, only files and pipes can be followed`);
  };
  if (path === STANDARD_INPUT) return host.stdinIsTerminal ? refuse("it is a terminal") : "pipe";
  // If the file is missing, opening it will report that.
  if (!host.exists(path)) return "file";
  const { isFile, isFifo, isDirectory, isSocket } = Deno.statSync(path);
  if (isFile) return "file";
  if (isFifo) return "pipe";
  return refuse(isDirectory ? "it is a folder" : isSocket ? "it is a socket" : "it is a device");
}

/** Creates an empty file for the copy of a pipe. */
async function placeFor(host: CliHost, { path }: TraceOperand): Promise<TemporaryFile> {
  if (path !== STANDARD_INPUT) requireRead(path);
  const folder = await placeOfCopies(host);
  if (folder === undefined || !mayLoad(PIPE_WORKER)) {
    throw new UsageError(
      `Cannot follow ${displayPath(path)}: a pipe is copied to a file, which needs --allow-write`,
    );
  }
  await awaitEndWorker();
  await removeLeftovers(folder);
  return await createLockedFile(displayPath(path), () => `${folder}/${unfinishedName("new")}`, PRIVATE);
}

/**
 * Returns the folder for copies. The system's temporary folder is often in memory, so it is not used first.
 */
async function placeOfCopies(host: CliHost): Promise<string | undefined> {
  const folder = cacheFolder(host);
  if (folder !== undefined && isAllowed({ name: "write", path: folder })) {
    try {
      await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
      return await Deno.realPath(folder);
    } catch {
      // The disk of this folder may not be writable.
    }
  }
  if (!isAllowed({ name: "write" })) return undefined;
  // The folder that the system has for temporary files.
  const probe = await Deno.makeTempFile();
  await Deno.remove(probe);
  return probe.slice(0, Math.max(probe.lastIndexOf("/"), probe.lastIndexOf("\\")));
}

/** The copy of one pipe. */
class PipeCopy {
  readonly path: string;
  /** The path of the pipe. */
  readonly from: string;
  /** Whether its writer has closed it, or copying has failed. */
  isClosed = false;
  /** Why copying has failed. */
  failure: InputError | undefined;
  readonly #worker: Worker;
  readonly #remove: () => void;
  readonly #heard: () => void;

  constructor(from: string, { path, file, withdraw }: TemporaryFile, heard: () => void) {
    [this.from, this.path, this.#heard] = [from, path, heard];
    this.#remove = () => {
      file.close();
      removeQuietly(path);
      withdraw();
    };
    this.#worker = new Worker(PIPE_WORKER, { type: "module" });
    this.#worker.onmessage = ({ data }: MessageEvent<PipeMessage>): void => this.#hear(data);
    this.#worker.onerror = (event): void => {
      event.preventDefault();
      this.#hear({ kind: "failed", reason: event.message });
    };
    const order: PipeRequest = { from, to: path };
    this.#worker.postMessage(order);
  }

  close(): void {
    this.#worker.terminate();
    this.#remove();
  }

  #hear(news: PipeMessage): void {
    if (news.kind !== "begun") this.isClosed = true;
    if (news.kind === "failed") {
      this.failure = new InputError(
        `Cannot follow ${displayPath(this.from)}: ${news.reason}`,
        this.from,
        "failed",
      );
    }
    this.#heard();
  }
}
