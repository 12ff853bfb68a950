/**
 * The extension: the language client of `quarry lsp`, a panel with what a run gave, and a prompt over a trace.
 * @module
 */

import * as vscode from "vscode";
import { LanguageClient } from "vscode-languageclient/node";
import { resultPage, type RunAnswer } from "./result_page.ts";

let client: LanguageClient | undefined;
let panel: vscode.WebviewPanel | undefined;

function command(): string {
  return vscode.workspace.getConfiguration("quarry").get<string>("command") || "quarry";
}

/** Called by VS Code with the first script, or the first command. */
export async function activate(context: vscode.ExtensionContext): Promise<void> {
  context.subscriptions.push(vscode.commands.registerCommand("quarry.openTrace", openTrace));
  client = new LanguageClient("quarry", "Quarry", { command: command(), args: ["lsp"] }, {
    documentSelector: [{ language: "quarry" }],
    synchronize: { configurationSection: "quarry" },
    middleware: {
      // The lens runs a statement; its rows go beside the script.
      async executeCommand(name, args, next) {
        const answer = await next(name, args) as RunAnswer | undefined;
        if (answer?.json !== undefined) show(answer);
        return answer;
      },
    },
  });
  await client.start();
}

/** Called by VS Code at the end. */
export async function deactivate(): Promise<void> {
  await client?.stop();
}

function show(answer: RunAnswer): void {
  if (panel === undefined) {
    const place = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
    panel = vscode.window.createWebviewPanel("quarry.result", "Quarry", place, { enableScripts: false });
    panel.onDidDispose(() => panel = undefined);
  }
  panel.webview.html = resultPage(answer);
  panel.reveal(undefined, true);
}

/** A prompt over a trace: that of the menu, or one that the person chooses. */
async function openTrace(given?: vscode.Uri): Promise<void> {
  const file = given ?? (await vscode.window.showOpenDialog({ title: "Open Trace in Quarry" }))?.[0];
  if (file === undefined) return;
  vscode.window.createTerminal({
    name: "Quarry",
    shellPath: command(),
    shellArgs: ["repl", file.fsPath],
  }).show();
}
