-- Starts the server for the files that it supports, and defines the commands. See :help iri

if vim.g.loaded_iri then
  return
end
vim.g.loaded_iri = true

if vim.fn.has('nvim-0.7') == 0 then
  vim.notify('iri: Neovim 0.7 or later is required', vim.log.levels.WARN)
  return
end

-- Files that contain only XML. Neovim does not know all of them, unless they start with an XML declaration.
local extensions = [[
  xml xsl xslt xsd xpl xproc svg rng sch dtd xhtml xht rdf owl pom atom rss kml gpx gml gir dita ditamap
  ditaval opf ncx wsdl wadl xliff xlf tmx tei odd csproj fsproj vbproj vcxproj nuspec resx xaml docbook dbk
  mml fo smil xbrl xspf fodt fods fodp fodg bpel csl doap drawio fzp jnlp jspx qrc srx tagx trix wsdd wxi wxl
  wxs xba xbl xcs xcu xjb xlb xul
]]
if vim.filetype then
  local unknown = {}
  for extension in extensions:gmatch('%S+') do
    local is_matched, known = pcall(vim.filetype.match, { filename = 'name.' .. extension })
    if is_matched and not known then
      unknown[extension] = 'xml'
    end
  end
  vim.filetype.add({ extension = unknown })
end

require('iri.client').enable()

local function command(name, action, description)
  vim.api.nvim_create_user_command(name, function()
    require('iri')[action]()
  end, { desc = description })
end

command('IriInspect', 'inspect', 'Inspect the reference at the cursor')
command('IriExplain', 'explain', 'Explain the rule of the finding at the cursor')
command('IriFixAll', 'fix_all', 'Apply all safe fixes of the file')
command('IriCopyIri', 'copy_iri', 'Copy the reference at the cursor as an IRI')
command('IriCopyUri', 'copy_uri', 'Copy the reference at the cursor as a URI')
command('IriCopyBidi', 'copy_bidi', 'Copy the reference at the cursor in Bidi Notation')
command('IriRestart', 'restart', 'Restart the server')
