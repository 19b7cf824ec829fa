#compdef messenger1 messenger2
# SPDX-License-Identifier: ISC
# Completion for messenger1 and messenger2 in zsh.

local -a options
options=(
	'(-w --workspace)'{-w+,--workspace=}'[the shared folder]:folder:_files -/'
	'(-s --strategy)'{-s+,--strategy=}'[how to choose]:strategy:(perfect random casual)'
	'--seed=[make all choices repeatable]:number:'
	'--pace=[think time before each own move]:milliseconds:'
	'--peer-user=[the user the other bot runs as]:user:_users'
	'(-n --games)'{-n+,--games=}'[exit after so many completed games]:number:'
	'(-q --quiet)'{-q,--quiet}'[no drawings on standard output]'
	'(-v --verbose)'{-v,--verbose}'[log every line heard and said]'
	'(-)'{-h,--help}'[print the options]'
	'(-)'{-V,--version}'[print the version]'
)
case $service in
messenger1)
	options+=(
		'(-i --interval)'{-i+,--interval=}'[from one game to the next]:seconds:'
		'--first=[whether to go first]:who:(yes no random)'
	)
	;;
messenger2)
	options+=('--symbol=[the symbol to take]:symbol:(circle cross random)')
	;;
esac
_arguments -s -S $options
