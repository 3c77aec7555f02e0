-- The language client, for every version of Neovim since 0.7.

local M = {}

local NAME = 'iri_lsp'
-- Neovim 0.11 or later.
local is_new = vim.lsp.config ~= nil

-- Returns the configuration that Neovim 0.11 finds by itself, overridden by vim.g.iri.
local function configuration()
  local path = vim.api.nvim_get_runtime_file('lsp/' .. NAME .. '.lua', false)[1]
  return vim.tbl_deep_extend('force', dofile(path), vim.g.iri or {})
end

-- Returns the nearest directory above a file that contains one of the markers.
local function root(path, markers)
  local from = vim.fn.fnamemodify(path, ':p:h') .. ';'
  for _, marker in ipairs(markers) do
    local found = vim.fn.findfile(marker, from)
    found = found ~= '' and found or vim.fn.finddir(marker, from)
    if found ~= '' then
      return vim.fn.fnamemodify(found, ':p'):gsub('/$', ''):match('^(.*)/')
    end
  end
end

-- The IDs of started clients by root, if Neovim has no vim.lsp.start (0.7).
local started = {}

local function start_client(config, buffer)
  local key = config.root_dir or ''
  local id = started[key]
  if not id or vim.lsp.client_is_stopped(id) then
    id = vim.lsp.start_client(config)
    started[key] = id
  end
  if id then
    vim.lsp.buf_attach_client(buffer, id)
  end
end

-- Starts the server for a buffer, or attaches the buffer to the running one (before 0.11).
local function attach(buffer)
  local config = configuration()
  local path = vim.api.nvim_buf_get_name(buffer)
  if vim.bo[buffer].filetype == 'toml' and vim.fn.fnamemodify(path, ':t') ~= '.iri.toml' then
    return
  end
  if vim.fn.executable(config.cmd[1]) == 0 then
    local missing = '%s was not found on the PATH; see :help iri-install'
    vim.notify_once('iri: ' .. missing:format(config.cmd[1]), vim.log.levels.WARN)
    return
  end
  config.name = NAME
  -- The function is one for Neovim 0.11.
  if type(config.root_dir) ~= 'string' then
    config.root_dir = root(path, { '.iri.toml', '.git' })
  end
  if vim.lsp.start then
    vim.lsp.start(config, { bufnr = buffer })
  else
    start_client(config, buffer)
  end
end

-- Makes the server start with the first file that it supports.
function M.enable()
  if vim.g.iri_enabled == false then
    return
  end
  if is_new then
    vim.lsp.config(NAME, vim.g.iri or {})
    vim.lsp.enable(NAME)
    return
  end
  vim.api.nvim_create_autocmd('FileType', {
    group = vim.api.nvim_create_augroup('iri', {}),
    pattern = configuration().filetypes,
    callback = function(event)
      attach(event.buf)
    end,
  })
end

-- Returns the command that starts the server.
function M.command()
  return (is_new and vim.lsp.config[NAME] or configuration()).cmd
end

-- Returns the running clients, only those of `buffer` if it is given.
function M.running(buffer)
  local all = is_new and vim.lsp.get_clients({ bufnr = buffer }) or vim.lsp.get_active_clients()
  return vim.tbl_filter(function(client)
    local is_attached = buffer == nil or vim.lsp.buf_is_attached(buffer, client.id)
    return client.name == NAME and is_attached
  end, all)
end

function M.request(client, method, params, handler, buffer)
  if is_new then
    return client:request(method, params, handler, buffer)
  end
  return client.request(method, params, handler, buffer)
end

-- Restarts the server for every buffer that it supports, also after a crash.
function M.restart()
  for _, client in ipairs(M.running()) do
    -- `stop` is a function before Neovim 0.11 and a method since.
    client.stop(is_new and client or nil)
  end
  vim.wait(2000, function()
    return #M.running() == 0
  end, 10)
  if is_new then
    vim.lsp.enable(NAME, false)
    vim.lsp.enable(NAME)
    return
  end
  local filetypes = configuration().filetypes
  for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_is_loaded(buffer) and vim.tbl_contains(filetypes, vim.bo[buffer].filetype) then
      attach(buffer)
    end
  end
end

return M
