/**
 * Symbols of all scripts of a workspace: definitions, results, assertions and queries, in open documents and
 * in files.
 * @module
 */

import { fileNameOf } from "../base/file_name_of.ts";
import type { SymbolInformation } from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { fuzzyMatch, scriptSymbols } from "../assist/assist.ts";
import { SERVE_LIMITS } from "../base/limits/serve_limits.ts";
import { folderNames, libraryFiles } from "../ingest/library_files.ts";
import { type HandlerContext, textOf } from "./document_handlers.ts";
import { pathOfUri, uriOfPath } from "./configuration.ts";
import { toSymbol } from "./convert.ts";

const EXTENSION = ".qry";
/** Maximum number of folders to search, since a workspace may be a whole disk. */
const MOST_FOLDERS = 2000;
const MOST_FILES = 1000;
const MOST_SYMBOLS = 200;

/** Handles requests for symbols. */
export function answerWorkspaceSymbols({ connection, documents, workspace }: HandlerContext): void {
  connection.onWorkspaceSymbol(async ({ query }, token) => {
    const open = documents.all().filter(({ languageId }) => languageId === "quarry");
    const known = new Set(open.map(({ uri }) => uri));
    const found = open.flatMap((document) => symbolsIn(document, textOf(document), query));
    for (const path of scriptsBelow(await workspace.folders())) {
      if (token.isCancellationRequested) return null;
      const uri = uriOfPath(path);
      if (known.has(uri)) continue;
      const text = textAt(path);
      found.push(...symbolsIn(TextDocument.create(uri, "quarry", 0, text), text, query));
    }
    found.sort((left, right) => right.score - left.score);
    return found.slice(0, MOST_SYMBOLS).map(({ symbol }) => symbol);
  });
}

/** A symbol, with how well it matches the typed text. */
interface Found {
  readonly score: number;
  readonly symbol: SymbolInformation;
}

function symbolsIn(document: TextDocument, text: string, query: string): Found[] {
  const { uri } = document;
  const containerName = fileNameOf(pathOfUri(uri) ?? uri);
  return scriptSymbols(text).flatMap((each) => {
    const fit = fuzzyMatch(query, each.name);
    if (fit === null) return [];
    const { name, kind, selectionRange } = toSymbol(document, each);
    return [{
      score: fit.score,
      symbol: { name, kind, location: { uri, range: selectionRange }, containerName },
    }];
  });
}

/** Paths of scripts, except those in hidden folders and in packages. */
function* scriptsBelow(roots: readonly string[]): Generator<string> {
  const folders = roots.map((root) => root.replace(/\/+$/, ""));
  let [looked, files] = [0, 0];
  for (
    let folder = folders.shift();
    folder !== undefined && looked < MOST_FOLDERS;
    folder = folders.shift()
  ) {
    looked++;
    for (const name of folderNames(folder)) {
      if (name.startsWith(".") || name === "node_modules/") continue;
      if (name.endsWith("/")) folders.push(`${folder}/${name.slice(0, -1)}`);
      else if (name.endsWith(EXTENSION) && files++ < MOST_FILES) yield `${folder}/${name}`;
    }
  }
}

/** The text of a file; empty if it cannot be read or is too long. */
function textAt(path: string): string {
  try {
    const text = libraryFiles.read(path);
    return text.length > SERVE_LIMITS.editorText.most ? "" : text;
  } catch {
    return "";
  }
}
