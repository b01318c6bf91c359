use strict;
use warnings;

no warnings 'recursion';

sub depth {
    my $n = shift;
    return $n == 0 ? 0 : 1 + depth($n - 1);
}

my ($command, $n) = split ' ', <STDIN>;
if ($command eq 'sum') {
    my $sum = $n;
    $sum += $_ while <STDIN>;
    print "$sum\n";
} elsif ($command eq 'depth') {
    print depth($n), "\n";
} elsif ($command eq 'memory') {
    my @kept = map { 'x' x (1 << 20) } 1 .. $n;
    print scalar(@kept), "\n";
} elsif ($command eq 'exit') {
    exit 3;
} elsif ($command eq 'throw') {
    die 'on purpose';
} elsif ($command eq 'divide') {
    print 1000 / $n, "\n";
} elsif ($command eq 'output') {
    print "1234567\n" for 1 .. $n;
}
