import type { ShownRating } from '@minefall/shared/contracts/rest'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCount } from '../../lib/format.ts'
import { Chip } from '../../ui/Chip.tsx'
import styles from './player.module.css'

/** The drawing's own units; it is stretched to its place. */
const [width, height] = [300, 96]

/** The curve of at least two ratings as the points of a line, the oldest at the left, the highest at the top. */
export const curvePoints = (curve: readonly number[]): string => {
  const [least, most] = [Math.min(...curve), Math.max(...curve)]
  const range = Math.max(most - least, 1)
  return curve
    .map((rating, nth) => {
      const x = (nth / (curve.length - 1)) * width
      const y = ((most - rating) / range) * height
      return `${x.toFixed(1)},${y.toFixed(1)}`
    })
    .join(' ')
}

/** The latest ratings as a line for the eye and a sentence for the ear. */
const Curve = ({ curve }: { curve: readonly number[] }) => {
  const { t, i18n } = useTranslation('player')
  const number = (value: number) => formatCount(value, i18n.language)
  const [least, most] = [Math.min(...curve), Math.max(...curve)]
  const text = t('curve.text', {
    from: number(curve[0] ?? 0),
    to: number(curve.at(-1) ?? 0),
    least: number(least),
    most: number(most),
  })
  return (
    <figure className={styles.curve}>
      <figcaption>{t('curve.title', { count: curve.length })}</figcaption>
      <div className={styles.drawing}>
        <svg viewBox={`0 -3 ${width} ${height + 6}`} preserveAspectRatio="none" role="img" aria-label={text}>
          <polyline points={curvePoints(curve)} />
        </svg>
        <p className={styles.scale} aria-hidden="true">
          <span>{number(most)}</span>
          <span>{number(least)}</span>
        </p>
      </div>
    </figure>
  )
}

/** How often each place was taken in the latest rated matches. */
const Places = ({ places }: { places: readonly number[] }) => {
  const { t, i18n } = useTranslation('player')
  const most = Math.max(...places)
  return (
    <table className={styles.places}>
      <caption>{t('places.title')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('places.place')}</th>
          <th scope="col">{t('places.matches')}</th>
        </tr>
      </thead>
      <tbody>
        {[...places.entries()].map(([nth, count]) => (
          <tr key={nth}>
            <th scope="row">{formatCount(nth + 1, i18n.language)}</th>
            <td>
              <i style={{ width: `${(count / most) * 100}%` }} aria-hidden="true" />
              <span>{formatCount(count, i18n.language)}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A rating with its curve, its best, and the places it came from; or that there is none yet. */
export const RatingCard = ({ rating }: { rating: ShownRating | null }) => {
  const { t, i18n } = useTranslation('player')
  const title = useId()
  if (!rating)
    return (
      <section className={styles.card} aria-labelledby={title}>
        <h2 id={title}>{t('rating.title')}</h2>
        <p className={styles.hint}>{t('rating.none')}</p>
      </section>
    )
  const number = (value: number) => formatCount(value, i18n.language)
  return (
    <section className={styles.card} aria-labelledby={title}>
      <h2 id={title}>{t('rating.title')}</h2>
      <p className={styles.rating}>
        <b>{number(rating.rating)}</b>
        {rating.provisional && <Chip tone="warn">{t('rating.provisional')}</Chip>}
      </p>
      {rating.provisional && <p className={styles.hint}>{t('rating.settles')}</p>}
      <dl className={styles.measures}>
        <div>
          <dt>{t('rating.best')}</dt>
          <dd>{rating.best === null ? '–' : number(rating.best)}</dd>
        </div>
        <div>
          <dt>{t('rating.matches')}</dt>
          <dd>{number(rating.matches)}</dd>
        </div>
      </dl>
      {rating.curve.length > 1 && <Curve curve={rating.curve} />}
      <Places places={rating.places} />
    </section>
  )
}
