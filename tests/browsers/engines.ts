import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '@minefall/shared/testing-ports'
import { openMarionette, openSession, type Remote } from './remote.ts'

/** What a page is seen with, in CSS pixels. */
export type Size = { name: string; width: number; height: number; isTouched: boolean }

/** A browser that runs, and what it printed about its pages. */
export type Running = Remote & { printed(): string }

export type Engine = {
  name: string
  /** What has to be installed, as Debian calls it. */
  packages: string
  /** What of it is not here. */
  missing(): string[]
  /** `launcher` runs the program whose name and arguments follow it. */
  start(size: Size, launcher?: readonly string[]): Promise<Running>
}

const isThere = (program: string) =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)))
const absent = (...programs: string[]) => programs.filter((program) => !isThere(program))

/** Begins a program that runs until it is ended; what it prints is kept. */
const begin = ([program = '', ...args]: readonly string[], env: Record<string, string> = {}) => {
  const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += String(chunk)))
  const failure = once(child, 'error').then(([error]) => Promise.reject(error))
  failure.catch(() => undefined)
  return { child, said: () => said, failure }
}

const stopped = async (child: ChildProcess) => {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill()
  await once(child, 'exit')
}

/** Connects as soon as the program listens; rejects when it ended instead. */
const listening = async (port: number, { child, said }: ReturnType<typeof begin>): Promise<Socket> => {
  for (;;) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    if (isOpen) return socket
    if (child.exitCode !== null) throw new Error(`the browser ended with ${child.exitCode}: ${said()}`)
    await delay(50)
  }
}

/** A display that no one sees, on which WebGL is drawn by the processor. */
const openDisplay = async () => {
  const display = begin(['Xvfb', '-displayfd', '1', '-screen', '0', '2000x1400x24', '-nolisten', 'tcp'])
  const named = once(display.child.stdout, 'data').then(
    ([number]) => `:${Number.parseInt(String(number), 10)}`,
  )
  const name = await Promise.race([named, display.failure])
  return {
    env: { DISPLAY: name, GDK_BACKEND: 'x11', LIBGL_ALWAYS_SOFTWARE: '1' },
    close: () => stopped(display.child),
  }
}

/** Firefox as it is, with a new profile, in English, and its pages' errors on its output. */
export const firefox: Engine = {
  name: 'Firefox',
  packages: 'firefox-esr xvfb',
  missing: () => [...(isThere('firefox') ? [] : absent('firefox-esr')), ...absent('Xvfb')],
  async start(size, launcher = []) {
    const port = await freePort()
    const profile = await mkdtemp(join(tmpdir(), 'minefall-firefox-'))
    const coarse = 1
    const settings = {
      'marionette.port': port,
      'devtools.console.stdout.content': true,
      'browser.dom.window.dump.enabled': true,
      'intl.accept_languages': 'en-US, en',
      'webgl.force-enabled': true,
      // It asks for nothing but the pages.
      'services.settings.server': 'data:,',
      'app.normandy.enabled': false,
      'messaging-system.rsexperimentloader.enabled': false,
      ...(size.isTouched && {
        'dom.w3c_touch_events.enabled': 1,
        'ui.primaryPointerCapabilities': coarse,
        'ui.allPointerCapabilities': coarse,
      }),
    }
    const lines = Object.entries(settings).map(
      ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
    )
    await writeFile(join(profile, 'user.js'), lines.join('\n'))
    const program = isThere('firefox-esr') ? 'firefox-esr' : 'firefox'
    const display = await openDisplay()
    const options = ['--marionette', '--remote-allow-system-access', '--no-remote', '--profile', profile]
    const browser = begin([...launcher, program, ...options], display.env)
    const remote = await openMarionette(await Promise.race([listening(port, browser), browser.failure]), size)
    return {
      ask: remote.ask,
      printed: browser.said,
      async end() {
        const gone = once(browser.child, 'exit')
        await remote.end()
        await gone
        await display.close()
        await rm(profile, { recursive: true, force: true, maxRetries: 5 })
      },
    }
  },
}

/** Debian's, by its driver: what the others are looked at beside. */
export const chromium: Engine = {
  name: 'Chromium',
  packages: 'chromium chromium-driver',
  missing: () => absent('chromium', 'chromedriver'),
  async start({ width, height, isTouched }, launcher = []) {
    const port = await freePort()
    const driver = begin([...launcher, 'chromedriver', `--port=${port}`])
    ;(await Promise.race([listening(port, driver), driver.failure])).destroy()
    const args = [
      '--headless',
      '--no-sandbox',
      '--hide-scrollbars',
      '--enable-unsafe-swiftshader',
      '--lang=en-US',
    ]
    const deviceMetrics = { width, height, pixelRatio: 1, touch: isTouched, mobile: isTouched }
    const options = { args, mobileEmulation: { deviceMetrics } }
    const remote = await openSession(port, { 'goog:chromeOptions': options })
    return {
      ask: remote.ask,
      printed: driver.said,
      async end() {
        await remote.end()
        await stopped(driver.child)
      },
    }
  },
}

const webKitWindow = fileURLToPath(new URL('webkit-window.py', import.meta.url))

/** Whether Debian's Python can show a page of WebKitGTK. */
const bindings = '/usr/lib/x86_64-linux-gnu/girepository-1.0/WebKit2-4.1.typelib'

/** WebKitGTK in a window with nothing around its page: MiniBrowser’s is wider than a phone. */
export const webKit: Engine = {
  name: 'WebKit',
  packages: 'webkit2gtk-driver xvfb python3-gi gir1.2-webkit2-4.1',
  missing: () => [
    ...absent('WebKitWebDriver', 'Xvfb'),
    ...(existsSync('/usr/bin/python3') && existsSync(bindings) ? [] : ['python3-gi with gir1.2-webkit2-4.1']),
  ],
  async start({ width, height }, launcher = []) {
    const port = await freePort()
    const display = await openDisplay()
    const driver = begin([...launcher, 'WebKitWebDriver', `--port=${port}`], {
      ...display.env,
      LANG: 'C.UTF-8',
      LANGUAGE: 'en_US',
    })
    ;(await Promise.race([listening(port, driver), driver.failure])).destroy()
    const options = { binary: webKitWindow, args: [`${width}`, `${height}`] }
    const remote = await openSession(port, { 'webkitgtk:browserOptions': options })
    return {
      ask: remote.ask,
      printed: driver.said,
      async end() {
        await remote.end()
        await stopped(driver.child)
        await display.close()
      },
    }
  },
}
