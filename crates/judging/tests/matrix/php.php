<?php
function depth(int $n): int
{
    return $n == 0 ? 0 : 1 + depth($n - 1);
}

[$command, $n] = explode(' ', trim(fgets(STDIN)));
$n = (int) $n;
switch ($command) {
    case 'sum':
        $sum = $n;
        while (($line = fgets(STDIN)) !== false) {
            $sum += (int) $line;
        }
        echo $sum, "\n";
        break;
    case 'depth':
        echo depth($n), "\n";
        break;
    case 'memory':
        $kept = [];
        for ($i = 0; $i < $n; $i++) {
            for ($j = 0; $j < 16; $j++) {
                $kept[] = str_repeat(chr($j), (1 << 16) - 32);
            }
        }
        echo count($kept) / 16, "\n";
        break;
    case 'exit':
        exit(3);
    case 'throw':
        throw new RuntimeException('on purpose');
    case 'divide':
        echo intdiv(1000, $n), "\n";
        break;
    case 'output':
        for ($i = 0; $i < $n; $i++) {
            echo "1234567\n";
        }
        break;
}
