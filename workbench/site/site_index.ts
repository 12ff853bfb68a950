/**
 * The index that the search of the documentation uses.
 * @module
 */

/** For each page, its path, its title, and its passages: heading, anchor and text. */
export type SiteIndex = readonly (readonly [
  page: string,
  title: string,
  passages: readonly (readonly [heading: string, anchor: string, text: string])[],
])[];
