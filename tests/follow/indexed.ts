/** Traces that are followed with an index, and the answers of another session about them. */
import { Follower } from "../../src/engine/follow.ts";
import { type OpenTrace, tracesOf } from "../../src/engine/open_trace.ts";
import { Session } from "../../src/engine/session.ts";
import { indexesIn } from "../../src/index/index_folder.ts";
import type { IndexedOptions } from "../../src/index/indexed_options.ts";
import { loadIndexed } from "../../src/index/load_indexed.ts";
import { openInput } from "../../src/ingest/file_source.ts";
import type { LoadedFile } from "../../src/ingest/load.ts";
import { Snapshooter } from "../conformance/snapshot.ts";

/** A trace that grows and is followed, with the folder of its index. */
export class IndexedTrace implements Disposable {
  readonly path: string;
  readonly folder: string;
  readonly session: Session;
  readonly #options: Partial<IndexedOptions>;
  /** Reads what was added to the file, and saves the index at the end. */
  readonly follower: Follower;

  /** The file does not exist yet. An index is saved for any trace, however quickly it loads. */
  constructor(
    root: string,
    { name = "t", options = {}, session = new Session() }: {
      readonly name?: string;
      readonly options?: Partial<IndexedOptions>;
      readonly session?: Session;
    } = {},
  ) {
    this.path = `${root}/${name}`;
    this.folder = `${root}/indexes`;
    this.session = session;
    this.#options = { settings: { folder: this.folder, seconds: -1 }, ...options };
    this.follower = new Follower(session, () => this.#opened());
  }

  /** Appends bytes to the file and reads them. */
  async add(bytes: Uint8Array): Promise<void> {
    await Deno.writeFile(this.path, bytes, { append: true });
    if (this.session.traces.length === 0) this.session.add(await this.#opened());
    else await this.follower.look();
  }

  /** The path of the only index; undefined if there is none. */
  get index(): string | undefined {
    const [first, ...others] = indexesIn(this.folder);
    if (others.length > 0) throw new Error("There are several indexes");
    return first?.path;
  }

  async #opened(): Promise<OpenTrace[]> {
    const { path, session: { pools } } = this;
    const { source, reopen } = await openInput(path);
    const options = { name: "t", path, follows: true, ...(reopen ? { reopen } : {}), ...this.#options };
    try {
      return tracesOf(await loadIndexed({ source, path }, pools, options), path);
    } finally {
      source.close();
    }
  }

  [Symbol.dispose](): void {
    this.session.closeAll();
  }
}

/** The answers of another session about a file. */
interface Opened {
  /** Rows of every table, problems, tags, containers and length. */
  readonly said: readonly string[];
  /** Whether an index was used, or why not. */
  readonly index: string;
}

/** Opens a file in a new session, with an index from the folder if there is one. It saves no index itself. */
export async function openedAfresh(
  path: string,
  folder?: string,
  meanwhile?: () => Promise<void>,
): Promise<Opened> {
  const session = new Session();
  const { source, reopen } = await openInput(path);
  let index = "none";
  let file: LoadedFile | undefined;
  try {
    file = await loadIndexed({ source, path }, session.pools, {
      ...{ name: "t", path, settings: { folder, seconds: Infinity } },
      ...(reopen ? { reopen } : {}),
      news: { used: () => index = "used", unusable: (_, why) => index = why },
    });
    await meanwhile?.();
    const { traces, containers, bytes } = file;
    const lines = await new Snapshooter(session.pools).lines(traces);
    const problems = traces.flatMap(({ problems }) => problems).map((each) => JSON.stringify(each));
    const tags = traces.map(({ tags }) => JSON.stringify(tags.map(({ name, value }) => [name, value])));
    const facts = `${containers.join()} ${bytes} bytes`;
    const said = [...lines, ...problems, ...tags, facts];
    return { said, index };
  } finally {
    file?.close();
    source.close();
  }
}
