// The program whose pictures are taken, and the browser that takes them.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../prepare.mjs'

/** Starts the built program on PORT (8091) with data of its own; resolves when it is ready. */
export const startProgram = async () => {
  const port = process.env.PORT ?? '8091'
  const url = `http://127.0.0.1:${port}`
  const data = mkdtempSync(join(tmpdir(), 'minefall-pictures-'))
  const server = spawn(process.execPath, ['--single-threaded-gc', 'bff/dist/one-process.js'], {
    cwd: root,
    stdio: 'ignore',
    env: { ...process.env, PORT: port, DATA_DIR: data, PRACTICE_FILL_MS: '1500' },
  })
  const ended = new Promise((resolve) => server.once('exit', resolve))
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isReady())) {
    if (server.exitCode !== null) throw new Error(`The program ended with code ${server.exitCode}.`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return {
    url,
    /** Ends it and removes its data. */
    async stop() {
      server.kill('SIGTERM')
      await ended
      rmSync(data, { recursive: true, force: true })
    },
  }
}

/** Chromium with WebGL in software; `executablePath` is undefined for Playwright's own. */
export const openBrowser = async (executablePath) => {
  const { chromium } = await import('@playwright/test')
  return chromium.launch({
    args: [
      '--no-sandbox',
      '--use-gl=angle',
      '--use-angle=swiftshader',
      '--enable-unsafe-swiftshader',
      '--disable-quic',
    ],
    ...(executablePath ? { executablePath } : {}),
  })
}
