import type { VipCenter } from '@minefall/shared/contracts'
import { useTranslation } from 'react-i18next'
import { formatCoins } from '../../lib/format.ts'
import { Coins } from '../../ui/Coins.tsx'
import { classes } from '../../ui/classes.ts'
import styles from './ladder.module.css'
import { TierBadge } from './TierBadge.tsx'
import { useTierName } from './tier-name.ts'
import section from './vip.module.css'

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
      <dl className={styles.gifts}>
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
export const Ladder = ({ center }: { center: VipCenter }) => {
  const { t } = useTranslation('vip')
  return (
    <section className={section.section} aria-labelledby="vip-ladder">
      <header className={section.head}>
        <h3 id="vip-ladder" className={section.title}>
          {t('ladder.title')}
        </h3>
        <p className={section.hint}>{t('ladder.hint')}</p>
      </header>
      <ol className={styles.ladder}>
        {center.tiers.map((tier) => (
          <Rung key={tier.tier} tier={tier} own={center.vip.tier} />
        ))}
      </ol>
    </section>
  )
}
