# shellcheck shell=bash
# SPDX-License-Identifier: ISC
# Completion for messenger1 and messenger2 in bash. What they know is read from
# their -h, so that nothing is said twice.

_messengers()
{
	local cur=$2 prev=$3 help words

	if [[ $cur == = ]]; then # --option=
		cur=
	elif [[ $prev == = ]]; then # --option=VALUE
		prev=${COMP_WORDS[COMP_CWORD - 2]}
	fi
	help=$("${1/#\~/$HOME}" -h 2>/dev/null)
	case $prev in
	-w | --workspace)
		compopt -o filenames 2>/dev/null
		mapfile -t COMPREPLY < <(compgen -d -- "$cur")
		return
		;;
	--peer-user)
		words=$(compgen -u)
		;;
	-s | --strategy)
		words=$(sed -n 's/.* one of \(.*\) (.*/\1/p' <<<"$help")
		;;
	--first | --symbol)
		words=$(sed -n "s/^ *$prev .* \(.*\), \(.*\) or \([a-z]*\).*/\1 \2 \3/p" <<<"$help")
		;;
	-i | --interval | -n | --games | --pace | --seed)
		return
		;;
	*)
		words=$(sed -n 's/^  \(..\).  *\(--[a-z-]*\) .*/\1 \2/p' <<<"$help")
		;;
	esac
	mapfile -t COMPREPLY < <(compgen -W "${words//,/ }" -- "$cur")
}
complete -F _messengers messenger1 messenger2
