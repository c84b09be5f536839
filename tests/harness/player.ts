import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { bodyCode, type Envelope } from '@minefall/shared/contracts'
import {
  type Answer,
  type ClientMessage,
  type ClientMessageName,
  pingAfterMs,
  seatedSchema,
} from '@minefall/shared/contracts/live'
import { chainOf, playerCommit } from '@minefall/shared/fairness'
import { awaitedSeats, type MatchId, type MatchState } from '@minefall/shared/game'
import { hearNothing, type Line, type LineEvents, openLine } from './line.ts'
import { type MatchCopy, matchCopy } from './match-copy.ts'

/** The wait that a refusal for the rate tells, in milliseconds. */
const toldWaitMs = (data: unknown): number => {
  if (typeof data === 'object' && data !== null && 'seconds' in data && typeof data.seconds === 'number')
    return data.seconds * 1_000
  throw new Error(`a refusal for the rate tells no wait: ${JSON.stringify(data)}`)
}

/** Asks again when the wait that a refusal tells is over. */
const patiently = async <T>(ask: () => Promise<Envelope<T>>): Promise<Envelope<T>> => {
  for (;;) {
    const answer = await ask()
    if (answer.code !== bodyCode.tooManyRequests) return answer
    await setTimeout(toldWaitMs(answer.data))
  }
}

/** Refusals of a seat after which there is another one to look for, or one's own: the answer that gave it got lost. */
const elsewhere: readonly number[] = [
  bodyCode.tableFull,
  bodyCode.wrongPhase,
  bodyCode.playingApart,
  bodyCode.seatedElsewhere,
]

/** How long an answer may take on a machine that is busy with everything else. */
const patienceMs = 60_000

const hex = (bytes: number) => randomBytes(bytes).toString('hex')

/** A player without a browser: real socket, real protocol, no memory but what it heard. */
export type Player = {
  deviceId: string
  socket: Line['socket']
  /** The match that they sat at when they connected, as the server said. */
  seatedAt: MatchId | null
  /** The match as this player knows it. */
  state(): MatchState | null
  seat(): number | null
  /** Every frame received, as text. */
  frames: string[]
  ask<N extends ClientMessageName>(name: N, payload: ClientMessage<N>): Promise<Envelope<Answer<N>>>
  /** Finds a table, sits down and follows; seeds are revealed on its own. Told to wait, it waits and asks again. */
  join(gameId: string, stake: string, asset: 'coin' | 'promo' | 'trial'): Promise<MatchId>
  /** Follows a match from what is known of it. Told to wait, it waits and asks again. */
  follow(matchId: MatchId): Promise<void>
  /** Opens a tile in the running turn. Told to wait, it waits and asks again. */
  open(tile: number): Promise<Envelope<Answer<'match.open'>>>
  /** Resolves when the predicate holds for the known state. */
  until(holds: (state: MatchState) => boolean): Promise<MatchState>
  /** Plays the first closed tile whenever it is this player's turn, until the match ends. */
  play(): Promise<MatchState>
  leave(): void
}

export const hasEnded = ({ phase }: MatchState) => phase === 'settled' || phase === 'voided'

/** Tiles of the present board that are still closed. */
export const closedTiles = ({ board }: MatchState): number[] =>
  board ? board.tiles.flatMap((tile, number) => (tile === null ? [number] : [])) : []

/**
 * Plays trials until it is this player's turn in one: now and then a match is over before everyone has moved.
 */
export const reachOwnTurn = async (player: Player): Promise<{ matchId: MatchId; state: MatchState }> => {
  for (;;) {
    const matchId = await player.join('mines-trial', '100', 'trial')
    const state = await player.until((s) => hasEnded(s) || s.turn?.seat === player.seat())
    if (!hasEnded(state)) return { matchId, state }
  }
}

/** What a player must not lose with the connection: the seeds of the matches they sit at, and their chains at sealed tables. */
export type Seeds = Map<MatchId, { ref: string; seed: string; chain?: ReturnType<typeof chainOf> }>

/** Long enough for every sealed table of the catalogue. */
const chainLinks = 40

/**
 * Connects a guest; a known `deviceId` comes back as the same one, with the `seeds` it kept. With a `token` it is the
 * account's player. It comes `from` this address, one of this machine's. Resolves when the server has said welcome.
 */
