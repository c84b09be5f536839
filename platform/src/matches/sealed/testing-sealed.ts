import { bodyCode } from '@minefall/shared/contracts'
import { chainLength, chainOf, playerCommit } from '@minefall/shared/fairness'
import { awaitedSeats, type MatchId, type MatchState } from '@minefall/shared/game'
import { seededHex } from '@minefall/shared/testing'
import type { Database, Sql } from '../../db/index.ts'
import type { MatchSettings } from '../settings.ts'
import { edge, makeGuest, type Stage, setStage } from '../testing.ts'

/** For tests alone: matches at a sealed table that guests may sit at. */
export const gameId = 'sealed-test'
const asked = { gameId, stake: '100', asset: 'trial' } as const

/** Puts a sealed table into the catalogue, which a host reads when it starts. */
export const addSealedTable = (db: Sql, { seats, side, mines }: Size, id = gameId): Promise<unknown> =>
  db.query(
    `insert into game_table
       (game_id, name, position, seats, w, h, mines, clues, boards, clock_ms, stakes, assets, guests, practice, sealed)
     select $1, 'Sealed', max(position) + 1, $2, $3, $3, $4, false, 1, 12000, '{100}', '{trial}', true, false, true from game_table`,
    [id, seats, side, mines],
  )

type Size = { seats: number; side: number; mines: number }
export const duel: Size = { seats: 2, side: 4, mines: 1 }
export const classic: Size = { seats: 5, side: 5, mines: 4 }

/** Someone with a seat and its chain. */
export type Sitter = {
  id: string
  seat: number
  links: readonly string[]
  pick(tile?: number, link?: string): Promise<number>
  link(turn?: number, link?: string): Promise<number>
}

export type SealedStage = Stage & {
  matchId: MatchId
  /** By seat. */
  sitters: readonly Sitter[]
  state(): MatchState
  /** Who is to move. */
  mover(): Sitter
  /** The others whose links the pick waits for. */
  awaited(): Sitter[]
  /** The closed tile with the lowest number. */
  closed(): number
  /** One whole turn: a pick by hand and the links of all others. */
  turn(): Promise<void>
}

/** A started match at a sealed table, all of whose seats are people's. */
export const sealedStage = async (
  db: Database,
  size: Size,
  options: { seed?: number; settings?: Partial<MatchSettings> } = {},
): Promise<SealedStage> => {
  await addSealedTable(db, size)
  const stage = await setStage(db, options)
  const { bus, random } = stage
  const command = () => seededHex(random, 16)
  const must = ({ code, msg }: { code: number; msg: string }) => {
    if (code !== bodyCode.ok) throw new Error(`${code} ${msg}`)
  }
  const seeds: string[] = []
  const sitters: Sitter[] = []
  let matchId: MatchId | undefined
  const state = () => {
    if (!matchId) throw new Error('no match was found')
    return stage.match(matchId)
  }
  const sitterAt = (seat: number): Sitter => {
    const found = sitters[seat]
    if (!found) throw new Error(`no one sits on ${seat}`)
    return found
  }
  const closed = () => state().board?.tiles.indexOf(null) ?? -1
  while (sitters.length < size.seats) {
    const id = await makeGuest(stage)
    const found = await bus.request('lobby.find', { ...asked, playerId: id })
    must(found)
    const own = found.data?.matchId
    if (!own) throw new Error('nothing was found')
    matchId = own
    const [seed, ref, last] = [seededHex(random, 32), seededHex(random, 16), seededHex(random, 32)]
    const { rules, seats } = state()
    const { end, links } = chainOf(last, chainLength(rules, seats))
    const sat = await bus.request('match.sit', {
      ...{ playerId: id, edge, commandId: command(), matchId: own, ref },
      commit: playerCommit(own, ref, seed),
      chain: end,
    })
    must(sat)
    seeds.push(seed)
    sitters.push({
      id,
      seat: sat.data?.seat ?? -1,
      links,
      async pick(tile = closed(), link) {
        const turn = state().turn?.turn ?? -1
        const { code } = await bus.request('match.open', {
          ...{ playerId: id, commandId: command(), matchId: own, turn, tile, roundTripMs: 0 },
          link: link ?? links[turn],
          until: stage.clock.now() + 5_000,
        })
        return code
      },
      async link(turn = state().turn?.turn ?? -1, link = links[turn] ?? '') {
        const { code } = await bus.request('match.link', { playerId: id, matchId: own, turn, link })
        return code
      },
    })
  }
  await stage.host.idle()
  for (const [seat, seed] of seeds.entries())
    must(
      await bus.request('match.reveal', {
        ...{ playerId: sitterAt(seat).id, commandId: command(), seed },
        matchId: state().matchId,
      }),
    )
  await stage.host.idle()
  const sealed: SealedStage = Object.assign(stage, {
    matchId: state().matchId,
    sitters,
    state,
    mover: () => sitterAt(state().turn?.seat ?? -1),
    awaited: () => {
      const { pick } = state()
      return pick ? awaitedSeats(state(), pick).map(sitterAt) : []
    },
    closed,
    async turn() {
      await sealed.mover().pick()
      await Promise.all(sealed.awaited().map((one) => one.link()))
      await stage.host.idle()
    },
  })
  return sealed
}
