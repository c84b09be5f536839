import { lazy, type RefObject, Suspense, useEffect, useReducer, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mediaHook } from '../../lib/media.ts'
import { useSeen } from '../../lib/use-seen.ts'
import { useConnection } from '../../machines/connection/index.ts'
import shape from '../../styles/shape.module.css'
import { BoardFlag } from '../../ui/BoardFlag.tsx'
import styles from '../../ui/board-figure.module.css'
import { IconButton } from '../../ui/IconButton.tsx'
import { IsoBoard } from '../../ui/IsoBoard.tsx'
import type { IsoTile } from '../../ui/iso.ts'
import { advanceDemo, coordinate, type DemoState, demoAt, stageMs } from './demo.ts'

/** Long enough for the page to be there and answer before anything moves. */
const restMs = 1_400

const useMotionAllowed = mediaHook('(prefers-reduced-motion: no-preference)', true)

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
  const rest = useRef(restMs)
  const seen = useSeen(element)
  const playing = chosen ?? motion

  useEffect(() => {
    if (!playing || !seen) return
    const timer = setTimeout(() => {
      rest.current = 0
      advance()
    }, rest.current + stageMs(state))
    return () => clearTimeout(timer)
  }, [playing, seen, state])

  return { state, playing, toggle: () => choose(!playing) }
}

/** A match with clues, a mine and a tile in the air at first sight. */
const first = { seed: 155, turns: 11 } as const

const isoTiles = ({ tiles, stage, tile: current }: DemoState): IsoTile[] =>
  tiles.map((tile, index) => {
    if (tile === null) return { kind: stage === 'lifted' && index === current ? 'lifted' : 'closed' }
    return tile.mine ? { kind: 'mine' } : { kind: 'open', clue: tile.clue }
  })

/** The idea in one glance: a match that plays itself, said to be a demonstration. */
const Demonstration = () => {
  const { t } = useTranslation('home')
  const frame = useRef<HTMLElement>(null)
  const { state, playing, toggle } = useDemo(frame, first.seed, first.turns)
  const name = (seat: number) => state.players[seat]?.name ?? ''
  const opened = state.opened ?? -1
  const last = state.tiles[opened]
  return (
    <figure ref={frame} className={styles.figure}>
      <IsoBoard columns={state.columns} rows={state.rows} tiles={isoTiles(state)} />
      <div aria-hidden="true">
        {last && (
          <BoardFlag
            key={opened}
            seat={last.seat}
            player={state.players[last.seat]}
            side="start"
            text={
              last.mine
                ? t('demo.out', { name: name(last.seat) })
                : t('demo.opened', { name: name(last.seat), at: coordinate(opened, state.columns) })
            }
          />
        )}
        {state.stage !== 'opened' && (
          <BoardFlag
            key={state.turn}
            timed={state.stage !== 'won'}
            held={!playing}
            seat={state.seat}
            player={state.players[state.seat]}
            side="end"
            text={t(state.stage === 'won' ? 'demo.won' : 'demo.choosing', { name: name(state.seat) })}
          />
        )}
      </div>
      <figcaption className={styles.caption}>
        {t('demo.label')}
        <span className={shape.aside}>{t('demo.about')}</span>
        <IconButton
          icon={playing ? 'pause' : 'play'}
          label={t(playing ? 'demo.pause' : 'demo.play')}
          onClick={toggle}
        />
      </figcaption>
    </figure>
  )
}

const Tv = lazy(async () => ({ default: (await import('../tv/Tv.tsx')).Tv }))

/** The best live match on TV, and the demonstration while there is none. */
export const LiveBoard = () => {
  const playing = useConnection(({ context }) => context.digest?.playing ?? 0)
  // From the first match on: how the last one ends is seen, too.
  const [hasTv, turnOn] = useState(false)
  if (!hasTv && playing > 0) turnOn(true)
  const demonstration = <Demonstration />
  if (!hasTv) return demonstration
  return (
    <Suspense fallback={demonstration}>
      <Tv>{demonstration}</Tv>
    </Suspense>
  )
}
