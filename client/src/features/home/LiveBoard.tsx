import { type RefObject, useEffect, useReducer, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar, seatClass } from '../../ui/Avatar.tsx'
import { classes } from '../../ui/classes.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { IsoBoard, type IsoTile } from '../../ui/IsoBoard.tsx'
import { advanceDemo, coordinate, type DemoState, demoAt, stageMs } from './demo.ts'
import styles from './LiveBoard.module.css'

const reducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)')

/** Long enough for the page to be there and answer before anything moves. */
const restMs = 1_400

const useMotionAllowed = () => {
  const [allowed, allow] = useState(() => !reducedMotion().matches)
  useEffect(() => {
    const query = reducedMotion()
    const heed = () => allow(!query.matches)
    query.addEventListener('change', heed)
    return () => query.removeEventListener('change', heed)
  }, [])
  return allowed
}

/** Whether anyone can see it: the tab is shown and the element is on screen. */
const useSeen = (element: RefObject<Element | null>) => {
  const [seen, see] = useState(false)
  useEffect(() => {
    const target = element.current
    if (!target) return
    let onScreen = false
    const heed = () => see(onScreen && document.visibilityState === 'visible')
    const observer = new IntersectionObserver((entries) => {
      onScreen = entries.at(-1)?.isIntersecting ?? false
      heed()
    })
    observer.observe(target)
    document.addEventListener('visibilitychange', heed)
    return () => {
      observer.disconnect()
      document.removeEventListener('visibilitychange', heed)
    }
  }, [element])
  return seen
}

type Demo = {
  state: DemoState
  playing: boolean
  /** Stops it, or lets it go on. */
  toggle(): void
}

/** Plays the demonstration while `element` can be seen; still at first under reduced motion. */
const useDemo = (element: RefObject<Element | null>, seed: number, turns: number): Demo => {
  const [state, advance] = useReducer(advanceDemo, null, () => demoAt(seed, turns))
  const motion = useMotionAllowed()
  const [chosen, choose] = useState<boolean | null>(null)
  const [rested, rest] = useState(false)
  const seen = useSeen(element)
  const playing = chosen ?? motion

  useEffect(() => {
    const timer = setTimeout(() => rest(true), restMs)
    return () => clearTimeout(timer)
  }, [])

  useEffect(() => {
    if (!playing || !seen || !rested) return
    const timer = setTimeout(advance, stageMs(state))
    return () => clearTimeout(timer)
  }, [playing, seen, rested, state])

  return { state, playing, toggle: () => choose(!playing) }
}

/** A match with clues, a mine and a tile in the air at first sight. */
const first = { seed: 155, turns: 11 } as const

const isoTiles = ({ tiles, stage, tile: current }: DemoState): IsoTile[] =>
  tiles.map((tile, index) => {
    if (tile === null) return { kind: stage === 'lifted' && index === current ? 'lifted' : 'closed' }
    return tile.mine ? { kind: 'mine' } : { kind: 'open', clue: tile.clue }
  })

type FlagProps = {
  state: DemoState
  seat: number
  text: string
  side: 'start' | 'end'
  /** Whether this one's clock runs. */
  timed?: boolean
}

const Flag = ({ state, seat, text, side, timed = false }: FlagProps) => {
  const player = state.players[seat]
  if (!player) return null
  return (
    <span
      className={classes(
        styles.flag,
        side === 'start' ? styles.flagStart : styles.flagEnd,
        timed && styles.timed,
        seatClass(seat),
      )}
    >
      <Avatar className={styles.face} id={player.avatar} seat={seat} out={player.out} />
      {text}
    </span>
  )
}

/** Who opened the tile that was opened last, and where. */
const lastOpened = ({ tiles, opened }: DemoState) => {
  const tile = opened === null ? null : tiles[opened]
  return opened !== null && tile ? { at: opened, ...tile } : null
}

/** The idea in one glance: a match that plays itself, said to be a demonstration. */
export const LiveBoard = () => {
  const { t } = useTranslation('home')
  const frame = useRef<HTMLElement>(null)
  const { state, playing, toggle } = useDemo(frame, first.seed, first.turns)
  const name = (seat: number) => state.players[seat]?.name ?? ''
  const last = lastOpened(state)
  return (
    <figure ref={frame} className={classes(styles.figure, !playing && styles.held)}>
      <IsoBoard live columns={state.columns} rows={state.rows} tiles={isoTiles(state)} />
      <div aria-hidden="true">
        {last && (
          <Flag
            key={last.at}
            state={state}
            seat={last.seat}
            side="start"
            text={
              last.mine
                ? t('demo.out', { name: name(last.seat) })
                : t('demo.opened', { name: name(last.seat), at: coordinate(last.at, state.columns) })
            }
          />
        )}
        {state.stage !== 'opened' && (
          <Flag
            key={state.turn}
            timed={state.stage !== 'won'}
            state={state}
            seat={state.seat}
            side="end"
            text={t(state.stage === 'won' ? 'demo.won' : 'demo.choosing', { name: name(state.seat) })}
          />
        )}
      </div>
      <figcaption className={styles.caption}>
        {t('demo.label')}
        <span className={styles.about}>{t('demo.about')}</span>
        <IconButton
          icon={playing ? 'pause' : 'play'}
          label={t(playing ? 'demo.pause' : 'demo.play')}
          onClick={toggle}
        />
      </figcaption>
    </figure>
  )
}
