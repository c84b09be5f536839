import { execFileSync, spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { root } from '../load/repository.ts'
import { isIgnored, readDockerfile, type Step } from './dockerfile.ts'
import { endWithUs } from './keeper.ts'

/** What a stage has come to: its own folder, and how its programs are run. */
export type Image = {
  /** Seen by its programs as `/`, but for the machine's own programs. */
  folder: string
  env: Record<string, string>
  workdir: string
  user: string
  command: string[]
}

/** The images' own user. */
const node = { uid: 1000, gid: 1000 }
/** What a stage may have made itself, seen by its programs. The rest is the machine's. */
const ownFolders = ['app', 'data', 'secrets']
/** The machine's own, seen by them too, since there is no base image here. */
const machine = ['usr', 'bin', 'sbin', 'lib', 'lib64', 'etc', 'opt', 'dev', 'proc']

const passwd = `root:x:0:0::/root:/bin/sh\nnode:x:${node.uid}:${node.gid}::/home/node:/bin/sh\n`
const group = `root:x:0:\nnode:x:${node.gid}:\n`

/** Mounts in its own namespace, where it ends with whatever runs. With `READ_ONLY` nothing but the keys and `/tmp` can be written. */
const enter = `
set -e
for name in $MACHINE; do
  [ -e "/$name" ] || continue
  mkdir -p "$FOLDER/$name" && mount --rbind "/$name" "$FOLDER/$name"
done
mount --bind "$FOLDER.passwd" "$FOLDER/etc/passwd"
mount --bind "$FOLDER.group" "$FOLDER/etc/group"
mkdir -p "$FOLDER/runtime" && mount --bind "$RUNTIME" "$FOLDER/runtime"
mkdir -p "$FOLDER/tmp" && mount -t tmpfs none "$FOLDER/tmp"
mkdir -p "$FOLDER$HOME" && mount --bind "$HOME" "$FOLDER$HOME"
if [ -n "$READ_ONLY" ]; then
  mount --bind "$FOLDER/app" "$FOLDER/app" && mount -o remount,ro,bind "$FOLDER/app"
  mount --bind "$FOLDER/data" "$FOLDER/data" 2>/dev/null && mount -o remount,ro,bind "$FOLDER/data"
  if [ -n "$KEYS" ]; then mkdir -p "$FOLDER$KEYS_AT" && mount --bind "$KEYS" "$FOLDER$KEYS_AT"; fi
fi
exec chroot --userspec="$RUN_AS" "$FOLDER" /bin/sh -c 'cd "$0" && exec "$@"' "$WORKDIR" "$@"
`

type RunOptions = { as: string; readOnly?: boolean; keys?: { folder: string; at: string } }

const invocation = (
  image: Image,
  command: readonly string[],
  { as, readOnly = false, keys }: RunOptions,
) => ({
  file: 'unshare',
  args: ['--mount', '/bin/sh', '-c', enter, 'sh', ...command],
  env: {
    // The Node that runs this is the images' Node.
    RUNTIME: dirname(process.execPath),
    PATH: `/runtime:${process.env.PATH}`,
    HOME: process.env.HOME ?? '/root',
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => /^npm_config_/i.test(name))),
    npm_config_cache: '/tmp/npm',
    ...image.env,
    MACHINE: machine.join(' '),
    FOLDER: image.folder,
    WORKDIR: image.workdir,
    RUN_AS: as,
    READ_ONLY: readOnly ? '1' : '',
    KEYS: keys?.folder ?? '',
    KEYS_AT: keys?.at ?? '',
  },
})

