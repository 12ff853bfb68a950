/**
 * File names of the interpreted data that belongs to a raw file.
 * @module
 */

const RAW = /^(.+)\.raw(?:\.(?:zst|gz))?$/;

/** Returns `NAME.zst`, `NAME.gz` and `NAME` for `NAME.raw.zst`, `NAME.raw.gz` and `NAME.raw`. */
export function companionNames(name: string): readonly string[] {
  const stem = RAW.exec(name)?.[1];
  return stem === undefined ? [] : [`${stem}.zst`, `${stem}.gz`, stem];
}
