import { tracesOf } from "../../src/engine/open_trace.ts";
import { Session } from "../../src/engine/session.ts";
import { openInput } from "../../src/ingest/file_source.ts";
import { load } from "../../src/ingest/load.ts";

const ROOT = new URL("../../", import.meta.url);

/** Opens a sample of the repository under a name. */
export async function openSample(session: Session, name: string, path: string): Promise<void> {
  const { source, reopen } = await openInput(new URL(path, ROOT).pathname);
  try {
    const file = await load(source, session.pools, { name, ...(reopen ? { reopen } : {}) });
    session.add(tracesOf(file, path));
  } finally {
    source.close();
  }
}

/** A session with samples by name. */
export async function sampleSession(samples: Readonly<Record<string, string>>): Promise<Session> {
  const session = new Session();
  for (const [name, path] of Object.entries(samples)) await openSample(session, name, path);
  return session;
}
