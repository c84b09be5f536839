import { connect, createServer, type Socket } from 'node:net'

export type Network = {
  url: string
  /** Drops every connection and refuses new ones, as when the phone loses its network. */
  cut(): void
  /** Keeps connections open but carries nothing, as in a tunnel. */
  freeze(): void
  restore(): void
  close(): Promise<void>
}

/** A network of the test's own between a browser and the server: a TCP relay that can be cut and frozen. */
export const network = async (serverPort: number): Promise<Network> => {
  const pairs = new Set<[Socket, Socket]>()
  let state: 'up' | 'cut' | 'frozen' = 'up'

  const relay = createServer((inner) => {
    if (state === 'cut') {
      inner.destroy()
      return
    }
    const outer = connect(serverPort, '127.0.0.1')
    const pair: [Socket, Socket] = [inner, outer]
    pairs.add(pair)
    inner.pipe(outer)
    outer.pipe(inner)
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
        inner.unpipe(outer)
        outer.unpipe(inner)
        inner.pause()
        outer.pause()
      }
    },
    restore() {
      state = 'up'
      drop()
    },
    close: () => {
      drop()
      return new Promise((resolve) => relay.close(() => resolve()))
    },
  }
}
