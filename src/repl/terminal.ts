/**
 * The keyboard and the screen, as the prompt sees them.
 * @module
 */

import type { ScreenSize } from "./layout.ts";

/** Who gets the keys. */
export type TerminalMode =
  /** We, one by one, Ctrl-C and Ctrl-Z too. */
  | "editing"
  /** No reader: keys wait. Ctrl-C is a signal. */
  | "running"
  /** The terminal itself, which gives lines; so do other programs that take over. */
  | "plain";

/** A terminal. */
export interface Terminal {
  /** Its size now. */
  size(): ScreenSize;
  /** Sends text. */
  write(text: string): Promise<void>;
  /** Waits for input; null at its end. Only one may wait at a time. */
  read(): Promise<string | null>;
  /** Changes who gets the keys. */
  setMode(mode: TerminalMode): void;
  /** Calls the handler when the size changes, until the returned function is called. */
  onResize(handler: () => void): () => void;
  /** Stops the program until the shell continues it. */
  suspend(): Promise<void>;
}
