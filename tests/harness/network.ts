import { connect, createServer, type Socket } from 'node:net'
import { Transform } from 'node:stream'

export type Network = {
  url: string
  /** Drops every connection and refuses new ones, as when the phone loses its network. */
  cut(): void
  /** Keeps connections open but carries nothing, as in a tunnel. */
  freeze(): void
  /** Carries everything so much later, in milliseconds, each way. */
  slow(ms: number): void
  restore(): void
  close(): Promise<void>
}

/** A network of the test's own between a browser and the server: a TCP relay that can be cut and frozen. */
export const network = async (serverPort: number): Promise<Network> => {
  const pairs = new Set<[Socket, Socket]>()
  let state: 'up' | 'cut' | 'frozen' = 'up'
  let delayMs = 0

  const late = () =>
    new Transform({
      transform: (chunk, _, carry) => {
        if (delayMs === 0) carry(null, chunk)
        else setTimeout(() => carry(null, chunk), delayMs)
      },
    })

  const relay = createServer((inner) => {
    if (state === 'cut') {
      inner.destroy()
      return
    }
    const outer = connect(serverPort, '127.0.0.1')
    const pair: [Socket, Socket] = [inner, outer]
    pairs.add(pair)
    inner.pipe(late()).pipe(outer)
    outer.pipe(late()).pipe(inner)
    for (const socket of pair) {
      if (state === 'frozen') socket.pause()
      socket.on('error', () => undefined)
      socket.on('close', () => {
        pairs.delete(pair)
        inner.destroy()
        outer.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve))
  const address = relay.address()
  if (!address || typeof address === 'string') throw new Error('the relay has no port')

  const drop = () => {
    for (const [inner, outer] of pairs) {
      inner.destroy()
      outer.destroy()
    }
  }
  return {
    url: `http://127.0.0.1:${address.port}`,
    cut() {
      state = 'cut'
      drop()
    },
    freeze() {
      state = 'frozen'
      for (const [inner, outer] of pairs) {
        inner.unpipe()
        outer.unpipe()
        inner.pause()
        outer.pause()
      }
    },
    slow(ms) {
      delayMs = ms
    },
    restore() {
      state = 'up'
      delayMs = 0
      drop()
    },
    close: () => {
      drop()
      return new Promise((resolve) => relay.close(() => resolve()))
    },
  }
}
