import { streakFrom } from '@minefall/shared/arena'
import { useTranslation } from 'react-i18next'
import { formatCount } from '../../lib/format.ts'
import { Chip } from '../../ui/Chip.tsx'
import { useCoinsText } from '../../ui/Coins.tsx'
import styles from './arena.module.css'
import { ownOf, placesOf, type Watched } from './watch.ts'

/** Where one stands after a match, and what one has won. A screen reader hears it when it changes, and nothing of the others. */
export const OwnPlace = ({ watched, prize }: { watched: Watched; prize?: string | undefined }) => {
  const { t, i18n } = useTranslation('arena')
  const coins = useCoinsText()
  const { standings } = watched
  const own = ownOf(watched)
  const placed = standings && placesOf(standings).find(({ player }) => player.nth === own?.nth)
  return (
    <p className={styles.own} role="status">
      {standings && placed && placed.player.matches > 0 && (
        <>
          {t(standings.arena.finishedAt === null ? 'place' : 'finalPlace', {
            place: formatCount(placed.place, i18n.language),
            points: t('points', { count: placed.player.points }),
          })}{' '}
          {prize !== undefined && <b>{t('won', { coins: coins(prize, standings.arena.asset) })}</b>}
          {placed.player.streak >= streakFrom && <Chip small>{t('streak')}</Chip>}
        </>
      )}
    </p>
  )
}
