import type { MatchSkill } from '@minefall/shared/game'
import { useTranslation } from 'react-i18next'
import { joinSentences } from '../../../lib/join-sentences.ts'
import { formatPercent } from '../../../lib/percent.ts'
import type { Fact } from '../../../machines/match/index.ts'
import { useSentences } from '../StoryRegion.tsx'
import type { Ply } from './player.ts'

/** Turns and clocks are of no interest any more. */
const isPast = ({ event }: Fact): boolean => event.type !== 'TurnStarted' && event.type !== 'ClockCompensated'

/** What happened with a move, in one breath: "Move 7 of 23: Mai opened B4, safe. Risk 12%, best 0%." */
export const useSentence = (plies: readonly Ply[], seat: number | null, skill: MatchSkill | null) => {
  const { t, i18n } = useTranslation('replay')
  const sentences = useSentences(seat, () => 0)
  const last = plies.length - 1
  return (ply: number): string => {
    const facts = plies[ply]?.facts
    const join = (parts: readonly string[]) => joinSentences(parts, i18n.language)
    const what = (is: (fact: Fact) => boolean) =>
      join((facts?.filter(is) ?? []).flatMap(sentences).map(({ text }) => text))
    if (ply === 0)
      return join([t('start', { count: last }), what(({ event }) => event.type === 'BoardBegun')])
    const taken = skill?.isExact ? skill.moves.find(({ nth }) => nth === ply - 1) : undefined
    const percent = (share: number) => formatPercent(share, i18n.language)
    const risk = taken ? [t('risk', { risk: percent(taken.risk), least: percent(taken.least) })] : []
    return t('move', { ply, last, what: join([what(isPast), ...risk]) })
  }
}
