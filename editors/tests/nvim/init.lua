-- The configuration of a user with no other plugin.
vim.opt.runtimepath:prepend(os.getenv('IRI_PLUGIN'))
vim.opt.swapfile = false
-- Messages that a user would see at the bottom of the screen.
_G.messages = {}
vim.notify = function(message)
  table.insert(_G.messages, message)
end
