# Planets about a sun: mass, place, speed of each in a list.
use strict;
use warnings;

my $pi = 4 * atan2(1, 1);
my $sun = 4 * $pi ** 2;
my @bodies = ([$sun, 0, 0, 0, 0, 0, 0]);
for my $k (1 .. 4) {
    my ($mass, $speed) = ($sun / (1000 * $k), 2 * $pi / sqrt(5 * $k));
    push @bodies, [$mass, 5 * $k, 0, $k / 10, 0, $speed, 0];
    $bodies[0][5] -= $mass * $speed / $sun;
}

sub energy {
    my $sum = 0;
    for my $i (0 .. $#bodies) {
        my $a = $bodies[$i];
        $sum += $a->[0] * ($a->[4] ** 2 + $a->[5] ** 2 + $a->[6] ** 2) / 2;
        for my $b (@bodies[$i + 1 .. $#bodies]) {
            $sum -= $a->[0] * $b->[0]
                / sqrt(($a->[1] - $b->[1]) ** 2 + ($a->[2] - $b->[2]) ** 2 + ($a->[3] - $b->[3]) ** 2);
        }
    }
    return $sum;
}

sub step {
    my ($dt) = @_;
    for my $i (0 .. $#bodies) {
        my $a = $bodies[$i];
        for my $j ($i + 1 .. $#bodies) {
            my $b = $bodies[$j];
            my ($x, $y, $z) = ($a->[1] - $b->[1], $a->[2] - $b->[2], $a->[3] - $b->[3]);
            my $squared = $x * $x + $y * $y + $z * $z;
            my $pull = $dt / ($squared * sqrt($squared));
            my ($of, $to) = ($b->[0] * $pull, $a->[0] * $pull);
            $a->[4] -= $x * $of;
            $a->[5] -= $y * $of;
            $a->[6] -= $z * $of;
            $b->[4] += $x * $to;
            $b->[5] += $y * $to;
            $b->[6] += $z * $to;
        }
    }
    for my $one (@bodies) {
        $one->[$_] += $dt * $one->[$_ + 3] for 1 .. 3;
    }
}

printf "%.9f\n", energy();
step(0.01) for 1 .. $ARGV[0];
printf "%.9f\n", energy();
