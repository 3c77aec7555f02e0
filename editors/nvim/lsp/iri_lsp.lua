---@brief
---
--- `iri-lsp` reports and fixes invalid references (URIs, IRIs, LEIRIs) in XML.

-- The configuration of the server for `vim.lsp.enable('iri_lsp')` in Neovim 0.11 and later, which the plugin calls.
-- In older versions the plugin uses the same table. vim.lsp.config('iri_lsp', {…}) overrides it.
---@type vim.lsp.Config
return {
  cmd = { 'iri-lsp' },
  filetypes = {
    'ant', 'docbk', 'dtd', 'n3', 'nquads', 'ntriples', 'rng', 'smil', 'sparql', 'svg', 'toml', 'trig', 'turtle', 'xbl',
    'xhtml', 'xml', 'xsd', 'xslt',
  },
  -- Of the files in TOML, only the configuration is one of the server.
  root_dir = function(buffer, on_dir)
    local name = vim.fs.basename(vim.api.nvim_buf_get_name(buffer))
    if vim.bo[buffer].filetype ~= 'toml' or name == '.iri.toml' then
      on_dir(vim.fs.root(buffer, { '.iri.toml', '.git' }))
    end
  end,
  -- The settings of editors/README.md, such as { iri = { rules = { leiri = 'error' } } }.
  settings = { iri = vim.empty_dict() },
  -- The server ends immediately. Without a timeout, Neovim 0.12 does not wait for it, and sometimes crashes when it
  -- writes to the closed server.
  exit_timeout = 500,
  handlers = {
    -- Neovim 0.12 then pulls the diagnostics of the workspace, and ignores those of its buffers among them. So each
    -- buffer pulls its own, as after a change.
    ['workspace/diagnostic/refresh'] = function(err, result, context, config)
      local refresh = vim.lsp.handlers['workspace/diagnostic/refresh']
      local answer = refresh and refresh(err, result, context, config)
      local client = vim.lsp.get_client_by_id(context.client_id)
      if client and vim.fn.has('nvim-0.12') == 1 then
        for buffer in pairs(client.attached_buffers) do
          local data = { client_id = client.id, method = 'textDocument/didOpen' }
          vim.api.nvim_exec_autocmds('LspNotify', { buffer = buffer, modeline = false, data = data })
        end
      end
      return answer or vim.NIL
    end,
  },
}
