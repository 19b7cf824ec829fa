# shellcheck shell=bash
# SPDX-License-Identifier: ISC
# Completion for messenger1, messenger2 and tictactoe in bash. What they know is
# read from their -h, so that nothing is said twice.

_messengers()
{
	local cur=$2 prev=$3 program help words

	if [[ $cur == = ]]; then # --option=
		cur=
	elif [[ $prev == = ]]; then # --option=VALUE
		prev=${COMP_WORDS[COMP_CWORD - 2]}
	fi
	program=("${1/#\~/$HOME}")
	if [[ $1 == *tictactoe && $COMP_CWORD -gt 1 ]]; then # its command
		program+=("${COMP_WORDS[1]}")
	fi
	help=$("${program[@]}" -h 2>/dev/null)
	case $prev in
	-w | --workspace)
		compopt -o filenames 2>/dev/null
		mapfile -t COMPREPLY < <(compgen -d -- "$cur")
		return
		;;
	--svg)
		compopt -o filenames 2>/dev/null
		mapfile -t COMPREPLY < <(compgen -f -- "$cur")
		return
		;;
	--peer-user)
		words=$(compgen -u)
		;;
	--seat)
		words="messenger1 messenger2"
		;;
	-s | --strategy | --practice)
		words=$(sed -n 's/.* one of \(.*\) (.*/\1/p' <<<"$help")
		;;
	--first | --symbol)
		words=$(sed -n "s/^ *$prev .* \(.*\), \(.*\) or \([a-z]*\).*/\1 \2 \3/p" <<<"$help")
		;;
	*)
		# a number or an ID is not known here
		if [[ $prev == -* ]] && grep -q -- "^ .*$prev\(, --[a-z]*\)* [A-Z]" <<<"$help"; then
			return
		fi
		words=$(sed -n -e 's/^  \(..\).  *\(--[a-z-]*\) .*/\1 \2/p' \
			-e 's/^  \([a-z][a-z]*\)  .*/\1/p' <<<"$help")
		;;
	esac
	mapfile -t COMPREPLY < <(compgen -W "${words//,/ }" -- "$cur")
	# results, by their names
	if [[ $cur != -* && ${program[1]-} =~ ^(audit|replay|export)$ ]]; then
		compopt -o filenames 2>/dev/null
		mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "$cur")
	fi
}
complete -F _messengers messenger1 messenger2 tictactoe
