-- A session in the real Neovim, 0.7 or later. $IRI_TEST_FOLDER is the directory that fixture.js wrote.
--
--   nvim --headless -u init.lua -c 'autocmd VimEnter * ++nested luafile session.lua'

local folder = os.getenv('IRI_TEST_FOLDER')
local client = require('iri.client')
local passed = 0

local function check(condition, description)
  io.stdout:write((condition and 'ok   ' or 'FAIL ') .. description .. '\n')
  if not condition then
    io.stdout:write(vim.inspect(_G.messages) .. '\n')
    vim.cmd('cquit 1')
  end
  passed = passed + 1
end

local function eventually(condition, description)
  check(vim.wait(10000, condition, 10), description)
end

local function read(name)
  return table.concat(vim.fn.readfile(folder .. '/' .. name), '\n')
end

local function code(diagnostic)
  return diagnostic.code or diagnostic.user_data.lsp.code
end

-- Returns each finding as "line:start-end rule", with columns in bytes as Neovim counts them.
local function shown()
  local all = {}
  for _, one in ipairs(vim.diagnostic.get(0)) do
    table.insert(all, ('%d:%d-%d %s'):format(one.lnum, one.col, one.end_col, code(one)))
  end
  table.sort(all)
  return all
end

local function expected()
  local all = {}
  for _, one in ipairs(vim.fn.json_decode(read('faults.json'))) do
    table.insert(all, ('%d:%d-%d %s'):format(one.line, one.utf8[1], one.utf8[2], one.rule))
  end
  table.sort(all)
  return all
end

local function line(number)
  return vim.api.nvim_buf_get_lines(0, number, number + 1, false)[1]
end

local function has(rule)
  return #vim.tbl_filter(function(one)
    return code(one) == rule
  end, vim.diagnostic.get(0)) > 0
end

