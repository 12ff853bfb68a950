/**
 * The software bill of materials, as CycloneDX: every package with a part in the program, its version, its digest.
 * @module
 */

import type { LicensedPart } from "../../src/cli/licenses/licensed_part.ts";
import { licensedParts } from "../../src/cli/licenses/notice.ts";
import { FILE_TIME } from "../compile/bundle.ts";
import { DESCRIPTION } from "./description.ts";

const ROOT = new URL("../../", import.meta.url);
/** Packages of the program, and of the part of a library that is committed. */
const LOCKS = [
  "deno.lock",
  "workbench/deno.lock",
  "tools/mcp_sdk/deno.lock",
  "tools/kernels/deno.lock",
  "tools/package/deno.lock",
];
/** The kernels contain parts of this package; the others of their lock file are only build tools. */
const IN_KERNELS = "assemblyscript";
/** The page of live reports contains these; the others are build tools. */
const IN_PAGE: readonly string[] = ["fzstd", "pako"];

/** A package in CycloneDX. */
interface Component {
  readonly type: "library";
  readonly "bom-ref": string;
  readonly name: string;
  readonly version: string;
  readonly licenses:
    readonly ({ readonly license: { readonly id: string } } | { readonly expression: string })[];
  readonly purl: string;
  readonly hashes: readonly { readonly alg: "SHA-512"; readonly content: string }[];
}

/** The bill as text; including packages in `src/mcp/sdk.js`. */
export function billOfMaterials(): string {
  const committed = committedPackages();
  const components = LOCKS.flatMap((path) => {
    const { npm = {} } = JSON.parse(Deno.readTextFileSync(new URL(path, ROOT))) as {
      readonly npm?: Readonly<Record<string, { readonly integrity: string }>>;
    };
    return Object.entries(npm).flatMap(([key, { integrity }]) => {
      // An underscore separates the version from peer dependencies.
      const [, name, version] = /^((?:@[^/]+\/)?[^@]+)@([^_]+)/.exec(key)!;
      if (path.startsWith("tools/mcp_sdk") && !committed.has(`${name} ${version}`)) return [];
      if (path.startsWith("tools/kernels") && name !== IN_KERNELS) return [];
      if (path.startsWith("tools/package") && !IN_PAGE.includes(name!)) return [];
      return [component(name!, version!, integrity)];
    });
  });
  const unique = [...new Map(components.map((each) => [each.purl, each])).values()]
    .sort((left, right) => left.purl < right.purl ? -1 : 1);
  const { name, version, license } = DESCRIPTION;
  const program = `pkg:generic/${name}@${version}`;
  return JSON.stringify(
    {
      $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
      bomFormat: "CycloneDX",
      specVersion: "1.6",
      version: 1,
      metadata: {
        timestamp: new Date(FILE_TIME * 1000).toISOString(),
        component: {
          type: "application",
          "bom-ref": program,
          name,
          version,
          licenses: [{ license: { id: license } }],
          purl: program,
        },
      },
      components: [
        ...RUNTIME.map((part) => ({ type: "platform", "bom-ref": refOf(part), ...namesOf(part) })),
        ...unique,
      ],
      dependencies: [
        { ref: program, dependsOn: [...RUNTIME.map(refOf), ...unique.map(({ purl }) => purl)] },
      ],
    },
    null,
    2,
  ) + "\n";
}

/** Parts that are in no lock file. */
const RUNTIME = licensedParts("program").filter(({ name }) => name === "deno" || name === "v8");

function refOf({ name, version }: LicensedPart): string {
  return `pkg:generic/${name}@${version}`;
}

function namesOf({ name, version, license }: LicensedPart): Pick<Component, "name" | "version" | "licenses"> {
  // A choice of licences is an expression, without parentheses around it.
  const said = /^\((.*)\)$/.exec(license);
  return { name, version, licenses: [said ? { expression: said[1]! } : { license: { id: license } }] };
}

function component(name: string, version: string, integrity: string): Component {
  const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
  const content = Uint8Array.fromBase64(integrity.replace(/^sha512-/, "")).toHex();
  const part = licensedParts("program").find((each) => each.name === name && each.version === version);
  if (part === undefined) throw new Error(`${name} ${version} has no license here: run deno task licenses`);
  return { type: "library", "bom-ref": purl, ...namesOf(part), purl, hashes: [{ alg: "SHA-512", content }] };
}

/** The packages named at the beginning of the file. */
function committedPackages(): ReadonlySet<string> {
  const text = Deno.readTextFileSync(new URL("src/mcp/sdk.js", ROOT)).slice(0, 4000);
  return new Set([...text.matchAll(/^\/\/ {3}(\S+ \S+) \(/gm)].map(([, found]) => found!));
}
