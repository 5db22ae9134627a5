# The other strand, sequence by sequence.
use strict;
use warnings;

local $/ = '>';
while (my $part = <STDIN>) {
    chomp $part;
    my ($name, $letters) = $part =~ /^([^\n]*)\n(.*)/s or next;
    $letters =~ tr/\n//d;
    ($letters = reverse $letters) =~ tr/ACGTMRWSYKVHDBN/TGCAKYWSRMBDHVN/;
    $letters =~ s/(.{1,60})/$1\n/g;
    print ">$name\n$letters";
}
