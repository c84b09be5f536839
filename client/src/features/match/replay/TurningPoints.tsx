import { useTranslation } from 'react-i18next'
import { joinSentences } from '../../../lib/join-sentences.ts'
import { formatPercent } from '../../../lib/percent.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import styles from './turning-points.module.css'
import type { TurningPoint } from './turning-points.ts'

export type TurningPointsProps = {
  points: readonly TurningPoint[]
  nameOf(seat: number): string
  onSeek(ply: number): void
}

/** The moves that the match turned on, each the way to itself. */
const List = ({ points, nameOf, onSeek }: TurningPointsProps) => {
  const { t, i18n } = useTranslation('replay')
  return (
    <ul className={styles.points}>
      {points.map(({ kind, ply, seat, risk, least }) => (
        <li key={ply}>
          <button type="button" onClick={() => onSeek(ply)}>
            {joinSentences(
              [
                t('turning.move', { ply }),
                t(`turning.${kind}`, {
                  who: nameOf(seat),
                  risk: formatPercent(risk, i18n.language),
                  least: formatPercent(least, i18n.language),
                }),
              ],
              i18n.language,
            )}
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Beside a wide board, below its moves. */
export const TurningPoints = (props: TurningPointsProps) => {
  const { t } = useTranslation('replay')
  if (props.points.length === 0) return null
  return (
    <section className={styles.turning} aria-label={t('turning.title')}>
      <h2>{t('turning.title')}</h2>
      <List {...props} />
    </section>
  )
}

type TurningDialogProps = TurningPointsProps & { open: boolean; onClose(): void }

/** Where there is no room beside the board: gone once a move is chosen. */
export const TurningDialog = ({ open, onClose, onSeek, ...list }: TurningDialogProps) => {
  const { t } = useTranslation('replay')
  return (
    <Dialog open={open} onClose={onClose} title={t('turning.title')} size="form">
      <List
        {...list}
        onSeek={(ply) => {
          onSeek(ply)
          onClose()
        }}
      />
    </Dialog>
  )
}
