-- The configuration of the server for `vim.lsp.enable('iri_lsp')` in Neovim 0.11 and later, which the plugin calls.
-- In older versions the plugin uses the same table. vim.lsp.config('iri_lsp', {…}) overrides it.
return {
  cmd = { 'iri-lsp' },
  filetypes = { 'ant', 'docbk', 'dtd', 'rng', 'smil', 'svg', 'xbl', 'xhtml', 'xml', 'xsd', 'xslt' },
  root_markers = { '.iri.toml', '.git' },
  -- The settings of editors/README.md, such as { iri = { rules = { leiri = 'error' } } }.
  settings = { iri = vim.empty_dict() },
  -- The server ends immediately. Without a timeout, Neovim 0.12 does not wait for it, and sometimes crashes when it
  -- writes to the closed server.
  exit_timeout = 500,
}
