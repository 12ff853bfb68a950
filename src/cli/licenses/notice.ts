/**
 * Composes the file of license texts that packages contain.
 * @module
 */

import type { LicensedPackage, LicensedPart } from "./licensed_part.ts";
import { LICENSED } from "./texts.ts";

const RULE = "-".repeat(72);

/** All third-party parts of a package. */
export function licensedParts(product: LicensedPackage): LicensedPart[] {
  return LICENSED.filter(({ inside }) => inside.includes(product));
}

/** The parts with their license texts; parts with the same text share it. */
export function licenseTexts(parts: readonly LicensedPart[]): string {
  const groups = [...Map.groupBy(parts, ({ text }) => text)].map(([text, sharing]) => {
    const names = sharing.map(({ name, version, license }) => `${name} ${version} (${license})\n`);
    return `${names.join("")}\n${text}\n`;
  });
  return groups.join(`\n${RULE}\n\n`);
}
