/**
 * What a page can do where scripts run: copy queries, sort tables by a column, filter long ones, and say the value of a
 * curve under the pointer. Without it the page says the same.
 * @module
 */

/** The script of a page. It reads what stands in the page and makes text of it, never HTML. */
export const SCRIPT = `
for (const code of document.querySelectorAll(".query code")) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Copy";
  button.setAttribute("aria-label", "Copy the query");
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(code.textContent);
    } catch {
      getSelection().selectAllChildren(code);
      document.execCommand("copy");
    }
    button.textContent = "Copied";
    setTimeout(() => { button.textContent = "Copy"; }, 1500);
  });
  code.after(button);
}

const exact = (cell) => {
  const data = cell.querySelector("data");
  return data ? data.value : cell.textContent.trim();
};
const isNumber = (text) => /^-?(0x[0-9a-f]+|[0-9]+)$/.test(text);
const compare = (left, right) => {
  if (isNumber(left) && isNumber(right)) {
    const difference = BigInt(left) - BigInt(right);
    return difference < 0n ? -1 : difference > 0n ? 1 : 0;
  }
  const numbers = [Number(left), Number(right)];
  return numbers.some(Number.isNaN) ? left.localeCompare(right) : numbers[0] - numbers[1];
};
for (const table of document.querySelectorAll(".panel table:not(.matrix)")) {
  const body = table.tBodies[0];
  const heads = [...table.tHead.rows[0].cells];
  if (body.rows.length < 2) continue;
  heads.forEach((head, at) => {
    if (head.classList.contains("bar")) return;
    const button = document.createElement("button");
    button.type = "button";
    button.title = "Sort";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const order = head.getAttribute("aria-sort") === "descending" ? 1 : -1;
      for (const other of heads) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", order > 0 ? "ascending" : "descending");
      body.append(...[...body.rows].sort((a, b) => order * compare(exact(a.cells[at]), exact(b.cells[at]))));
    });
  });
  if (body.rows.length < 10 || table.closest(".numbers")) continue;
  const input = document.createElement("input");
  input.type = "search";
  input.className = "filter";
  input.placeholder = "Filter rows";
  input.setAttribute("aria-label", "Filter rows: " + table.caption.textContent);
  input.addEventListener("input", () => {
    const wanted = input.value.toLowerCase();
    for (const row of body.rows) row.hidden = !row.textContent.toLowerCase().includes(wanted);
  });
  table.closest(".scroll").before(input);
}
for (const svg of document.querySelectorAll(".chart svg")) {
  const panel = svg.closest(".panel");
  const said = panel.querySelector(".said");
  const usual = said.textContent;
  const rows = [...panel.querySelector(".numbers tbody").rows].map((row) => [...row.cells].map((cell) => cell.textContent));
  const heads = [...panel.querySelector(".numbers thead").rows[0].cells].map((cell) => cell.textContent);
  svg.classList.add("live");
  svg.addEventListener("pointermove", (event) => {
    const { left, width } = svg.getBoundingClientRect();
    const at = Math.min(rows.length - 1, Math.max(0, Math.floor((event.clientX - left) / width * rows.length)));
    said.textContent = heads.map((head, column) => head + " " + rows[at][column]).join(", ");
  });
  svg.addEventListener("pointerleave", () => { said.textContent = usual; });
}
`;
