import type { MatchState } from '@minefall/shared/game'
import { type StoryLine, story, type Teller } from '../../board/model/story.ts'

/** Turns and clocks are of no interest any more. */
const isPast = ({ key }: StoryLine): boolean =>
  key !== 'story.turn' && key !== 'story.yourTurn' && key !== 'story.compensated'
const isBoard = ({ key }: StoryLine): boolean => key === 'story.board'

/** What happened between a move and the one before it, in order: a board begins with the first tile opened on it. */
export const linesOf = (before: MatchState, after: MatchState, teller: Teller): readonly StoryLine[] => {
  const lines = story(before, after, teller).filter(isPast)
  return [...lines.filter(isBoard), ...lines.filter((line) => !isBoard(line))]
}
