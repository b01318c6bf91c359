(defun depth (n)
  (if (= n 0) 0 (+ 1 (depth (- n 1)))))

(defun pieces (n)
  (loop for i from 1 to n
        collect (make-array 1048576 :element-type '(unsigned-byte 8) :initial-element 1)))

(let ((command (string-downcase (symbol-name (read))))
      (n (read)))
  (flet ((is (name) (string= command name)))
    (cond
      ((is "sum")
       (format t "~d~%" (+ n (loop for number = (read *standard-input* nil) while number sum number))))
      ((is "depth") (format t "~d~%" (depth n)))
      ((is "memory") (format t "~d~%" (length (pieces n))))
      ((is "exit") (sb-ext:exit :code 3 :abort t))
      ((is "throw") (error "on purpose"))
      ((is "divide") (format t "~d~%" (floor 1000 n)))
      ((is "output") (loop repeat n do (write-line "1234567")))
      ((is "threads")
       (let ((threads (loop repeat 4 collect (sb-thread:make-thread (lambda () (loop for i from 1 to 1000 sum i))))))
         (format t "~d~%" (loop for thread in threads sum (sb-thread:join-thread thread))))))))
