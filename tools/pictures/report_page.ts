/** The file with the picture of the report, from the root of the repository. */
export const REPORT_PICTURE = "docs/pictures/report.png";

/** Arguments of the program that write the report of the picture to standard output. */
export const REPORT_ARGUMENTS = ["report", "testdata/mpatrol/wordfreq-le64/trace.mtrc", "-o", "-"] as const;

/** The complete page, without its script and the footer with the version: the picture shows its top. */
export function picturePage(page: string): string {
  return page.replace(/<script>[^]*<\/script>\n?/, "").replace(/<footer>[^]*<\/footer>\n?/, "");
}

/** The mark of a picture that identifies its page: SHA-256 in hexadecimal. */
export async function pageMark(page: string): Promise<string> {
  const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(page)));
  return Array.from(sum, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
