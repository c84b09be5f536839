import { clientMessages } from '@minefall/shared/contracts/live'
import type { MatchState } from '@minefall/shared/game'
import { z } from 'zod'

/** A command without a known outcome. Resent, it keeps its id and so its outcome. */
export const commandSchema = z.discriminatedUnion('name', [
  z.object({ name: z.literal('match.open'), payload: clientMessages['match.open'] }),
  z.object({ name: z.literal('match.reveal'), payload: clientMessages['match.reveal'] }),
  z.object({ name: z.literal('match.leave'), payload: clientMessages['match.leave'] }),
])
export type Command = z.infer<typeof commandSchema>

/** The most commands `match.follow` may name. */
const most = 16

export const put = (outbox: readonly Command[], command: Command): readonly Command[] =>
  [...outbox, command].slice(-most)

export const without = (outbox: readonly Command[], commandId: string): readonly Command[] =>
  outbox.filter(({ payload }) => payload.commandId !== commandId)

export const find = (outbox: readonly Command[], commandId: string): Command | null =>
  outbox.find(({ payload }) => payload.commandId === commandId) ?? null

export const isLeave = ({ name }: Command): boolean => name === 'match.leave'

/** Whether resending a command still makes sense. */
export const isStillWanted = (
  { name, payload }: Command,
  state: MatchState,
  seat: number | null,
): boolean => {
  const ours = seat === null ? null : state.table[seat]
  if (!ours || payload.matchId !== state.matchId) return false
  switch (name) {
    case 'match.open':
      return state.turn?.turn === payload.turn && state.turn.seat === seat
    case 'match.reveal':
      return state.phase === 'locking' && ours.seed === undefined
    case 'match.leave':
      // After the lock a leave that was free would give up the stake.
      return state.result === null && state.phase !== 'locking' && ours.out === undefined
  }
}
