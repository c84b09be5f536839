import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { bodyCode } from '@minefall/shared/contracts'
import { type Balance, type ClientMessage, pingAfterMs, seatedSchema } from '@minefall/shared/contracts/live'
import { playerCommit } from '@minefall/shared/fairness'
import type { MatchId, MatchState } from '@minefall/shared/game'
import { hearNothing, type Line, type LineEvents, openLine, type Reply, type Send } from './line.ts'
import { type MatchCopy, matchCopy } from './match-copy.ts'
import { later, outbox, waitAfter } from './outbox.ts'
import { closedTiles, hasEnded, type Seeds } from './player.ts'
import { waiting } from './waiting.ts'

const hex = (bytes: number) => randomBytes(bytes).toString('hex')

export type SteadfastOptions = {
  /** Where to connect, asked again each time. */
  url: () => string
  random: () => number
  deviceId?: string
  /** Seeds by match, shared by the tabs of one player. */
  seeds?: Seeds
  /** The longest wait for anything, in milliseconds. */
  patienceMs?: number
  /** Stands between the player and the wire, as a bad network does. */
  wire?: (send: Send) => Send
}

const reconnectMs = 50

/**
 * A guest who never gives up: connects again after every loss, resumes the match, sends a command with the same id
 * until it is answered, and keeps every acknowledgement and every event for the reckoning.
 */
