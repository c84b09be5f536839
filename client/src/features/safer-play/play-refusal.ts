import { bodyCode } from '@minefall/shared/contracts'
import type { ProofRequired } from '@minefall/shared/contracts/rest'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { hasCodeText } from '../../calls/notices.ts'
import { formatDateTime } from '../../lib/format.ts'
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

/** Tells what a refusal says to the player; null where only the server's own words are left. */
export const useErrorText = () => {
  const { t, i18n } = useTranslation('errors')
  return useCallback(
    ({ code, until }: { code: number; until: number | null }): string | null => {
      if (code === bodyCode.pausedFromSitting && until !== null)
        return t('pausedUntil', { when: formatDateTime(until, i18n.language) })
      if (code === bodyCode.tooManyRequests && until !== null)
        return t('crowded', { when: formatDateTime(until, i18n.language) })
      // The server's words tell more, and are in one language.
      if (code === bodyCode.notFound) return t('missing')
      if (code === bodyCode.notAllowed) return t('closed')
      const known = String(code)
      return hasCodeText(known) ? t(`code.${known}`) : null
    },
    [t, i18n],
  )
}

/** Refusals of a stake that another table, or another try, changes nothing about on its own. */
const barring = [
  bodyCode.playPaused,
  bodyCode.limitReached,
  bodyCode.countryBarred,
  bodyCode.pairCapped,
  bodyCode.privateLossReached,
] as const
export type BarringCode = (typeof barring)[number]

/** Why a stake is refused for the sake of who would play; null for any other reason. */
export const barringCode = (code: number | undefined): BarringCode | null =>
  barring.find((one) => one === code) ?? null

/** Too many new guests of this network: an account is let in now, a guest later. */
export const isTurnedAway = ({ code, until }: Refused): boolean =>
  code === bodyCode.tooManyRequests && until !== null

/** Refusals that are shown where the seat is asked for, with the way on, instead of in a short note. */
export const isToldInPlace = (code: number): boolean =>
  code === bodyCode.adultUnconfirmed || code === bodyCode.proofRequired || barringCode(code) !== null
