" vim -u vimrc -S session.vim: a session of ALE in the real Vim. It asks for the number of an action, so a terminal
" types that. $IRI_TEST_FOLDER holds what fixture.js wrote, and gets the file `claims` at the end.
let s:folder = $IRI_TEST_FOLDER
let s:claims = []

func s:End(status) abort
  call writefile(s:claims, s:folder . '/claims')
  if a:status | cquit! | else | qall! | endif
endfunc

func s:Check(held, claim, instead) abort
  call add(s:claims, (a:held ? 'ok   ' : 'FAIL ') . a:claim . (a:held ? '' : ': ' . string(a:instead)))
  if !a:held | call s:End(1) | endif
endfunc

func s:Eventually(condition, claim) abort
  let l:left = 1000
  while l:left > 0 && !a:condition()
    sleep 20m
    let l:left -= 1
  endwhile
  call s:Check(a:condition(), a:claim, s:Shown())
endfunc

" ALE takes the columns as they come, in UTF-16.
func s:Shown() abort
  return sort(map(copy(ale#engine#GetLoclist(bufnr(''))), {_, one -> printf('%d:%d-%d %s', one.lnum - 1, one.col - 1, one.end_col, one.code)}))
endfunc

let s:faults = json_decode(join(readfile(s:folder . '/faults.json'), ''))
let s:want = sort(map(s:faults, {_, one -> printf('%d:%d-%d %s', one.line, one.utf16[0], one.utf16[1], one.rule)}))

exec 'edit ' . s:folder . '/faults.xml'
call s:Eventually({-> len(s:Shown()) >= len(s:want)}, 'diagnostics arrive')
call s:Check(s:Shown() == s:want, len(s:want) . ' findings stand at their columns', s:Shown())

" The terminal reads the list of actions and types the number of the first.
call cursor(3, 38)
ALECodeAction
call s:Eventually({-> getline(3) =~ 'example.org/a%20b'}, 'the code action mends the space under the cursor')
call ale#Queue(0)
call s:Eventually({-> len(s:Shown()) == len(s:want) - 1}, 'and its diagnostic goes')
call s:End(0)
