/**
 * The type of a worker's global scope.
 * @module
 */

/** The used parts of the global scope of a worker that receives and sends messages of these types. */
export interface WorkerScope<Received, Sent = never> {
  onmessage: ((event: MessageEvent<Received>) => void) | null;
  postMessage(message: Sent): void;
  close(): void;
}
