import { bodyCode } from '@minefall/shared/contracts'
import type { ProofRequired } from '@minefall/shared/contracts/rest'
import type { Refused } from '../../lib/refused.ts'
import type { MatchActorRef } from '../../machines/match/index.ts'

type Sitting = Pick<MatchActorRef, 'send' | 'getSnapshot'>

/** Whether the seat waits for its player to say that they are 18 or older. */
export const waitsForAdult = ({ refused }: { refused: { code: number } | null }): boolean =>
  refused?.code === bodyCode.adultUnconfirmed

/** How the player can show that the account is theirs, where the seat waits for it; null where it does not. */
export const proofAsked = (refused: Pick<Refused, 'code' | 'proof'> | null): ProofRequired | null =>
  refused?.code === bodyCode.proofRequired
    ? (refused.proof ?? { codeTo: null, hasPaymentPassword: false })
    : null

/** Asks once more for the seat that was refused, wherever it was asked for. */
export const sitAgain = (actor: Sitting): void => {
  const snapshot = actor.getSnapshot()
  if (snapshot.hasTag('failed')) actor.send({ type: 'match.retry' })
  else if (snapshot.hasTag('finished')) actor.send({ type: 'rematch.ask' })
  else actor.send({ type: 'seat.take' })
}
