import type { VipCenter } from '@minefall/shared/contracts/rest'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { formatCoins, formatDateTime } from '../../lib/format.ts'
import { useSession } from '../../machines/session/index.ts'
import { useTableName } from '../../parts/table-name.ts'
import { useTierName } from '../../parts/tier-name.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { Coins } from '../../ui/Coins.tsx'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { OtherGifts, RewardsFrame, RewardsState, useVip } from '../rewards/index.ts'
import { Gifts } from './Gifts.tsx'
import { Levels } from './Levels.tsx'
import { PlayerCard } from './PlayerCard.tsx'
import { TierBadge } from './TierBadge.tsx'
import styles from './vip.module.css'

type Tier = VipCenter['tiers'][number]

const Rung = ({ tier, own }: { tier: Tier; own: number }) => {
  const { t, i18n } = useTranslation('vip')
  const nameOf = useTierName()
  const isOwn = tier.tier === own
  return (
    <li
      className={classes(styles.rung, isOwn && styles.own, tier.tier > own && styles.ahead)}
      aria-current={isOwn ? 'step' : undefined}
    >
      <TierBadge tier={tier.tier} size={72} />
      <div className={styles.naming}>
        <h4 className={styles.name}>{nameOf(tier.name)}</h4>
        <p className={styles.staked}>
          {t('ladder.from', { staked: formatCoins(tier.staked, i18n.language) })}
        </p>
      </div>
      {isOwn && <b className={styles.mine}>{t('ladder.own')}</b>}
      <dl className={styles.ladderGifts}>
        {(['daily', 'weekly', 'monthly'] as const).map((period) => (
          <div key={period}>
            <dt>{t(`ladder.${period}`)}</dt>
            <dd>
              <Coins amount={tier[period]} purse="promo" />
            </dd>
          </div>
        ))}
      </dl>
    </li>
  )
}

/** The VIP tiers from the first to the highest, each with its badge and its gifts. */
const Ladder = ({ center }: { center: VipCenter }) => {
  const { t } = useTranslation('vip')
  return (
    <section className={styles.section} aria-labelledby="vip-ladder">
      <header className={styles.head}>
        <h3 id="vip-ladder" className={styles.title}>
          {t('ladder.title')}
        </h3>
        <p className={styles.hint}>{t('ladder.hint')}</p>
      </header>
      <ol className={styles.ladder}>
        {center.tiers.map((tier) => (
          <Rung key={tier.tier} tier={tier} own={center.vip.tier} />
        ))}
      </ol>
    </section>
  )
}

/** Which matches count, which of the latest did not and why, and the way to the tables. */
const Counting = ({ discounted }: Pick<VipCenter, 'discounted'>) => {
  const { t, i18n } = useTranslation('vip')
  const tableName = useTableName()
  return (
    <section className={styles.section} aria-labelledby="vip-counting">
      <h3 id="vip-counting" className={styles.title}>
        {t('counting.title')}
      </h3>
      <p className={styles.hint}>{t('counting.rule')}</p>
      {discounted.length > 0 && (
        <>
          <h4 className={styles.countingTitle}>{t('counting.not')}</h4>
          <ul className={styles.list}>
            {discounted.map(({ endedAt, gameId, reason }) => (
              <li key={endedAt} className={styles.row}>
                <Icon name="info" />
                <span className={styles.words}>
                  <b>{t(`counting.reason.${reason}`)}</b>
                  <small>
                    {tableName(gameId, gameId)} ·{' '}
                    <time dateTime={new Date(endedAt).toISOString()}>
                      {formatDateTime(endedAt, i18n.language)}
                    </time>
                  </small>
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      <Link className={buttonClass()} to="/games">
        {t('counting.tables')}
      </Link>
    </section>
  )
}

const heights = { card: styles.cardRoom, gifts: styles.giftsRoom, levels: styles.levelsRoom } as const

/** The sheet's parts at their final size, until it is known what stands in them. */
const VipSkeleton = () => {
  const { t } = useTranslation()
  return (
    <div className={styles.waiting} role="status" aria-label={t('loading')}>
      {(['card', 'gifts', 'levels'] as const).map((part) => (
        <span key={part} className={heights[part]}>
          <Skeleton height="100%" />
        </span>
      ))}
    </div>
  )
}

const Content = ({ userId }: { userId: string }) => {
  const asked = useVip(userId)
  const { data } = asked
  return (
    <>
      <RewardsState of={asked} skeleton={<VipSkeleton />} />
      {data && (
        <>
          <PlayerCard center={data} />
          <Gifts center={data} />
          <OtherGifts userId={userId} to="activities" />
          <Levels center={data} />
          <Ladder center={data} />
          <Counting discounted={data.discounted} />
        </>
      )}
    </>
  )
}

/** Level, VIP tier and the gifts of both, over any page. Nothing for guests. */
export const VipModal = ({ onClose }: { onClose(): void }) => {
  // Awaits the texts of all that is in it, so that keys never flash.
  const { t } = useTranslation(['vip', 'common', 'ui', 'notices', 'errors'])
  const userId = useSession(({ context }) => context.user?.id)
  if (!userId) return null
  return (
    <Sheet title={t('title')} onClose={onClose} className={styles.vip}>
      <RewardsFrame userId={userId}>
        <Content userId={userId} />
      </RewardsFrame>
    </Sheet>
  )
}
