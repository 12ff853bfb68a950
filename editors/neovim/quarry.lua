-- Scripts of Quarry in Neovim, from 0.7 on: put this into init.lua, or into plugin/quarry.lua of the configuration.
-- vim.g.quarry_command = { "quarry", "lsp" } names another program, vim.g.quarry_trace = "run.mtrc" the trace.

-- vim.filetype.add() and vim.lsp.start() are there from 0.8 on.
vim.cmd("autocmd BufRead,BufNewFile *.qry setfiletype quarry")

local clients = {}

local function start(buffer)
  local git = vim.fn.finddir(".git", vim.fn.expand("%:p:h") .. ";")
  local root = git ~= "" and vim.fn.fnamemodify(git, ":p:h:h") or vim.fn.getcwd()
  local known = clients[root]
  if known == nil or vim.lsp.get_client_by_id(known) == nil then
    known = vim.lsp.start_client({
      name = "quarry",
      cmd = vim.g.quarry_command or { "quarry", "lsp" },
      root_dir = root,
      init_options = { trace = vim.g.quarry_trace },
    })
    clients[root] = known
  end
  if known ~= nil then vim.lsp.buf_attach_client(buffer, known) end
end

vim.api.nvim_create_autocmd("FileType", {
  pattern = "quarry",
  callback = function(event)
    -- 0.7 does not say which buffer it is.
    start(event and event.buf or vim.api.nvim_get_current_buf())
    vim.bo.commentstring = "-- %s"
  end,
})

-- :lua vim.lsp.codelens.refresh() shows the lenses, :lua vim.lsp.codelens.run() runs a statement; rows go to a split.
local function run(command)
  vim.lsp.buf_request(0, "workspace/executeCommand", command, function(failure, answer)
    if failure then return vim.notify(failure.message, vim.log.levels.ERROR) end
    vim.cmd("new | setlocal buftype=nofile bufhidden=wipe filetype=markdown")
    vim.api.nvim_buf_set_lines(0, 0, -1, false, vim.split(answer.markdown, "\n"))
  end)
end
vim.lsp.commands["quarry.run"] = run
vim.lsp.commands["quarry.explain"] = run
