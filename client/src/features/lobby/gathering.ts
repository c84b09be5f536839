import type { TableFigure } from '@minefall/shared/contracts'
import type { Choice } from './choice.ts'

/** The avatars at the fullest gathering match of a queue, none where nobody sits; null while nobody knows. */
export const gatheringAt = (figure: TableFigure | null, choice: Choice | null): readonly string[] | null => {
  if (!figure) return null
  const at = figure.gathering.find(({ stake, asset }) => stake === choice?.stake && asset === choice.asset)
  return at?.avatars ?? []
}
