import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Arena } from '../arena.ts'
import { attacker, upgraded } from '../attacker.ts'
import { frame } from '../frames.ts'
import { openWire, type Wire, type WireOptions } from '../wire.ts'

/** What once did harm, or nearly: what is sent, and from how far in. */
type Entry = {
  why: string
  /** What there is before it is sent: a TCP connection, a WebSocket, or a player. */
  on: 'tcp' | 'websocket' | 'player'
  /** Each is sent on its own: text as it is on TCP and in a frame elsewhere, bytes as hex. */
  send: ({ text: string; times?: number } | { hex: string; times?: number })[]
  /** How the sender leaves: by a reset, or when the server has ended the connection. */
  then: 'reset' | 'wait'
}

const folder = new URL('./entries/', import.meta.url)
const entries = readdirSync(folder).map((file): [string, Entry] => [
  file.replace('.json', ''),
  JSON.parse(readFileSync(new URL(file, folder), 'utf8')),
])

const opening: Record<Entry['on'], (options: WireOptions) => Promise<Wire>> = {
  tcp: openWire,
  websocket: upgraded,
  player: attacker,
}

export const corpusCases = (arena: () => Arena) => {
  test.each(entries)('the corpus ends nothing but its own connection: %s', async (_name, entry) => {
    const at = { port: arena().server.port, from: '127.0.0.10' }
    const wire = await opening[entry.on](at)
    for (const step of entry.send) {
      for (let n = 0; n < (step.times ?? 1); n++) {
        if ('hex' in step) wire.send(Buffer.from(step.hex, 'hex'))
        else wire.send(entry.on === 'tcp' ? step.text : frame(step.text))
      }
    }
    if (entry.then === 'reset') wire.socket.resetAndDestroy()
    await wire.over
    const other = await attacker(at)
    expect((await other.ask('lobby.unwatch', {})).code).toBe(200)
    other.end()
  })
}
