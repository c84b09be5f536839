import { once } from 'node:events'
import { request } from 'node:http'
import type { Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { z } from 'zod'

/**
 * The commands of W3C WebDriver that the tests use: method and path of the standard, and what Firefox calls them on its own
 * socket, Marionette, for which geckodriver is only a translator.
 */
const commands = {
  go: ['POST', 'url', 'Navigate'],
  reload: ['POST', 'refresh', 'Refresh'],
  back: ['POST', 'back', 'Back'],
  address: ['GET', 'url', 'GetCurrentURL'],
  run: ['POST', 'execute/async', 'ExecuteAsyncScript'],
  label: ['GET', 'element/{id}/computedlabel', 'GetComputedLabel'],
  click: ['POST', 'element/{id}/click', 'ElementClick'],
  clear: ['POST', 'element/{id}/clear', 'ElementClear'],
  type: ['POST', 'element/{id}/value', 'ElementSendKeys'],
  act: ['POST', 'actions', 'PerformActions'],
  forget: ['DELETE', 'cookie', 'DeleteAllCookies'],
  windows: ['GET', 'window/handles', 'GetWindowHandles'],
  enter: ['POST', 'window', 'SwitchToWindow'],
  leave: ['DELETE', 'window', 'CloseWindow'],
  picture: ['GET', 'screenshot', 'TakeScreenshot'],
} as const
export type Command = keyof typeof commands

/** A browser that takes commands. */
export type Remote = {
  /** Resolves with the value that is answered; rejects with what the browser says went wrong. */
  ask(command: Command, values?: Record<string, unknown>): Promise<unknown>
  end(): Promise<void>
}

/** Longer than any page takes, on machines many times slower than ours. */
const timeouts = { script: 120_000, pageLoad: 120_000, implicit: 0 }

const failureSchema = z.object({ error: z.string(), message: z.string() })
const failed = (command: string, failure: unknown): Error => {
  const { error, message } = failureSchema.parse(failure)
  return new Error(`${command}: ${error}: ${message}`)
}

const answerSchema = z.object({ value: z.unknown() })
const sessionSchema = z.object({ sessionId: z.string() })

/** Opens a session with the driver at this port, as the standard has it. */
export const openSession = async (port: number, capabilities: object): Promise<Remote> => {
  const call = async (method: string, path: string, body?: object): Promise<unknown> => {
    const payload = body === undefined ? '' : JSON.stringify(body)
    const headers = body
      ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }
      : {}
    const asked = request({ host: '127.0.0.1', port, method, path, headers })
    asked.end(payload)
    const [response] = await once(asked, 'response')
    const { value } = answerSchema.parse(JSON.parse(await text(response)))
    if (response.statusCode !== 200) throw failed(path, value)
    return value
  }
  const opened = await call('POST', '/session', { capabilities: { alwaysMatch: capabilities } })
  const session = `/session/${sessionSchema.parse(opened).sessionId}`
  await call('POST', `${session}/timeouts`, timeouts)
  return {
    ask(command, values = {}) {
      const [method, path] = commands[command]
      const { id, ...body } = values
      return call(
        method,
        `${session}/${path.replace('{id}', String(id))}`,
        method === 'POST' ? body : undefined,
      )
    },
    end: async () => void (await call('DELETE', session)),
  }
}

/** An answer is `[1, id, error, value]`. */
const repliedSchema = z.tuple([z.literal(1), z.int(), failureSchema.loose().nullable(), z.unknown()])

/** Runs in the browser's own window, and gives its page a size: the window is no narrower than 450 pixels. */
const setSize = `for (const [name, value] of [['width', arguments[0]], ['height', arguments[1]]])
  for (const limit of ['', 'min-', 'max-']) gBrowser.selectedBrowser.style.setProperty(limit + name, value + 'px')`

/** Opens a session with Firefox on its own socket. */
export const openMarionette = async (
  socket: Socket,
  { width, height }: { width: number; height: number },
): Promise<Remote> => {
  const waiting = new Map<number, (reply: z.infer<typeof repliedSchema>) => void>()
  let kept = Buffer.alloc(0)
  let asked = 0
  socket.on('data', (chunk) => {
    kept = Buffer.concat([kept, chunk])
    for (;;) {
      const colon = kept.indexOf(':')
      const end = colon + 1 + Number(kept.subarray(0, Math.max(0, colon)))
      if (colon < 0 || kept.length < end) return
      const message: unknown = JSON.parse(kept.subarray(colon + 1, end).toString())
      kept = kept.subarray(end)
      // The first message is a greeting.
      if (!Array.isArray(message)) continue
      const reply = repliedSchema.parse(message)
      waiting.get(reply[1])?.(reply)
      waiting.delete(reply[1])
    }
  })
  const call = async (name: string, values: object): Promise<unknown> => {
    const id = ++asked
    const message = JSON.stringify([0, id, name, values])
    const reply = new Promise<z.infer<typeof repliedSchema>>((resolve) => waiting.set(id, resolve))
    socket.write(`${Buffer.byteLength(message)}:${message}`)
    const [, , failure, value] = await reply
    if (failure) throw failed(name, failure)
    return value
  }
  await call('WebDriver:NewSession', { capabilities: { alwaysMatch: {} } })
  await call('WebDriver:SetTimeouts', timeouts)
  await call('Marionette:SetContext', { value: 'chrome' })
  await call('WebDriver:ExecuteScript', { script: setSize, args: [width, height] })
  await call('Marionette:SetContext', { value: 'content' })
  return {
    async ask(command, values = {}) {
      const value = await call(`WebDriver:${commands[command][2]}`, values)
      const isWrapped = typeof value === 'object' && value !== null && 'value' in value
      return isWrapped ? value.value : value
    },
    end: async () => {
      await call('Marionette:Quit', { flags: ['eForceQuit'] })
      socket.end()
    },
  }
}
