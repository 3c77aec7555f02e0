-- The commands, for the reference at the cursor or for the whole file.

local client = require('iri.client')

local M = {}

local function warn(message)
  vim.notify('iri: ' .. message, vim.log.levels.WARN)
end

-- Sends a request to the server of this buffer and calls `action` with the result.
local function request(method, params_for, action)
  local buffer = vim.api.nvim_get_current_buf()
  local running = client.running(buffer)[1]
  if not running then
    return warn('the server is not running for this file; see :checkhealth iri')
  end
  client.request(running, method, params_for(running), function(err, result)
    if err then
      warn(err.message or tostring(err))
    else
      action(result, running)
    end
  end, buffer)
end

-- Requests the report of the reference at the cursor.
local function with_reference(action)
  local function params(running)
    local position = vim.lsp.util.make_position_params(0, running.offset_encoding)
    return { command = 'iri.inspect', arguments = { position } }
  end
  request('workspace/executeCommand', params, function(result)
    if result == nil or result == vim.NIL then
      warn('no reference at the cursor')
    else
      action(result)
    end
  end)
end

-- Shows a text in a separate window; `q` closes it.
local function show(text, filetype)
  vim.cmd('botright new')
  local buffer = vim.api.nvim_get_current_buf()
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, vim.split(text, '\n'))
  local bo = vim.bo[buffer]
  bo.buftype, bo.bufhidden, bo.swapfile, bo.modifiable = 'nofile', 'wipe', false, false
  bo.filetype = filetype
  vim.api.nvim_buf_set_keymap(buffer, 'n', 'q', '<Cmd>close<CR>', { noremap = true, silent = true })
end

-- Shows the report of the reference at the cursor.
function M.inspect()
  with_reference(function(result)
    show(result.report, '')
  end)
end

-- Returns the rules of the findings at the cursor, each once.
local function rules_at_cursor()
  local row, column = unpack(vim.api.nvim_win_get_cursor(0))
  local rules = {}
  for _, one in ipairs(vim.diagnostic.get(0, { lnum = row - 1 })) do
    local of_server = one.user_data and one.user_data.lsp or {}
    local code = one.code or of_server.code
    local is_here = one.col <= column and (column < one.end_col or one.lnum < one.end_lnum)
    if one.source == 'iri' and is_here and not vim.tbl_contains(rules, code) then
      table.insert(rules, code)
    end
  end
  return rules
end

-- Shows the page of a rule that a finding at the cursor violates.
function M.explain()
  local function explain(rule)
    if rule == nil then
      return
    end
    request('workspace/executeCommand', function()
      return { command = 'iri.explain', arguments = { rule } }
    end, function(page)
      show(page, 'markdown')
    end)
  end
  local rules = rules_at_cursor()
  if #rules == 0 then
    warn('no finding at the cursor')
  elseif #rules == 1 then
    explain(rules[1])
  else
    vim.ui.select(rules, { prompt = 'Rule to explain' }, explain)
  end
end

local function copy(form, name)
  with_reference(function(result)
    local text = result[form]
    if text == nil or text == vim.NIL then
      return warn('this reference cannot be converted to ' .. name)
    end
    vim.fn.setreg('"', text)
    if vim.fn.has('clipboard') == 1 then
      vim.fn.setreg('+', text)
    end
    vim.notify(text)
  end)
end

function M.copy_iri()
  copy('iri', 'an IRI')
end

function M.copy_uri()
  copy('uri', 'a URI')
end

function M.copy_bidi()
  copy('bidi', 'Bidi Notation')
end

-- Applies all safe fixes of the file.
function M.fix_all()
  local function params()
    local start = { line = 0, character = 0 }
    return {
      textDocument = vim.lsp.util.make_text_document_params(),
      range = { start = start, ['end'] = start },
      context = { diagnostics = {}, only = { 'source.fixAll.iri' } },
    }
  end
  request('textDocument/codeAction', params, function(actions, running)
    local action = (actions or {})[1]
    if action and action.edit then
      vim.lsp.util.apply_workspace_edit(action.edit, running.offset_encoding)
    else
      warn('this file has no safe fixes')
    end
  end)
end

M.restart = client.restart

return M