-- It makes the directory the root of the workspace.
vim.fn.writefile({}, folder .. '/.iri.toml')
vim.cmd('edit ' .. folder .. '/faults.xml')
local wanted = expected()
eventually(function()
  return #vim.diagnostic.get(0) >= #wanted
end, 'diagnostics arrive')
check(vim.deep_equal(shown(), wanted), #wanted .. ' findings are at their exact columns, also after Hebrew and astral characters')

-- The action is chosen as a user does it: by its title, in a list.
local chosen
vim.ui.select = function(items, options, choose)
  for _, item in ipairs(items) do
    local action = item.action or item[2]
    if action.title:find('%%20') then
      chosen = action.title
      return choose(item)
    end
  end
  chosen = 'none of ' .. vim.inspect(items)
end
local space = vim.tbl_filter(function(one)
  return code(one) == 'leiri-space'
end, vim.diagnostic.get(0))[1]
vim.api.nvim_win_set_cursor(0, { space.lnum + 1, space.col })
vim.lsp.buf.code_action()
eventually(function()
  return line(space.lnum):find('a%%20b') ~= nil
end, 'the code action fixes the space at the cursor')
eventually(function()
  return #vim.diagnostic.get(0) == #wanted - 1
end, 'its diagnostic disappears')

vim.cmd('IriFixAll')
eventually(function()
  return not has('leiri-delimiter') and not has('leiri-unwise')
end, ':IriFixAll applies all safe fixes')
check(has('broken-percent') and has('bad-port'), 'findings without safe fixes remain')
check(line(12):find('\240\159\152\128%%20b"') ~= nil, 'a fix after an astral character is at the right location')
-- Next to Hebrew letters %20 would display like another reference, so that this fix is not safe.
check(line(13):find('\240\159\152\128 x"/> <!%-%- \240\157\148\184 %-%-> <b xlink:href="y%%20z"') ~= nil, 'only safe fixes are applied')
vim.cmd('silent undo')
eventually(function()
  return has('leiri-delimiter')
end, 'one undo reverts all of them')

vim.api.nvim_win_set_cursor(0, { space.lnum + 1, space.col })
vim.cmd('IriInspect')
eventually(function()
  return #vim.api.nvim_list_wins() == 2
end, ':IriInspect opens a window')
local report = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
check(report:find('example.org') ~= nil and not vim.bo.modifiable, 'the window contains the report and is read-only')
vim.cmd('close')

vim.cmd('IriExplain')
eventually(function()
  return #vim.api.nvim_list_wins() == 2
end, ':IriExplain opens a window')
check(vim.api.nvim_buf_get_lines(0, 0, 1, false)[1] == '# leiri-space', 'the window contains the page of the rule')
vim.cmd('close')

-- Changes a setting of the running server.
local function set(name, value)
  local running = client.running(0)[1]
  running.settings = vim.tbl_deep_extend('force', running.settings or {}, { iri = { [name] = value } })
  running.config.settings = running.settings
  local params = { settings = running.settings }
  if vim.lsp.config then
    running:notify('workspace/didChangeConfiguration', params)
  else
    running.notify('workspace/didChangeConfiguration', params)
  end
end

-- Neovim opens pages on the web since 0.10.
if vim.ui.open then
  local opened
  vim.ui.open = function(address)
    opened = address
    return { wait = function() return { code = 0 } end }, nil
  end
  vim.ui.select = function(items, _, choose)
    for _, item in ipairs(items) do
      if item.action.title == 'Explain leiri-space' then
        return choose(item)
      end
    end
  end
  set('documentation', 'https://example.org/rules')
  vim.api.nvim_win_set_cursor(0, { space.lnum + 1, space.col })
  eventually(function()
    vim.lsp.buf.code_action()
    return vim.wait(500, function()
      return opened == 'https://example.org/rules/leiri-space.html'
    end, 10)
  end, 'an action opens the page of the rule at its address')
  set('documentation', '')
end

vim.api.nvim_win_set_cursor(0, { 17, 40 })
vim.cmd('IriCopyUri')
eventually(function()
  return vim.fn.getreg('"') == 'http://example.org/%D7%A9%D7%9C%D7%95%D7%9D/clean?q=%F0%9F%98%80'
end, ':IriCopyUri copies the reference as a URI')
vim.cmd('IriCopyIri')
eventually(function()
  return vim.fn.getreg('"'):find('\215\169\215\156') ~= nil
end, ':IriCopyIri copies it as an IRI')
vim.cmd('IriCopyBidi')
eventually(function()
  return vim.fn.getreg('"'):find('http://example.org/%u%u%u%u/clean') ~= nil
end, ':IriCopyBidi copies it in Bidi Notation')

-- Neovim has hints since 0.10. The setting reaches the server without a restart.
if vim.lsp.inlay_hint then
  vim.lsp.inlay_hint.enable(true)
  set('inlayHints', true)
  eventually(function()
    return #vim.tbl_filter(function(one)
      return one.inlay_hint.label:find('example.org/\195\169') ~= nil
    end, vim.lsp.inlay_hint.get({ bufnr = 0 })) == 1
  end, 'with hints, the readable form is displayed after an encoded reference')
end

local before, findings = client.running(0)[1].id, shown()
vim.cmd('IriRestart')
eventually(function()
  local now = client.running(0)[1]
  return now ~= nil and now.id ~= before and #vim.diagnostic.get(0) > 0
end, ':IriRestart starts another server')
check(vim.deep_equal(shown(), findings), 'the new server reports the same findings')

-- Returns the process ID of the server, a child of this process.
local function process()
  local own = vim.fn.getpid()
  local children = vim.fn.readfile(('/proc/%d/task/%d/children'):format(own, own))[1] or ''
  for child in children:gmatch('%d+') do
    local program = vim.loop.fs_readlink('/proc/' .. child .. '/exe') or ''
    if program:find('iri%-lsp') then
      return tonumber(child)
    end
  end
end
local first = client.running(0)[1].id
vim.loop.kill(process(), 'sigkill')
eventually(function()
  return #client.running(0) == 0
end, 'a killed server is not running')
vim.cmd('IriRestart')
eventually(function()
  local now = client.running(0)[1]
  return now ~= nil and now.id ~= first and vim.deep_equal(shown(), findings)
end, ':IriRestart starts another one, with the same findings')

