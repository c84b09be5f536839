import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { bodyCode } from '@minefall/shared/contracts'
import { centerSchema, receivedSchema, vipCenterSchema } from '@minefall/shared/contracts/rest'
import type { MatchId } from '@minefall/shared/game'
import { bearer, get, post, type RestAnswer, signInByCode } from './accounts.ts'
import { connectPlayer, hasEnded, type Seeds } from './player.ts'
import { insist } from './wallet-customer.ts'

const hex = (bytes: number) => randomBytes(bytes).toString('hex')

/** Minutes of them: more than any server is away. */
const triesMost = 3_000

/** Tries until it succeeds, no matter who is killed in the meantime; rejects when it is over. */
const again = async <T>(over: AbortSignal, work: () => Promise<T>): Promise<T> => {
  for (let tries = 1; ; tries += 1) {
    over.throwIfAborted()
    try {
      return await work()
    } catch (error) {
      if (tries === triesMost) throw error
      await delay(50)
    }
  }
}

/** Someone who plays duels on a server that comes and goes, and keeps what they heard. */
export type Newcomer = {
  playerId: string
  /** Kinds of gifts that they heard they received. */
  received: readonly string[]
  /** How many limits they heard were set. */
  limits(): number
  /** Whether they learned that their break has begun. */
  isPaused(): boolean
  /** Plays a public duel to its end; the player whose turn comes first gives up. Resolves when it counts for something. */
  play(asset: 'coin' | 'promo'): Promise<void>
  /** Asks for everything that is ready, each twice at once. */
  claim(): Promise<void>
  setLimit(amount: number): Promise<void>
  /** Takes a seat and then a break: the seat is given back. */
  pause(): Promise<void>
}

type Opening = { url: string; over: AbortSignal; invitationCode?: string }

/** Registers someone, by an invitation if there is one. */
export const newNewcomer = async ({ url, over, ...invited }: Opening): Promise<Newcomer> => {
  const [contact, deviceId] = [`${hex(8)}@home.example`, hex(16)]
  const seeds: Seeds = new Map()
  const { id: playerId, token } = await again(over, () =>
    signInByCode(url, { contact, deviceId, ...invited }),
  )
  const headers = bearer(token)
  const received: string[] = []
  let limits = 0
  let paused = false
  let settled = 0
  let matchId: MatchId | null = null

  const ask = async (path: string, body?: object): Promise<RestAnswer> => {
    over.throwIfAborted()
    return insist(() => (body ? post(url, path, body, { headers }) : get(url, path, headers)))
  }

  /** Goes on with the match that one sits at, or a new one; rejects when the connection is lost. */
  const playOn = async (asset: 'coin' | 'promo'): Promise<boolean> => {
    const player = await connectPlayer(url, deviceId, seeds, token)
    const gone = () => player.leave()
    over.addEventListener('abort', gone)
    try {
      // It may have been over while the connection was made: then no one plays against them any more.
      over.throwIfAborted()
      if (matchId) await player.follow(matchId)
      else matchId = await player.join('mines-duel', '10', asset)
      const state = await player.until((s) => hasEnded(s) || s.turn?.seat === player.seat())
      if (!hasEnded(state)) await player.ask('match.leave', { commandId: hex(16), matchId })
      const { phase } = await player.until(hasEnded)
      matchId = null
      return phase === 'settled'
    } finally {
      over.removeEventListener('abort', gone)
      player.leave()
    }
  }

  const counted = async (): Promise<number> => {
    const { level, discounted } = vipCenterSchema.parse((await ask('user/vip_center')).data)
    return level.matches + discounted.length
  }

  return {
    playerId,
    received,
    limits: () => limits,
    isPaused: () => paused,
    async play(asset) {
      while (!(await again(over, () => playOn(asset))));
      settled += 1
      while ((await counted()) < settled) await delay(50)
      const all = await counted()
      if (all !== settled) throw new Error(`${playerId} played ${settled} matches, and ${all} are counted`)
    },
    async claim() {
      const { activities } = centerSchema.parse((await ask('user/center')).data)
      const { levels } = vipCenterSchema.parse((await ask('user/vip_center')).data)
      const gifts = [...activities.map(({ gift }) => gift), ...levels.flatMap(({ gift }) => gift ?? [])]
      for (const { bonus_type } of gifts.filter(({ status }) => status === 'ready')) {
        const claim = () => ask('user/receive', { bonus_type })
        for (const { code, msg, data } of await Promise.all([claim(), claim()])) {
          if (code === bodyCode.ok) received.push(receivedSchema.parse(data).bonus_type)
          else if (code !== bodyCode.giftReceived) throw new Error(`user/receive: ${code} ${msg}`)
        }
      }
    },
    async setLimit(amount) {
      const body = { kind: 'loss', period: 'day', amount: String(amount) }
      const { code, msg } = await ask('user/play/limit', body)
      if (code !== bodyCode.ok) throw new Error(`user/play/limit: ${code} ${msg}`)
      limits += 1
    },
    async pause() {
      const player = await again(over, () => connectPlayer(url, deviceId, seeds, token))
      // More seats than there are players here, so that it gathers. The server may be killed: then the break begins from
      // wherever they are.
      await player.join('mines-royale', '100', 'promo').catch(() => null)
      player.leave()
      const { code, msg } = await ask('user/play/break', { kind: 'time-out', days: 1 })
      if (code !== bodyCode.ok) throw new Error(`user/play/break: ${code} ${msg}`)
      paused = true
    },
  }
}
