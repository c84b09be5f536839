import type { Invited, ReferralData } from '@minefall/shared/contracts/rest'
import { useTranslation } from 'react-i18next'
import { formatCount, formatDateTime, formatRelative } from '../../lib/format.ts'
import { useServerNow } from '../../machines/connection/index.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { Coins } from '../../ui/Coins.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import styles from './invite.module.css'

type InvitedRowProps = { invited: Invited; rule: ReferralData['rule'] }

const When = ({ invited: { status, joinedAt, decidedAt } }: { invited: Invited }) => {
  const { t, i18n } = useTranslation('invite')
  const at = decidedAt ?? joinedAt
  const when = formatRelative(at, useServerNow(30_000), i18n.language)
  return (
    <time dateTime={new Date(at).toISOString()} title={formatDateTime(at, i18n.language)}>
      {t(`when.${status}`, { when })}
    </time>
  )
}

/** How many of the matches that it takes. */
const useProgress = ({ invited, rule }: InvitedRowProps): string => {
  const { t, i18n } = useTranslation('invite')
  return t('progress', {
    count: rule.matches,
    matches: formatCount(Math.min(invited.matches, rule.matches), i18n.language),
    goal: formatCount(rule.matches, i18n.language),
  })
}

const Outcome = ({ invited, rule }: InvitedRowProps) => {
  const { t } = useTranslation('invite')
  const progress = useProgress({ invited, rule })
  switch (invited.status) {
    case 'playing':
      return <span className={styles.progress}>{progress}</span>
    case 'earned':
      return <Coins className={styles.earned} amount={invited.amount ?? '0'} purse="promo" sign="+" />
    case 'refused':
      return <Chip small>{t('noGift')}</Chip>
  }
}

/** How far they are, and why a match did not count or nothing was earned. */
const Far = ({ invited, rule }: InvitedRowProps) => {
  const { t, i18n } = useTranslation('invite')
  const progress = useProgress({ invited, rule })
  const { matches, discounted, reason, status, name } = invited
  const isPlaying = status === 'playing'
  if (!isPlaying && reason === null && discounted === 0) return null
  return (
    <div className={styles.far}>
      {isPlaying && <ProgressBar value={matches / rule.matches} label={`${name}: ${progress}`} />}
      {reason && <p className={styles.why}>{t(`reason.${reason}`)}</p>}
      {discounted > 0 && (
        <p className={styles.why}>
          {t('discounted', { count: discounted, amount: formatCount(discounted, i18n.language) })}
        </p>
      )}
    </div>
  )
}

/** One who came: since when, how far, and what that brought. */
export const InvitedRow = ({ invited, rule }: InvitedRowProps) => (
  <li className={styles.row}>
    <Avatar id={invited.avatar} size={40} />
    <div className={styles.words}>
      <p className={styles.name}>
        <bdi>{invited.name}</bdi>
      </p>
      <p className={styles.when}>
        <When invited={invited} />
      </p>
    </div>
    <div className={styles.outcome}>
      <Outcome invited={invited} rule={rule} />
    </div>
    <Far invited={invited} rule={rule} />
  </li>
)