export const connectPlayer = async (
  url: string,
  deviceId = hex(16),
  seeds: Seeds = new Map(),
  token?: string,
  from?: string,
): Promise<Player> => {
  let copy: MatchCopy | null = null
  let seat: number | null = null
  const frames: string[] = []
  const waiters = new Set<() => void>()
  const state = () => copy?.state() ?? null
  const look = () => {
    for (const waiter of [...waiters]) waiter()
  }

  const reveal = () => {
    const known = state()
    const secret = known && seeds.get(known.matchId)
    if (!secret || seat === null) return
    const { matchId } = known
    void askPatiently('match.reveal', { commandId: hex(16), matchId, seed: secret.seed }).catch(
      () => undefined,
    )
  }

  const linkOf = ({ matchId }: MatchState, turn: number) => seeds.get(matchId)?.chain?.links[turn]

  /** Gives the link that what is picked waits for. */
  const giveLink = () => {
    const known = state()
    if (!known?.pick || seat === null || !awaitedSeats(known, known.pick).includes(seat)) return
    const { matchId, pick } = known
    const link = linkOf(known, pick.turn)
    if (link === undefined) return
    void askPatiently('match.link', { matchId, turn: pick.turn, link }).catch(() => undefined)
  }

  const heard: LineEvents = {
    ...hearNothing,
    any: (name, payload) => frames.push(`${name} ${JSON.stringify(payload)}`),
    events(message) {
      if (message.matchId !== copy?.matchId) return
      copy.events(message)
      if (message.events.some(({ type }) => type === 'Locked')) reveal()
      if (message.events.some(({ type }) => type === 'TilePicked')) giveLink()
      look()
    },
    // Perhaps of the match that is followed.
    unknown: () => void repair(),
    snapshot(message) {
      if (message.state.matchId !== copy?.matchId) return
      copy.snapshot(message)
      look()
    },
  }

  const caller = { deviceId, tab: hex(8), token, from, replyWithinMs: patienceMs }
  const { socket, welcome, send, drop } = await openLine(url, caller, heard)

  const ask: Player['ask'] = (name, payload) =>
    new Promise((resolve, reject) =>
      send(name, payload, (answer) =>
        answer ? resolve(answer) : reject(new Error(`${name} was not answered`)),
      ),
    )
  const askPatiently: Player['ask'] = (name, payload) => patiently(() => ask(name, payload))

  // The answer is taken in the callback: events come right behind it.
  const followOnce = (matchId: MatchId): Promise<Envelope<unknown>> =>
    new Promise((resolve, reject) => {
      const target = copy?.matchId === matchId ? copy : matchCopy(matchId)
      const seq = target.state()?.seq ?? null
      send('match.follow', { matchId, seq, unacknowledged: [] }, (answer) => {
        if (!answer) return reject(new Error('match.follow was not answered'))
        if (answer.code === bodyCode.ok && answer.data) {
          copy = target
          seat = answer.data.seat
          frames.push(`resume ${JSON.stringify(answer.data)}`)
          target.resume(answer.data)
          if (state()?.phase === 'locking') reveal()
          giveLink()
          look()
        }
        resolve(answer)
      })
    })

  const follow: Player['follow'] = async (matchId) => {
    const { code, msg } = await patiently(() => followOnce(matchId))
    if (code !== bodyCode.ok) throw new Error(`follow: ${code} ${msg}`)
  }

  const repair = async () => {
    if (copy) await follow(copy.matchId).catch(() => undefined)
  }
  const beat = () => {
    const known = state()
    const seen = known && !hasEnded(known) ? { seen: { matchId: known.matchId, seq: known.seq } } : {}
    // Read in the callback: events come right behind the answer.
    send('clock.ping', { sentAt: Date.now(), ...seen }, (answer) => {
      const match = answer?.data?.match
      if (!match) return
      frames.push(`match.beat ${JSON.stringify(match)}`)
      if (copy?.matchId === match.matchId && !copy.agrees(match)) void repair()
    })
  }
  const beating = setInterval(beat, pingAfterMs.atMatch)
  socket.once('disconnect', () => clearInterval(beating))

  const until: Player['until'] = (holds) =>
    new Promise((resolve, reject) => {
      const attempt = () => {
        const known = state()
        if (!known || !holds(known)) return
        waiters.delete(attempt)
        socket.off('disconnect', lost)
        resolve(known)
      }
      const lost = (reason: string) => {
        waiters.delete(attempt)
        reject(new Error(`disconnected: ${reason}`))
      }
      waiters.add(attempt)
      socket.once('disconnect', lost)
      attempt()
    })

  const open: Player['open'] = (tile) => {
    const known = state()
    if (!known?.turn) return Promise.reject(new Error('no turn is running'))
    const { matchId, turn } = known
    const link = linkOf(known, turn.turn)
    return askPatiently('match.open', {
      ...{ commandId: hex(16), matchId, turn: turn.turn, tile },
      ...(link !== undefined && { link }),
    })
  }

  return {
    deviceId,
    socket,
    seatedAt: welcome.seated?.matchId ?? null,
    state,
    seat: () => seat,
    frames,
    ask,
    follow,
    until,
    open,
    async join(gameId, stake, asset) {
      if (copy) await askPatiently('match.unfollow', { matchId: copy.matchId })
      for (;;) {
        const found = await askPatiently('lobby.find', { gameId, stake, asset })
        if (found.code === bodyCode.seatedElsewhere) {
          const { matchId } = seatedSchema.parse(found.data)
          await follow(matchId)
          return matchId
        }
        if (!found.data) throw new Error(`find: ${found.code} ${found.msg}`)
        const { matchId, serverChain } = found.data
        // One that was drawn before may be in the journal: the answer to its seat got lost.
        const secret = seeds.get(matchId) ?? {
          ...{ ref: hex(16), seed: hex(32) },
          ...(serverChain !== undefined && { chain: chainOf(hex(32), chainLinks) }),
        }
        seeds.set(matchId, secret)
        const commit = playerCommit(matchId, secret.ref, secret.seed)
        const sat = await askPatiently('match.sit', {
          ...{ commandId: hex(16), matchId, ref: secret.ref, commit },
          ...(secret.chain && { chain: secret.chain.end }),
        })
        if (elsewhere.includes(sat.code)) continue
        if (!sat.data) throw new Error(`sit: ${sat.code} ${sat.msg}`)
        await follow(matchId)
        return matchId
      }
    },
    async play() {
      for (;;) {
        const state = await until((s) => hasEnded(s) || s.turn?.seat === seat)
        if (hasEnded(state)) return state
        const { turn } = state
        const [tile] = closedTiles(state)
        if (tile !== undefined) await open(tile)
        await until((s) => hasEnded(s) || s.turn?.turn !== turn?.turn)
      }
    },
    leave: drop,
  }
}
