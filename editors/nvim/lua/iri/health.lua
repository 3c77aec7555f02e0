-- :checkhealth iri

local client = require('iri.client')

local M = {}

-- The functions had other names before Neovim 0.10.
local health = vim.health or require('health')
local start, ok = health.start or health.report_start, health.ok or health.report_ok
local warn, fail = health.warn or health.report_warn, health.error or health.report_error

local function program()
  local command = client.command()
  if type(command) ~= 'table' then
    return ok('a function in your configuration starts the server')
  end
  local path = vim.fn.exepath(command[1])
  if path == '' then
    local advice = { 'cargo install --locked --path lsp', 'or set its path: vim.g.iri = { cmd = { "/path/to/iri-lsp" } }' }
    return fail(command[1] .. ' was not found on the PATH', advice)
  end
  local version = vim.trim(vim.fn.system({ path, '--version' }))
  if vim.v.shell_error ~= 0 then
    return fail('cannot run ' .. path .. ': ' .. version)
  end
  ok(version .. ' at ' .. path)
end

local function clients()
  local running = client.running()
  if #running == 0 then
    return warn('the server is not running', { 'open an XML file', 'if one is open, run :IriRestart' })
  end
  for _, server in ipairs(running) do
    local buffers = vim.tbl_count(server.attached_buffers or {})
    local message = 'server %d: %d buffer%s, root directory %s, position encoding %s'
    local folder = server.config.root_dir or '(none)'
    ok(message:format(server.id, buffers, buffers == 1 and '' or 's', folder, server.offset_encoding))
  end
end

function M.check()
  start('iri')
  if vim.fn.has('nvim-0.11') == 1 then
    ok('Neovim has vim.lsp.config')
  else
    ok('Neovim is older than 0.11: the plugin starts the server')
  end
  if vim.g.iri_enabled == false then
    warn('vim.g.iri_enabled is false: the plugin does not start the server')
  end
  program()
  clients()
end

return M