-- Links between files.
vim.fn.writefile({ '<r>', '<p xml:id="intro"/></r>' }, folder .. '/target.xml')
vim.fn.writefile({
  '<r xmlns:xlink="http://www.w3.org/1999/xlink">',
  '<b xlink:href="target.xml#intro"/>',
  '<b xlink:href="tar"/>',
  '</r>',
}, folder .. '/links.xml')
vim.cmd('edit ' .. folder .. '/links.xml')
eventually(function()
  return #client.running(0) == 1
end, 'the server runs for another document')
vim.api.nvim_win_set_cursor(0, { 2, 28 })
vim.lsp.buf.definition()
eventually(function()
  return vim.fn.expand('%:t') == 'target.xml' and vim.api.nvim_win_get_cursor(0)[1] == 2
end, 'the definition of a reference is the element with the ID')
vim.lsp.buf.references()
eventually(function()
  return #vim.fn.getqflist() == 2
end, 'the references of an ID are in other files too')
vim.cmd('cclose')
vim.cmd('buffer links.xml')
vim.api.nvim_win_set_cursor(0, { 2, 28 })
vim.lsp.buf.rename('start')
eventually(function()
  return line(1):find('target.xml#start') ~= nil
end, 'a rename changes the fragment')
vim.cmd('buffer target.xml')
check(line(1) == '<p xml:id="start"/></r>', 'a rename changes the ID in the other file')
vim.cmd('buffer links.xml')
local function keys(text)
  return vim.api.nvim_replace_termcodes(text, true, false, true)
end
local offered = {}
local timer = vim.loop.new_timer()
timer:start(50, 50, vim.schedule_wrap(function()
  if vim.fn.pumvisible() == 1 and not timer:is_closing() then
    timer:close()
    for _, item in ipairs(vim.fn.complete_info({ 'items' }).items) do
      table.insert(offered, item.word)
    end
    vim.api.nvim_feedkeys(keys('<C-y><Esc>'), 'n', false)
  end
end))
vim.bo.omnifunc = 'v:lua.vim.lsp.omnifunc'
vim.o.completeopt = 'menuone,noinsert'
vim.api.nvim_win_set_cursor(0, { 3, 18 })
vim.api.nvim_feedkeys(keys('i<C-x><C-o>'), 'tx!', false)
check(vim.tbl_contains(offered, 'target.xml'), 'a file is offered: ' .. vim.inspect(offered))
check(line(2) == '<b xlink:href="target.xml"/>', 'the file is inserted: ' .. line(2))
vim.cmd('silent wall')

-- Neovim has no command that renames a file. Plugins for files send these requests.
if vim.lsp.config then
  local running = client.running(0)[1]
  local params = { files = { {
    oldUri = vim.uri_from_fname(folder .. '/target.xml'),
    newUri = vim.uri_from_fname(folder .. '/moved.xml'),
  } } }
  local answer = running:request_sync('workspace/willRenameFiles', params, 10000, 0)
  vim.lsp.util.apply_workspace_edit(answer.result, running.offset_encoding)
  check(line(1) == '<b xlink:href="moved.xml#start"/>', 'the references to a renamed file are changed')
  check(line(2) == '<b xlink:href="moved.xml"/>', 'also those without a fragment')
end
vim.cmd('bwipeout!')

if vim.lsp.buf.workspace_diagnostics then
  vim.fn.writefile({ '<r xml:base="a b"/>' }, folder .. '/closed.xml')
  vim.cmd('buffer faults.xml')
  vim.lsp.buf.workspace_diagnostics()
  eventually(function()
    return #vim.tbl_filter(function(one)
      return vim.fn.fnamemodify(vim.api.nvim_buf_get_name(one.bufnr), ':t') == 'closed.xml'
    end, vim.diagnostic.get()) == 1
  end, 'a file that is not open has diagnostics')
end

if vim.fn.has('nvim-0.8') == 1 then
  -- No XML declaration tells what it is.
  vim.fn.writefile({ '<package xmlns="http://www.idpf.org/2007/opf"/>' }, folder .. '/content.opf')
  vim.cmd('edit ' .. folder .. '/content.opf')
  check(vim.bo.filetype == 'xml', 'a package document of EPUB is XML')
  vim.cmd('bwipeout!')
  vim.cmd('buffer faults.xml')
