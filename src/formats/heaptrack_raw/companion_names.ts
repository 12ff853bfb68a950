/**
 * What the interpreted data of a raw file is called.
 * @module
 */

const RAW = /^(.+)\.raw(?:\.(?:zst|gz))?$/;

/** `NAME.zst`, `NAME.gz` and `NAME` for `NAME.raw.zst`, `NAME.raw.gz` and `NAME.raw`. */
export function companionNames(name: string): readonly string[] {
  const stem = RAW.exec(name)?.[1];
  return stem === undefined ? [] : [`${stem}.zst`, `${stem}.gz`, stem];
}
