/**
 * Where indexes are saved. The program sets it once, before the first trace is opened; without that nothing is saved.
 * @module
 */

/** How indexes are saved and used. */
export interface IndexSettings {
  /** The folder; undefined: none are saved, and none are used. */
  readonly folder: string | undefined;
  /** A load that took longer than this many seconds is saved. */
  readonly seconds: number;
}

/** A load that takes longer leaves an index. */
export const SECONDS_TO_SAVE = 1;

let settings: IndexSettings = { folder: undefined, seconds: Infinity };

/** Settings for files that are opened from now on. */
export function setIndexSettings(wanted: IndexSettings): void {
  settings = wanted;
}

/** The settings now. */
export function indexSettings(): IndexSettings {
  return settings;
}
