import { useEffect } from 'react'
import { i18next, loadNamespaces } from '../../i18n/i18n.ts'
import { notifications } from '../../lib/notifications.ts'
import { type Fact, type MatchActorRef, useFacts, useMatch } from '../../machines/match/index.ts'

/** What happened that someone with a seat comes back for. */
export type News = 'starts' | 'turn'

/** What is news of a fact; null for nothing worth a word. Our own turn counts for more than the start. */
export const newsOf = ({ event, before, state }: Fact, seat: number): News | null => {
  switch (event.type) {
    case 'Started':
      return event.order[0] === seat ? null : 'starts'
    case 'TurnStarted':
      return event.seat === seat ? 'turn' : null
    case 'Jumped':
      if (!before) return null
      if (state.turn?.seat === seat && state.turn.turn !== before.turn?.turn) return 'turn'
      return state.phase === 'playing' && before.phase !== 'playing' ? 'starts' : null
    case 'SeatTaken':
    case 'SeatLeft':
    case 'Locked':
    case 'SeedRevealed':
    case 'TilePicked':
    case 'LinkRevealed':
    case 'BoardBegun':
    case 'TileOpened':
    case 'SeatOut':
    case 'ClockCompensated':
    case 'Settled':
    case 'Voided':
      return null
  }
}

const wordsOf = async (news: News, table: string) => {
  await loadNamespaces(['device'])
  const text = (key: 'starts' | 'startsText' | 'turn' | 'turnText') =>
    i18next.t(`notifications.${key}`, { ns: 'device', table })
  return { title: text(news), body: text(`${news}Text`) }
}

const tagOf = (matchId: string) => `match-${matchId}`

/**
 * While the tab is hidden, tells of a match that starts and of our own turns; takes it back once it is seen, or the match
 * is left for the next one. `table` is the table's name.
 */
export const useHiddenNews = (match: MatchActorRef, table: string): void => {
  const tag = tagOf(useMatch(match, ({ matchId }) => matchId))
  useFacts(match, (fact) => {
    const { seat } = match.getSnapshot().context
    const news = seat === null || document.visibilityState !== 'hidden' ? null : newsOf(fact, seat)
    if (!news) return
    const href = `${window.location.pathname}${window.location.search}`
    void notifications.tell({ words: () => wordsOf(news, table), tag: tagOf(fact.state.matchId), href })
  })
  useEffect(() => {
    const takeBack = () => void notifications.close(tag)
    const look = () => {
      if (document.visibilityState === 'visible') takeBack()
    }
    document.addEventListener('visibilitychange', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      takeBack()
    }
  }, [tag])
}
