/**
 * How a file is loaded that may have an index.
 * @module
 */

import type { IndexFileCheck } from "../ingest/index_file_check.ts";
import type { LoadOptions } from "../ingest/load.ts";
import type { IndexSettings } from "./settings.ts";

/** Callbacks for the outcome of saving or using an index. */
export interface IndexNews {
  /** The index was saved. */
  saved?(path: string, bytes: number, isFirst: boolean): void;
  /** There was no room for the index, for this reason. */
  noRoom?(why: string): void;
  /** An existing index was used. */
  used?(path: string, bytes: number): void;
  /** An existing index could not be used, for this reason. */
  unusable?(path: string, why: string): void;
}

/** Options for loading with an index. */
export interface IndexedOptions extends LoadOptions {
  /** Receives the outcome. */
  readonly news?: IndexNews;
  /** Checks other files that provide names and lines. */
  readonly others?: IndexFileCheck;
  /** Loads the file without names; names are removed from a saved index that has them. */
  readonly isNameless?: boolean;
  /** Saves the index, however long loading takes. */
  readonly always?: boolean;
  /** Settings for indexes; by default those set by `setIndexSettings`. */
  readonly settings?: IndexSettings;
}
