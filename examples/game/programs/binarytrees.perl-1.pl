# Perfect trees, made and counted: a node is a list of its children.
use strict;
use warnings;

sub make {
    my ($depth) = @_;
    return $depth ? [make($depth - 1), make($depth - 1)] : [];
}

sub count {
    my ($node) = @_;
    return @$node ? 1 + count($node->[0]) + count($node->[1]) : 1;
}

my $n = $ARGV[0];
my $kept = make($n);
for (my $depth = 4; $depth <= $n; $depth += 2) {
    my $trees = 2 ** ($n - $depth + 4);
    my $nodes = 0;
    $nodes += count(make($depth)) for 1 .. $trees;
    print "$depth $trees $nodes\n";
}
print "$n 1 ", count($kept), "\n";
