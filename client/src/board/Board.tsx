import type { BoardTints } from '@minefall/shared/theme'
import {
  type CSSProperties,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import type { Facts } from '../machines/match/facts.ts'
import { noteDeviceOnce } from '../parts/device-notes.ts'
import styles from './board.module.css'
import { BoardGrid, type TileNote } from './grid/BoardGrid.tsx'
import { type BoardLayout, boardLayout } from './layout/layout.ts'
import { columnName } from './model/coordinates.ts'
import type { BoardScene } from './model/scene.ts'
import type { Stage, StageProps } from './pixi/stage.tsx'

type Room = { width: number; height: number }

/** The content box of an element in CSS pixels, followed through every resize; null before the first measure. */
const useRoom = (ref: RefObject<HTMLElement | null>): Room | null => {
  const [room, setRoom] = useState<Room | null>(null)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = (width: number, height: number) =>
      setRoom((was) => (was && was.width === width && was.height === height ? was : { width, height }))
    measure(element.clientWidth, element.clientHeight)
    const observer = new ResizeObserver((entries) => {
      const box = entries.at(-1)?.contentRect
      if (box) measure(box.width, box.height)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  return room
}

const read = () => window.devicePixelRatio || 1

/** A `resolution` query matches one ratio only, so each change asks for a new one. */
const subscribe = (changed: () => void) => {
  let query = window.matchMedia(`(resolution: ${read()}dppx)`)
  const renew = () => {
    query.removeEventListener('change', renew)
    query = window.matchMedia(`(resolution: ${read()}dppx)`)
    query.addEventListener('change', renew)
    changed()
  }
  query.addEventListener('change', renew)
  return () => query.removeEventListener('change', renew)
}

/** Device pixels a CSS pixel, followed through zoom and moves between screens. */
const usePixelRatio = (): number => useSyncExternalStore(subscribe, read, () => 1)

/** Where everything is: the same object while nothing moves, since for another one the canvas makes all its tiles again. */
const useLayout = (
  room: Room | null,
  columns: number,
  rows: number,
  pixelRatio: number,
): BoardLayout | null => {
  const text = useMemo(
    () => room && JSON.stringify(boardLayout({ ...room, columns, rows, pixelRatio })),
    [room, columns, rows, pixelRatio],
  )
  return useMemo(() => text && JSON.parse(text), [text])
}

/**
 * `drawn`: the canvas shows the board. `waiting`: it is not here yet, or its context was lost. `absent`: this
 * browser has no WebGL. In the latter two the DOM grid shows the board on its own.
 */
type Drawing = 'waiting' | 'drawn' | 'absent'

/** A lost context gets this long to come back, in milliseconds; then a new canvas is mounted. */
const patience = 3000
/** New canvases tried before the grid keeps the board. */
const attempts = 4

/** Keeps a Pixi stage mounted in `host`, through StrictMode, resizes, theme changes and lost contexts. */
const useStage = (
  host: RefObject<HTMLElement | null>,
  shown: StageProps | null,
  live: LiveScenes | undefined,
) => {
  const [drawing, setDrawing] = useState<Drawing>('waiting')
  const [attempt, setAttempt] = useState(0)
  const stage = useRef<Stage | null>(null)
  const wanted = useRef(shown)
  /** Through the canvas's side of React a scene would wait for two more tasks. */
  const show = useCallback((scene: BoardScene) => {
    if (!stage.current) return
    const { view, draw, fail } = stage.current
    if (!view.current) return draw()
    try {
      view.current.scene = scene
    } catch (error) {
      fail(error)
    }
  }, [])
  useLayoutEffect(() => {
    const was = wanted.current
    wanted.current = shown
    const isSceneAlone = shown && shown.look === was?.look && shown.facts === was.facts
    if (!isSceneAlone) stage.current?.draw()
    else if (!live) show(shown.scene)
  }, [shown, live, show])
  useLayoutEffect(() => live?.subscribe(show), [live, show])
  const isWanted = shown !== null

  useEffect(() => {
    const place = host.current
    const first = wanted.current
    if (!place || !first || !isWanted) return
    let ended = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const end = () => {
      ended = true
      clearTimeout(timer)
      stage.current?.end()
      stage.current = null
    }
    const absent = () => {
      if (ended) return
      end()
      setDrawing('absent')
    }
    const load = async () => {
      const [pixi] = await Promise.all([
        import('./pixi/stage.tsx'),
        // The numerals are baked once: with the real typeface, if it comes at all.
        document.fonts?.load(`800 40px ${first.look.font}`).catch(() => undefined),
      ])
      if (ended) return
      if (!pixi.canDraw()) return absent()
      const props = () => {
        const { scene, ...rest } = wanted.current ?? first
        return { ...rest, scene: live?.now() ?? scene }
      }
      stage.current = pixi.mountStage(place, props, {
        onReady: () => setDrawing('drawn'),
        onFail: absent,
        onLost: () => {
          setDrawing('waiting')
          clearTimeout(timer)
          timer = setTimeout(
            () => (attempt < attempts ? setAttempt((count) => count + 1) : absent()),
            patience,
          )
        },
        onBack: () => {
          clearTimeout(timer)
          setDrawing('drawn')
        },
      })
    }
    // Whatever the canvas can't do, the grid can.
    load().catch(absent)
    return () => {
      end()
      setDrawing('waiting')
    }
  }, [host, attempt, isWanted, live])

  return { drawing, touch: (tile: number, down: boolean) => stage.current?.touch(tile, down) }
}

/** Scenes as they come about, and each as it changes. */
export type LiveScenes = {
  now(): BoardScene
  subscribe(hear: (scene: BoardScene) => void): () => void
}

export type BoardProps = {
  scene: BoardScene
  /** What the canvas shows, which needn't wait for React; without, `scene`. */
  live?: LiveScenes
  /** What happens on it is played; without, scenes are only shown. */
  facts?: Facts | undefined
  nameOf(seat: number): string
  /** A closed tile was chosen while a move may be sent. */
  onOpen(tile: number): void
  /** The first of two taps on a small tile. */
  onArm(tile: number): void
  tints: BoardTints
  /** No shake, flash or flip. */
  calm: boolean
  /** Draw with the DOM alone. */
  plain?: boolean
  /** Grayed while no move can be made for lack of a connection. */
  asleep?: boolean
  /** What else is shown on tiles, by their number. */
  notes?: readonly (TileNote | null)[] | undefined
  /** Has the focus, on a tile, where what led here took it away. */
  takesFocus?: boolean
  /** There is no canvas, and won't be. */
  onAbsent?(): void
}

const font = '"Archivo", system-ui, sans-serif'

/**
 * The board in its frame, as large as its place allows: coordinates in the frame, tiles on a canvas, and the
 * accessible grid that takes every press. Without a canvas the grid shows the tiles itself, in the same place.
 */
export const Board = ({
  scene,
  live,
  facts,
  nameOf,
  onOpen,
  onArm,
  tints,
  calm,
  plain = false,
  asleep = false,
  notes,
  takesFocus = false,
  onAbsent,
}: BoardProps) => {
  const slot = useRef<HTMLDivElement>(null)
  const host = useRef<HTMLDivElement>(null)
  const room = useRoom(slot)
  const pixelRatio = usePixelRatio()
  const { columns, rows } = scene
  const layout = useLayout(room, columns, rows, pixelRatio)
  const look = useMemo(
    () => (layout && !plain ? { layout, tints, calm, font } : null),
    [layout, tints, calm, plain],
  )
  const shown = useMemo(() => look && { scene, look, facts }, [scene, look, facts])
  const { drawing, touch } = useStage(host, shown, live)
  useEffect(() => {
    if (drawing !== 'absent') return
    noteDeviceOnce('graphics')
    onAbsent?.()
  }, [drawing, onAbsent])

  const press = (tile: number, by: 'touch' | 'sure') => {
    const { tiles, playable } = live?.now() ?? scene
    const kind = tiles[tile]?.kind
    if (!playable || (kind !== 'closed' && kind !== 'armed')) return
    if (by === 'touch' && layout?.confirm && kind === 'closed') onArm(tile)
    else onOpen(tile)
  }

  const style: CSSProperties | undefined = layout
    ? {
        '--tile-size': `${layout.tile}px`,
        '--gap': `${layout.gap}px`,
        '--lift': `${layout.lift}px`,
        '--round': `${layout.round}px`,
        '--pad': `${layout.pad}px`,
        '--overhang': `${layout.overhang}px`,
        '--cols': columns,
        '--rows': rows,
        width: layout.board.width,
        height: layout.board.height,
        gridTemplate: `${layout.frame.top}px 1fr / ${layout.frame.left}px 1fr`,
        paddingRight: layout.frame.right,
        paddingBottom: layout.frame.bottom,
      }
    : undefined

  return (
    <div ref={slot} className={styles.slot}>
      {layout && (
        <div
          className={styles.board}
          style={style}
          data-yours={scene.yours}
          data-asleep={asleep}
          data-drawing={plain ? 'absent' : drawing}
        >
          <div className={styles.columns} aria-hidden="true">
            {Array.from({ length: columns }, (_, column) => (
              <span key={columnName(column)}>{columnName(column)}</span>
            ))}
          </div>
          <div className={styles.rows} aria-hidden="true">
            {Array.from({ length: rows }, (_, row) => (
              <span key={columnName(row)}>{row + 1}</span>
            ))}
          </div>
          <div className={styles.tray}>
            <div ref={host} className={styles.canvas} aria-hidden="true" />
            <BoardGrid
              scene={scene}
              seen={plain || drawing !== 'drawn'}
              nameOf={nameOf}
              onPress={press}
              onTouch={touch}
              notes={notes}
              takesFocus={takesFocus}
            />
          </div>
        </div>
      )}
    </div>
  )
}
