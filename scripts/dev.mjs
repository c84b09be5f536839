// npm run dev: pages with hot reload on PORT (8080), servers restarted on change behind them on PORT + 1, and
// the staff's desk on PORT + 2, reached at /desk/ of PORT. The support widget is built again on change.
import { spawn } from 'node:child_process'
import { build, ready, root } from './prepare.mjs'

await ready()
build()

const port = Number(process.env.PORT ?? 8080)
const processes = [
  ['npx', ['tsc', '-b', 'bff', '--watch', '--preserveWatchOutput'], {}],
  [
    'node',
    ['--single-threaded-gc', '--watch', '--watch-preserve-output', 'bff/dist/one-process.js'],
    { HOST: '127.0.0.1', PORT: String(port + 1), EDGE_THREADS: '0' },
  ],
  [
    'npm',
    ['run', 'dev', '-w', 'client', '--silent', '--', '--port', String(port), '--strictPort'],
    { DEV_BFF: `http://localhost:${port + 1}`, DEV_DESK: `http://localhost:${port + 2}` },
  ],
  ['npm', ['run', 'dev:desk', '-w', 'client', '--silent', '--', '--port', String(port + 2)], {}],
  ['npm', ['run', 'dev:widget', '-w', 'client', '--silent', '--', '--logLevel', 'warn'], {}],
].map(([command, args, env]) =>
  spawn(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
    shell: process.platform === 'win32',
  }),
)

const stop = () => {
  for (const child of processes) child.kill('SIGTERM')
}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop)
for (const child of processes) child.on('exit', stop)
