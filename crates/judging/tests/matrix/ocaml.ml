let rec depth n = if n = 0 then 0 else 1 + depth (n - 1)

let sum first =
  let total = ref first in
  (try
     while true do
       total := !total + Scanf.scanf " %d" (fun x -> x)
     done
   with _ -> ());
  !total

let threads () =
  let sums = Array.make 4 0 in
  let count i = for j = 1 to 1000 do sums.(i) <- sums.(i) + j done in
  List.iter Thread.join (List.map (Thread.create count) [ 0; 1; 2; 3 ]);
  Array.fold_left ( + ) 0 sums

let () =
  Scanf.scanf " %s %d" (fun command n ->
      match command with
      | "sum" -> Printf.printf "%d\n" (sum n)
      | "depth" -> Printf.printf "%d\n" (depth n)
      | "memory" -> Printf.printf "%d\n" (Array.length (Array.init n (fun _ -> Bytes.make (1 lsl 20) 'x')))
      | "exit" -> exit 3
      | "throw" -> failwith "on purpose"
      | "divide" -> Printf.printf "%d\n" (1000 / n)
      | "output" -> for _ = 1 to n do print_endline "1234567" done
      | "threads" -> Printf.printf "%d\n" (threads ())
      | _ -> ())
