/**
 * The thread that writes pieces to a file, one behind the other. It is imported as well, so that it is part of the compiled
 * program.
 * @module
 */

/** Where the thread's program is. */
export const WRITE_WORKER: string = import.meta.url;

/** First the file, then pieces of it, and a word that there are no more. */
export type WriteOrder =
  | { readonly path: string }
  | { readonly piece: ArrayBuffer; readonly length: number }
  | "end";

/** A piece that was written comes back, to be used again; after a failure nothing is written. */
export type WriteAnswer =
  | { readonly piece: ArrayBuffer }
  /** The class of an error of the system, and its message. */
  | { readonly failure: { readonly name: string; readonly message: string } };

/** What there is of a worker's global scope. */
interface WorkerScope {
  onmessage: ((event: MessageEvent<WriteOrder>) => void) | null;
  postMessage(answer: WriteAnswer, transfer: readonly ArrayBuffer[]): void;
  close(): void;
}

if ("WorkerGlobalScope" in globalThis) {
  const scope = globalThis as unknown as WorkerScope;
  let file: Deno.FsFile | undefined;
  scope.onmessage = ({ data }) => {
    if (data === "end") {
      file?.close();
      return scope.close();
    }
    try {
      if ("path" in data) {
        file = Deno.openSync(data.path, { write: true });
        return;
      }
      if (!file) return;
      const { piece, length } = data;
      const bytes = new Uint8Array(piece, 0, length);
      for (let at = 0; at < length;) at += file.writeSync(bytes.subarray(at));
      scope.postMessage({ piece }, [piece]);
    } catch (error) {
      file?.close();
      file = undefined;
      const { name, message } = error instanceof Error ? error : new Error(String(error));
      scope.postMessage({ failure: { name, message } }, []);
    }
  };
}
