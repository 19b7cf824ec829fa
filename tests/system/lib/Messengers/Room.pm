# SPDX-License-Identifier: ISC
# A fresh folder for one pair of bots, and what can be seen in it.
package Messengers::Room;
use v5.36;
use Cwd ();
use File::Path qw(make_path);
use File::Spec ();
use File::Temp ();
use FindBin ();
use Test::More ();
use Messengers::Bot;
use Messengers::Game;
use Messengers::Peer;
use Messengers::Wait;

my $TOP = Cwd::abs_path("$FindBin::Bin/../..");

sub binary ($name) {
	return File::Spec->rel2abs($ENV{BUILDDIR} // 'build', $TOP) . "/$name";
}

# The workspace itself is left to the bots to make.
sub new ($class, %options) {
	my $tmp = File::Temp->newdir('messengers-XXXXXX', TMPDIR => 1);
	chmod 0755, "$tmp";
	my $dir = $options{dir} // 'work';
	return bless {tmp => $tmp, dir => "$tmp/$dir", bots => []}, $class;
}

sub tmp ($self) { return "$self->{tmp}" }
sub dir ($self) { return $self->{dir} }

sub path ($self, @parts) {
	return join '/', $self->{dir}, @parts;
}

# Makes a folder in the workspace and returns its path.
sub folder ($self, @parts) {
	my $path = $self->path(@parts);
	make_path($path, {mode => 0755});
	return $path;
}

# Starts a bot. %$how: env, prepare (code for the child), strace (options),
# through (a command that becomes the bot), stdout and stderr (handles). Without
# other options a bot does not think.
sub start ($self, $name, @options) {
	my $how = ref $options[0] ? shift @options : {};
	unshift @options, '--pace', 0 unless grep { $_ eq '--pace' } @options;
	unshift @options, '-w', $self->{dir} unless grep { $_ eq '-w' } @options;
	return $self->launch($name, $how, @options);
}

# Starts a bot with these options and no others.
sub launch ($self, $name, $how, @options) {
	my $log = sprintf '%s/%s.%d', $self->tmp, $name, scalar @{$self->{bots}};
	my $bot = Messengers::Bot->start($name, $how, $log, binary($name), @options);
	push @{$self->{bots}}, $bot;
	return $bot;
}

# Kills a bot as a power button would, and starts it once more.
sub restart ($self, $bot) {
	$bot->kill9 if $bot->alive;
	return $self->launch($bot->name, $bot->how, $bot->options);
}

sub peer ($self, $seat) {
	return Messengers::Peer->new($self, $seat);
}

sub spool ($self, $name, $id) {
	return $self->path('spool', $name, "$id.txt");
}

# The whole lines that a bot has said in a game.
sub said ($self, $name, $id) {
	return split /\n/, slurp($self->spool($name, $id)) // '';
}

# The ids of the games a bot has spool files of, oldest first.
sub ids ($self, $name) {
	my @ids = sort grep { is_id($_) } map { /\A(.*)\.txt\z/ }
		names_in($self->path('spool', $name));
	return @ids;
}

# The names of the result files, oldest first.
sub results ($self) {
	my @ids = sort map { /\Agame-(.*)\.txt\z/ } names_in($self->{dir});
	return map { "game-$_.txt" } @ids;
}

sub board ($self) {
	return slurp($self->path('current-board.txt'));
}

# The second names of the results, as inode numbers.
sub second_names ($self) {
	return map { (lstat)[1] } glob $self->path('state/messenger1/results') . '/*';
}

# What is wrong with a result file but for its text: it and its second name are
# one file, or, where links are refused, a file and its copy.
sub faults_of_file ($self, $name, $copied = 0) {
	my @paths = ($self->path($name), $self->path('state/messenger1/results', $name));
	return 'it has no second name' unless lstat $paths[1];
	my @faults = map { "$_ has mode " . mode_of($_) }
		grep { mode_of($_) ne '0444' } @paths;
	my @files = map { join ' ', (lstat)[1, 3] } @paths;	# inode and links
	if ($copied) {
		push @faults, 'its second name is no copy' if slurp($paths[0]) ne slurp($paths[1]);
	} elsif ($files[0] ne $files[1] || $files[0] !~ / 2\z/) {
		push @faults, "it is not one file with two names: @files";
	}
	return @faults;
}

# One test for all results of the folder together: format, rules, modes,
# second names, chain. Returns their texts by name.
sub results_ok ($self, $count, $what) {
	my %text = map { $_ => slurp($self->path($_)) } $self->results;
	my @faults = $count == keys %text ? ()
		: ('there are ' . keys(%text) . " results and not $count");
	for my $name (sort keys %text) {
		push @faults, map { "$name: $_" } faults_of($name, $text{$name}),
			$self->faults_of_file($name);
	}
	push @faults, faults_of_chain(\%text);
	Test::More::is(join("\n", @faults), '', $what);
	return \%text;
}

# A test that dies in the middle leaves bots and mounts: they end before their
# folder.
sub DESTROY ($self) {
	local ($?, $@, $!);
	$_->kill9 for grep { $_->alive } @{$self->{bots}};
	system 'umount', '-lq', $_ for reverse @{$self->{mounts} // []};
	return;
}

# Ends every bot that still runs, and lets each of them prove that it can.
sub close ($self) {
	my @running = grep { $_->alive } @{$self->{bots}};
	my @ends = map { $_->stop } @running;
	my @complaints = map { $_->complaints } @{$self->{bots}};
	Test::More::is(join("\n", @ends, @complaints),
		join("\n", map { 'exit 0' } @running),
		'every bot that still runs ends with exit code 0, none complained');
	return;
}

1;
