import type { DeskSeat } from '@minefall/shared/contracts/desk'
import { eventSchema, type GameEvent } from '@minefall/shared/game'

/** What is stored as an event; null where it is none that this program knows, as in a damaged journal. */
export const readEvent = (stored: unknown): GameEvent | null => eventSchema.safeParse(stored).data ?? null

/** Who has a seat after these events, by seat: read off one by one, so that a damaged journal is told as far as it goes. */
export const seatsAfter = (events: readonly (GameEvent | null)[]): DeskSeat[] => {
  const seats = new Map<number, DeskSeat>()
  for (const event of events) {
    if (event?.type === 'SeatTaken') {
      const { seat, player, holder } = event
      seats.set(seat, { seat, playerId: holder ?? null, name: player.name, kind: player.kind, out: null })
    }
    if (event?.type === 'SeatLeft') seats.delete(event.seat)
    const seat = event?.type === 'SeatOut' ? seats.get(event.seat) : undefined
    if (event?.type === 'SeatOut' && seat) seats.set(event.seat, { ...seat, out: event.reason })
  }
  return [...seats.values()].sort((a, b) => a.seat - b.seat)
}
