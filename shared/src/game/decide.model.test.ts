import { describe, expect, it } from 'vitest'
import { parseCoins } from '../coins/index.ts'
import { pot } from './ending.ts'
import { eventSchema } from './events.ts'
import { foldEvents, initialState } from './evolve.ts'
import { check, hasEnded, toTheEnd } from './model.ts'
import { compensationMaxMs } from './playing.ts'
import { emptyHash, rollHash } from './rolling-hash.ts'
import { isIn } from './turn-order.ts'
import { view, viewEvent } from './view.ts'

describe('any sequence of commands', () => {
  it('reaches every phase and every kind of event, or it would show nothing', () => {
    const seen = new Set<string>()
    check(({ state, events, refused }) => {
      seen.add(state.phase)
      for (const event of events) {
        seen.add(event.type)
        if (event.type === 'SeatOut' || event.type === 'Settled' || event.type === 'Voided')
          seen.add(`${event.type} ${event.reason}`)
      }
      if (refused > 0) seen.add('refused')
    }, 200)
    const phases = ['gathering', 'locking', 'playing', 'settled', 'voided', 'refused']
    const reasons = ['SeatOut mine', 'SeatOut idle', 'SeatOut left', 'Settled won', 'Settled shared']
    const voids = ['Voided idle', 'Voided interrupted']
    const all = eventSchema.def.options.map(({ shape }) => shape.type.def.values[0])
    expect([...seen].sort()).toEqual([...phases, ...reasons, ...voids, ...all].sort())
  })

  it('makes events that the contract knows, numbered without a hole', () => {
    check(({ state, events }) => {
      for (const event of events) expect(eventSchema.parse(event)).toEqual(event)
      expect(state.seq).toBe(events.length)
    })
  })

  it('leaves a match that is the fold of its events and nothing else', () => {
    check(({ state, events }, _dealer, header) => {
      const parsed = events.map((event) => eventSchema.parse(JSON.parse(JSON.stringify(event))))
      expect(foldEvents(initialState(header), parsed)).toEqual(state)
      expect(JSON.parse(JSON.stringify(state))).toEqual(state)
    })
  })

  it('pays out all that was staked, and nothing before the end or without a start', () => {
    check(({ state, events }) => {
      const ends = events.filter(({ type }) => type === 'Settled' || type === 'Voided')
      expect(ends).toHaveLength(hasEnded(state) ? 1 : 0)
      if (!state.result) return
      expect(events.at(-1)).toBe(ends[0])
      const { result } = state
      const rake = result.outcome === 'settled' ? parseCoins(result.rake) : 0n
      const paid = result.payouts.reduce((sum, { amount }) => sum + parseCoins(amount), rake)
      const started = events.some(({ type }) => type === 'Started')
      expect(paid).toBe(started ? parseCoins(pot(state)) : 0n)
      expect(new Set(result.payouts.map(({ seat }) => seat)).size).toBe(result.payouts.length)
    })
  })

  it('pays those still in alone, unless everyone is refunded', () => {
    check(({ state }) => {
      if (!state.result || state.result.payouts.length === state.seats) return
      const paid = state.result.payouts.map(({ seat }) => seat).sort()
      const stillIn = state.table.filter(isIn).map(({ seat }) => seat)
      expect(paid).toEqual(state.order.length > 0 ? stillIn : [])
    })
  })

  it('opens a tile once, for the seat to move, one in a turn', () => {
    check(({ state, events }) => {
      expect(new Set(state.moves.map(({ board, tile }) => `${board}/${tile}`)).size).toBe(state.moves.length)
      expect(new Set(state.moves.map(({ turn }) => turn)).size).toBe(state.moves.length)
      const turns = events.filter((event) => event.type === 'TurnStarted')
      expect(turns.map(({ turn }) => turn)).toEqual(turns.map((_, index) => index))
      for (const move of state.moves) expect(turns[move.turn]?.seat).toBe(move.seat)
    })
  })

  it('begins each board with its openers open, all of them safe, and no one’s', () => {
    check(({ state, events }, dealer) => {
      for (const event of events) {
        if (event.type !== 'BoardBegun') continue
        const { board, v, openers = [] } = event
        expect(v).toBe(openers.length > 0 ? 2 : 1)
        expect(openers.map(({ tile }) => tile)).toEqual(dealer.openers(board))
        for (const { tile, clue, salt } of openers)
          expect(dealer.tile(board, tile)).toEqual({ mine: false, clue, salt })
      }
      const house = state.board?.tiles.flatMap((tile, number) => (tile?.by === 'house' ? [number] : [])) ?? []
      expect(house).toEqual([...(state.board ? dealer.openers(state.board.board) : [])].sort((a, b) => a - b))
    })
  })

  it('gives each place once, from last to second', () => {
    check(({ state, events }) => {
      const places = events.flatMap((event) => (event.type === 'SeatOut' ? [event.place] : []))
      expect(places).toEqual(places.map((_, index) => state.seats - index))
    })
  })

  it('moves deadlines by 15 s a match at most', () => {
    check(({ state, events }) => {
      const given = events.reduce(
        (sum, event) => (event.type === 'ClockCompensated' ? sum + event.ms : sum),
        0,
      )
      expect(given).toBe(state.compensatedMs)
      expect(given).toBeLessThanOrEqual(compensationMaxMs)
    })
  })

  it('tells nothing of a tile before it is opened, and the server seed with the last event alone', () => {
    check(({ state, events }, dealer) => {
      const opened = new Set(state.moves.map(({ board, tile }) => dealer.tile(board, tile).salt))
      for (const event of events)
        if (event.type === 'BoardBegun') for (const { salt } of event.openers ?? []) opened.add(salt)
      const told = JSON.stringify(events)
      for (let board = 0; board < state.rules.boards; board += 1)
        for (let tile = 0; tile < state.rules.w * state.rules.h; tile += 1) {
          const { salt } = dealer.tile(board, tile)
          if (told.includes(salt)) expect(opened).toContain(salt)
        }
      for (const event of events) {
        const keys = Object.keys(event)
        if (event.type !== 'TileOpened') expect(keys).not.toContain('mine')
        if (event.type === 'BoardBegun')
          expect(keys.filter((key) => key !== 'openers').sort()).toEqual([
            'at',
            'board',
            'leaves',
            'root',
            'type',
            'v',
          ])
        if (event.type !== 'Settled' && event.type !== 'Voided')
          expect(JSON.stringify(event)).not.toContain(dealer.serverSeed)
        if (event.type !== 'SeedRevealed') expect(keys).not.toContain('seed')
      }
    })
  })

  it('shows no account behind a seat, in events or in the match, and all else as it is', () => {
    check(({ state, events }, _dealer, header) => {
      const shown = events.map(viewEvent)
      expect(JSON.stringify(shown)).not.toContain('secret-account')
      expect(JSON.stringify(view(state))).not.toContain('secret-account')
      expect(foldEvents(initialState(header), shown)).toEqual(view(state))
      expect(shown.reduce(rollHash, emptyHash)).toBe(events.reduce(rollHash, emptyHash))
    })
  })

  it('can be brought to an end by the clock alone, within the tiles there are', () => {
    check((log, dealer) => {
      expect(hasEnded(toTheEnd(log, dealer))).toBe(true)
    })
  })
})
