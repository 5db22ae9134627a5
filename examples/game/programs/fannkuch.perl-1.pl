# Flips of all permutations.
use strict;
use warnings;

sub flips {
    my @numbers = @_;
    my $count = 0;
    while ((my $first = $numbers[0]) != 1) {
        @numbers[0 .. $first - 1] = reverse @numbers[0 .. $first - 1];
        $count++;
    }
    return $count;
}

my ($total, $most) = (0, 0);

sub permute {
    my ($numbers, $places) = @_;
    if ($places <= 1) {
        my $one = flips(@$numbers);
        $total += $one;
        $most = $one if $one > $most;
        return;
    }
    for my $i (0 .. $places - 1) {
        @$numbers[$i, $places - 1] = @$numbers[$places - 1, $i];
        permute($numbers, $places - 1);
        @$numbers[$i, $places - 1] = @$numbers[$places - 1, $i];
    }
}

my $n = $ARGV[0];
permute([1 .. $n], $n);
print "$total\n$most\n";
