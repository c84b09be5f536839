import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { fund } from '@minefall/platform/testing-fund'
import { type Asset, chooseTile, type Skill } from '@minefall/shared/game'
import type { BrowserContextOptions } from '@playwright/test'
import { z } from 'zod'
import { askCode, bearer, get, posted, sayAdult } from '../harness/accounts.ts'
import { connectPlayer, hasEnded, type Player } from '../harness/player.ts'
import type { Server } from '../harness/server.ts'

const hex = (bytes: number) => randomBytes(bytes).toString('hex')

export const paymentPassword = 'payment hazel 9'

const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'
const laptop =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'

export type Account = { id: string; token: string; contact: string; deviceId: string }
type Named = Account & { name: string }
type Registering = { userAgent?: string; invitationCode?: string }

const signedInSchema = z.object({ id: z.string(), token: z.string() })

/** Signs in with a code, and registers who is new. */
export const signIn = async (
  url: string,
  contact: string,
  { userAgent = laptop, ...invited }: Registering = {},
): Promise<Account> => {
  const deviceId = hex(16)
  const headers = { 'x-device-id': deviceId, 'user-agent': userAgent }
  const code = await askCode(url, contact, headers)
  const login = { username: contact, type: 4, device_id: deviceId, code, ...invited }
  const { id, token } = signedInSchema.parse(await posted(url, 'index/login', login, { headers }))
  return { id, token, contact, deviceId }
}

/** Registers an adult with a name. */
export const register = async (url: string, name: string, how: Registering = {}): Promise<Named> => {
  const contact = `${name.toLowerCase().replace(/\W+/g, '.')}@home.example`
  const account = await signIn(url, contact, how)
  await sayAdult(url, account.token)
  await posted(url, 'user/nickname', { nickname: name }, { headers: bearer(account.token) })
  return { ...account, name }
}

/** A browser in which someone is signed in. */
export const signedIn = async (url: string, { token, deviceId }: Account): Promise<BrowserContextOptions> => {
  const { data: user } = await get(url, 'user/getUserInfo', bearer(token))
  const stored = { auth_token: token, device_id: deviceId, user_info: JSON.stringify(user) }
  const localStorage = Object.entries(stored).map(([name, value]) => ({ name, value }))
  return { userAgent: laptop, storageState: { cookies: [], origins: [{ origin: url, localStorage }] } }
}

export const seatOf = (url: string, { token }: Account): Promise<Player> =>
  connectPlayer(url, hex(16), new Map(), token)

type Queue = readonly [gameId: string, stake: string, asset: Asset]

/**
 * Everyone sits down at one table and plays it to its end, each thinking for `thinkMs` before a move. Resolves when all
 * are seated; `over` when the match is.
 */
export const seatAll = async (
  players: readonly Player[],
  queue: Queue,
  thinkMs = 0,
  skill: Skill = 'random',
) => {
  for (const player of players) await player.join(...queue)
  const playOn = async (player: Player) => {
    for (;;) {
      const state = await player.until((s) => hasEnded(s) || s.turn?.seat === player.seat())
      if (hasEnded(state)) return
      await setTimeout(thinkMs)
      await player.open(chooseTile(state, Math.random, skill))
      await player.until((s) => hasEnded(s) || s.turn?.turn !== state.turn?.turn)
    }
  }
  return { over: Promise.all(players.map(playOn)) }
}

/** One of two leaves a duel: the other one wins. */
export const giveUp = async (loser: Player, winner: Player, ...[stake, asset]: [string, Asset]) => {
  const matchId = await loser.join('mines-duel', stake, asset)
  await winner.join('mines-duel', stake, asset)
  await loser.until(({ phase }) => phase === 'playing')
  await loser.ask('match.leave', { commandId: hex(16), matchId })
  await winner.until(hasEnded)
}

/** The names of those who come, Mai's and that of someone who takes a break first, and what each has. */
type Cast = { names: readonly [string, string, ...string[]]; purses: Partial<Record<Asset, bigint>> }

const usual: Cast = {
  names: ['Mai Tanaka', 'Joel', 'Kenji', 'Ana Souza', 'Min-jun', 'Lukas', 'Aisyah', 'Noor'],
  purses: { coin: 5_000n },
}

/** Names as long as they may be, and purses that hardly anyone fills. */
export const widest: Cast = {
  names: [
    'Wilhelmina Kowalczyk',
    'Maximilian Wollmanns',
    'Wolfeschlegelsteinha',
    'MAXIMILIANA WOODMANN',
    'Nguyen Thi Minh Khai',
    'Ana Mwammbwa Gomes M',
    'Aisyahwati Muhammadu',
    'Noormohammad Wimmers',
  ],
  purses: { coin: 98_765_432n, promo: 8_765_432n },
}

/** Fills the purses of those who are named, and forgets which codes were sent: there is one a minute. */
const fundAndForget = (server: Server, funded: readonly Account[], purses: Cast['purses']) =>
  server.change(async (db) => {
    for (const { id } of funded)
      for (const asset of ['coin', 'promo'] as const) {
        const amount = purses[asset]
        if (amount) await fund(db, id, asset, amount)
      }
    await db.query('delete from counted')
  })

export type People = { mai: Named; resting: Named; crowd: readonly Named[] }

/**
 * Mai, who has deposited, played and invited someone, with those she plays against and someone who takes a break. The
 * server is stopped and started again in the meantime.
 */
export const gather = async (server: Server, isWidest: boolean): Promise<People> => {
  const { url } = server
  const { names, purses } = isWidest ? widest : usual
  const [maisName, restingName, ...strangers] = names
  const first = await register(url, maisName, { userAgent: iPhone })
  const headers = bearer(first.token)
  const { data } = await get(url, 'user/getUserInfo', headers)
  const { invitationCode } = z.object({ invitationCode: z.string() }).parse(data)
  const crowd = await Promise.all(
    strangers.map((name, index) => register(url, name, index === 0 ? { invitationCode } : {})),
  )
  const resting = await register(url, restingName)

  await fundAndForget(server, [first, ...crowd], purses)
  const verificationCode = await askCode(url, first.contact, headers)
  const password = { currentPassword: '', newPassword: paymentPassword, verificationCode }
  await posted(url, 'user/paypasswordchange', password, { headers })
  await fundAndForget(server, [], {})
  return { mai: { ...first, ...(await signIn(url, first.contact)) }, resting, crowd }
}
