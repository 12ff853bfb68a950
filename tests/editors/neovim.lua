-- Opens a script with the server, and writes diagnostics, completion and hover as JSON. Arguments come from the environment.
local out = {}
vim.g.quarry_command = vim.split(vim.env.QUARRY_COMMAND, "\n")
vim.g.quarry_trace = vim.env.QUARRY_TRACE
vim.cmd("source " .. vim.env.QUARRY_CONFIG)
vim.cmd("edit " .. vim.env.QUARRY_SCRIPT)
out.filetype = vim.bo.filetype
vim.wait(15000, function() return #vim.diagnostic.get(0) > 0 end, 20)
vim.wait(5000, function()
  for _, each in ipairs(vim.diagnostic.get(0)) do
    if each.message:find("the trace has") then return true end
  end
  return false
end, 20)
-- A client is listed once it is initialized.
local id = next(vim.lsp.buf_get_clients(0))
out.diagnostics = vim.tbl_map(function(each)
  return { line = each.lnum, column = each.col, message = each.message, severity = each.severity }
end, vim.diagnostic.get(0))
vim.api.nvim_win_set_cursor(0, { 2, 6 })
vim.api.nvim_set_current_line("func:re")
vim.api.nvim_win_set_cursor(0, { 2, 7 })
local params = { textDocument = { uri = vim.uri_from_bufnr(0) }, position = { line = 1, character = 7 } }
local completion = vim.lsp.buf_request_sync(0, "textDocument/completion", params, 5000)
out.completion = vim.tbl_map(function(item) return item.label end, completion[id].result.items)
params.position.character = 2
local hover = vim.lsp.buf_request_sync(0, "textDocument/hover", params, 5000)
out.hover = hover[id].result.contents.value
local run = vim.lsp.buf_request_sync(0, "workspace/executeCommand", {
  command = "quarry.run",
  arguments = { { uri = params.textDocument.uri, query = "leaks | count" } },
}, 5000)
out.run = run[id].result.markdown
-- A code lens runs its query, and the rows appear in a separate window.
vim.lsp.commands["quarry.run"]({
  command = "quarry.run",
  arguments = { { uri = params.textDocument.uri, query = "leaks | count" } },
}, {})
vim.wait(5000, function() return vim.bo.filetype == "markdown" end, 20)
out.window = vim.fn.join(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n")
vim.fn.writefile({ vim.fn.json_encode(out) }, vim.env.QUARRY_OUT)
vim.lsp.stop_client(id)
vim.wait(3000, function() return vim.lsp.get_client_by_id(id) == nil end, 20)
vim.cmd("qall!")
