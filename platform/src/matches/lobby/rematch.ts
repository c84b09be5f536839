import { type BusRequest, type Envelope, ok } from '@minefall/shared/contracts'
import type { MatchId } from '@minefall/shared/game'
import { later } from '../host/announce.ts'
import { isPerson, type LiveMatch, peopleOf } from '../host/live-match.ts'
import { isOver, seatOfHolder } from '../host/record.ts'
import { refused } from '../refusals.ts'
import type { World } from '../world.ts'
import { openMatch } from './queue.ts'

type Agreement = {
  agreed: Set<number>
  until: number
  next: MatchId | null
  decided: boolean
  cancel: () => void
}

/** Collects who agrees to sit again and opens their match. */
export const rematches = (world: World) => {
  const agreements = new Map<MatchId, Agreement>()

  const tell = (match: LiveMatch, { agreed, until, next }: Agreement) => {
    const payload = { matchId: match.id, agreed: [...agreed].sort((a, b) => a - b), until, next }
    later(() => world.bus.publish('match.rematch', match.id, payload))
  }

  /**
   * Practice opponents fill up around one person. Elsewhere two must agree, and seats they leave free are for
   * everybody, because otherwise the match could never begin.
   */
  const conclude = async (match: LiveMatch, agreement: Agreement): Promise<void> => {
    if (agreement.decided) return
    agreement.decided = true
    agreement.cancel()
    const { state } = match.record
    const table = world.tables.get(state.gameId)
    const enough = match.practice ? 1 : 2
    if (table && agreement.agreed.size >= enough) {
      const agreed = state.table.filter(isPerson).filter(({ seat }) => agreement.agreed.has(seat))
      const open = !match.practice && agreed.length < state.seats
      const fresh = await openMatch(world, {
        table,
        stake: state.stake,
        asset: state.asset,
        origin: {
          open,
          rematchOf: match.id,
          invited: open ? null : { from: match.id, seats: agreed.map(({ seat }) => seat) },
        },
        invited: open ? null : new Set(agreed.map(({ holder }) => holder)),
      })
      agreement.next = fresh?.id ?? null
    }
    tell(match, agreement)
  }

  return {
    /** One who was seated agrees. When all people agreed, nobody is waited for. */
    agree: async (match: LiveMatch, { playerId }: BusRequest<'match.rematch'>): Promise<Envelope<null>> => {
      const { state } = match.record
      const seat = seatOfHolder(state, playerId)
      if (seat === null) return refused('not-seated')
      if (!isOver(state) || state.order.length === 0) return refused('wrong-phase')
      const known = agreements.get(match.id)
      if (known?.decided) return known.agreed.has(seat) ? ok(null) : refused('match-over')
      const agreement = known ?? {
        agreed: new Set<number>(),
        until: world.clock.now() + world.settings.rematchMs,
        next: null,
        decided: false,
        cancel: () => {},
      }
      if (!known) {
        agreement.cancel = world.clock.after(world.settings.rematchMs, () =>
          world.background(conclude(match, agreement)),
        )
        agreements.set(match.id, agreement)
      }
      agreement.agreed.add(seat)
      if (peopleOf(match).every((person) => agreement.agreed.has(person.seat)))
        await conclude(match, agreement)
      else tell(match, agreement)
      return ok(null)
    },
    /** Forgets a match that has left memory. */
    forget(matchId: MatchId) {
      agreements.get(matchId)?.cancel()
      agreements.delete(matchId)
    },
    close() {
      for (const { cancel } of agreements.values()) cancel()
    },
  }
}
export type Rematches = ReturnType<typeof rematches>
