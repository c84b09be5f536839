import { randomBytes } from 'node:crypto'
import type { Envelope } from '@minefall/shared/contracts'
import {
  type Answer,
  type ClientMessageName,
  type ClientToServer,
  type CloseCode,
  protocolVersion,
  type ServerMessage,
  type ServerMessageName,
  type ServerToClient,
} from '@minefall/shared/contracts/live'
import type { MatchId } from '@minefall/shared/game'
import { type Bus, inProcessBus, silentLogger } from '@minefall/shared/node'
import { type ManualClock, manualClock } from '@minefall/shared/testing'
import { io, type Socket } from 'socket.io-client'
import { onTestFinished } from 'vitest'
import { type BffSettings, readBffSettings } from '../config.ts'
import { type Bff, startBff } from '../index.ts'
import { type BusLine, busLine } from './bus-line.ts'
import { type Inbox, inboxOf } from './inbox.ts'
import { matchA, type ScriptedPlatform, scriptedPlatform } from './scripted-platform.ts'

type Messages = { [N in ServerMessageName]: ServerMessage<N> }

export type Tab = Omit<Inbox<Messages, ClientMessageName>, 'ask'> & {
  socket: Socket<ServerToClient, ClientToServer>
  /** Sends whatever it is given, rightly shaped or not, and resolves with the acknowledgement. */
  ask<N extends ClientMessageName>(name: N, payload: unknown): Promise<Envelope<Answer<N>>>
  /** Follows match A, or another. */
  follow(seq?: number | null, matchId?: MatchId): Promise<Envelope<Answer<'match.follow'>>>
  /** Lets an acknowledged message pass behind everything sent to it before. */
  settled(): Promise<Envelope<Answer<'lobby.unwatch'>>>
}

export type EdgeUnderTest = {
  bff: Bff
  /** The bus as the platform has it; the BFF has it by its own line. */
  bus: Bus
  line: BusLine
  clock: ManualClock
  platform: ScriptedPlatform
  /** A connection to the BFF, or to `url` on the way to it. */
  tab(options?: {
    deviceId?: string
    tab?: string
    auth?: object
    headers?: Record<string, string>
    url?: string
  }): Tab
  /** A welcomed tab. */
  welcomed(options?: { deviceId?: string; tab?: string }): Promise<Tab>
  metric(name: string, labels?: string): Promise<number>
}

export const deviceA = '1a'.repeat(16)
export const deviceB = '1b'.repeat(16)

/** What BFFs stand on that know the same platform. */
type Ground = Pick<EdgeUnderTest, 'bus' | 'clock' | 'platform'>

const newGround = (): Ground => {
  const bus = inProcessBus({ log: silentLogger() })
  const clock = manualClock()
  return { bus, clock, platform: scriptedPlatform(bus, clock) }
}

/**
 * A whole BFF on a free port, over the in-process bus, with a scripted platform and a clock moved by hand: its own, or
 * those of the BFF that it stands `beside`. It ends with the test.
 */
export const edgeUnderTest = async (
  env: Partial<Record<keyof BffSettings, string>> = {},
  beside?: Ground,
): Promise<EdgeUnderTest> => {
  const log = silentLogger()
  const { bus, clock, platform } = beside ?? newGround()
  const line = busLine(bus)
  const settings = readBffSettings({
    ...{ PORT: '0', HOST: '127.0.0.1', EDGE_ID: 'edge-test', STRANGERS_PER_SECOND: '1000000' },
    ...env,
  })
  const bff = await startBff({ settings, bus: line.bus, clock, log })
  platform.nodes.beat()
  const tabs: Tab[] = []
  onTestFinished(async () => {
    for (const { socket } of tabs) socket.disconnect()
    await bff.close()
    if (!beside) await bus.close()
  })

  const tab: EdgeUnderTest['tab'] = ({
    deviceId = deviceA,
    tab: id = randomBytes(8).toString('hex'),
    auth,
    headers,
    url = bff.address,
  } = {}) => {
    const loose: Socket = io(url, {
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
      auth: auth ?? { protocol: protocolVersion, deviceId, tab: id },
      ...(headers ? { extraHeaders: headers } : {}),
    })
    const ask: Tab['ask'] = (name, payload) => loose.emitWithAck(name, payload)
    const opened: Tab = {
      ...inboxOf<Messages, ClientMessageName>(loose),
      socket: loose,
      ask,
      follow: (seq = null, matchId = matchA) => ask('match.follow', { matchId, seq, unacknowledged: [] }),
      settled: () => ask('lobby.unwatch', {}),
    }
    tabs.push(opened)
    return opened
  }

  return {
    bff,
    bus,
    line,
    clock,
    platform,
    tab,
    async welcomed(options) {
      const opened = tab(options)
      await opened.first('welcome')
      return opened
    },
    async metric(name, labels = '') {
      const body = await (await fetch(`${bff.address}/metrics`)).text()
      const line = body.split('\n').find((one) => one.startsWith(`${name}${labels} `))
      return line === undefined ? 0 : Number(line.slice(line.lastIndexOf(' ')))
    },
  }
}

/** Resolves with the code that a connection is closed with, when it is gone. */
export const closedWith = async (tab: Pick<Tab, 'first' | 'gone'>): Promise<CloseCode> => {
  const { code } = await tab.first('close')
  await tab.gone
  return code
}
