import type { MatchState } from '@minefall/shared/game'
import { useEffect, useRef } from 'react'
import { i18next, loadNamespaces } from '../../i18n/i18n.ts'
import { notifications } from '../../lib/notifications.ts'

/** What happened at this moment that somebody with a seat comes back for. */
export type News = 'starts' | 'turn'

type Moment = Pick<MatchState, 'phase'> & {
  /** The number of our own running turn; null while it is not ours. */
  turn: number | null
}

/** What is new between two moments of a match; null for nothing worth a word. Our own turn counts for more than the start. */
export const newsOf = (before: Moment, after: Moment): News | null => {
  if (after.turn !== null && after.turn !== before.turn) return 'turn'
  return after.phase === 'playing' && before.phase !== 'playing' ? 'starts' : null
}

const tell = async (news: News, table: string, tag: string) => {
  await loadNamespaces(['device'])
  // Whoever came back meanwhile sees it.
  if (document.visibilityState !== 'hidden') return
  const text = (key: 'starts' | 'startsText' | 'turn' | 'turnText') =>
    i18next.t(`notifications.${key}`, { ns: 'device', table })
  await notifications.tell({
    title: text(news),
    body: text(`${news}Text`),
    tag,
    href: `${window.location.pathname}${window.location.search}`,
  })
}

export type HiddenNewsProps = Moment & {
  matchId: string
  /** The table's name. */
  name: string
  seat: number | null
}

/** While the tab is hidden, tells of a match that starts and of our own turns; takes it back once it is seen. */
export const useHiddenNews = ({ matchId, name, seat, phase, turn }: HiddenNewsProps): void => {
  const tag = `match-${matchId}`
  const before = useRef<Moment>({ phase, turn })
  useEffect(() => {
    const news = newsOf(before.current, { phase, turn })
    before.current = { phase, turn }
    if (news && seat !== null && document.visibilityState === 'hidden') void tell(news, name, tag)
  }, [phase, turn, seat, name, tag])
  useEffect(() => {
    const takeBack = () => {
      if (document.visibilityState === 'visible') void notifications.close(tag)
    }
    document.addEventListener('visibilitychange', takeBack)
    return () => document.removeEventListener('visibilitychange', takeBack)
  }, [tag])
}
