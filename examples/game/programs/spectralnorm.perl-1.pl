# Spectral norm, by ten rounds of the power method.
use strict;
use warnings;

my $n = $ARGV[0];

sub times {
    my ($turned, @in) = @_;
    my @out;
    for my $i (0 .. $n - 1) {
        my $sum = 0;
        for my $j (0 .. $n - 1) {
            my $d = $i + $j;
            $sum += $in[$j] / ($d * ($d + 1) / 2 + ($turned ? $j : $i) + 1);
        }
        push @out, $sum;
    }
    return @out;
}

my @v = (1) x $n;
my @u;
for (1 .. 10) {
    @u = &times(1, &times(0, @v));
    @v = &times(1, &times(0, @u));
}
my ($uv, $vv) = (0, 0);
for my $i (0 .. $n - 1) {
    $uv += $u[$i] * $v[$i];
    $vv += $v[$i] ** 2;
}
printf "%.9f\n", sqrt($uv / $vv);
