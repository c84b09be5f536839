import { describe, expect, it } from 'vitest'
import { playedMatch } from '../../board/model/played-match.ts'
import { nextSeat, seatPlaces, seatScenes, sideRows } from './seats.ts'

const scenes = (state: Parameters<typeof seatScenes>[0]['state'], seat: number | null, more = {}) =>
  seatScenes({ state, seat, presence: [], emotes: [], ...more })

describe('the seats', () => {
  it('stand in turn order, and say whose turn it is and who is next', () => {
    const state = playedMatch({ seats: 3 }).state()
    const [first = 0, second = 0] = state.order
    const shown = scenes(state, first)
    expect(shown.map(({ seat }) => seat)).toEqual(state.order)
    expect(shown.map(({ doing }) => doing)).toEqual(['yourTurn', 'next', 'in'])
    expect(nextSeat(state)).toBe(second)
    expect(scenes(state, second)[0]?.doing).toBe('turn')
  })

  it('say why and in which place someone is out, and skip them for the next turn', () => {
    const match = playedMatch({ seats: 3 })
    const [first = 0, , third = 0] = match.state().order
    match.open('mine')
    const state = match.state()
    const shown = scenes(state, null)
    expect(shown[0]).toMatchObject({ seat: first, doing: 'out.mine', place: 3, out: true, turn: null })
    expect(nextSeat(state)).toBe(third)
  })

  it('show the winner', () => {
    const match = playedMatch({ seats: 2 })
    match.open('mine')
    const shown = scenes(match.state(), null)
    expect(shown.map(({ doing }) => doing)).toEqual(['out.mine', 'won'])
    expect(shown.every(({ turn }) => turn === null)).toBe(true)
  })

  it('show weak links of people, never of ourselves or of practice opponents', () => {
    const state = playedMatch({ seats: 3, seed: 2 }).state()
    const presence = ['weak', 'weak', 'weak'] as const
    for (const scene of scenes(state, 0, { presence })) {
      expect(scene.link).toBe(scene.seat === 2 ? 'weak' : 'here')
    }
  })

  it('show whose link did not come for the last tile of a sealed table, while they are in', () => {
    const state = playedMatch({ seats: 3 }).state()
    const [first, second] = state.order
    const out = { reason: 'left', place: 3, turn: 0 } as const
    const table = state.table.map((seat) => {
      if (!seat || (seat.seat !== first && seat.seat !== second)) return seat
      return seat.seat === first ? { ...seat, silent: 1 } : { ...seat, silent: 1, out }
    })
    expect(scenes({ ...state, table }, null).map(({ silent }) => silent)).toEqual([true, false, false])
  })

  it('show an emote at its seat, the newest one, and none where they are muted', () => {
    const state = playedMatch({ seats: 2 }).state()
    const emotes = ['wow', 'wink'].map((emote, key) => ({ key, seat: 1, emote }))
    const emotesOf = (more: object) =>
      scenes(state, 0, { emotes, ...more }).map(({ seat, emote }) => [seat, emote?.emote])
    expect(new Map(emotesOf({}).map(([seat, emote]) => [seat, emote])).get(1)).toBe('wink')
    expect(emotesOf({ muted: true }).every(([, emote]) => emote === undefined)).toBe(true)
  })

  it('show free seats while gathering, and who has revealed while sealing', () => {
    const gathering = scenes(playedMatch({ until: 'gathering' }).state(), 0)
    expect(gathering.map(({ doing }) => doing)).toEqual(['ready', 'free', 'free'])
    const locking = scenes(playedMatch({ until: 'locking' }).state(), 0)
    expect(locking.map(({ doing }) => doing)).toEqual(['sealing', 'sealing', 'sealing'])
  })
})

describe('places around a wide board', () => {
  it.each([2, 3, 4, 5, 6])('seat %d players clockwise from ours', (count) => {
    for (let own = 0; own < count; own += 1) {
      const places = seatPlaces(count, own)
      expect(places[own]?.column).toBe('self')
      for (const column of ['left', 'right'] as const) {
        const rows = places.filter((place) => place.column === column)
        const covered = rows.flatMap(({ row, span }) => Array.from({ length: span }, (_, at) => row + at))
        expect(new Set(covered).size).toBe(covered.length)
        if (rows.length > 0) expect(covered).toHaveLength(sideRows)
      }
      // Up the left side: the seat after ours is at the bottom.
      if (count >= 4) expect(places[(own + 1) % count]).toMatchObject({ column: 'left' })
    }
  })
})
