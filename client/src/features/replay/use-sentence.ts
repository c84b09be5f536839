import type { MatchState } from '@minefall/shared/game'
import { useTranslation } from 'react-i18next'
import { type StoryLine, story } from '../../board/model/story.ts'
import { seatName } from '../match/names.ts'

/** Turns and clocks are of no interest any more. */
const isPast = ({ key }: StoryLine): boolean => !/^story\.(turn|yourTurn|compensated)$/.test(key)
const isBoard = ({ key }: StoryLine): boolean => key === 'story.board'

/** What happened with a move, in one breath: "Move 7 of 23: Mai opened B4, safe." */
export const useSentence = (positions: readonly MatchState[], seat: number | null) => {
  const { t } = useTranslation(['replay', 'board'])
  const last = positions.length - 1
  return (ply: number): string => {
    const [before, after] = [positions[ply - 1], positions[ply]]
    if (!before || !after) return t('replay:start', { last })
    const nameOf = (at: number) => seatName(after, at, seat, t('board:youStart'))
    const lines = story(before, after, { seat, nameOf }).filter(isPast)
    // A board begins with its first tile.
    const ordered = [...lines.filter(isBoard), ...lines.filter((line) => !isBoard(line))]
    const what = ordered.map(({ key, values }) => t(`board:${key}`, values)).join(' ')
    return t('replay:move', { ply, last, what })
  }
}
