import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { MatchContext } from '../../machines/match/types.ts'
import { toasts } from '../../ui/toasts.ts'
import { isToldInPlace, useErrorText } from '../lobby/play-refusal.ts'

/** Short notes of what else happens: time given back, a refused move. */
export const useNotes = (
  { state, refused }: Pick<MatchContext, 'state' | 'refused'>,
  nameOf: (seat: number) => string,
): void => {
  const { t, i18n } = useTranslation('match')
  const errorText = useErrorText()
  const given = state?.compensatedMs ?? 0
  const seat = state?.turn?.seat ?? null
  const before = useRef({ given, refused })
  useEffect(() => {
    const was = before.current
    before.current = { given, refused }
    if (given > was.given && seat !== null) {
      const seconds = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1 }).format(
        (given - was.given) / 1000,
      )
      toasts.show({
        id: 'compensated',
        tone: 'warn',
        title: t('note.compensated', { seconds, who: nameOf(seat) }),
        detail: t('note.compensatedWhy'),
      })
    }
    if (refused && refused !== was.refused && !isToldInPlace(refused.code)) {
      toasts.show({
        id: 'refused',
        tone: 'bad',
        title: errorText(refused) ?? (refused.msg || t('note.refused')),
      })
    }
  }, [given, seat, refused, nameOf, errorText, t, i18n])
}
