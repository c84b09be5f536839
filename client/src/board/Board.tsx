import type { BoardTints } from '@minefall/shared/theme'
import { type CSSProperties, useEffect, useMemo, useRef } from 'react'
import { noteDeviceOnce } from '../lib/device-notes.ts'
import styles from './board.module.css'
import { BoardGrid } from './grid/BoardGrid.tsx'
import { boardLayout } from './layout/layout.ts'
import { columnName } from './model/coordinates.ts'
import type { BoardScene } from './model/scene.ts'
import type { Look } from './pixi/stage.tsx'
import { usePixelRatio } from './use-pixel-ratio.ts'
import { useRoom } from './use-room.ts'
import { useStage } from './use-stage.ts'

export type BoardProps = {
  scene: BoardScene
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
  /** Greyed while no move can be made for lack of a connection. */
  asleep?: boolean
}

const font = '"Archivo", system-ui, sans-serif'

/**
 * The board in its frame, as large as its place allows: coordinates in the frame, tiles on a canvas, and the
 * accessible grid that takes every press. Without a canvas the grid shows the tiles itself, in the same place.
 */
export const Board = ({
  scene,
  nameOf,
  onOpen,
  onArm,
  tints,
  calm,
  plain = false,
  asleep = false,
}: BoardProps) => {
  const slot = useRef<HTMLDivElement>(null)
  const host = useRef<HTMLDivElement>(null)
  const room = useRoom(slot)
  const pixelRatio = usePixelRatio()
  const { columns, rows } = scene
  const layout = useMemo(
    () => (room ? boardLayout({ ...room, columns, rows, pixelRatio }) : null),
    [room, columns, rows, pixelRatio],
  )
  const look = useMemo<Look | null>(
    () => (layout && !plain ? { layout, tints, calm, font } : null),
    [layout, tints, calm, plain],
  )
  const { drawing, touch } = useStage(host, look, scene)
  useEffect(() => {
    if (drawing === 'absent') noteDeviceOnce('graphics')
  }, [drawing])

  const press = (tile: number, by: 'touch' | 'sure') => {
    const kind = scene.tiles[tile]?.kind
    if (!scene.playable || (kind !== 'closed' && kind !== 'armed')) return
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
            />
          </div>
        </div>
      )}
    </div>
  )
}
