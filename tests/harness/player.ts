import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { bodyCode, type Envelope } from '@minefall/shared/contracts'
import {
  type Answer,
  type ClientMessage,
  type ClientMessageName,
  type ClientToServer,
  decodeMove,
  pingAfterMs,
  protocolVersion,
  type ServerToClient,
  seatedSchema,
} from '@minefall/shared/contracts/live'
import { playerCommit } from '@minefall/shared/fairness'
import { evolve, type GameEvent, type MatchId, type MatchState } from '@minefall/shared/game'
import { io, type Socket } from 'socket.io-client'

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

/** Refusals of a seat after which another table may have one. */
const elsewhere: readonly number[] = [bodyCode.tableFull, bodyCode.wrongPhase, bodyCode.playingApart]

/** How long an answer may take on a machine that is busy with everything else. */
const patienceMs = 60_000

const hex = (bytes: number) => randomBytes(bytes).toString('hex')

/** A player without a browser: real socket, real protocol, no memory but what it heard. */
export type Player = {
  deviceId: string
  socket: Socket<ServerToClient, ClientToServer>
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

/** What a player must not lose with the connection: the seeds of the matches they sit at. */
export type Seeds = Map<MatchId, { ref: string; seed: string }>

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
  const socket: Socket<ServerToClient, ClientToServer> = io(url, {
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    auth: { protocol: protocolVersion, deviceId, tab: hex(8), ...(token === undefined ? {} : { token }) },
    ...(from === undefined ? {} : { localAddress: from }),
  })
  let known: MatchState | null = null
  let seat: number | null = null
  const channels = new Map<number, MatchId>()
  const frames: string[] = []
  const waiters = new Set<() => void>()

  // A packed move is kept as what it says: a test that searches frames is not to be told that it found nothing.
  socket.onAny((name, payload) =>
    frames.push(`${name} ${JSON.stringify(name === 'm' ? decodeMove(payload) : payload)}`),
  )

  const ask: Player['ask'] = async (name, payload) => {
    const answer = await socket.timeout(patienceMs).emitWithAck(name, ...([payload] as never))
    return answer as never
  }

  const askPatiently: Player['ask'] = (name, payload) => patiently(() => ask(name, payload))

  const reveal = () => {
    const secret = known && seeds.get(known.matchId)
    if (!known || !secret || seat === null) return
    void askPatiently('match.reveal', {
      commandId: hex(16),
      matchId: known.matchId,
      seed: secret.seed,
    }).catch(() => undefined)
  }

  const apply = (first: number, events: readonly GameEvent[]) => {
    events.forEach((event, index) => {
      if (!known || first + index !== known.seq + 1) return
      known = evolve(known, event)
      if (event.type === 'Locked') reveal()
    })
    for (const waiter of [...waiters]) waiter()
  }

  socket.on('match.events', ({ matchId, seq, events }) => {
    if (known?.matchId === matchId) apply(seq, events)
  })
  socket.on('m', (packed) => {
    const move = decodeMove(packed)
    if (!move) throw new Error(`not a move: ${packed}`)
    const matchId = channels.get(move.channel)
    if (known?.matchId === matchId) apply(move.seq, move.events)
    // Of which match is not known: perhaps of this one.
    else if (known && matchId === undefined) void repair(known.matchId)
  })
  socket.on('match.snapshot', ({ state }) => {
    if (known?.matchId === state.matchId) known = state
    for (const waiter of [...waiters]) waiter()
  })

  const learn = (matchId: MatchId, data: Answer<'match.follow'>) => {
    channels.set(data.channel, matchId)
    seat = data.seat
    frames.push(`resume ${JSON.stringify(data)}`)
    if (data.catchUp.kind === 'snapshot') {
      known = data.catchUp.state
      if (known.phase === 'locking') reveal()
      for (const waiter of [...waiters]) waiter()
    } else apply(data.catchUp.from + 1, data.catchUp.events)
  }

  // The answer is taken in the callback: events come right behind it.
  const followOnce = (matchId: MatchId): Promise<Envelope<unknown>> =>
    new Promise((resolve, reject) => {
      const seq = known?.matchId === matchId ? known.seq : null
      socket
        .timeout(patienceMs)
        .emit('match.follow', { matchId, seq, unacknowledged: [] }, (error, answer) => {
          if (error) return reject(error)
          if (answer.code === bodyCode.ok && answer.data) learn(matchId, answer.data)
          resolve(answer)
        })
    })

  const follow: Player['follow'] = async (matchId) => {
    const { code, msg } = await patiently(() => followOnce(matchId))
    if (code !== bodyCode.ok) throw new Error(`follow: ${code} ${msg}`)
  }

  const repair = (matchId: MatchId) => follow(matchId).catch(() => undefined)
  const beat = () => {
    const seen = known && !hasEnded(known) ? { seen: { matchId: known.matchId, seq: known.seq } } : {}
    // Read in the callback: events come right behind the answer.
    socket.emit('clock.ping', { sentAt: Date.now(), ...seen }, ({ data }) => {
      if (!data?.match) return
      frames.push(`match.beat ${JSON.stringify(data.match)}`)
      const { matchId, seq } = data.match
      if (known?.matchId === matchId && seq > known.seq) void repair(matchId)
    })
  }
  const beating = setInterval(beat, pingAfterMs.atMatch)
  socket.once('disconnect', () => clearInterval(beating))

  const until: Player['until'] = (holds) =>
    new Promise((resolve, reject) => {
      const look = () => {
        if (!known || !holds(known)) return
        waiters.delete(look)
        socket.off('disconnect', lost)
        resolve(known)
      }
      const lost = (reason: string) => {
        waiters.delete(look)
        reject(new Error(`disconnected: ${reason}`))
      }
      waiters.add(look)
      socket.once('disconnect', lost)
      look()
    })

  const open: Player['open'] = (tile) => {
    if (!known?.turn) return Promise.reject(new Error('no turn is running'))
    return askPatiently('match.open', {
      commandId: hex(16),
      matchId: known.matchId,
      turn: known.turn.turn,
      tile,
    })
  }

  await new Promise<void>((resolve, reject) => {
    socket.once('welcome', () => resolve())
    socket.once('connect_error', reject)
    // Connected, but the server died before it said a word.
    socket.once('disconnect', (reason) => reject(new Error(`disconnected: ${reason}`)))
    socket.once('close', ({ code, msg }) => reject(new Error(`${code}: ${msg}`)))
  })

  return {
    deviceId,
    socket,
    state: () => known,
    seat: () => seat,
    frames,
    ask,
    follow,
    until,
    open,
    async join(gameId, stake, asset) {
      if (known) await askPatiently('match.unfollow', { matchId: known.matchId })
      for (;;) {
        const found = await askPatiently('lobby.find', { gameId, stake, asset })
        if (found.code === bodyCode.seatedElsewhere) {
          const { matchId } = seatedSchema.parse(found.data)
          await follow(matchId)
          return matchId
        }
        if (!found.data) throw new Error(`find: ${found.code} ${found.msg}`)
        const { matchId } = found.data
        // One that was drawn before may be in the journal: the answer to its seat got lost.
        const secret = seeds.get(matchId) ?? { ref: hex(16), seed: hex(32) }
        seeds.set(matchId, secret)
        const commit = playerCommit(matchId, secret.ref, secret.seed)
        const sat = await askPatiently('match.sit', { commandId: hex(16), matchId, ref: secret.ref, commit })
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
    leave: () => void socket.disconnect(),
  }
}