end

vim.cmd('edit ' .. folder .. '/.iri.toml')
vim.bo.filetype = 'toml'
vim.api.nvim_buf_set_lines(0, 0, -1, false, { '[rules]', 'leiri-spcae = "off"' })
eventually(function()
  return #vim.diagnostic.get(0) == 1
end, 'the configuration file has diagnostics')
vim.cmd('bwipeout!')
vim.fn.writefile({ '<a' }, folder .. '/other.toml')
vim.cmd('edit ' .. folder .. '/other.toml')
vim.bo.filetype = 'toml'
vim.wait(300)
check(#client.running(vim.api.nvim_get_current_buf()) == 0, 'the server does not run for other files in TOML')
vim.cmd('bwipeout!')
vim.cmd('buffer faults.xml')

local attached = 0
for _, running in ipairs((vim.lsp.get_clients or vim.lsp.get_active_clients)()) do
  attached = math.max(attached, vim.tbl_count(running.attached_buffers or {}))
end
vim.cmd('silent checkhealth iri')
local health = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
check(health:find('iri%-lsp %d+%.%d+%.%d+ at ') ~= nil and health:find((': %d buffer'):format(attached)) ~= nil, ':checkhealth iri shows the server and the number of buffers')
check(not health:find('ERROR'), ':checkhealth iri reports no error')
vim.cmd('bwipeout!')

local function schema(of)
  return {
    "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema' targetNamespace='http://example.org/s'>",
    "<xs:element name='a'><xs:complexType><xs:attribute name='b' type='xs:" .. of .. "'/></xs:complexType></xs:element>",
    '</xs:schema>',
  }
end
vim.fn.writefile(schema('anyURI'), folder .. '/s.xsd')
vim.fn.writefile({
  "<s:a xmlns:s='http://example.org/s' xmlns:i='http://www.w3.org/2001/XMLSchema-instance'",
  "     i:schemaLocation='http://example.org/s s.xsd' b='x y'/>",
}, folder .. '/document.xml')
vim.cmd('edit ' .. folder .. '/document.xml')
local document = vim.api.nvim_get_current_buf()
local function finding_count()
  return #vim.diagnostic.get(document)
end
eventually(function()
  return has('leiri-space')
end, 'the schema of a document determines its references')
local hover = vim.inspect(vim.lsp.buf_request_sync(document, 'textDocument/hover', {
  textDocument = { uri = vim.uri_from_bufnr(document) },
  position = { line = 1, character = line(1):find('x y') - 1 },
}, 10000))
check(hover:find('s%.xsd') ~= nil and hover:find('line 2') ~= nil, 'a hover names the declaration in the schema')
vim.cmd('split ' .. folder .. '/s.xsd')
vim.api.nvim_buf_set_lines(0, 0, -1, false, schema('string'))
eventually(function()
  return finding_count() == 0
end, 'an unsaved change to the schema removes the finding of the document')
vim.cmd('edit!')
eventually(function()
  return finding_count() == 1
end, 'the schema on the disk adds it again')
vim.cmd('bwipeout!')
vim.cmd('bwipeout! ' .. document)

vim.cmd('helptags ' .. vim.fn.fnameescape(os.getenv('IRI_PLUGIN') .. '/doc'))
vim.cmd('help iri')
check(vim.fn.expand('%:t') == 'iri.txt', ':help iri opens the page')
local page = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
local is_deprecated = false
vim.deprecate = function()
  is_deprecated = true
end
local log = vim.fn.execute('lua ' .. (page:match(':lua (print%b())') or 'print()'))
check(log:find('lsp%.log$') ~= nil and not is_deprecated, 'the command in the help that prints the path of the log is not deprecated')

io.stdout:write(('%d checks passed in Neovim %d.%d.%d\n'):format(passed, vim.version().major, vim.version().minor, vim.version().patch))
vim.cmd('qall!')
