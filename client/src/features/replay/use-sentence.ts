import type { MatchState } from '@minefall/shared/game'
import { useTranslation } from 'react-i18next'
import { formatList } from '../../lib/format.ts'
import { useCoinsText } from '../../ui/use-coins-text.ts'
import { seatName } from '../match/names.ts'
import { summarize } from '../match/result.ts'
import { linesOf } from './lines.ts'

/** What happened with a move, in one breath: "Move 7 of 23: Mai opened B4, safe." */
export const useSentence = (positions: readonly MatchState[], seat: number | null) => {
  const { t, i18n } = useTranslation(['replay', 'board'])
  const coins = useCoinsText()
  const last = positions.length - 1
  return (ply: number): string => {
    const [before, after] = [positions[ply - 1], positions[ply]]
    if (!before || !after) return t('replay:start', { count: last })
    const nameOf = (at: number) => seatName(after, at, seat, t('board:youStart'))
    const listOf = (names: readonly string[]) => formatList(names, i18n.language)
    const lines = linesOf(before, after, { seat, nameOf, listOf })
    const ended = summarize(after, seat)
    const pot = coins(ended ? ended.pot - ended.rake : 0n, after.asset)
    const what = lines.map(({ key, values }) => t(`board:${key}`, { ...values, pot })).join(' ')
    return t('replay:move', { ply, last, what })
  }
}
