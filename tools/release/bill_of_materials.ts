/**
 * The software bill of materials, as CycloneDX: every package with a part in the program, its version, its digest.
 * @module
 */

import { FILE_TIME } from "../compile/bundle.ts";
import { DESCRIPTION } from "./description.ts";

const ROOT = new URL("../../", import.meta.url);
/** Packages of the program, and of the part of a library that is committed. */
const LOCKS = ["deno.lock", "tools/mcp_sdk/deno.lock"];

/** A package as CycloneDX lists it. */
interface Component {
  readonly type: "library";
  readonly "bom-ref": string;
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly hashes: readonly { readonly alg: "SHA-512"; readonly content: string }[];
}

/** The bill as text; packages in `src/mcp/sdk.js` are among them. */
export function billOfMaterials(): string {
  const committed = committedPackages();
  const components = LOCKS.flatMap((path) => {
    const { npm = {} } = JSON.parse(Deno.readTextFileSync(new URL(path, ROOT))) as {
      readonly npm?: Readonly<Record<string, { readonly integrity: string }>>;
    };
    return Object.entries(npm).flatMap(([key, { integrity }]) => {
      // What a package was resolved with stands behind an underscore.
      const [, name, version] = /^((?:@[^/]+\/)?[^@]+)@([^_]+)/.exec(key)!;
      if (path !== "deno.lock" && !committed.has(`${name} ${version}`)) return [];
      return [component(name!, version!, integrity)];
    });
  });
  const unique = [...new Map(components.map((each) => [each.purl, each])).values()]
    .sort((left, right) => left.purl < right.purl ? -1 : 1);
  const { name, version, license, deno } = DESCRIPTION;
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
        { type: "platform", "bom-ref": `pkg:generic/deno@${deno}`, name: "deno", version: deno },
        ...unique,
      ],
      dependencies: [
        { ref: program, dependsOn: [`pkg:generic/deno@${deno}`, ...unique.map(({ purl }) => purl)] },
      ],
    },
    null,
    2,
  ) + "\n";
}

function component(name: string, version: string, integrity: string): Component {
  const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
  const content = Uint8Array.fromBase64(integrity.replace(/^sha512-/, "")).toHex();
  return { type: "library", "bom-ref": purl, name, version, purl, hashes: [{ alg: "SHA-512", content }] };
}

/** The packages that the head of the file names. */
function committedPackages(): ReadonlySet<string> {
  const text = Deno.readTextFileSync(new URL("src/mcp/sdk.js", ROOT)).slice(0, 4000);
  return new Set([...text.matchAll(/^\/\/ {3}(\S+ \S+) \(/gm)].map(([, found]) => found!));
}
