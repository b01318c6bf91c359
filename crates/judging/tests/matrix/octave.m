1;

function r = depth (n)
  if (n == 0)
    r = 0;
  else
    r = 1 + depth (n - 1);
  endif
endfunction

first = strsplit (fgetl (stdin), " ");
n = str2double (first{2});
switch (first{1})
  case "sum"
    printf ("%d\n", n + sum (fscanf (stdin, "%d")));
  case "depth"
    max_recursion_depth (n + 10);
    max_stack_depth (n + 10);
    printf ("%d\n", depth (n));
  case "memory"
    kept = cell (n, 1);
    for i = 1:n
      kept{i} = i * ones (131072, 1);
    endfor
    printf ("%d\n", numel (kept));
  case "exit"
    exit (3);
  case "throw"
    error ("on purpose");
  case "divide"
    printf ("%d\n", 1000 / n);
  case "output"
    for i = 1:n / 8
      puts ("1234567\n1234567\n1234567\n1234567\n1234567\n1234567\n1234567\n1234567\n");
    endfor
endswitch
