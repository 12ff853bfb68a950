/** Fields of structures that kernels share with TypeScript are used by both as in their layouts. */
import { assert, assertEquals } from "@std/assert";
import { sourceFiles } from "../../tools/gate/imports.ts";

/** Bytes of the types that layouts name. */
const BYTES: Readonly<Record<string, number>> = { u32: 4, u64: 8, f64: 8 };
/** Typed arrays and helpers with which TypeScript accesses a field, with its type. */
const ACCESS =
  /\b(u32|u64|f64)\[\((?:[^[\]]|\[\w+\])*?\b(\w+)\.(\w+)\) >>> [23]\]|(?:#|\b)(word|set|wide)\(\s*(\w+)\.(\w+)/g;
const HELPERS: Readonly<Record<string, string>> = { word: "u32", set: "u32", wide: "u64" };

/** Offsets and types of the fields of one structure, by name. */
type Structure = ReadonlyMap<string, { readonly place: number; readonly types: readonly string[] }>;

const files = new Map(
  [...sourceFiles(new URL("../../src/", import.meta.url), true)].map((href) =>
    [href, Deno.readTextFileSync(new URL(href))] as const
  ),
);
const kernels = [...files].filter(([href]) => href.endsWith(".as.ts"));

/** Structures of a file: its enumerations, or all constants under the name by which it is imported. */
function structuresOf(text: string, whole: string | undefined): Map<string, Structure> {
  const fields = (body: string, field: RegExp): Structure =>
    new Map(Array.from(body.matchAll(field), ([, doc, name, place]) => {
      const types = Array.from(doc!.matchAll(/\((u32|u64|f64)\b/g), ([, type]) => type!);
      return [name!, { place: Number(place), types }];
    }));
  if (whole !== undefined) {
    return new Map([[whole, fields(text, /\/\*\* (.*?) \*\/\nexport const (\w+) = (\d+);/g)]]);
  }
  const enums = text.matchAll(/export enum (\w+) \{\n(.*?)\n\}/gs);
  return new Map(
    Array.from(enums, ([, name, body]) => [name!, fields(body!, /\/\*\* (.*?) \*\/\s+(\w+) = (\d+),/g)]),
  );
}

/** Structures that a file imports, under the names that it gives them. */
function importedBy(href: string, text: string): Map<string, Structure> {
  const found = new Map<string, Structure>();
  for (const [, names, path] of text.matchAll(/^import ([^;]*?) from "(\.[^"]*)";/gm)) {
    const layout = files.get(new URL(path!.replace(/(\.ts)?$/, ".ts"), href).href);
    if (layout === undefined || !/\((u32|u64)\b/.test(layout)) continue;
    const [, whole] = /^\* as (\w+)$/.exec(names!) ?? [];
    for (const [name, structure] of structuresOf(layout, whole)) found.set(name, structure);
  }
  return found;
}

/** `load` and `store` of a kernel: type, and the expression of the offset. */
function* accesses(text: string): Generator<{ type: string; place: string }> {
  for (const { 1: name, 2: type, index, 0: start } of text.matchAll(/\b(load|store)<(\w+)>\(/g)) {
    const most = name === "load" ? 1 : 2;
    let depth = 1, commas = 0, last = index + start.length;
    for (let at = last; depth > 0; at++) {
      if (text[at] === "(") depth++;
      else if (text[at] === ")") depth--;
      else if (text[at] === "," && depth === 1) [commas, last] = [commas + 1, at + 1];
      if (depth === 0 && commas === most) yield { type: type!, place: text.slice(last, at).trim() };
    }
  }
}

Deno.test("fields of structures have a type, and do not overlap", () => {
  let fieldsSeen = 0;
  for (const [href, text] of files) {
    if (!/\/\w+_layout\.ts$/.test(href)) continue;
    for (const [name, structure] of structuresOf(text, undefined)) {
      // Other enumerations are plain numbers.
      const length = structure.get("Bytes")?.place;
      if (length === undefined || ![...structure.values()].some(({ types }) => types.length > 0)) continue;
      const fields = [...structure].filter(([field]) => field !== "Bytes");
      for (const [at, [field, { place, types }]] of fields.entries()) {
        assert(types.length > 0, `${href}: ${name}.${field} says no type`);
        const bytes = BYTES[types[0]!]!;
        assertEquals(place % bytes, 0, `${href}: ${name}.${field} is not aligned`);
        const end = fields[at + 1]?.[1].place ?? length;
        assert(place + bytes <= end, `${href}: ${name}.${field} reaches into what follows`);
        fieldsSeen++;
      }
    }
  }
  assert(fieldsSeen > 150);
});

Deno.test("kernels use fields with their types, and no field by its number", () => {
  let used = 0;
  for (const [href, text] of kernels) {
    const structures = importedBy(href, text);
    if (structures.size === 0) continue;
    for (const { type, place } of accesses(text)) {
      const where = `${href}: ${type} at ${place}`;
      // Texts are bytes and words of two bytes; they have no fields.
      if (type !== "u8" && type !== "u16") assert(!/^\d+$/.test(place), where);
      // A template that is compiled for several types.
      if (/^[A-Z]$/.test(type)) continue;
      const [, name, field] = /^(?:\w+ \+ )?(\w+)\.(\w+)$/.exec(place) ?? [];
      const types = structures.get(name!)?.get(field!)?.types ?? [];
      if (types.length === 0) continue;
      assert(types.includes(type), where);
      used++;
    }
  }
  assert(used > 300);
});

Deno.test("callers use fields of kernels with their types", () => {
  let used = 0;
  for (const [href, text] of files) {
    if (href.endsWith(".as.ts") || href.endsWith(".wasm.ts")) continue;
    const structures = importedBy(href, text);
    if (structures.size === 0) continue;
    for (const [access, array, name, field, helper, helped, helpedField] of text.matchAll(ACCESS)) {
      const types = structures.get(name ?? helped!)?.get(field ?? helpedField!)?.types ?? [];
      if (types.length === 0) continue;
      assert(types.includes(array ?? HELPERS[helper!]!), `${href}: ${access}`);
      used++;
    }
  }
  assert(used > 100);
});

Deno.test("every kernel has a caller", () => {
  const named = new Set<string>();
  for (const [href, text] of files) {
    if (/\.(as|wasm)\.ts$/.test(href)) continue;
    // A declaration of the same name is not a call.
    for (const [, word] of text.matchAll(/(?<!function )\b(\w+)\b/g)) named.add(word!);
  }
  const idle: string[] = [];
  for (const [href, text] of kernels) {
    if (href.endsWith(".part.as.ts")) continue;
    for (const [, name] of text.matchAll(/^export function (\w+)/gm)) {
      if (!named.has(name!)) idle.push(`${href} ${name}`);
    }
  }
  assertEquals(idle, []);
});

Deno.test("functions of kernels follow their comments directly, since the formatter leaves an empty line where it drops a decorator", () => {
  for (const [href, text] of kernels) {
    const [, lost] = /\*\/\n\n(?:export )?function (\w+)/.exec(text) ?? [];
    assertEquals(lost, undefined, `${href}: ${lost} has lost its decorator, or has an empty line before it`);
  }
});
