# Flips of all permutations: a process for each number that can be last.
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
my @readers;
for my $last (0 .. $n - 1) {
    pipe(my $reader, my $writer) or die "no pipe: $!";
    my $child = fork() // die "no process: $!";
    if (!$child) {
        my @numbers = 1 .. $n;
        @numbers[$last, $n - 1] = @numbers[$n - 1, $last];
        permute(\@numbers, $n - 1);
        print {$writer} "$total $most\n";
        close $writer;
        exit 0;
    }
    close $writer;
    push @readers, $reader;
}
for my $reader (@readers) {
    my ($part, $one) = split / /, <$reader>;
    $total += $part;
    $most = $one if $one > $most;
}
1 while wait() > 0;
printf "%d\n%d\n", $total, $most;
