import { InputError, QueryError } from "../../src/base/errors.ts";
import { renderDiagnostic } from "../../src/base/diagnostic.ts";
import { tracesOf } from "../../src/engine/open_trace.ts";
import { openInput } from "../../src/ingest/file_source.ts";
import { load } from "../../src/ingest/load.ts";
import type { Output } from "../../src/output/output.ts";
import type { ReplHost } from "../../src/repl/host.ts";

/** A program around the prompt that records what was written. */
export interface FakeReplHost extends ReplHost {
  /** Standard output, standard error, and the input of the pager. */
  readonly written: { out: string; err: string; paged: string };
  /** Files by path. */
  readonly files: Map<string, string>;
  /** Called by Ctrl-C. */
  interrupt(): void;
}

/** Differences from an 80 by 24 terminal without colours. */
export interface FakeWorld {
  readonly terminal?: boolean;
  readonly color?: boolean;
  readonly env?: Readonly<Record<string, string>>;
  readonly size?: { columns: number; rows: number };
  readonly pager?: boolean;
  readonly edited?: (text: string) => string | null;
  /** Receives the output instead. */
  readonly write?: (text: string) => Promise<void>;
}

/** A host for tests. */
export function fakeReplHost(world: FakeWorld = {}): FakeReplHost {
  const written = { out: "", err: "", paged: "" };
  const files = new Map<string, string>();
  const handlers: (() => void)[] = [];
  const stream = (key: keyof typeof written): ReplHost["stdout"] => ({
    isTerminal: world.terminal ?? true,
    async write(text) {
      written[key] += text;
      await world.write?.(text);
    },
    writeNow: (text) => void (written[key] += text),
  });
  const fileOutput = (path: string, before: string): Output => {
    let content = before;
    return {
      write: (piece) => {
        content += typeof piece === "string" ? piece : new TextDecoder().decode(piece);
        return Promise.resolve();
      },
      finish: () => Promise.resolve(void files.set(path, content)),
      discard: () => {},
    };
  };
  return {
    written,
    files,
    stdout: stream("out"),
    stderr: stream("err"),
    writeStatus: (text) => void (written.err += text),
    color: world.color ?? false,
    terminalSize: () => world.size ?? { columns: 80, rows: 24 },
    env: (name) => world.env?.[name],
    readTextFile: (path) => {
      const text = files.get(path);
      if (text === undefined) {
        return Promise.reject(new InputError(`Cannot open "${path}": no such file`, path, "missing"));
      }
      return Promise.resolve(text);
    },
    checkOutput: () => Promise.resolve(),
    openOutput: ({ path }) => Promise.resolve(fileOutput(path, "")),
    openAdditions({ path }) {
      files.set(path, "");
      return Promise.resolve({
        begin: () => Promise.resolve(fileOutput(path, files.get(path) ?? "")),
        close: () => {},
      });
    },
    resultWriter: () => null,
    listFolder: () => ["one.mtrc", "two.mtrc", ".hidden", "folder/"],
    async openTrace(operand, { pools }) {
      const { source } = await openInput(new URL(`../../${operand}`, import.meta.url).pathname);
      try {
        return tracesOf(await load(source, pools, { name: "second" }), operand);
      } finally {
        source.close();
      }
    },
    async reopenTrace({ name, path }, { pools, follows = false }) {
      const { source } = await openInput(path);
      try {
        return tracesOf(await load(source, pools, { name, follows }), path);
      } finally {
        source.close();
      }
    },
    startPager: () => world.pager ? { input: stream("paged"), close: () => Promise.resolve() } : null,
    editOutside: (text) => Promise.resolve(world.edited?.(text) ?? null),
    async reportFailure(error) {
      if (!(error instanceof Error)) throw error;
      const text = error instanceof QueryError
        ? error.diagnostics.map((each) => renderDiagnostic(each, error.source)).join("\n")
        : `error: ${error.message}`;
      await stream("err").write(text + "\n");
      return error instanceof QueryError && error.atRunTime ? 1 : 2;
    },
    onInterrupt(handler) {
      handlers.push(handler);
      return () => void handlers.splice(handlers.indexOf(handler), 1);
    },
    interrupt: () => handlers.at(-1)?.(),
    help: (words) => Promise.resolve(words[0] === "known" ? "help on a known word\n" : null),
    explainCode: (code) =>
      code === "Q203" ? { title: "Unknown column", cause: "C", cure: "D", example: "adr == 1" } : undefined,
    version: "1.2.3",
  };
}
