import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { MatchContext } from '../../machines/match/types.ts'
import { toasts } from '../../ui/toasts.ts'
import { errorKey } from './error-text.ts'
import { isToldInPlace } from './play-refusal.ts'

/** Short notes of what else happens: time given back, a refused move. */
export const useNotes = (
  { state, refused }: Pick<MatchContext, 'state' | 'refused'>,
  nameOf: (seat: number) => string,
): void => {
  const { t, i18n } = useTranslation(['match', 'errors'])
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
        title: t('match:note.compensated', { seconds, who: nameOf(seat) }),
        detail: t('match:note.compensatedWhy'),
      })
    }
    if (refused && refused !== was.refused && !isToldInPlace(refused.code)) {
      const key = errorKey(refused.code)
      toasts.show({
        id: 'refused',
        tone: 'bad',
        title: key ? t(`errors:${key}`) : refused.msg || t('match:note.refused'),
      })
    }
  }, [given, seat, refused, nameOf, t, i18n])
}
