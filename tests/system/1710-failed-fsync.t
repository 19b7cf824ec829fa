#!/usr/bin/perl
# SPDX-License-Identifier: ISC
# An fsync that fails may have lost what it should have kept, and a second one
# need not know: it is all written anew, and called saved or said only then.
use v5.36;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Messengers;
use Messengers::Faults;
use Messengers::Trouble;

plan skip_all => need_attach() if need_attach();

use constant TRACED => 'trace=fsync,openat,linkat,unlinkat,renameat,write';

# Calls on a file or folder below the shared one that went well.
sub made ($name) { return qr/^openat\([^\n]*"\Q$name\E", [^\n]*O_EXCL[^\n]*\) = \d/m }
sub synced ($path) { return qr/^fsync\(\d+<[^>]*\/\Q$path\E>\) += 0$/m }
sub linked () { return qr/^linkat\([^\n]*"\.result", [^\n]*"game-[^\n]*\) = 0$/m }
sub named ($name) { return qr/^renameat\([^\n]*"\Q$name\E"\) = 0$/m }
sub saved () { return qr/^write\(2<[^\n]* saved: /m }
sub said () { return qr/^write\(\d+<[^>]*\/spool\/[^\n]*Choose your symbol/m }

my @RESULT = (made('.result'), synced('state/messenger1/.result'), linked(),
	synced('work'), saved());
my @JOURNAL = (made('.journal'), synced('state/messenger1/.journal'),
	named('journal'), synced('state/messenger1'));

# What is synced; which syncs from the last move on fail; what is told to wait;
# what has to be done from the last failure on, in this order. A result takes
# two syncs, and so does a new game.
my @SYNCED = (
	['the text of a result', 'state/messenger1/.result', '1..3', 'result', @RESULT],
	['the name of a result', 'work', '2..6+2', 'result', @RESULT],
	['the first record of a game', 'state/messenger1/.journal', '3..5', 'journal',
		@JOURNAL, said()],
	['the name of a journal', 'state/messenger1', '4..8+2', 'journal', @JOURNAL, said()],
	['the other id of a result', 'state/messenger1/journal', '2', 'journal', @JOURNAL,
		@RESULT],
);

# A game of messenger1 up to the last word; that is said where syncs fail.
sub last_word ($peer, $when, $bot) {
	while ($peer->ending_cells == 0 || $peer->turn ne 'messenger2') {
		$peer->turn eq 'messenger1' ? $peer->hear_move : $peer->move($peer->lasting);
	}
	my $end = failing($bot, qw(-y -s 200 -e), TRACED, '-e', "inject=fsync:error=EIO:when=$when");
	$peer->move(($peer->ending_cells)[0]);
	return $end;
}

sub failed_ok ($what, $path, $when, $told, @steps) {
	my $room = room();
	my $bot = $room->start('messenger1', '-q', '-i', 0, '-s', 'random', '--first', 'no',
		'--seed', 3);
	my $peer = $room->peer('messenger2');
	$peer->meet;
	my $taken = $what =~ /other id/;
	spew($room->path('game-' . $peer->id . '.txt'), '') if $taken;
	my $end = last_word($peer, $when, $bot);
	wait_for(sub { $bot->err =~ /going on/ }, 'it to go on');
	$peer->await_game;
	$peer->must_hear(OPENING);
	$bot->settle;
	my $trace = $end->();
	my ($before, $after) = $trace =~ /\A(.*^fsync[^\n]*INJECTED[^\n]*\n)(.*)\z/ms;
	my @failed = $before =~ /^fsync\(\d+<(\S+)>\).*EIO.*INJECTED/mg;
	is_deeply([grep { !m{/\Q$path\E\z} } @failed], [], 'this is what was not synced')
		|| diag($trace);
	unlike($before, $steps[-1], 'while it failed nothing was called done');
	is(() = $before =~ /$steps[0]/g, $taken ? 0 : scalar @failed, 'each attempt made a new file');
	my $all = join '.*?', @steps;
	like($after, qr/$all/s, 'after the last all was done again, in order');
	is(() = lines_with($bot, qr/$told: Input.output error: waiting/), 1, 'told once');
	is(() = unusual($bot), $taken ? 3 : 2, 'and once that it is over') || diag($bot->err);
	unlink $room->path((grep { -z $room->path($_) } $room->results)[0]) if $taken;
	$room->results_ok(1, 'there is one result, and it is right');
	return $room->close;
}

for my $case (@SYNCED) {
	my ($what) = @$case;
	subtest "$what cannot be synced" => sub { failed_ok(@$case) };
}

troubles({
	name => 'nothing can be synced for a while',
	begin => sub ($room, $bots) {
		return failing($bots->{messenger1}, '-e', 'inject=fsync:error=EIO');
	},
	tells => {messenger1 => [qr/(?:result|journal): Input.output error: waiting/,
		qr/(?:result|journal): going on/]},
});

done_testing;
