-- The configuration of a person who has the plugin and nothing else.
vim.opt.runtimepath:prepend(os.getenv('IRI_PLUGIN'))
vim.opt.swapfile = false
-- Messages that a person would read at the bottom of the screen.
_G.told = {}
vim.notify = function(message)
  table.insert(_G.told, message)
end
