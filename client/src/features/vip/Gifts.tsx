import type { VipCenter } from '@minefall/shared/contracts/rest'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCoins, formatCount } from '../../lib/format.ts'
import { useTierName } from '../../parts/tier-name.ts'
import { classes } from '../../ui/classes.ts'
import { Gift, type GiftState } from '../rewards/index.ts'
import levels from './levels.module.css'
import styles from './vip.module.css'

type GiftArtProps = {
  /** As a gift stands with the player. */
  status: 'locked' | 'ready' | 'received'
  /** A lasting gift is a larger box. */
  size?: 1 | 2 | 3 | undefined
}

/** How much of the drawing each size takes. */
const scales = { 1: 0.78, 2: 0.9, 3: 1 } as const

/** A box with its ribbon: closed and dull, closed and bright, or opened. It says nothing to screen readers. */
const GiftArt = ({ status, size = 2 }: GiftArtProps) => {
  const scale = scales[size]
  return (
    <svg
      className={classes(
        levels.giftBox,
        status === 'locked' ? undefined : status === 'ready' ? levels.giftReady : levels.received,
      )}
      viewBox="0 0 48 48"
      aria-hidden="true"
    >
      <g transform={`translate(24 44) scale(${scale}) translate(-24 -44)`}>
        <path className={levels.skirt} d="M8 22h34v20a3 3 0 0 1-3 3H11a3 3 0 0 1-3-3z" />
        <path className={levels.box} d="M6 20h34v20a3 3 0 0 1-3 3H9a3 3 0 0 1-3-3z" />
        <path className={levels.side} d="M30 20h10v20a3 3 0 0 1-3 3h-7z" />
        <path className={levels.ribbon} d="M19 20h8v23h-8z" />
        {status === 'received' && <path className={levels.inside} d="M6 20h34v4q-17 5-34 0z" />}
        <g className={levels.lid}>
          <path className={levels.bow} d="M23 13c-9 1-12-3-10-6s9-1 10 6c1-7 8-9 10-6s-1 7-10 6z" />
          <path className={levels.skirt} d="M5.500 14h37a2 2 0 0 1 2 2v4a2 2 0 0 1-2 2h-37z" />
          <path
            className={levels.top}
            d="M4.500 13h37a1.500 1.500 0 0 1 1.500 1.500v5a1.500 1.500 0 0 1-1.500 1.500h-37A1.500 1.500 0 0 1 3 19.500v-5A1.500 1.500 0 0 1 4.500 13z"
          />
          <path className={levels.ribbon} d="M18 13h10v8H18z" />
        </g>
      </g>
    </svg>
  )
}

/** A level's number on its tile, beside words that say it too. */
const LevelArt = ({ level }: { level: number }) => (
  <b className={levels.art} aria-hidden="true">
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
