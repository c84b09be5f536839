import {
  type HTMLAttributes,
  type KeyboardEvent,
  memo,
  type PointerEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { isFocusLost } from '../../lib/kept-focus.ts'
import { focusAfter } from '../model/focus.ts'
import { tileText } from '../model/label.ts'
import type { BoardScene, TileScene } from '../model/scene.ts'
import styles from './grid.module.css'
import { TileFace } from './TileFace.tsx'

type BoardGridProps = {
  scene: BoardScene
  /** Whether the grid itself is seen; else it lies unseen over the canvas and shows its focus alone. */
  seen: boolean
  nameOf(seat: number): string
  /** A tile was chosen, by finger, mouse or key. */
  onPress(tile: number, by: 'touch' | 'sure'): void
  /** A finger or button went down on a tile, or came up from it. */
  onTouch(tile: number, down: boolean): void
  notes?: readonly (TileNote | null)[] | undefined
  /** Has the focus, on a tile, where what led here took it away. */
  takesFocus: boolean
}

/** What else is shown on a tile, and said of it: `label` gets what is said of every tile. */
export type TileNote = { face: ReactNode; label(text: string): string }

type CellProps = {
  index: number
  tile: TileScene
  labelOf(tile: TileScene, index: number): string
  seen: boolean
  playable: boolean
  focusable: boolean
  note: TileNote | null
}

/** A tile that stays as it was is not labeled again: all labels of a board cost more than the rest of a move. */
const Cell = memo(({ index, tile, labelOf, seen, playable, focusable, note }: CellProps) => {
  const closed = tile.kind === 'closed' || tile.kind === 'armed'
  const label = useMemo(() => labelOf(tile, index), [labelOf, tile, index])
  return (
    <button
      type="button"
      {...roles.cell}
      className={styles.cell}
      data-tile={index}
      data-kind={tile.kind}
      tabIndex={focusable ? 0 : -1}
      aria-label={note ? note.label(label) : label}
      aria-disabled={!closed || !playable}
    >
      {seen && <TileFace tile={tile} />}
      {note?.face}
    </button>
  )
})

/** A grid of buttons, as the ARIA pattern has it: a table element would be read as text in rows. */
const roles = { grid: { role: 'grid' }, row: { role: 'row' }, cell: { role: 'gridcell' } } as const

const rowNumbers = (rows: number): readonly number[] => Array.from({ length: rows }, (_, row) => row)

const tileOf = (target: EventTarget): number | null => {
  if (!(target instanceof Element)) return null
  const number = target.closest('[data-tile]')?.getAttribute('data-tile')
  return number ? Number(number) : null
}

/**
 * The board as an accessible grid: one tab stop, arrows, Home and End to move, Enter or Space to open. It takes
 * the pointer as well, so that every move goes one way.
 */
export const BoardGrid = ({ scene, seen, nameOf, onPress, onTouch, notes, takesFocus }: BoardGridProps) => {
  const { t } = useTranslation('board')
  const grid = useRef<HTMLDivElement>(null)
  const [focus, setFocus] = useState(0)
  const pointer = useRef<string>('mouse')
  const { columns, rows, tiles } = scene
  const stop = Math.min(focus, columns * rows - 1)

  const labelOf = useCallback(
    (tile: TileScene, index: number) => {
      const { key, values } = tileText(tile, index, columns, nameOf)
      return t(key, values)
    },
    [columns, nameOf, t],
  )
  const keyDown = useCallback(
    (event: KeyboardEvent) => {
      const tile = tileOf(event.target)
      if (tile === null || event.altKey || event.metaKey) return
      const next = focusAfter(tile, { key: event.key, ctrl: event.ctrlKey }, { columns, rows })
      if (next === null) return
      event.preventDefault()
      setFocus(next)
      grid.current?.querySelector<HTMLElement>(`[data-tile="${next}"]`)?.focus()
    },
    [columns, rows],
  )

  useEffect(() => {
    if (takesFocus && isFocusLost(grid.current))
      grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true })
  }, [takesFocus])

  const pointerDown = (event: PointerEvent) => {
    pointer.current = event.pointerType
    const tile = tileOf(event.target)
    if (tile === null) return
    setFocus(tile)
    const kind = tiles[tile]?.kind
    if (scene.playable && (kind === 'closed' || kind === 'armed')) onTouch(tile, true)
  }
  const pointerUp = (event: PointerEvent) => {
    const tile = tileOf(event.target)
    if (tile !== null) onTouch(tile, false)
  }

  const behavior: HTMLAttributes<HTMLDivElement> = {
    ...roles.grid,
    'aria-label': t('grid', { columns, rows }),
    onKeyDown: keyDown,
    onPointerDown: pointerDown,
    onPointerUp: pointerUp,
    onPointerOut: pointerUp,
    onPointerCancel: pointerUp,
    onFocus: (event) => {
      const tile = tileOf(event.target)
      if (tile !== null) setFocus(tile)
    },
    onClick: (event) => {
      const tile = tileOf(event.target)
      // A click without a pointer (detail 0) comes from Enter, Space or an assistive tool.
      const touched = event.detail > 0 && pointer.current === 'touch'
      if (tile !== null) onPress(tile, touched ? 'touch' : 'sure')
    },
  }

  return (
    <div ref={grid} className={styles.grid} data-seen={seen} {...behavior}>
      {rowNumbers(rows).map((row) => (
        <div {...roles.row} className={styles.row} key={row}>
          {tiles.slice(row * columns, (row + 1) * columns).map((tile, column) => {
            const index = row * columns + column
            return (
              <Cell
                key={`${columns}-${index}`}
                index={index}
                tile={tile}
                labelOf={labelOf}
                seen={seen}
                playable={scene.playable}
                focusable={index === stop}
                note={notes?.[index] ?? null}
              />
            )
          })}
        </div>
      ))}
    </div>
  )
}
