import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { Refused } from '../../lib/refused.ts'
import { type Fact, type MatchActorRef, useFacts } from '../../machines/match/index.ts'
import { toasts } from '../../ui/toasts.ts'
import { isToldInPlace, useErrorText } from '../safer-play/index.ts'
import { seatName } from './names.ts'

/** Short notes of what else happens: time given back, a refused move. */
export const useNotes = (match: MatchActorRef): void => {
  const { t, i18n } = useTranslation('match')
  const errorText = useErrorText()
  useFacts(match, ({ event, state }: Fact) => {
    switch (event.type) {
      case 'ClockCompensated': {
        if (!state.turn) return
        const by = state.turn.seat
        const { seat } = match.getSnapshot().context
        const seconds = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1 }).format(
          event.ms / 1000,
        )
        toasts.show({
          id: 'compensated',
          tone: 'warn',
          title: () => t('note.compensated', { seconds, who: seatName(state, by, seat, t('seat.youLower')) }),
          detail: () => t('note.compensatedWhy'),
        })
        return
      }
      case 'SeatTaken':
      case 'SeatLeft':
      case 'Locked':
      case 'SeedRevealed':
      case 'TilePicked':
      case 'LinkRevealed':
      case 'Started':
      case 'BoardBegun':
      case 'TurnStarted':
      case 'TileOpened':
      case 'SeatOut':
      case 'Settled':
      case 'Voided':
      case 'Jumped':
        return
      default:
        event satisfies never
    }
  })
  const tell = useEffectEvent((refused: Refused) => {
    if (isToldInPlace(refused.code)) return
    toasts.show({
      id: 'refused',
      tone: 'bad',
      title: () => errorText(refused) ?? (refused.msg || t('note.refused')),
    })
  })
  useEffect(() => {
    const told = match.on('refusal', ({ refused }) => tell(refused))
    return () => told.unsubscribe()
  }, [match])
}
