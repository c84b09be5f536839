import { useTranslation } from 'react-i18next'
import type { Purse } from '../../ui/Coin.tsx'
import { Coins } from '../../ui/Coins.tsx'
import { classes } from '../../ui/classes.ts'
import styles from './play.module.css'
import type { ReceivedPlay } from './play-calls.ts'

const unit = (locale: string, of: 'day' | 'hour' | 'minute' | 'second', value: number): string =>
  new Intl.NumberFormat(locale, { style: 'unit', unit: of, unitDisplay: 'short' }).format(value)

/** Unbreakable across lines. Japanese writes no spaces, and may break after any number. */
const onOneLine = (locale: string, text: string): string =>
  locale.startsWith('ja')
    ? text.replaceAll(' ', '').replaceAll(/\d(?=\D)/g, '$&\u2060')
    : text.replaceAll(' ', '\u00a0')

const steps = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/**
 * Whole seconds in their two largest units, such as "1 hr 5 min", on one line; with `least` nothing smaller than that is
 * shown, and less than one of it is none.
 */
export const durationText = (
  seconds: number,
  locale: string,
  least: 'minute' | 'second' = 'minute',
): string => {
  const last = steps.findIndex(([name]) => name === least)
  const told = steps.slice(0, last + 1)
  const first = told.findIndex(([, size]) => seconds >= size)
  if (first === -1) return onOneLine(locale, unit(locale, least, 0))
  let rest = seconds
  const parts: string[] = []
  for (const [name, size] of told.slice(first, first + 2)) {
    const count = Math.floor(rest / size)
    rest -= count * size
    if (count > 0) parts.push(unit(locale, name, count))
  }
  return onOneLine(locale, parts.join(' '))
}

/** What came back less what was staked, with its sign. */
export const Net = ({ amount, purse }: { amount: string; purse: Purse }) => {
  const isLess = amount.startsWith('-')
  return (
    <Coins
      className={classes(styles.net, !isLess && amount !== '0' && styles.more)}
      amount={amount.replace('-', '')}
      purse={purse}
      {...(amount === '0' ? {} : { sign: isLess ? ('−' as const) : ('+' as const) })}
    />
  )
}

/** How long was played today, and the outcome. */
export const Figures = ({ play }: { play: ReceivedPlay }) => {
  const { t, i18n } = useTranslation('play')
  const { seconds, coin, promo } = play.today
  return (
    <dl className={styles.figures}>
      <div>
        <dt>{t('today.time')}</dt>
        <dd>{durationText(seconds, i18n.language)}</dd>
      </div>
      <div>
        <dt>{t('today.coin')}</dt>
        <dd>
          <Net amount={coin.net} purse="coin" />
        </dd>
      </div>
      <div>
        <dt>{t('today.promo')}</dt>
        <dd>
          <Net amount={promo.net} purse="promo" />
        </dd>
      </div>
    </dl>
  )
}
