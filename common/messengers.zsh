#compdef messenger1 messenger2 tictactoe
# SPDX-License-Identifier: ISC
# Completion for messenger1, messenger2 and tictactoe in zsh.

local -a folder options asked seat line
local -A opt_args
local state curcontext=$curcontext
folder=(
	'(-w --workspace)'{-w+,--workspace=}'[the shared folder]:folder:_files -/'
	'(-)'{-h,--help}'[print the options]'
)
asked=(
	'(--last)--since=[only the results from this game on]:ID:'
	'(--since)--last=[only the last results]:number:'
)
seat=('--seat=[whose seat it is]:player:(messenger1 messenger2)')
case $service in
messenger?)
	options=(
		'(-s --strategy)'{-s+,--strategy=}'[how to choose]:strategy:(perfect random casual)'
		'--seed=[make all choices repeatable]:number:'
		'--pace=[think time before each own move]:milliseconds:'
		'--peer-user=[the user the other bot runs as]:user:_users'
		'--cpu=[run on one processor only]:number:'
		'(-n --games)'{-n+,--games=}'[exit after so many completed games]:number:'
		'(-q --quiet)'{-q,--quiet}'[no drawings on standard output]'
		'(-v --verbose)'{-v,--verbose}'[log every line heard and said]'
		'(-)'{-V,--version}'[print the version]'
	)
	;|
messenger1)
	options+=(
		'(-i --interval)'{-i+,--interval=}'[from one game to the next]:seconds:'
		'--first=[whether to go first]:who:(yes no random)'
	)
	;;
messenger2)
	options+=('--symbol=[the symbol to take]:symbol:(circle cross random)')
	;;
tictactoe)
	_arguments -C '(- *)'{-h,--help}'[print the commands]' \
		'(- *)'{-V,--version}'[print the version]' \
		'1:command:(audit stats watch replay export play say hear)' \
		'*::word:->command'
	[[ $state == command ]] || return
	;;
esac
case $line[1] in
audit)
	options=($asked
		'--interval=[of the games, to find gaps]:seconds:'
		'--restore[link back what was removed]'
		'--json[print objects, one a line]'
		'(-q --quiet)'{-q,--quiet}'[print nothing]'
		'*:result:_files'
	)
	;;
stats)
	options=($asked
		'(--csv --svg)--json[print one object]'
		'(--json --svg)--csv[print one table]'
		'(--json --csv)--svg=[draw a picture]:file:_files'
	)
	;;
replay)
	options=(
		'(--all)--at=[print the position after so many moves]:moves:'
		'(--at)--all[print all positions]'
		':game:_files'
	)
	;;
export)
	options=($asked
		'(--csv --openturn)--json[an object a line]'
		'(--json --openturn)--csv[a row a game]'
		'(--json --csv)--openturn[replay envelopes of openturn]'
		'*:game:_files'
	)
	;;
play)
	options=($seat
		'--rc[ask for row and column from 0]'
		'(-n --games)'{-n+,--games=}'[leave after so many games]:number:'
		'(-v --verbose)'{-v,--verbose}'[show every line heard and said]'
		'--practice=-[without a bot]::strategy:(perfect random casual)'
		'--seed=[repeat a practice]:number:'
	)
	;;
say)
	options=($seat '--game=[only while this game runs]:ID:' '*:line:')
	;;
hear)
	options=($seat
		'--game[print the ID of the game before each line]'
		'(-n --lines)'{-n+,--lines=}'[end after so many lines]:number:'
	)
	;;
esac
_arguments -s -S $folder $options
