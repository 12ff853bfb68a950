/**
 * Declarations of an entry point in one text: the declarations that TypeScript emits for each file alone (the package
 * is published to JSR, so exported types are explicit), reduced to those that the entry's exports need. Bundlers of
 * declarations check all types first, which fails with those of Deno and Node.js together.
 * @module
 */

import ts from "typescript";

/** A declaration at the top of a file. */
interface Declared {
  readonly file: string;
  readonly node: ts.Node;
  readonly text: string;
}

/** What a file declares, imports and re-exports. */
interface FileParts {
  readonly declared: ReadonlyMap<string, Declared>;
  /** Local names of imports and re-exports: file and name there. */
  readonly imported: ReadonlyMap<string, { readonly file: string; readonly name: string }>;
  /** Names that are visible from outside. */
  readonly exported: readonly string[];
}

const known = new Map<string, FileParts>();

/** The declarations of everything that a file exports. Throws if two of them have the same name. */
export function declarationsOf(entry: string): string {
  const texts = new Map<string, Declared>();
  const visit = (file: string, name: string): void => {
    const parts = partsOf(file);
    const from = parts.imported.get(name);
    if (from) {
      if (from.name !== name && !parts.exported.includes(name)) {
        throw new Error(`${file}: ${name} has two names`);
      }
      return visit(from.file, from.name);
    }
    const found = parts.declared.get(name);
    // Names of built-in types, and of type parameters.
    if (!found || texts.get(name)?.file === file) return;
    if (texts.has(name)) throw new Error(`${name} is declared in ${file} and in ${texts.get(name)!.file}`);
    texts.set(name, found);
    const look = (node: ts.Node): void => {
      if (ts.isIdentifier(node)) visit(file, node.text);
      ts.forEachChild(node, look);
    };
    look(found.node);
  };
  const { exported, imported } = partsOf(entry);
  for (const name of exported) visit(entry, name);
  const names = exported.map((name) => {
    const there = imported.get(name)?.name ?? name;
    return there === name ? name : `${there} as ${name}`;
  });
  const body = [...texts.values()].map(({ text }) => text.replace(/\bexport (?=(?:declare )?\w)/, ""));
  return `${body.join("\n")}\nexport { ${names.join(", ")} };\n`;
}

function partsOf(file: string): FileParts {
  const found = known.get(file);
  if (found) return found;
  const { outputText: given } = ts.transpileDeclaration(Deno.readTextFileSync(file), {
    fileName: file,
    compilerOptions: { target: ts.ScriptTarget.ESNext, declaration: true },
  });
  // Without types, methods named by a symbol appear twice, also as properties.
  const outputText = given.replaceAll(
    /(?:\n {4}\/\*\*(?:(?!\*\/)[^])*\*\/)?\n {4}\[Symbol\.\w+\]: \(\) => .*;/g,
    "",
  );
  const source = ts.createSourceFile(file, outputText, ts.ScriptTarget.ESNext, true);
  const declared = new Map<string, Declared>();
  const imported = new Map<string, { file: string; name: string }>();
  const exported: string[] = [];
  for (const node of source.statements) {
    if (ts.isImportDeclaration(node)) {
      const bindings = node.importClause?.namedBindings;
      const target = targetOf(file, node.moduleSpecifier);
      if (!bindings || !ts.isNamedImports(bindings) || target === null) continue;
      for (const { name, propertyName } of bindings.elements) {
        imported.set(name.text, { file: target, name: (propertyName ?? name).text });
      }
    } else if (ts.isExportDeclaration(node)) {
      const target = node.moduleSpecifier && targetOf(file, node.moduleSpecifier);
      if (!node.exportClause || !ts.isNamedExports(node.exportClause)) continue;
      for (const { name, propertyName } of node.exportClause.elements) {
        exported.push(name.text);
        if (target) imported.set(name.text, { file: target, name: (propertyName ?? name).text });
      }
    } else {
      const text = outputText.slice(node.getFullStart(), node.end).replace(
        /^\s*\/\*\*[^]*?@module\s*\*\//,
        "",
      ).trim();
      for (const name of namesOf(node)) {
        declared.set(name, { file, node, text });
        exported.push(name);
      }
    }
  }
  const parts = { declared, imported, exported };
  known.set(file, parts);
  return parts;
}

function namesOf(node: ts.Statement): string[] {
  if (ts.isVariableStatement(node)) {
    return node.declarationList.declarations.flatMap(({ name }) => ts.isIdentifier(name) ? [name.text] : []);
  }
  const named = node as ts.Statement & { readonly name?: ts.Identifier };
  return named.name ? [named.name.text] : [];
}

/** The file of a specifier; null for packages. */
function targetOf(file: string, specifier: ts.Expression): string | null {
  const { text } = specifier as ts.StringLiteral;
  return text.startsWith(".") ? new URL(text, `file://${file}`).pathname : null;
}
