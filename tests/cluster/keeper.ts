import { type ChildProcess, spawn } from 'node:child_process'

/**
 * Reads what is to be ended from its input, and ends it when that closes: with the process that wrote it, whatever
 * ended that, SIGKILL included. Folders go when the processes are gone.
 */
const script = `
trap '' INT TERM HUP QUIT
entries=' '
folders=''
while read -r what entry; do
  case $what in
    keep) entries="$entries$entry " ;;
    drop) case $entries in *" $entry "*) entries="\${entries%% "$entry" *} \${entries#* "$entry" }" ;; esac ;;
    remove) folders="$folders$entry
" ;;
  esac
done
for entry in $entries; do
  kill -s "\${entry%%:*}" "\${entry#*:}" && kill -s CONT "\${entry#*:}"
done
tries=50
for entry in $entries; do
  while kill -0 "\${entry#*:}" && [ $tries -gt 0 ]; do sleep 0.1; tries=$((tries - 1)); done
done
printf '%s' "$folders" | while read -r folder; do rm -rf "$folder"; done
`

/** The shell that watches this process; it is started with the first thing to keep. */
let keeper: ChildProcess | null = null

const tell = (line: string) => {
  if (keeper === null) {
    keeper = spawn('/bin/sh', ['-c', script], {
      cwd: '/',
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
    })
    keeper.unref()
    const { stdin } = keeper
    // A socket, which would keep this process waiting for the keeper as that waits for it.
    if (stdin && 'unref' in stdin && typeof stdin.unref === 'function') stdin.unref()
  }
  keeper.stdin?.write(`${line}\n`)
}

/** Sends `signal` to a child when this process ends, also by a SIGKILL. */
export const endWithUs = (child: ChildProcess, signal: 'KILL' | 'QUIT' = 'KILL') => {
  if (child.pid === undefined) return
  const entry = `${signal}:${child.pid}`
  tell(`keep ${entry}`)
  child.once('exit', () => tell(`drop ${entry}`))
}

/** Removes a folder when this process ends and its children are gone. */
export const removeWithUs = (folder: string) => tell(`remove ${folder}`)
