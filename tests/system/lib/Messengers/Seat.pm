# SPDX-License-Identifier: ISC
# The tool in a seat, through plain pipes: a test types lines and reads what is
# shown.
#
#	my $seat = sit($room, 'play', '--seat', 'messenger1');
#	$seat->await(qr/^Your symbol/m);	# since the last line typed
#	$seat->type('circle');
#	$seat->hang_up;				# the end of its input
#	is($seat->ended, 'exit 0', 'it leaves');
package Messengers::Seat;
use v5.36;
use Exporter 'import';
use IO::Handle;
use POSIX ();
use Test::More ();
use Messengers::Wait;

our @EXPORT = qw(sit);

# Starts a command of the tool in the room's folder, unless one is named.
sub sit ($room, $command, @options) {
	state $count = 0;
	my $fifo = $room->tmp . '/input.' . ++$count;
	POSIX::mkfifo($fifo, 0600) or die "mkfifo: $!\n";
	open my $in, '+<', $fifo or die "$fifo: $!\n";
	$in->autoflush;
	unshift @options, '-w', $room->dir
		unless grep { /\A(?:-w|--practice)/ } @options;
	my $bot = $room->launch('tictactoe',
		{prepare => sub { open STDIN, '<', $fifo }}, $command, @options);
	return bless {room => $room, bot => $bot, in => $in, mark => 0}, __PACKAGE__;
}

sub bot ($self) { return $self->{bot} }
sub ended ($self) { return $self->{bot}->ended }
sub out ($self) { return $self->{bot}->out }
sub err ($self) { return $self->{bot}->err }

# What was shown since the last line was typed.
sub shown ($self) {
	return substr $self->out, $self->{mark};
}

sub type ($self, @lines) {
	$self->{mark} = length $self->out;
	$self->{in}->print(map { "$_\n" } @lines);
	return;
}

sub hang_up ($self) {
	close $self->{in};
	return;
}

sub await ($self, $pattern) {
	eval {
		wait_for(sub { $self->shown =~ $pattern }, $pattern);
		1;
	} or die $@ . "shown:\n" . $self->shown . $self->err;
	return $self->shown;
}

sub shows_ok ($self, $pattern, $name) {
	return Test::More::ok(eval { $self->await($pattern) }, $name)
		|| Test::More::diag($@);
}

# Answers until the game is over, from the question that is open; $choose gets
# the cells and returns one. Returns how it ended.
sub play ($self, $choose = sub (@cells) { $cells[0] }) {
	my $ends = qr/^(You win|messenger[12] wins|A tie)\.$/m;
	while (1) {
		my $shown = $self->await(qr/$ends|^Put your \w+ in (.*) \(q leaves\): $/m);
		return $1 if $shown =~ $ends;
		my ($cells) = $shown =~ /.*^Put your \w+ in (.*) \(q/ms;
		$self->type($choose->(split /, /, $cells));
	}
}

1;
