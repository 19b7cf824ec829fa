# SPDX-License-Identifier: ISC
# A program in a real terminal: tmux is the terminal, a test types and looks.
#
#	plan skip_all => need_tmux() if need_tmux();
#	my $room = room();
#	my $terminal = terminal($room, {size => [80, 24]}, binary('tictactoe'), 'watch');
#	$terminal->shows_ok(qr/Status: tie/, 'the end is shown');
#	$terminal->keys('Left', 'q');           # names of keys as in tmux(1)
#	is($terminal->ended, 'exit 0', 'q ends it');
#
# What it has shown last can still be read when it has ended. The terminal ends
# with the variable.
package Messengers::Terminal;
use v5.36;
use Exporter 'import';
use Test::More ();
use Messengers::Wait;

our @EXPORT = qw(need_tmux terminal);

# A screen is shown where a test fails.
binmode Test::More->builder->$_, ':encoding(UTF-8)'
	for qw(output failure_output todo_output);

# Runs a command and notes its number and how it has ended, which tmux sometimes
# does not know.
my $RUN = <<'END';
	my $notes = shift;
	$SIG{$_} = 'IGNORE' for qw(INT QUIT TSTP);
	my $pid = fork // die;
	if ($pid == 0) {
		$SIG{$_} = 'DEFAULT' for qw(INT QUIT TSTP);
		exec { $ARGV[0] } @ARGV or exit 127;
	}
	sub note { open my $out, '>', "$notes.new"; print $out @_; close $out;
		rename "$notes.new", "$notes.$_[0]" }
	note('pid', " $pid");
	waitpid $pid, 0;
	note('end', $? & 127 ? ' signal ' . ($? & 127) : ' exit ' . ($? >> 8));
END

# The reason why there is no terminal to test in, or ''.
sub need_tmux () {
	state $reason = do {
		my ($version) = `tmux -V 2>/dev/null` =~ /(\d+\.\d+)/;
		!defined $version ? 'tmux is not installed'
			: $version < 3.3 ? "tmux $version is too old, 3.3 would do" : '';
	};
	return $reason;
}

# Starts a command in a terminal of its own. %$how: size (columns and lines, 80
# and 24), env (such as TERM, which is else "screen").
sub terminal ($room, $how, @command) {
	state $count = 0;
	my ($columns, $lines) = @{$how->{size} // [80, 24]};
	my $self = bless {room => $room, socket => $room->tmp . '/tmux.' . ++$count},
		__PACKAGE__;
	my %env = %{$how->{env} // {}};
	$self->tmux('start-server', ';', 'set', '-g', 'status', 'off', ';',
		'set', '-g', 'remain-on-exit', 'on', ';',
		'set', '-g', 'remain-on-exit-format', '', ';',
		'set', '-g', 'default-terminal', 'screen', ';',
		'set', '-g', 'escape-time', 0, ';',
		'new-session', '-d', '-x', $columns, '-y', $lines,
		$^X, '-e', $RUN, $self->{socket},
		'env', (map { "$_=$env{$_}" } sort keys %env), @command);
	$self->{pid} = $self->note('pid', patience());
	return $self;
}

sub pid ($self) { return $self->{pid} }

sub tmux ($self, @words) {
	local $ENV{LC_ALL} = 'C.UTF-8';
	delete local $ENV{TMUX};
	open my $out, '-|', 'tmux', '-u', '-f', '/dev/null', '-S', $self->{socket}, @words
		or die "tmux: $!\n";
	binmode $out, ':encoding(UTF-8)';
	local $/;
	my $said = readline($out) // '';
	close $out or die "tmux @words: status $?\n";
	return $said;
}

# What tmux knows, by the name of a variable of its formats.
sub ask ($self, $variable) {
	return $self->tmux('display-message', '-p', "#{$variable}") =~ s/\n\z//r;
}

# Presses keys, or types a text as it is.
sub keys ($self, @keys) {
	$self->tmux('send-keys', @keys);
	return;
}

sub type ($self, $text) {
	$self->tmux('send-keys', '-l', $text);
	return;
}

sub resize ($self, $columns, $lines) {
	$self->tmux('resize-window', '-x', $columns, '-y', $lines);
	return;
}

# Waits until a shell that runs in it knows its size.
sub await_size ($self, $columns, $lines) {
	wait_for(sub {
		$self->type("clear; stty size\n");
		eval { $self->await(qr/^$lines $columns$/m, 1) };
	}, "the size $columns x $lines");
	return;
}

# All lines that can be seen now, without the blanks at their ends; with colours
# and the like as escape sequences if asked for.
sub screen ($self, @options) {
	return $self->tmux('capture-pane', '-p', @options) =~ s/ +$//mgr;
}

# Waits until the screen is as described, and returns it.
sub await ($self, $pattern, $seconds = patience()) {
	my $screen;
	eval {
		wait_for(sub { ($screen = $self->screen) =~ $pattern }, $pattern, $seconds);
		1;
	} or die "$@the screen:\n$screen";
	return $screen;
}

# The same as a test.
sub shows_ok ($self, $pattern, $name) {
	my $shown = eval { $self->await($pattern); 1 };
	return Test::More::ok($shown, $name) || Test::More::diag($@);
}

# Whether a shell that runs in it has it back as it was: no second screen, the
# cursor visible, keys as usual. (tmux hides the cursor when its command ends.)
sub restored ($self) {
	return join(' ', map { $self->ask($_) }
		qw(alternate_on cursor_flag keypad_flag keypad_cursor_flag)) eq '0 1 0 0';
}

# Waits for the end of the command and says how it came: "exit 0", "signal 9".
sub ended ($self, $seconds = patience()) {
	return $self->note('end', $seconds);
}

# What is noted of the command, as soon as it is.
sub note ($self, $what, $seconds) {
	my $text;
	wait_for(sub { $text = slurp("$self->{socket}.$what") }, "its $what", $seconds);
	return $text =~ s/\A$what //r;
}

sub DESTROY ($self) {
	local ($?, $@, $!);
	eval { $self->tmux('kill-server') };
	return;
}

1;
