-- An author in Neovim: writes a proposal from nothing with what the language server offers. Run headless by test/spec/neovim.test.ts; prints a line for each step.
local root, bin, node = vim.env.SITE, vim.env.BIN, vim.env.NODE
local file = root .. "/content/cip/cbc/cip-3.md"
local function say(...) io.stdout:write(table.concat({ ... }, " "), "\n") end
local function fail(...) say("FAILED", ...) vim.cmd("cquit 1") end
local function wait(what, condition)
  if not vim.wait(60000, condition, 50) then fail("waited for", what) end
end

vim.cmd("edit " .. file)
local buffer = vim.api.nvim_get_current_buf()
local client = vim.lsp.start_client({
  name = "cipgen",
  cmd = { node, bin, "lsp" },
  root_dir = root,
  init_options = { trusted = true },
  offset_encoding = "utf-16",
})
vim.lsp.buf_attach_client(buffer, client)
wait("the server", function() return vim.lsp.buf_get_clients(buffer)[client] ~= nil end)

local function request(method, params)
  local answer = vim.lsp.buf_request_sync(buffer, method, params, 60000)
  if not answer or not answer[client] then fail("no answer to", method) end
  if answer[client].error then fail(method, vim.inspect(answer[client].error)) end
  return answer[client].result
end
local function lines() return vim.api.nvim_buf_get_lines(buffer, 0, -1, false) end
local function text() return table.concat(lines(), "\n") end
-- The cursor after some words.
local function behind(words)
  for number, line in ipairs(lines()) do
    local _, last = line:find(words, 1, true)
    if last then
      vim.api.nvim_win_set_cursor(0, { number, last })
      return { textDocument = { uri = vim.uri_from_bufnr(buffer) }, position = { line = number - 1, character = last } }
    end
  end
  fail("the text has no", words, text())
end
local function replace(from, to)
  for number, line in ipairs(lines()) do
    local first, last = line:find(from, 1, true)
    if first then
      local changed = line:sub(1, first - 1) .. to .. line:sub(last + 1)
      vim.api.nvim_buf_set_lines(buffer, number - 1, number, false, vim.split(changed, "\n"))
      return
    end
  end
  fail("the text has no", from, text())
end
-- Takes an offer; of a snippet, its texts are kept.
local function complete(words, label)
  local params = words and behind(words) or { textDocument = { uri = vim.uri_from_bufnr(buffer) }, position = { line = 0, character = 0 } }
  local found = request("textDocument/completion", params)
  for _, item in ipairs(found.items or found) do
    if item.label:find(label, 1, true) then
      local edit = vim.deepcopy(item.textEdit)
      if item.insertTextFormat == 2 then
        edit.newText = edit.newText:gsub("%${%d+:([^}]*)}", "%1"):gsub("\\([\\$}])", "%1")
      end
      vim.lsp.util.apply_text_edits({ edit }, buffer, "utf-16")
      say("completed", item.label)
      return
    end
  end
  fail("no offer", label, "after", tostring(words), vim.inspect(found))
end
local function problem(code)
  for _, one in ipairs(vim.diagnostic.get(buffer)) do
    if one.code == code or (one.user_data and one.user_data.lsp and one.user_data.lsp.code == code) then return one end
  end
end
local function fix(code)
  wait("the problem " .. code, function() return problem(code) ~= nil end)
  local one = problem(code)
  local lsp = one.user_data.lsp
  local range = {
    start = { line = one.lnum, character = one.col },
    ["end"] = { line = one.end_lnum, character = one.end_col },
  }
  local sent = vim.tbl_extend("force", lsp, { range = range, message = one.message, source = "cipgen" })
  local found = request("textDocument/codeAction", {
    textDocument = { uri = vim.uri_from_bufnr(buffer) },
    range = range,
    context = { diagnostics = { sent }, only = { "quickfix" } },
  })
  if #found == 0 then fail("no action for", code, vim.inspect(one)) end
  vim.lsp.util.apply_workspace_edit(found[1].edit, "utf-16")
  say("fixed", code, found[1].title)
  wait("no more " .. code, function() return problem(code) == nil end)
end

-- The snippet of a whole proposal, and its first words.
complete(nil, "a new proposal")
replace("The title", "Words that travel")
replace("One sentence that says what this proposal gives its readers.", "Says how words travel from one proposal to the next.")
replace("One to three sentences that say what this proposal gives its readers.", "Words go from reader to reader.")
-- A field with its key and its value completed.
replace("status: draft", "status: draft\nreq")
complete("req", "requires")
complete("requires: ", "1 First words")
replace("author: Your Name (@your-handle)", "author: A")
complete("author: A", "Ada (@ada)")
-- Two mistakes, which actions correct.
replace("status: draft", "status: drft")
fix("status-unknown")
-- Sentences in place of what is to be written.
while text():find("To be written.", 1, true) do replace("To be written.", "Words travel when somebody reads them aloud.") end
replace("Words travel when", "As [the first](cip-1.md#abstrct) says, words travel when")
fix("broken-anchor")
-- All that is left to correct, at once.
local all = request("textDocument/codeAction", {
  textDocument = { uri = vim.uri_from_bufnr(buffer) },
  range = { start = { line = 0, character = 0 }, ["end"] = { line = 0, character = 0 } },
  context = { diagnostics = {}, only = { "source.fixAll" } },
})
for _, action in ipairs(all) do
  vim.lsp.util.apply_workspace_edit(action.edit, "utf-16")
  say("fixed all:", action.title)
end
-- Another number, with the name of the file.
local position = behind("cip: 3")
local edit = request("textDocument/rename", { textDocument = position.textDocument, position = position.position, newName = "7" })
vim.cmd("write")
vim.lsp.util.apply_workspace_edit(edit, "utf-16")
vim.cmd("wall")
say("renamed", vim.fn.fnamemodify(vim.api.nvim_buf_get_name(0), ":t"))
for _, one in ipairs(vim.diagnostic.get(0)) do say("left:", one.message) end
vim.lsp.stop_client(client)
say("done")
vim.cmd("quitall!")
