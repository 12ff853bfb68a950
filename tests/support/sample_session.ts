import { tracesOf } from "../../src/engine/open_trace.ts";
import type { LibraryFiles } from "../../src/engine/libraries.ts";
import { Session } from "../../src/engine/session.ts";
import { attachCoverage } from "../../src/coverage/programs/attach.ts";
import { openInput } from "../../src/ingest/file_source.ts";
import { load, type LoadedFile, type LoadOptions } from "../../src/ingest/load.ts";
import { ProgramFiles } from "../../src/ingest/program_files.ts";
import { asSaved } from "./saved.ts";

/** A transformation of each loaded file before it is queried. */
type Way = (
  file: LoadedFile,
  session: Session,
  options: Pick<LoadOptions, "name" | "reopen">,
) => Promise<LoadedFile>;

const AS_LOADED: Way = (file, { pools }, options) => asSaved(file, pools, options);

let way = AS_LOADED;

/** Runs `work` while samples are opened in another way, such as from a saved index. */
export async function openedThrough<T>(other: Way, work: () => Promise<T>): Promise<T> {
  way = other;
  try {
    return await work();
  } finally {
    way = AS_LOADED;
  }
}

const ROOT = new URL("../../", import.meta.url);

/** Opens a sample of the repository under a name; coverage traces with their programs, if available. */
export async function openSample(session: Session, name: string, path: string): Promise<void> {
  const { source, reopen } = await openInput(new URL(path, ROOT).pathname);
  try {
    const options = { name, ...(reopen ? { reopen } : {}) };
    const file = await way(await load(source, session.pools, options), session, options);
    const programs = new ProgramFiles(), tracePath = new URL(path, ROOT).pathname;
    for (const trace of file.traces) {
      attachCoverage(trace, { tracePath, open: (program) => programs.open(program) });
    }
    session.add(tracesOf(file, path));
  } finally {
    source.close();
  }
}

/** A session with samples by name, whose scripts may use files of definitions. */
export async function sampleSession(
  samples: Readonly<Record<string, string>>,
  files?: LibraryFiles,
): Promise<Session> {
  const session = new Session(files);
  for (const [name, path] of Object.entries(samples)) await openSample(session, name, path);
  return session;
}
