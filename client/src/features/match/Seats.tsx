import { type CSSProperties, memo, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCount } from '../../lib/format.ts'
import { PlayerName } from '../../parts/PlayerName.tsx'
import shape from '../../styles/shape.module.css'
import { classes } from '../../ui/classes.ts'
import { Emote, type EmoteName } from '../../ui/Emote.tsx'
import { SeatDial } from '../../ui/SeatDial.tsx'
import styles from './seats.module.css'
import { type SeatPlace, type SeatScene, seatPlaces } from './seats.ts'

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

type SeatProps = SeatScene & {
  /** Where it stands around a wide board. */
  at: SeatPlace | undefined
  /** How many seats there are. */
  crowd: number
  now(): number
  stands: boolean
}

/** One seat, which renders again only when something of it changes: a turn changes two of six. */
const Seat = memo(({ player, doing, at, crowd, now, stands, ...scene }: SeatProps) => {
  const { t, i18n } = useTranslation('match')
  const { seat, yours, link, out, winner, turn } = scene
  const style: CSSProperties | undefined = at && {
    '--row': `${at.row + 1} / span ${at.span}`,
    '--side': at.column === 'left' ? 1 : 3,
  }
  return (
    <li
      className={classes(styles.seat, at?.column === 'self' && styles.self)}
      style={style}
      data-doing={doing.startsWith('out') ? 'out' : doing}
      data-link={link}
      data-yours={yours}
      data-crowd={crowd}
    >
      {player ? (
        <>
          <SeatDial
            {...{ seat, link, out, winner, yours }}
            avatar={player.avatar}
            clock={turn && { startedAt: turn.at, deadline: turn.deadline, now, stands }}
          />
          <span className={styles.text}>
            <strong className={styles.name}>{yours ? t('seat.you') : <PlayerName {...player} />}</strong>
            <span className={styles.note}>
              {doing === 'weak' && (
                <span className={styles.bars} aria-hidden="true">
                  <i />
                  <i />
                  <i />
                  <i />
                </span>
              )}
              {scene.place === null
                ? t(`seat.note.${doing}`)
                : t(`seat.outNote.${outOf(doing)}`, { place: scene.place })}
            </span>
            {scene.silent && (
              <span className={styles.tag} title={t('move.silent', { who: player.name })}>
                {t('seat.silent')}
              </span>
            )}
            {player.kind === 'practice' && <span className={styles.tag}>{t('seat.practice')}</span>}
            {player.rating !== undefined && (
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
})

/** The players in the order of their turns: a row on a phone, around the board where there is room. */
export const Seats = memo(({ seats, now, paused }: SeatsProps) => {
  const { t } = useTranslation('match')
  const crowd = seats.length
  const own = Math.max(
    0,
    seats.findIndex(({ yours }) => yours),
  )
  const places = useMemo(() => seatPlaces(crowd, own), [crowd, own])
  return (
    <ol className={styles.seats} aria-label={t('seat.list')} style={{ '--seats': crowd }}>
      {seats.map((scene, index) => (
        <Seat key={scene.seat} {...scene} at={places[index]} crowd={crowd} now={now} stands={paused} />
      ))}
    </ol>
  )
})

const outOf = (doing: SeatScene['doing']): 'mine' | 'idle' | 'left' => {
  if (doing === 'out.idle') return 'idle'
  return doing === 'out.left' ? 'left' : 'mine'
}
