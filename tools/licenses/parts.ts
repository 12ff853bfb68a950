/**
 * The third-party contents of our packages, by the lock files.
 * @module
 */

import type { LicensedPackage } from "../../src/cli/licenses/licensed_part.ts";

const ROOT = new URL("../../", import.meta.url);

/** A package, and which of ours contain it. */
export interface Part {
  readonly name: string;
  readonly version: string;
  readonly inside: readonly LicensedPackage[];
}

/** Lock files, the packages that contain their packages, and those that are only build tools. */
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
    // The kernels contain parts of AssemblyScript's standard library; its dependencies do not get into them.
    { path: "tools/kernels/deno.lock", inside: "program", tools: /^(?!assemblyscript$)/ },
  ];

/** Packages of the program that are also in the library. */
const IN_LIBRARY = /^(?:gecko-profiler-demangle|assemblyscript|snappy-wasm)$/;

/** Packages of the library that are also in the program: in the page that it writes. */
const IN_PAGE = /^(?:fzstd|pako)$/;

/** Every package of the lock files that is contained in a package of ours. */
export function lockedParts(): Part[] {
  const found = new Map<string, { name: string; version: string; inside: Set<LicensedPackage> }>();
  for (const { path, inside, tools } of LOCKS) {
    const { npm = {} } = JSON.parse(Deno.readTextFileSync(new URL(path, ROOT))) as {
      readonly npm?: Readonly<Record<string, unknown>>;
    };
    for (const key of Object.keys(npm)) {
      // An underscore separates the version from peer dependencies.
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
