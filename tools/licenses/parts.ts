/**
 * What our packages are made of that is not ours, by the lock files.
 * @module
 */

import type { LicensedPackage } from "../../src/cli/licenses/licensed_part.ts";

const ROOT = new URL("../../", import.meta.url);

/** A package, and which of ours have it inside. */
export interface Part {
  readonly name: string;
  readonly version: string;
  readonly inside: readonly LicensedPackage[];
}

/** Lock files, the packages in which their packages end, and those that only make something. */
const LOCKS: readonly { readonly path: string; readonly inside: LicensedPackage; readonly tools?: RegExp }[] =
  [
    { path: "deno.lock", inside: "program" },
    { path: "workbench/deno.lock", inside: "program" },
    { path: "tools/vsix/deno.lock", inside: "extension", tools: /^(?:fflate|@types\/.*)$/ },
    {
      path: "tools/package/deno.lock",
      inside: "library",
      tools: /^(?:@?esbuild(?:\/.*)?|marked|typescript)$/,
    },
    // The kernels have parts of its standard library in them; it works with others that do not get there.
    { path: "tools/kernels/deno.lock", inside: "program", tools: /^(?!assemblyscript$)/ },
  ];

/** Packages of the program that are in the library as well. */
const IN_LIBRARY = /^(?:gecko-profiler-demangle|assemblyscript|snappy-wasm)$/;

/** Packages of the library that are in the program as well: in the page that it writes. */
const IN_PAGE = /^(?:fzstd|pako)$/;

/** Every package of the lock files that ends in a package of ours. */
export function lockedParts(): Part[] {
  const found = new Map<string, { name: string; version: string; inside: Set<LicensedPackage> }>();
  for (const { path, inside, tools } of LOCKS) {
    const { npm = {} } = JSON.parse(Deno.readTextFileSync(new URL(path, ROOT))) as {
      readonly npm?: Readonly<Record<string, unknown>>;
    };
    for (const key of Object.keys(npm)) {
      // What a package was resolved with is after an underscore.
      const [, name, version] = /^((?:@[^/]+\/)?[^@]+)@([^_]+)/.exec(key)!;
      if (tools?.test(name!)) continue;
      const part = found.get(`${name} ${version}`) ?? { name: name!, version: version!, inside: new Set() };
      part.inside.add(inside);
      if (IN_LIBRARY.test(name!)) part.inside.add("library");
      if (IN_PAGE.test(name!)) part.inside.add("program");
      found.set(`${name} ${version}`, part);
    }
  }
  return [...found.values()].map((part) => ({ ...part, inside: [...part.inside].sort() }));
}
