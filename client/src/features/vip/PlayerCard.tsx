import type { VipCenter } from '@minefall/shared/contracts/rest'
import { useId } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { formatCoins, formatCount } from '../../lib/format.ts'
import { useTierName } from '../../parts/tier-name.ts'
import { Coins } from '../../ui/Coins.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { shareDone } from './Levels.tsx'
import styles from './player-card.module.css'
import { TierBadge } from './TierBadge.tsx'

/** Ticks between the beginning of a level and its end. */
const ticks = 12

/** The number of a level on a tile, within the way to the next. It is decoration: words beside it say the same. */
const LevelRing = ({ level, share }: { level: number; share: number }) => {
  const glow = useId()
  return (
    <span className={styles.dial} aria-hidden="true">
      <svg className={styles.ring} viewBox="0 0 120 120" aria-hidden="true">
        <filter id={glow}>
          <feDropShadow className={styles.glow} dx="0" dy="0" stdDeviation="5" />
        </filter>
        <circle className={styles.well} cx="60" cy="60" r="50" />
        <circle
          className={styles.levelRingDone}
          filter={`url(#${glow})`}
          cx="60"
          cy="60"
          r="50"
          pathLength={1}
          strokeDasharray={`${share} 2`}
          visibility={share === 0 ? 'hidden' : undefined}
        />
        <circle
          className={styles.ticks}
          cx="60"
          cy="60"
          r="50"
          pathLength={ticks}
          strokeDasharray=".07 .93"
          strokeDashoffset=".035"
        />
      </svg>
      <b className={styles.tile}>{level}</b>
    </span>
  )
}

const LevelPart = ({ level, levels }: Pick<VipCenter, 'level' | 'levels'>) => {
  const { t, i18n } = useTranslation('vip')
  const count = (value: number) => formatCount(value, i18n.language)
  const { next, matches, from } = level
  const share = next ? shareDone(BigInt(from), BigInt(matches), BigInt(next.matches)) : 1
  const gift = next && levels.find((one) => one.level === next.level)?.gift
  return (
    <section className={styles.part} aria-labelledby="vip-level">
      <LevelRing level={level.level} share={share} />
      <div className={styles.words}>
        <h3 id="vip-level" className={styles.title}>
          {t('level.name', { level: count(level.level) })}
        </h3>
        {next ? (
          <>
            <p className={styles.done}>
              {t('level.done', { count: next.matches, matches: count(matches), goal: count(next.matches) })}
            </p>
            <p className={styles.more}>
              {t('level.more', {
                count: next.matches - matches,
                matches: count(next.matches - matches),
                level: count(next.level),
              })}
            </p>
            {gift && (
              <p className={styles.prize}>
                {t('level.prize')} <Coins amount={gift.amount} purse="promo" />
              </p>
            )}
          </>
        ) : (
          <>
            <p className={styles.done}>{t('level.all', { count: matches, matches: count(matches) })}</p>
            <p className={styles.more}>{t('level.highest')}</p>
          </>
        )}
      </div>
    </section>
  )
}

const VipPart = ({ vip, tiers }: Pick<VipCenter, 'vip' | 'tiers'>) => {
  const { t, i18n } = useTranslation('vip')
  const nameOf = useTierName()
  const own = tiers.find(({ tier }) => tier === vip.tier)
  const ahead = vip.next && tiers.find(({ tier }) => tier === vip.next?.tier)
  const title = own ? t('vip.name', { tier: nameOf(own.name) }) : t('vip.none')
  const share = vip.next
    ? shareDone(BigInt(own?.staked ?? 0), BigInt(vip.staked), BigInt(vip.next.staked))
    : 1
  return (
    <section className={styles.part} aria-labelledby="vip-tier">
      <span className={styles.badge}>
        <TierBadge tier={vip.tier} size={96} />
      </span>
      <div className={styles.words}>
        <h3 id="vip-tier" className={styles.title}>
          {title}
        </h3>
        {vip.next ? (
          <>
            <p className={styles.done}>
              {t('vip.done', {
                staked: formatCoins(vip.staked, i18n.language),
                goal: formatCoins(vip.next.staked, i18n.language),
              })}
            </p>
            <ProgressBar value={share} label={t('vip.way')} />
            {ahead && (
              <p className={styles.more}>
                <Trans
                  t={t}
                  i18nKey="vip.more"
                  values={{
                    amount: formatCoins(
                      (BigInt(vip.next.staked) - BigInt(vip.staked)).toString(),
                      i18n.language,
                    ),
                    tier: nameOf(ahead.name),
                  }}
                  components={{ b: <b /> }}
                />
              </p>
            )}
          </>
        ) : (
          <>
            <p className={styles.done}>{t('vip.all', { staked: formatCoins(vip.staked, i18n.language) })}</p>
            <p className={styles.more}>{t('vip.highest')}</p>
          </>
        )}
      </div>
    </section>
  )
}

/** Where one stands: the level with the way to the next, and the VIP tier with the way to the next. */
export const PlayerCard = ({ center }: { center: VipCenter }) => (
  <div className={styles.card}>
    <LevelPart level={center.level} levels={center.levels} />
    <VipPart vip={center.vip} tiers={center.tiers} />
  </div>
)
