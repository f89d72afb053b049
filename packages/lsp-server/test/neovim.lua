-- What the test does in Neovim: types, asks its server and another process, and writes what each said into a file.
local job = vim.json.decode(vim.env.SDL_TEST_JOB)
local said = {}

local function wait_for(what, is_there)
  if not vim.wait(30000, is_there, 50) then error("no " .. what) end
end

local function search(name)
  return vim.fn.system({ job.node, job.program, "search", name, "--repo", job.root })
end

local function found_by_another(name)
  local answer
  wait_for(name, function()
    answer = search(name)
    return answer:find("function " .. name, 1, true) ~= nil
  end)
  return answer
end

local function ask(method, row, column, more)
  vim.api.nvim_win_set_cursor(0, { row, column })
  local params = vim.lsp.util.make_position_params(0, "utf-16")
  local answers = vim.lsp.buf_request_sync(0, method, vim.tbl_extend("force", params, more or {}), 10000)
  local _, answer = next(answers or {})
  return answer and answer.result
end

local function run()
  local id = vim.lsp.start_client({ name = "sdl", cmd = { job.node, job.program, "lsp", "--stdio" }, root_dir = job.root })
  wait_for("server", function()
    local client = vim.lsp.get_client_by_id(id)
    return client ~= nil and client.initialized
  end)
  said.encoding = vim.lsp.get_client_by_id(id).offset_encoding
  vim.cmd("edit " .. vim.fn.fnameescape(job.file))
  vim.lsp.buf_attach_client(0, id)
  said.format = vim.bo.fileformat
  -- Keys as a user presses them. Not at the end of the text, where Neovim 0.7 tells of the wrong line.
  vim.cmd("normal! ggoexport function typedInNeovim() { return '😀'; }")
  said.typed = found_by_another("typedInNeovim")
  -- Behind a tab and astral characters.
  vim.cmd("normal! gg/const square\ri/* 𝒳é */ ")
  local row = vim.fn.search("area()")
  local column = vim.fn.match(vim.fn.getline(row), "area()")
  said.hover = ask("textDocument/hover", row, column)
  local sum_row = vim.fn.search("sum(")
  local sum_column = vim.fn.match(vim.fn.getline(sum_row), "sum(")
  said.references = ask("textDocument/references", sum_row, sum_column, { context = { includeDeclaration = true } })
  said.text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n")
  vim.cmd("bdelete!")
  wait_for("end of the draft", function() return search("typedInNeovim"):find("function typedInNeovim", 1, true) == nil end)
  said.closed = search("typedInNeovim")
  vim.lsp.stop_client(id)
  wait_for("end of the server", function() return vim.lsp.client_is_stopped(id) end)
end

local ok, problem = xpcall(run, debug.traceback)
if not ok then said.problem = problem end
vim.fn.writefile({ vim.json.encode(said) }, job.result)
vim.cmd("qall!")
