/**
 * The keyboard and the screen, as the prompt uses them.
 * @module
 */

import type { ScreenSize } from "./layout.ts";

/** Who receives the keys. */
export type TerminalMode =
  /** The prompt, key by key, including Ctrl-C and Ctrl-Z. */
  | "editing"
  /** Nobody: keys are queued, and Ctrl-C is a signal. */
  | "running"
  /** The terminal driver, line by line; also used by other programs that take over. */
  | "plain";

/** A terminal. */
export interface Terminal {
  /** Current size of the terminal. */
  size(): ScreenSize;
  /** Writes text to the terminal. */
  write(text: string): Promise<void>;
  /** Waits for input; null at its end. Only one call may wait at a time. */
  read(): Promise<string | null>;
  /** Changes who receives the keys. */
  setMode(mode: TerminalMode): void;
  /** Calls the handler when the size changes, until the returned function is called. */
  onResize(handler: () => void): () => void;
  /** Stops the program until the shell continues it. */
  suspend(): Promise<void>;
}
