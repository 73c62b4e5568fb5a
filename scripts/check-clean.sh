#!/usr/bin/env bash
# check-clean.sh COMMAND... runs a command and fails if it changed a file that
# git does not ignore, naming it.
set -euo pipefail

# One line for each file that differs from the last commit, with its content's hash.
state() {
	git ls-files -z --deleted | while IFS= read -r -d '' file; do printf 'deleted %s\n' "$file"; done
	git ls-files -z --modified --others --exclude-standard | while IFS= read -r -d '' file; do
		if [ -e "$file" ]; then printf '%s %s\n' "$(git hash-object -- "$file")" "$file"; fi
	done
}

cd "$(git rev-parse --show-toplevel)"
before=$(state)
"$@"
after=$(state)
if [ "$before" != "$after" ]; then
	diff <(printf '%s\n' "$before") <(printf '%s\n' "$after") | sed -n 's/^[<>] [^ ]* //p' | sort -u
	echo "the files above were changed by '$*': commit what it writes"
	exit 1
fi
