#!/bin/bash
# SPDX-License-Identifier: ISC
# run-both.sh BIN WORKSPACE INTERVAL PACE - play both bots in this terminal
# until Ctrl-C: each drawing is shown whole, marked with its bot's name.
set -u

bin=$1 workspace=$2 interval=$3 pace=$4
template=$(dirname "$0")/../workspace-template

if [ ! -e "$workspace" ]; then
	cp -R "$template" "$workspace" || exit 73 # EX_CANTCREAT
	find "$workspace" -name .gitkeep -delete
fi

pipes=$(mktemp -d) || exit 73
trap 'rm -rf "$pipes"' EXIT
mkfifo "$pipes/messenger1" "$pipes/messenger2" || exit 73

# A drawing is nine lines: cat writes them at once, or two bots would mix.
mark() {
	trap '' INT TERM
	while IFS= read -r line; do
		drawing="$1 | $line"
		for _ in 2 3 4 5 6 7 8 9; do
			IFS= read -r line && drawing+=$'\n'"$1 | $line"
		done
		cat <<<"$drawing"$'\n'
	done <"$pipes/$1"
}

mark messenger1 &
readers=($!)
mark messenger2 &
readers+=($!)

cat <<EOF
The bots play every $interval s; Ctrl-C ends them, the game goes on next time.
  board:    tail -F $workspace/current-board.txt
  results:  $workspace/game-*.txt
  words:    $workspace/spool/messenger1/, $workspace/spool/messenger2/

EOF
"$bin/messenger2" -w "$workspace" --pace "$pace" >"$pipes/messenger2" &
bots=($!)
"$bin/messenger1" -w "$workspace" --pace "$pace" -i "$interval" \
	>"$pipes/messenger1" &
bots+=($!)

# Where one ends the other must not play on alone.
stopped=
stop() { kill "${bots[@]}" 2>/dev/null; }
trap 'stopped=1; stop' INT TERM

status=0
wait -n "${bots[@]}" || status=$?
stop
for pid in "${bots[@]}" "${readers[@]}"; do
	while kill -0 "$pid" 2>/dev/null; do wait "$pid"; done
done
[ -n "$stopped" ] && status=0 # it was asked for
exit "$status"
