import type { VipCenter } from '@minefall/shared/contracts/rest'
import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCoins, formatCoinsShort, formatCount } from '../../lib/format.ts'
import shape from '../../styles/shape.module.css'
import { Coin } from '../../ui/Coin.tsx'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/Icon.tsx'
import styles from './levels.module.css'
import section from './vip.module.css'

/** How much of the way from one whole amount to a larger one is done, from 0 to 1. Amounts may pass 2^53. */
export const shareDone = (from: bigint, done: bigint, to: bigint): number => {
  if (to <= from) return 1
  const share = Number(((done - from) * 10_000n) / (to - from)) / 10_000
  return Math.min(1, Math.max(0, share))
}

type Level = VipCenter['levels'][number]

/** A level of the track: how far it is filled, and the state of its gift. */
const Step = ({ of, own }: { of: Level; own: VipCenter['level'] }) => {
  const { t, i18n } = useTranslation('vip')
  const { level, matches, gift } = of
  const isNext = own.next?.level === level
  const share = isNext ? shareDone(BigInt(own.from), BigInt(own.matches), BigInt(matches)) : 0
  const fill: CSSProperties & { '--fill'?: string } = { '--fill': `${Math.round(share * 100)}%` }
  const spoken = [
    t('level.name', { level: formatCount(level, i18n.language) }),
    t('track.matches', { count: matches, matches: formatCount(matches, i18n.language) }),
    gift && t(`track.gift.${gift.status}`, { amount: formatCoins(gift.amount, i18n.language) }),
    level === own.level && t('track.here'),
  ].filter((part) => typeof part === 'string')
  return (
    <li
      className={classes(
        styles.step,
        level <= own.level && styles.reached,
        level === own.level && styles.here,
        isNext && styles.next,
      )}
      style={isNext ? fill : undefined}
      aria-current={level === own.level ? 'step' : undefined}
    >
      <span className={shape.aside}>{spoken.join(', ')}</span>
      <b className={styles.tile} aria-hidden="true">
        {level}
        {gift && gift.status !== 'locked' && (
          <i className={classes(styles.mark, styles[gift.status])}>
            <Icon name={gift.status === 'ready' ? 'gift' : 'check'} size={12} />
          </i>
        )}
      </b>
      <span className={styles.amount} aria-hidden="true">
        {gift ? (
          <>
            <Coin purse="promo" />
            {formatCoinsShort(gift.amount, i18n.language)}
          </>
        ) : (
          '–'
        )}
      </span>
      <small className={styles.matches} aria-hidden="true">
        {formatCoinsShort(String(matches), i18n.language)}
      </small>
    </li>
  )
}

/** The levels as a track of tiles, each with its gift. */
export const Levels = ({ center }: { center: VipCenter }) => {
  const { t } = useTranslation('vip')
  return (
    <section className={section.section} aria-labelledby="vip-levels">
      <header className={section.head}>
        <h3 id="vip-levels" className={section.title}>
          {t('track.title')}
        </h3>
        <p className={section.hint}>{t('track.hint')}</p>
      </header>
      <ol className={styles.track}>
        {center.levels.map((level) => (
          <Step key={level.level} of={level} own={center.level} />
        ))}
      </ol>
    </section>
  )
}
