;;; session.el --- a session of Eglot in the real Emacs, 28 or later  -*- lexical-binding: t -*-

;; emacs -Q --batch -l session.el
;; $IRI_TEST_FOLDER is the directory that fixture.js wrote.

(when (< emacs-major-version 29)
  ;; Debian 12 has Eglot as a package of its own.
  (require 'package)
  (setq package-directory-list '("/usr/share/emacs/site-lisp/elpa" "/usr/share/emacs/site-lisp/elpa-src"))
  (package-initialize))
(require 'cl-lib)
(require 'eglot)
(require 'json)
(require 'nxml-mode)

;; The configuration in editors/README.md.
(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs '((nxml-mode xml-mode) . ("iri-lsp"))))

(setq eglot-autoshutdown t
      eglot-sync-connect 20
      rng-nxml-auto-validate-flag nil
      make-backup-files nil
      create-lockfiles nil)

(defvar passed 0)

(defun check (condition description &optional actual)
  (princ (format "%s %s\n" (if condition "ok  " "FAIL") description))
  (unless condition
    (princ (format "%S\n" actual))
    (kill-emacs 1))
  (cl-incf passed))

(defun eventually (condition description)
  (let ((end (+ (float-time) 20)))
    (while (and (not (funcall condition)) (< (float-time) end))
      (accept-process-output nil 0.02))
    (check (funcall condition) description)))

(defun line-and-column (point)
  "Line and column of POINT, from 0, in characters."
  (save-excursion
    (goto-char point)
    (list (1- (line-number-at-pos)) (- point (line-beginning-position)))))

(defun shown ()
  "Each diagnostic as its line and its columns."
  (sort (mapcar (lambda (diagnostic)
                  (let ((beg (line-and-column (flymake-diagnostic-beg diagnostic)))
                        (end (line-and-column (flymake-diagnostic-end diagnostic))))
                    (format "%d:%d-%d" (car beg) (cadr beg) (cadr end))))
                (flymake-diagnostics))
        #'string<))

(defun expected (folder)
  (let ((json-array-type 'list))
    (sort (mapcar (lambda (fault)
                    (apply #'format "%d:%d-%d" (alist-get 'line fault) (alist-get 'utf32 fault)))
                  (json-read-file (concat folder "/faults.json")))
          #'string<)))

(let* ((folder (getenv "IRI_TEST_FOLDER"))
       (want (expected folder)))
  (find-file (concat folder "/faults.xml"))
  (check (derived-mode-p 'nxml-mode) "an XML file opens in nxml-mode")
  (apply #'eglot (seq-take (eglot--guess-contact) 5))
  (flymake-start)
  (eventually (lambda () (>= (length (flymake-diagnostics)) (length want))) "diagnostics arrive")
  (check (equal (shown) want)
         (format "%d findings are at their exact columns, also after Hebrew and astral characters" (length want))
         (list (shown) want))

  (goto-char (point-min))
  (search-forward "example.org/a b")
  (let ((at (- (point) 2))
        (last-nonmenu-event ?\r))
    ;; The user chooses an action by its title, with the keyboard.
    (cl-letf (((symbol-function 'completing-read)
               (lambda (_prompt collection &rest _)
                 (seq-find (lambda (title) (string-match-p "%20" title)) (all-completions "" collection))))
              ((symbol-function 'y-or-n-p) (lambda (&rest _) t)))
      (eglot-code-actions at (1+ at) "quickfix" t))
    (eventually (lambda () (save-excursion (goto-char (point-min)) (search-forward "example.org/a%20b" nil t)))
                "the code action fixes the space at point"))
  (eglot--signal-textDocument/didChange)
  (flymake-start)
  (eventually (lambda () (= (length (flymake-diagnostics)) (1- (length want)))) "its diagnostic disappears")

  (let ((server (eglot-current-server)))
    (eglot-shutdown server)
    (eventually (lambda () (not (jsonrpc-running-p server))) "the server ends on request"))
  (princ (format "%d checks passed in Emacs %s\n" passed emacs-version))
  (set-buffer-modified-p nil)
  (kill-emacs 0))
