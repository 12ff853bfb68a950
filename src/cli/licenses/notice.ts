/**
 * The texts of licenses in one file, as packages carry it.
 * @module
 */

import type { LicensedPart, Product } from "./licensed_part.ts";
import { LICENSED } from "./texts.ts";

const RULE = "-".repeat(72);

/** Everything inside a package of ours that is not ours. */
export function partsOf(product: Product): LicensedPart[] {
  return LICENSED.filter(({ inside }) => inside.includes(product));
}

/** Parts with their texts; parts with one text share it. */
export function licenseTexts(parts: readonly LicensedPart[]): string {
  const groups = [...Map.groupBy(parts, ({ text }) => text)].map(([text, sharing]) => {
    const names = sharing.map(({ name, version, license }) => `${name} ${version} (${license})\n`);
    return `${names.join("")}\n${text}\n`;
  });
  return groups.join(`\n${RULE}\n\n`);
}
