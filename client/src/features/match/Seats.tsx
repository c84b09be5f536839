import { type CSSProperties, memo } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCount } from '../../lib/format.ts'
import { PlayerName } from '../../parts/PlayerName.tsx'
import shape from '../../styles/shape.module.css'
import { classes } from '../../ui/classes.ts'
import { Emote, type EmoteName } from '../../ui/Emote.tsx'
import { SeatDial } from '../../ui/SeatDial.tsx'
import styles from './seats.module.css'
import { type SeatScene, seatPlaces } from './seats.ts'

type SeatsProps = {
  seats: readonly SeatScene[]
  now(): number
  /** Play is paused: clocks stand. */
  paused: boolean
}

const isEmote = (name: string): name is EmoteName =>
  ['smile', 'sweat', 'wow', 'grr', 'wink', 'laugh'].includes(name)

const Bubble = ({ emote }: { emote: SeatScene['emote'] }) => {
  const { t } = useTranslation('ui')
  if (!emote || !isEmote(emote.emote)) return null
  return (
    <span key={emote.key} className={styles.bubble} role="img" aria-label={t(`emote.${emote.emote}`)}>
      <Emote name={emote.emote} size={34} />
    </span>
  )
}

const FreeSeat = ({ label }: { label: string }) => (
  <>
    <span className={styles.freeDial} aria-hidden="true" />
    <span className={styles.text}>
      <span className={styles.note}>{label}</span>
    </span>
  </>
)

/** The players in the order of their turns: a row on a phone, around the board where there is room. */
export const Seats = memo(({ seats, now, paused }: SeatsProps) => {
  const { t, i18n } = useTranslation('match')
  const own = Math.max(
    0,
    seats.findIndex(({ yours }) => yours),
  )
  const places = seatPlaces(seats.length, own)
  return (
    <ol className={styles.seats} aria-label={t('seat.list')} style={{ '--seats': seats.length }}>
      {seats.map((scene, index) => {
        const place = places[index]
        const style: CSSProperties | undefined = place && {
          '--row': `${place.row + 1} / span ${place.span}`,
          '--side': place.column === 'left' ? 1 : 3,
        }
        const { player, doing } = scene
        const note =
          scene.place === null
            ? t(`seat.note.${doing}`)
            : t(`seat.outNote.${outOf(doing)}`, { place: scene.place })
        return (
          <li
            key={scene.seat}
            className={classes(styles.seat, place?.column === 'self' && styles.self)}
            style={style}
            data-doing={doing.startsWith('out') ? 'out' : doing}
            data-link={scene.link}
            data-yours={scene.yours}
            data-crowd={seats.length}
          >
            {player ? (
              <>
                <SeatDial
                  className={styles.dial}
                  seat={scene.seat}
                  avatar={player.avatar}
                  clock={
                    scene.turn && {
                      startedAt: scene.turn.at,
                      deadline: scene.turn.deadline,
                      now,
                      stands: paused,
                    }
                  }
                  link={scene.link}
                  out={scene.out}
                  winner={scene.winner}
                  yours={scene.yours}
                />
                <span className={styles.text}>
                  <strong className={styles.name}>
                    {scene.yours ? t('seat.you') : <PlayerName {...player} />}
                  </strong>
                  <span className={styles.note}>
                    {doing === 'weak' && (
                      <span className={styles.bars} aria-hidden="true">
                        <i />
                        <i />
                        <i />
                        <i />
                      </span>
                    )}
                    {note}
                  </span>
                  {scene.silent && (
                    <span className={styles.tag} title={t('move.silent', { who: player.name })}>
                      {t('seat.silent')}
                    </span>
                  )}
                  {player.practice && <span className={styles.tag}>{t('seat.practice')}</span>}
                  {player.rating !== null && (
                    <span className={styles.tag}>
                      <span className={shape.aside}>{t('seat.rating')}</span>{' '}
                      {formatCount(player.rating, i18n.language)}
                    </span>
                  )}
                </span>
                <Bubble emote={scene.emote} />
              </>
            ) : (
              <FreeSeat label={t('seat.note.free')} />
            )}
          </li>
        )
      })}
    </ol>
  )
})

const outOf = (doing: SeatScene['doing']): 'mine' | 'idle' | 'left' => {
  if (doing === 'out.idle') return 'idle'
  return doing === 'out.left' ? 'left' : 'mine'
}
