/**
 * Settings for saved indexes. The program sets them once, before the first trace is opened; otherwise nothing
 * is saved.
 * @module
 */

/** How indexes are saved and used. */
export interface IndexSettings {
  /** The folder; undefined disables saving and using indexes. */
  readonly folder: string | undefined;
  /** Loads that take longer than this many seconds are saved. */
  readonly seconds: number;
}

/** Default for `seconds`. */
export const SECONDS_TO_SAVE = 1;
/** Default for `seconds` with a folder that the user names, because traces there are opened more than once. */
export const SECONDS_TO_SAVE_AS_ASKED = 0.1;

let settings: IndexSettings = { folder: undefined, seconds: Infinity };

/** Sets the settings for files opened from now on. */
export function setIndexSettings(wanted: IndexSettings): void {
  settings = wanted;
}

/** The current settings. */
export function indexSettings(): IndexSettings {
  return settings;
}
