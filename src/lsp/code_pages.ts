/**
 * Pages about diagnostic codes, served as documents of the server itself: clients that can show documents of a server link to them.
 * @module
 */

import { type Connection, ErrorCodes, ResponseError } from "vscode-languageserver/node";

/** The URI scheme of pages that the server provides. */
export const PAGE_SCHEME = "quarry";
const ADDRESS = /^quarry:\/{0,3}codes\/([A-Z]\d+)\.md$/;

/** The URI of the page about a code. */
export function codeAddress(code: string): string {
  return `${PAGE_SCHEME}:/codes/${code}.md`;
}

/** Handles requests for pages about diagnostic codes. */
export function answerCodePages(connection: Connection, explain: (code: string) => Promise<string>): void {
  connection.workspace.textDocumentContent.on(async ({ uri }) => {
    const code = ADDRESS.exec(uri)?.[1];
    if (code === undefined) {
      return new ResponseError(ErrorCodes.InvalidParams, `There is no page "${uri}"`);
    }
    try {
      return { text: `# ${code}\n\n\`\`\`text\n${(await explain(code)).trim()}\n\`\`\`\n` };
    } catch (error) {
      return new ResponseError(
        ErrorCodes.InvalidParams,
        error instanceof Error ? error.message : String(error),
      );
    }
  });
}
