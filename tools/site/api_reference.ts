/**
 * The reference of the library as a document: every export with its comment and its declaration.
 * @module
 */

import ts from "typescript";
import { declarationsOf } from "../package/declarations.ts";
import { API_PAGE, type SitePage } from "./site_pages.ts";

/** A declaration without the comment above it, and that comment without comment marks. */
interface Export {
  readonly name: string;
  readonly comment: string;
  readonly declaration: string;
}

/** Text of a comment: lines without the stars in front of them. */
function commentText(comment: string): string {
  return comment.replace(/^\/\*\*\s?/, "").replace(/\s*\*\/$/, "")
    .split("\n").map((line) => line.replace(/^\s*\* ?/, "")).join("\n").trim()
    // Links to other exports become names.
    .replaceAll(/\{@link ([^}|]+)(?:\|[^}]*)?\}/g, "`$1`");
}

function exportsOf(declarations: string): Export[] {
  const file = ts.createSourceFile("api.d.ts", declarations, ts.ScriptTarget.Latest, true);
  return file.statements.flatMap((node): Export[] => {
    const name = (node as ts.Statement & { name?: ts.Identifier }).name?.text ??
      (ts.isVariableStatement(node) ? node.declarationList.declarations[0]!.name.getText() : undefined);
    if (name === undefined) return [];
    const [comment] = ts.getLeadingCommentRanges(declarations, node.getFullStart())?.slice(-1) ?? [];
    return [{
      name,
      comment: comment ? commentText(declarations.slice(comment.pos, comment.end)) : "",
      declaration: node.getText().replace(/^(export )?declare /, ""),
    }];
  }).sort((a, b) => a.name < b.name ? -1 : 1);
}

/** The page of the library's entry. */
export function apiReference(entry: string): SitePage {
  const parts = exportsOf(declarationsOf(entry)).map(({ name, comment, declaration }) =>
    `## ${name}\n\n${comment}\n\n\`\`\`ts\n${declaration}\n\`\`\`\n`
  );
  const intro = "What `@quarry/quarry` exports, and the types that these lead to. " +
    "[Library](docs/library.md) shows how they are used.";
  return {
    source: "api.md",
    path: API_PAGE,
    markdown: `# Library: API\n\n${intro}\n\n${parts.join("\n")}`,
  };
}