/** Runs a command in an image to its end; throws what it said when it fails. */
export const runIn = (image: Image, command: readonly string[], options: RunOptions): string => {
  const { file, args, env } = invocation(image, command, options)
  return execFileSync(file, args, { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}

/** Starts what an image is for, as its user and with nothing to write to but its keys; ends with this process. */
export const startIn = (
  image: Image,
  { env, log, keys }: { env: Record<string, string>; log: string; keys: { folder: string; at: string } },
) => {
  const own = { ...image, env: { ...image.env, ...env } }
  const as = `${node.uid}:${node.gid}`
  const made = invocation(own, image.command, { as, readOnly: true, keys })
  const out = openSync(log, 'a')
  const child = spawn(made.file, made.args, { env: made.env, stdio: ['ignore', out, out], detached: true })
  closeSync(out)
  endWithUs(child)
  return child
}

/** Why images can't be put together here; null when they can. */
export const whyNot = (): string | null => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'needs root on Linux'
  try {
    execFileSync('unshare', ['--mount', 'true'], { stdio: 'ignore' })
    return null
  } catch {
    return 'needs the right to mount'
  }
}

/** Carries out the Dockerfile of this checkout in `place`, step by step; resolves with its stages. */
export const buildImages = (place: string, tell: (line: string) => void): Map<string, Image> => {
  const patterns = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n').filter(Boolean)
  const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
  const context = files.filter((file) => !isIgnored(patterns, file))
  const images = new Map<string, Image>()

  const copyFromContext = (sources: readonly string[], target: string) => {
    for (const source of sources) {
      const found = context.filter((file) => file === source || file.startsWith(`${source}/`))
      if (found.length === 0) throw new Error(`there is no ${source} in the context`)
      for (const file of found) {
        const name = file === source ? basename(file) : file.slice(source.length + 1)
        const to =
          file === source && !target.endsWith('/') && sources.length === 1 ? target : join(target, name)
        mkdirSync(dirname(to), { recursive: true })
        execFileSync('cp', ['-p', join(root, file), to])
      }
    }
  }
  const copy = (image: Image, words: string) => {
    const [, from, rest] = /^(?:--from=(\S+) )?(.*)$/.exec(words) ?? []
    const parts = (rest ?? '').split(' ')
    const last = parts.pop() ?? ''
    const target = join(image.folder, last.startsWith('/') ? '' : image.workdir, last)
    if (from === undefined) return copyFromContext(parts, target)
    const source = images.get(from)
    if (!source) throw new Error(`there is no stage ${from}`)
    mkdirSync(target, { recursive: true })
    for (const part of parts) execFileSync('cp', ['-a', `${join(source.folder, part)}/.`, target])
  }
  const perform = (image: Image, { instruction, words }: Step) => {
    if (instruction === 'COPY') copy(image, words)
    else if (instruction === 'RUN')
      // Secrets and caches of a build are the machine's own here.
      runIn(image, ['/bin/sh', '-c', words.replaceAll(/--mount=\S+ +/g, '')], { as: image.user })
    else if (instruction === 'WORKDIR') {
      image.workdir = words
      mkdirSync(join(image.folder, words), { recursive: true })
    } else if (instruction === 'USER') image.user = words
    else if (instruction === 'CMD') image.command = JSON.parse(words)
    else if (instruction === 'ENV') {
      for (const pair of words.split(' ')) {
        const [name = '', value = ''] = pair.split('=')
        image.env[name] = value
      }
    } else if (!['EXPOSE', 'HEALTHCHECK'].includes(instruction))
      throw new Error(`${instruction} is not known here`)
  }

  for (const { name, from, steps } of readDockerfile(readFileSync(join(root, 'Dockerfile'), 'utf8'))) {
    const before = images.get(from)
    const folder = join(place, name)
    mkdirSync(folder, { recursive: true })
    writeFileSync(`${folder}.passwd`, passwd)
    writeFileSync(`${folder}.group`, group)
    const image: Image = {
      ...(before ?? { workdir: '/', user: 'root', command: [] }),
      env: { ...before?.env },
      folder,
    }
    if (before)
      for (const own of ownFolders)
        execFileSync('/bin/sh', [
          '-c',
          `[ ! -d "${before.folder}/${own}" ] || cp -a "${before.folder}/${own}" "${folder}/"`,
        ])
    images.set(name, image)
    for (const step of steps) {
      tell(`${name}: ${step.instruction} ${step.words}`)
      perform(image, step)
    }
  }
  return images
}
