import type { VipCenter } from '@minefall/shared/contracts/rest'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCoins, formatCount } from '../../lib/format.ts'
import { useTierName } from '../../parts/tier-name.ts'
import { Gift, type GiftState } from '../rewards/Gift.tsx'
import { GiftArt } from '../rewards/GiftArt.tsx'
import levelsStyles from './levels.module.css'
import styles from './vip.module.css'

/** A level's number on its tile, beside words that say it too. */
const LevelArt = ({ level }: { level: number }) => (
  <b className={levelsStyles.art} aria-hidden="true">
    {level}
  </b>
)

const periods = ['daily', 'weekly', 'monthly'] as const
type Period = (typeof periods)[number]
const periodOf = (gift: GiftState): Period | undefined => periods.find((one) => one === gift.bonus_type)

const sizes = { daily: 1, weekly: 2, monthly: 3 } as const

/** The gift of a day, a week or a month. */
const PeriodGift = ({ gift, tiers }: { gift: GiftState; tiers: VipCenter['tiers'] }) => {
  const { t, i18n } = useTranslation('vip')
  const nameOf = useTierName()
  const period = periodOf(gift)
  const first = tiers[0]
  if (!period) return null
  return (
    <Gift
      gift={gift}
      tall
      name={t(`gift.${period}`)}
      art={<GiftArt status={gift.status} size={sizes[period]} />}
      locked={
        first &&
        t('gift.from', { tier: nameOf(first.name), staked: formatCoins(first.staked, i18n.language) })
      }
    />
  )
}

/** Levels whose gift waits, and those that were claimed while this is shown: what was just received stays to be seen. */
const useLevelGifts = (levels: VipCenter['levels']) => {
  const [seen, setSeen] = useState<readonly number[]>([])
  const waiting = levels.filter(({ gift }) => gift?.status === 'ready').map(({ level }) => level)
  const fresh = waiting.filter((level) => !seen.includes(level))
  if (fresh.length > 0) setSeen([...seen, ...fresh])
  return levels.filter(({ level }) => seen.includes(level))
}

/** What can be claimed now, and when the next can be. */
export const Gifts = ({ center }: { center: VipCenter }) => {
  const { t, i18n } = useTranslation('vip')
  const levels = useLevelGifts(center.levels)
  return (
    <section className={styles.section} aria-labelledby="vip-gifts">
      <h3 id="vip-gifts" className={styles.title}>
        {t('gift.title')}
      </h3>
      <ul className={styles.levelGifts}>
        {levels.map(
          ({ level, gift }) =>
            gift && (
              <li key={level}>
                <Gift
                  gift={gift}
                  name={t('gift.level', { level: formatCount(level, i18n.language) })}
                  art={<LevelArt level={level} />}
                />
              </li>
            ),
        )}
      </ul>
      <ul className={styles.gifts}>
        {center.bonuses.map((gift) => (
          <li key={`${gift.bonus_type}/${gift.endsAt}`}>
            <PeriodGift gift={gift} tiers={center.tiers} />
          </li>
        ))}
      </ul>
    </section>
  )
}
