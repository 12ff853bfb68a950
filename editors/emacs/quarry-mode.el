;;; quarry-mode.el --- Scripts of Quarry  -*- lexical-binding: t; -*-

;; (load "/path/to/quarry-mode.el"), and M-x eglot in a script; Eglot is part of Emacs from 29 on, and a package before.
;; The trace: (setq-default eglot-workspace-configuration '((:quarry . (:trace "run.mtrc")))).

;;; Code:

(require 'prog-mode)

(defvar quarry-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?- ". 12" table)
    (modify-syntax-entry ?\n ">" table)
    (modify-syntax-entry ?\" "\"" table)
    (modify-syntax-entry ?' "\"" table)
    (modify-syntax-entry ?| "." table)
    table))

;;;###autoload
(define-derived-mode quarry-mode prog-mode "Quarry"
  "Scripts of Quarry."
  (setq-local comment-start "-- ")
  (setq-local comment-end ""))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.qry\\'" . quarry-mode))

(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs '(quarry-mode . ("quarry" "lsp"))))

(provide 'quarry-mode)
;;; quarry-mode.el ends here
