/**
 * Requests while somebody writes: completion, hover, signature help, quick fixes.
 * @module
 */

import {
  type CodeAction,
  CodeActionKind,
  type Connection,
  MarkupKind,
  type TextDocuments,
} from "vscode-languageserver/node";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { complete, fixAll, hover, quickFixes, signatureHelp } from "../assist/assist.ts";
import { resolveItem, toDiagnostic, toItems, toSignatureHelp } from "./convert.ts";
import { hoverMarkdown } from "./markdown.ts";
import { toEdits, toRange, toSpan } from "./positions.ts";
import type { Workspace } from "./workspace.ts";

/** Answers them. */
export function answerWriting(
  connection: Connection,
  documents: TextDocuments<TextDocument>,
  workspace: Workspace,
): void {
  connection.onCompletion(({ textDocument, position }) => {
    const document = documents.get(textDocument.uri);
    if (document === undefined) return null;
    const { catalog, environment } = workspace.knownFor(document.uri);
    const offset = document.offsetAt(position);
    const completion = complete(document.getText(), offset, catalog, environment);
    const { incomplete } = completion;
    return { isIncomplete: incomplete, items: toItems(document, completion, offset, workspace.abilities) };
  });
  connection.onCompletionResolve(resolveItem);
  connection.onHover(({ textDocument, position }) => {
    const document = documents.get(textDocument.uri);
    if (document === undefined) return null;
    const { catalog, environment } = workspace.knownFor(document.uri);
    const found = hover(document.getText(), document.offsetAt(position), catalog, environment);
    if (found === null) return null;
    const contents = { kind: MarkupKind.Markdown, value: hoverMarkdown(found) };
    return { contents, range: toRange(document, found.span) };
  });
  connection.onSignatureHelp(({ textDocument, position }) => {
    const document = documents.get(textDocument.uri);
    if (document === undefined) return null;
    const { environment } = workspace.knownFor(document.uri);
    const found = signatureHelp(document.getText(), document.offsetAt(position), environment);
    return found && toSignatureHelp(found);
  });
  connection.onCodeAction(({ textDocument, range, context }) => {
    const document = documents.get(textDocument.uri);
    if (document === undefined) return null;
    const { uri } = document;
    const { catalog, environment } = workspace.knownFor(uri);
    const text = document.getText();
    const wants = (kind: string): boolean =>
      context.only?.some((only) => kind === only || kind.startsWith(`${only}.`)) ?? true;
    const actions: CodeAction[] = [];
    if (wants(CodeActionKind.QuickFix)) {
      for (
        const { title, diagnostic, edits, preferred } of quickFixes(
          text,
          toSpan(document, range),
          catalog,
          environment,
        )
      ) {
        actions.push({
          title,
          kind: CodeActionKind.QuickFix,
          diagnostics: [toDiagnostic(document, diagnostic)],
          isPreferred: preferred,
          edit: { changes: { [uri]: toEdits(document, edits) } },
        });
      }
    }
    if (context.only !== undefined && wants(CodeActionKind.SourceFixAll)) {
      const edits = fixAll(text, catalog, environment);
      if (edits.length > 0) {
        const edit = { changes: { [uri]: toEdits(document, edits) } };
        actions.push({
          title: "Apply all quick fixes",
          kind: CodeActionKind.SourceFixAll,
          edit,
        });
      }
    }
    return actions;
  });
}
