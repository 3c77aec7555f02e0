" vim -u vimrc -S session.vim: a session of ALE in the real Vim. It prompts for the number of an action, which the
" terminal types. $IRI_TEST_FOLDER is the directory that fixture.js wrote; the results are its file `checks`, which is
" complete as soon as it exists.
let s:folder = $IRI_TEST_FOLDER
let s:checks = []

func s:End(status) abort
  call writefile(s:checks, s:folder . '/checks.new')
  call rename(s:folder . '/checks.new', s:folder . '/checks')
  if a:status | cquit! | else | qall! | endif
endfunc

func s:Check(condition, description, actual) abort
  call add(s:checks, (a:condition ? 'ok   ' : 'FAIL ') . a:description . (a:condition ? '' : ': ' . string(a:actual)))
  if !a:condition | call s:End(1) | endif
endfunc

func s:Eventually(condition, description) abort
  let l:left = 1000
  while l:left > 0 && !a:condition()
    sleep 20m
    let l:left -= 1
  endwhile
  call s:Check(a:condition(), a:description, s:Shown())
endfunc

" ALE displays columns in UTF-16 code units.
func s:Shown() abort
  return sort(map(copy(ale#engine#GetLoclist(bufnr(''))), {_, one -> printf('%d:%d-%d %s', one.lnum - 1, one.col - 1, one.end_col, one.code)}))
endfunc

let s:faults = json_decode(join(readfile(s:folder . '/faults.json'), ''))
let s:want = sort(map(s:faults, {_, one -> printf('%d:%d-%d %s', one.line, one.utf16[0], one.utf16[1], one.rule)}))

exec 'edit ' . s:folder . '/faults.xml'
call s:Eventually({-> len(s:Shown()) >= len(s:want)}, 'diagnostics arrive')
call s:Check(s:Shown() == s:want, len(s:want) . ' findings are at their exact columns', s:Shown())

" The test types the number of the first action when the terminal displays the list.
call cursor(3, 38)
ALECodeAction
call s:Eventually({-> getline(3) =~ 'example.org/a%20b'}, 'the code action fixes the space at the cursor')
call ale#Queue(0)
call s:Eventually({-> len(s:Shown()) == len(s:want) - 1}, 'its diagnostic disappears')
call s:End(0)
