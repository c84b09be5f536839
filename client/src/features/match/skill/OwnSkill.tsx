import type { MatchState } from '@minefall/shared/game'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatPercent } from '../../../lib/percent.ts'
import { luckOfSeat } from './judge-ended.ts'
import { skillQuery } from './judge-thread.ts'
import styles from './skill.module.css'

export type OwnSkillProps = { state: MatchState; seat: number }

/** How one played a match that is over: accuracy, and a line of luck. */
export const OwnSkill = ({ state, seat }: OwnSkillProps) => {
  const { t, i18n } = useTranslation('match')
  const { data: skill } = useQuery(skillQuery(state))
  const accuracy = skill?.isExact ? (skill.seats[seat]?.accuracy ?? null) : null
  const luck = skill && luckOfSeat(skill, seat)
  if (accuracy === null && luck === null) return null
  const percent = (share: number) => formatPercent(share, i18n.language)
  return (
    <p className={styles.own}>
      {accuracy !== null && <b>{t('skill.accuracy', { value: percent(accuracy / 100) })}</b>}
      {luck && <span>{t(`skill.luck.${luck.kind}`, { risk: percent(luck.share) })}</span>}
    </p>
  )
}
