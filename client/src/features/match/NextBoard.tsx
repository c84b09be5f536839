import { type EventOf, minesOn } from '@minefall/shared/game'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type MatchActorRef, useFacts, useMatch } from '../../machines/match/index.ts'
import { Icon } from '../../ui/Icon.tsx'
import styles from './reconnect.module.css'

/** How long it can be read, in milliseconds. */
const stayMs = 4_000

/** A line that announces the next board: its number, its mines and what the house opened. The story says it aloud. */
export const NextBoard = ({ match, className }: { match: MatchActorRef; className: string | undefined }) => {
  const { t } = useTranslation('match')
  const rules = useMatch(match, (state) => state.rules)
  const [begun, setBegun] = useState<EventOf<'BoardBegun'> | null>(null)
  useFacts(match, ({ event, state }) => {
    if (event.type === 'BoardBegun' && event.board > 0) setBegun(event)
    else if (event.type === 'Jumped' || state.result) setBegun(null)
  })
  useEffect(() => {
    if (!begun) return
    const timer = setTimeout(() => setBegun(null), stayMs)
    return () => clearTimeout(timer)
  }, [begun])
  if (!begun) return null
  const { board, openers } = begun
  return (
    <div className={className} aria-hidden="true">
      <div className={styles.banner} data-next-board>
        <Icon name="board" />
        <span>
          {t('header.board', { board: board + 1 })}
          <small>
            {t('nextBoard.mines', { count: minesOn(rules, board) })}
            {openers && ` · ${t('nextBoard.openers', { count: openers.length })}`}
          </small>
        </span>
      </div>
    </div>
  )
}
