/**
 * Requests while the user is typing: completion, hover, signature help, quick fixes.
 * @module
 */

import { type CodeAction, CodeActionKind, MarkupKind } from "vscode-languageserver/node";
import type { Fix } from "../base/diagnostic.ts";
import { complete, fixAll, hover, quickFixes, signatureHelp } from "../assist/assist.ts";
import { assistInput, documentHandlers, type HandlerContext } from "./document_handlers.ts";
import { resolveItem, toDiagnostic, toEdits, toItems, toRange, toSignatureHelp, toSpan } from "./convert.ts";
import { hoverMarkdown } from "./markdown.ts";

/** Registers the handlers of these requests. */
export function answerEditing({ connection, documents, workspace }: HandlerContext): void {
  const about = documentHandlers(documents);
  connection.onCompletion(about((document, { position }) => {
    const completion = complete(...assistInput(workspace, document, position));
    const items = toItems(document, completion, document.offsetAt(position), workspace.abilities);
    return { isIncomplete: completion.incomplete, items };
  }));
  connection.onCompletionResolve(resolveItem);
  connection.onHover(about((document, { position }) => {
    const found = hover(...assistInput(workspace, document, position));
    if (found === null) return null;
    const contents = { kind: MarkupKind.Markdown, value: hoverMarkdown(found) };
    return { contents, range: toRange(document, found.span) };
  }));
  connection.onSignatureHelp(about((document, { position }) => {
    const [text, offset, , environment] = assistInput(workspace, document, position);
    const found = signatureHelp(text, offset, environment);
    return found && toSignatureHelp(found);
  }));
  connection.onCodeAction(about((document, { range, context }) => {
    const { uri } = document;
    const [text, , catalog, environment] = assistInput(workspace, document, range.start);
    const changes = (edits: readonly Fix[]): CodeAction["edit"] => ({
      changes: { [uri]: toEdits(document, edits) },
    });
    const wants = (kind: string): boolean =>
      context.only?.some((only) => kind === only || kind.startsWith(`${only}.`)) ?? true;
    const actions: CodeAction[] = [];
    if (wants(CodeActionKind.QuickFix)) {
      for (const fix of quickFixes(text, toSpan(document, range), catalog, environment)) {
        actions.push({
          title: fix.title,
          kind: CodeActionKind.QuickFix,
          diagnostics: [toDiagnostic(document, fix.diagnostic, workspace.abilities.codePages)],
          isPreferred: fix.preferred,
          edit: changes(fix.edits)!,
        });
      }
    }
    if (context.only !== undefined && wants(CodeActionKind.SourceFixAll)) {
      const edits = fixAll(text, catalog, environment);
      const [title, kind] = ["Apply all quick fixes", CodeActionKind.SourceFixAll];
      if (edits.length > 0) actions.push({ title, kind, edit: changes(edits)! });
    }
    return actions;
  }));
}
