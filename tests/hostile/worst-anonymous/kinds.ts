import { randomUUID } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import { get as httpGet } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { post } from '../../harness/accounts.ts'
import { attacker, hex } from '../attacker.ts'

/** Where it is sent to, and from which address of this machine. */
export type Place = { port: number; from: string }

/** Does a kind of traffic once from an address; how many milliseconds to wait before the next. */
type Kind = (at: Place) => Promise<number>

const minute = 60_000
/** What is refused is tried again after this: a stranger does not give up. */
const againMs = 1_000
const urlOf = ({ port }: Place) => `http://127.0.0.1:${port}`
const text = (characters: number) => '\u{1f4a3}'.repeat(characters)

/** The time between two of so many in a minute, as long as they are taken. */
const paced = (code: number, perMinute: number): number => (code === 200 ? minute / perMinute : againMs)

const reads = (path: string, at: Place): Promise<number> =>
  new Promise((resolve, reject) => {
    httpGet(new URL(path, urlOf(at)), { localAddress: at.from, agent: false }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode ?? 0))
    }).once('error', reject)
  })

const large = (timestamp: number) => ({
  eventType: 'button_click',
  eventName: 'rematch',
  sessionId: randomUUID(),
  timestamp,
  deviceType: 'desktop',
  currentUrl: `https://play.example/${'a'.repeat(900)}`,
  userId: null,
  userAgent: 'b'.repeat(500),
  referrer: `https://play.example/${'c'.repeat(900)}`,
  additionalData: { eventId: randomUUID() },
})

/** Everything that a caller without an account may send, each as fast as one address is let. */
export const kinds = {
  /** Sockets of devices never seen that connect, are known and leave. */
  sockets: async ({ port, from }) => {
    const one = await attacker({ port, from })
    one.end()
    return minute / 600
  },
  /** New guests, each of whom takes a seat and leaves the page. */
  guests: async ({ port, from }) => {
    const one = await attacker({ port, from })
    const found = await one.ask('lobby.find', { gameId: 'mines-trial', stake: '100', asset: 'trial' })
    one.end()
    return paced(found.code, 16)
  },
  analytics: async (at) => {
    const timestamp = Date.now()
    const events = Array.from({ length: 24 }, () => large(timestamp))
    const { code } = await post(
      urlOf(at),
      'analytics/receiveEvents',
      { events, timestamp },
      { from: at.from },
    )
    return paced(code, 600)
  },
  codes: async (at) => {
    const contact = `${hex(8)}@stranger.example`
    const { code } = await post(
      urlOf(at),
      'index/sendcode',
      { contactType: 'email', contact },
      { from: at.from, headers: { 'x-device-id': hex(16) } },
    )
    return paced(code, 60)
  },
  passwords: async (at) => {
    const body = { username: `${hex(4)}@stranger.example`, type: 3, password: 'a guess', device_id: hex(16) }
    const { code } = await post(urlOf(at), 'index/login', body, { from: at.from })
    return paced(code === 1102 ? 200 : code, 60)
  },
  /** Messages as long as they may be, of one guest after another. */
  messages: async ({ port, from }) => {
    const guest = await attacker({ port, from })
    let code = 200
    for (let nth = 0; nth < 20 && code === 200; nth++)
      code = (await guest.ask('chat.send', { messageId: randomUUID(), text: text(1_000) })).code
    guest.end()
    return paced(code, 3)
  },
  reports: async (at) => {
    const body = { key: randomUUID(), category: 'other', text: text(900), page: '/' }
    const { code } = await post(urlOf(at), 'support/report', body, { from: at.from })
    return paced(code, 30)
  },
  reading: async (at) => {
    const status = await reads('/api/user/getUserInfo', at)
    return paced(status === 401 ? 200 : status, 100)
  },
  pages: async (at) => paced(await reads('/', at), 2_000),
} satisfies Record<string, Kind>

export type KindName = keyof typeof kinds
export const isKind = (name: string): name is KindName => name in kinds

type AttackOptions = {
  only: readonly KindName[]
  /** Milliseconds between two of a kind, at least. */
  apartMs?: Partial<Record<KindName, number>>
  did: (kind: string) => void
  failed: (error: unknown) => void
}

/** Kinds of traffic, all `only` at once, from one address until it is aborted; tells `did` of each and `failed` of what threw. */
export const attackFrom = async (
  at: Place,
  signal: AbortSignal,
  { only, apartMs = {}, did, failed }: AttackOptions,
): Promise<void> => {
  setMaxListeners(0, signal)
  const aborted = new Promise<void>((resolve) =>
    signal.addEventListener('abort', () => resolve(), { once: true }),
  )
  const repeat = async (name: KindName, kind: Kind) => {
    while (!signal.aborted) {
      const since = performance.now()
      const own = await kind(at).catch((error: unknown) => {
        failed(error)
        return againMs
      })
      did(name)
      const wait = Math.max(own, (apartMs[name] ?? 0) - (performance.now() - since))
      await Promise.race([setTimeout(wait, undefined, { ref: false }), aborted])
    }
  }
  await Promise.all(only.map((name) => repeat(name, kinds[name])))
}
