import type { Badge } from '@minefall/shared/contracts/rest'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import styles from './player.module.css'

const icons: Record<Badge, IconName> = {
  'first-win': 'trophy',
  'five-in-a-row': 'chain',
  'all-tables': 'table',
  'hundred-matches': 'flag',
  'thousand-matches': 'globe',
  established: 'checks',
  strong: 'clue',
  master: 'shield',
}

/** What a player has earned by play, each with what it is given for. */
export const Badges = ({ badges }: { badges: readonly Badge[] }) => {
  const { t } = useTranslation('player')
  const title = useId()
  return (
    <section className={styles.card} aria-labelledby={title}>
      <h2 id={title}>{t('badges.title')}</h2>
      {badges.length === 0 ? (
        <p className={styles.hint}>{t('badges.none')}</p>
      ) : (
        <ul className={styles.badges}>
          {badges.map((badge) => (
            <li key={badge}>
              <span className={styles.medal}>
                <Icon name={icons[badge]} />
              </span>
              <p>
                <b>{t(`badge.${badge}.name`)}</b>
                <small>{t(`badge.${badge}.text`)}</small>
              </p>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