export const steadfast = (options: SteadfastOptions) => {
  const { url, random, deviceId = hex(16), seeds = new Map(), wire = (send) => send } = options
  const tab = hex(8)
  const copies = new Map<MatchId, MatchCopy>()
  const complaints: string[] = []
  let line: Line | null = null
  let copy: MatchCopy | null = null
  let seat: number | null = null
  let balance: Balance | null = null
  /** Connected, and the match resumed. */
  let online = false
  /** Told that play is paused; a fresh connection plays on. */
  let paused = false
  let gone = false
  let following = false
  const will = { play: false, reveal: true }
  /** The turn a tile was chosen for. */
  let chosen: string | null = null

  const { look, until } = waiting(() => {
    const { phase, seq, turn } = copy?.state() ?? {}
    const place = `the match is ${phase} at ${seq}, turn ${turn?.turn} of seat ${turn?.seat}`
    const own = `seat ${seat}, ${online ? 'online' : 'offline'}, ${box.unanswered().length} without an answer`
    return [place, own, ...complaints].join('; ')
  }, options.patienceMs)
  const box = outbox({ complain: (what) => complaints.push(what), answered: () => act() })

  const reveal = (state: MatchState) => {
    const own = seat === null ? null : state.table[seat]
    const secret = seeds.get(state.matchId)
    if (!will.reveal || state.phase !== 'locking' || !own || own.seed !== undefined || !secret) return
    if (!box.isAsking('match.reveal'))
      void box.command('match.reveal', { matchId: state.matchId, seed: secret.seed })
  }

  const choose = ({ matchId, turn, ...state }: MatchState) => {
    if (!will.play || !turn || turn.seat !== seat || chosen === `${matchId}/${turn.turn}`) return
    const tiles = closedTiles({ matchId, turn, ...state })
    const tile = tiles[Math.floor(random() * tiles.length)]
    if (tile === undefined) return
    chosen = `${matchId}/${turn.turn}`
    void box.command('match.open', { matchId, turn: turn.turn, tile })
  }

  /** Does what is this player's to do as things stand now, and tells anyone who waits for that. */
  const act = () => {
    const state = copy?.state()
    if (state && online) {
      reveal(state)
      choose(state)
    }
    look()
  }

  const goOn = (over: Line) => {
    if (!online) box.use(wire(over.send))
    online = true
    act()
  }

  const follow = () => {
    const over = line
    const target = copy
    if (!over || !target || following) return
    following = true
    const seq = target.state()?.seq ?? null
    over.send(
      'match.follow',
      { matchId: target.matchId, seq, unacknowledged: box.unanswered() },
      (answer) => {
        if (over !== line) return
        following = false
        if (target !== copy) return follow()
        if (answer?.code !== bodyCode.ok || !answer.data)
          return later(waitAfter(answer) ?? reconnectMs, () => over === line && follow())
        target.resume(answer.data)
        seat = answer.data.seat
        box.learn(target.matchId, answer.data)
        goOn(over)
      },
    )
  }

  const keepBalance = (told: Balance) => {
    if (!balance || told.version > balance.version) balance = told
    look()
  }

  const lost = (code: string | null) => {
    if (code === 'protocol' || code === 'kicked' || code === 'signed-out')
      complaints.push(`was closed as ${code}`)
    line = null
    online = false
    paused = false
    following = false
    box.use(null)
    look()
    if (!gone) later(reconnectMs, () => !gone && void connect())
  }

  const heard: LineEvents = {
    ...hearNothing,
    events(message) {
      if (message.matchId !== copy?.matchId) return
      copy.events(message)
      act()
    },
    snapshot(message) {
      if (message.state.matchId !== copy?.matchId) return
      copy.snapshot(message)
      act()
    },
    balance: keepBalance,
    paused(told) {
      paused = told.paused
      look()
    },
    lost,
  }

  /** Hears how the match stands, as a page does, for as long as this connection holds; without an answer it is given up. */
  const beat = (over: Line) =>
    later(pingAfterMs.atMatch, () => {
      if (over !== line) return
      const state = copy?.state()
      const seen = state?.result === null ? { seen: { matchId: state.matchId, seq: state.seq } } : {}
      over.send('clock.ping', { sentAt: Date.now(), ...seen }, (answer) => {
        if (!answer) return over.drop()
        const match = answer?.data?.match
        if (over === line && match && match.matchId === copy?.matchId && !copy.agrees(match)) follow()
      })
      beat(over)
    })

  const connect = async () => {
    try {
      const opened = await openLine(url(), { deviceId, tab }, heard)
      if (gone) return opened.drop()
      line = opened
      beat(opened)
      keepBalance(opened.welcome.balance)
      if (copy) follow()
      else goOn(opened)
    } catch {
      later(reconnectMs, () => !gone && void connect())
    }
  }

  const watch = (matchId: MatchId) => {
    copy = copies.get(matchId) ?? matchCopy(matchId)
    copies.set(matchId, copy)
    seat = null
    follow()
  }

  /** Takes the seat that was found; false when it was taken by others in the meantime. */
  const take = async (matchId: MatchId): Promise<boolean> => {
    const secret = { ref: hex(16), seed: hex(32) }
    const commit = playerCommit(matchId, secret.ref, secret.seed)
    const { code, msg } = await box.command('match.sit', { matchId, ref: secret.ref, commit })
    if (code === bodyCode.tableFull || code === bodyCode.wrongPhase) return false
    if (code === bodyCode.ok) seeds.set(matchId, secret)
    else if (code !== bodyCode.seatedElsewhere) throw new Error(`match.sit: ${code} ${msg}`)
    return true
  }

  void connect()
  return {
    deviceId,
    seeds,
    copies,
    acknowledged: box.acknowledged,
    /** What no server may do to a player, as it happened. */
    complaints: () => [...complaints, ...[...copies.values()].flatMap((one) => one.complaints)],
    /** Whether this player opens tiles on their turn, and reveals their seed, on their own. */
    will,
    command: box.command,
    watch,
    seat: () => seat,
    state: () => copy?.state() ?? null,
    /** Waits for this player to be connected and to have resumed. */
    back: () => until('to be back', () => online),
    /** Waits until this player heard, on a connection that holds, that play is paused, or goes on. */
    untilPaused: (wanted: boolean) =>
      until(
        wanted ? 'to be told of a pause' : 'to be told that play goes on',
        () => online && paused === wanted,
      ),
    /** Waits for this player to have noticed that the connection is lost. */
    lost: () => until('to lose the connection', () => !online),
    /** Waits until the balance last told to this player is the one given. */
    untilBalance: (wanted: Balance) =>
      until(`the balance ${JSON.stringify(wanted)}`, () => isDeepStrictEqual(balance, wanted)),
    /** Waits for a state of the match as this player knows it. */
    until: (what: string, holds: (state: MatchState) => boolean): Promise<MatchState> =>
      until(what, () => {
        const state = copy?.state()
        return state && holds(state) ? state : null
      }),
    /** Waits for an acknowledgement beyond the first `count`. */
    acknowledgedBeyond: (count: number) => until('an acknowledgement', () => box.acknowledged.length > count),
    /** Takes a seat at the trial table and follows the match. */
    async sit(): Promise<MatchId> {
      for (;;) {
        const found = await box.ask('lobby.find', { gameId: 'mines-trial', stake: '100', asset: 'trial' })
        const matchId = found.data?.matchId ?? seatedSchema.safeParse(found.data).data?.matchId
        if (!matchId) throw new Error(`lobby.find: ${found.code} ${found.msg}`)
        if (found.code === bodyCode.ok && !(await take(matchId))) continue
        watch(matchId)
        await until('to follow', () => copy?.matchId === matchId && seat !== null && copy.state())
        return matchId
      }
    },
    /** From now on reveals on their own, as pages do. */
    reveal() {
      will.reveal = true
      act()
    },
    leave: (matchId: MatchId) => box.command('match.leave', { matchId }),
    /** Turns everything on that brings the match to its end, and waits for it. */
    async playOn(): Promise<MatchState> {
      will.play = true
      will.reveal = true
      act()
      return until('the match to end', () => {
        const state = copy?.state()
        return state && hasEnded(state) && state
      })
    },
    /** Sends a move as it is, once; the script handles the outcome. */
    sayOpen(payload: ClientMessage<'match.open'>, reply: (answer: Reply<'match.open'>) => void) {
      const send = box.connection()
      if (send) send('match.open', payload, reply)
      else reply(null)
    },
    /** Asks twice for the match from where it is known; the newer of the two counts. */
    resumeTwice() {
      follow()
      following = false
      follow()
    },
    /** The connection ends and does not come back, permanently or until `comeBack`. */
    vanish() {
      gone = true
      line?.drop()
    },
    comeBack() {
      gone = false
      void connect()
    },
  }
}

export type Steadfast = ReturnType<typeof steadfast>
