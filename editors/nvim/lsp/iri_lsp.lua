-- How Neovim 0.11 and later start the server: `vim.lsp.enable('iri_lsp')`, which the plugin beside this file does
-- by itself. Older versions read the same table. What vim.lsp.config('iri_lsp', {…}) says wins over it.
return {
  cmd = { 'iri-lsp' },
  filetypes = { 'ant', 'docbk', 'dtd', 'rng', 'smil', 'svg', 'xbl', 'xhtml', 'xml', 'xsd', 'xslt' },
  root_markers = { '.iri.toml', '.git' },
  -- The settings of editors/README.md, such as { iri = { rules = { leiri = 'error' } } }.
  settings = { iri = vim.empty_dict() },
  -- The server ends at once. Neovim 0.12 does not wait for it unless told to, and now and then dies writing to it.
  exit_timeout = 500,
}
