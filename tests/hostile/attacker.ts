import { randomBytes } from 'node:crypto'
import type { Envelope } from '@minefall/shared/contracts'
import { type CloseCode, protocolVersion, serverMessages } from '@minefall/shared/contracts/live'
import { eventText, frame } from './frames.ts'
import { openWire, type UpgradeOptions, upgradeRequest, type Wire, type WireOptions } from './wire.ts'

export const hex = (bytes: number) => randomBytes(bytes).toString('hex')

/** What a client of ours puts into its handshake. */
export const handshake = (deviceId = hex(16)) => ({ protocol: protocolVersion, deviceId, tab: hex(8) })

export type Attacker = Wire & {
  /** Sends a text in one WebSocket frame. */
  say(text: string): void
  /** Sends an event, rightly shaped or not, and resolves with its acknowledgement. */
  ask(name: string, payload: unknown): Promise<Envelope<unknown>>
  /** The same with a payload that is written already: JSON that no `JSON.stringify` would write. */
  askWritten(name: string, payload: string): Promise<Envelope<unknown>>
  /** Resolves with the close code told, once the connection is over. */
  closeCode(): Promise<CloseCode | null>
}

/** The close codes told in `packets`. */
const closeCodes = (packets: readonly string[]): CloseCode[] =>
  packets.flatMap((packet) => {
    if (!packet.startsWith('42["close"')) return []
    const [, told]: unknown[] = JSON.parse(packet.slice(2))
    return [serverMessages.close.parse(told).code]
  })

/** Where a connection comes from, and what its upgrade says besides. */
type Coming = WireOptions & Pick<UpgradeOptions, 'headers'>

/** A WebSocket without a player: upgraded, nothing said. */
export const upgraded = async ({ headers = {}, ...options }: Coming): Promise<Wire> => {
  const wire = await openWire(options)
  wire.send(upgradeRequest({ headers }))
  await wire.until(() => wire.packets().some((packet) => packet.startsWith('0{')))
  return wire
}

/** Connects with its own handshake and doesn't wait for the result. */
export const asking = async (options: Coming, auth: unknown = handshake()): Promise<Attacker> => {
  const wire = await upgraded(options)
  const say = (text: string) => wire.send(frame(text))
  let ids = 0
  say(`40${JSON.stringify(auth)}`)
  const asked = async (textOf: (id: number) => string): Promise<Envelope<unknown>> => {
    const id = ids++
    const text = textOf(id)
    say(text)
    const mark = `43${id}[`
    const mine = () => wire.packets().find((packet) => packet.startsWith(mark))
    await wire.until(() => mine() !== undefined)
    const [answer]: Envelope<unknown>[] = JSON.parse(mine()?.slice(mark.length - 1) ?? '[]')
    if (!answer) throw new Error(`${text} was acknowledged with nothing`)
    return answer
  }
  return {
    ...wire,
    say,
    ask: (name, payload) => asked((id) => eventText(name, payload, id)),
    askWritten: (name, payload) => asked((id) => `42${id}[${JSON.stringify(name)},${payload}]`),
    async closeCode() {
      await wire.over
      return closeCodes(wire.packets())[0] ?? null
    },
  }
}

/** An attacker with a player: welcomed like everyone. */
export const attacker = async (options: Coming, deviceId = hex(16)): Promise<Attacker> => {
  const one = await asking(options, handshake(deviceId))
  await one.until(() => one.packets().some((packet) => packet.startsWith('42["welcome"')))
  return one
}
