import { bodyCode } from '@minefall/shared/contracts'
import type { MatchActorRef } from '../../machines/match/index.ts'

type Sitting = Pick<MatchActorRef, 'send' | 'getSnapshot'>

/** Whether the seat waits for its player to say that they are 18 or older. */
export const waitsForAdult = ({ refused }: { refused: { code: number } | null }): boolean =>
  refused?.code === bodyCode.adultUnconfirmed

/** Asks once more for the seat that was refused, wherever it was asked for. */
export const sitAgain = (actor: Sitting): void => {
  const snapshot = actor.getSnapshot()
  if (snapshot.hasTag('failed')) actor.send({ type: 'match.retry' })
  else if (snapshot.hasTag('finished')) actor.send({ type: 'rematch.ask' })
  else actor.send({ type: 'seat.take' })
}
