/**
 * The calls that every runtime makes with bytes, on the library or on its worker. This file runs unchanged in Deno,
 * Node.js, Bun and Chromium.
 *
 * @param {{ Quarry: typeof import("../../mod.ts").Quarry | typeof import("../../worker.ts").Quarry }} library
 * @param {Record<string, Uint8Array>} inputs Bytes by name.
 * @returns {Promise<string>} JSON of the answers.
 */
export async function answers({ Quarry }, inputs) {
  const found = {};
  for (const [name, bytes] of Object.entries(inputs)) {
    try {
      const quarry = await Quarry.open(new Blob([bytes]), { name });
      const traces = await quarry.query("traces | select format, container, rows, problems");
      const main = await quarry.query("seq >= 0 or seq = null or true | take 40").catch(() => null) ??
        await quarry.query("problems | take 40");
      found[name] = {
        traces: await traces.toCsv(),
        rows: await main.toJson(),
        markdown: await main.toMarkdown(),
        tables: (await quarry.tables()).map((table) => [table.name, table.columns.length]),
        arrow: [...(await main.toArrow()).subarray(0, 600)].join(),
        parquet: String.fromCharCode(...(await main.toParquet()).subarray(0, 4)),
        complete: (await quarry.complete("leaks | wh")).items.map((item) => item.label),
        wrong: (await quarry.check("events | wher size > 3")).map((each) => [each.code, each.span.start]),
      };
      await quarry.close();
    } catch (error) {
      found[name] = [error.name, error.code, error.message];
    }
  }
  return JSON.stringify(found);
}
