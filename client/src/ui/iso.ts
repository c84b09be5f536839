/** The isometric drawing: a tile is `half` wide to each side and `rise` high to each, standing on a skirt. */
export const iso = { half: 46.8, rise: 26, lift: 17.7, pad: 0.2, base: 26 } as const

type Point = readonly [number, number]

export const round = (value: number, digits = 2) => Number(value.toFixed(digits))

/** Where a point of the board, in tiles from its top corner, is drawn. */
export const place = (x: number, y: number, down = 0): Point => [
  round((x - y) * iso.half),
  round((x + y) * iso.rise + down),
]

const path = (points: readonly Point[], closed: boolean) =>
  `M${points.map(([x, y]) => `${x} ${y}`).join('L')}${closed ? 'Z' : ''}`

/** The outlines of the tray under a board, and the picture's frame around it all. */
export const trayOf = (columns: number, rows: number) => {
  const { pad, lift, base, half, rise } = iso
  const corner = (x: number, y: number, down: number) => place(x, y, lift + down)
  const top = corner(-pad, -pad, 0)
  const sides = (down: number) =>
    [
      corner(-pad, rows + pad, down),
      corner(columns + pad, rows + pad, down),
      corner(columns + pad, -pad, down),
    ] as const
  const [left, bottom, right] = sides(0)
  const [lowLeft, lowBottom, lowRight] = sides(base)
  const margin = 14
  const frame = {
    x: left[0] - margin,
    y: -rise,
    width: right[0] - left[0] + 2 * margin,
    height: lowBottom[1] + rise + 2 * margin,
  }
  return {
    top: path([top, right, bottom, left], true),
    leftSide: path([left, bottom, lowBottom, lowLeft], true),
    rightSide: path([bottom, right, lowRight, lowBottom], true),
    strip: path(sides(base / 2), false),
    shadow: path(
      [
        [left[0], lowLeft[1] + 8],
        [lowBottom[0], lowBottom[1] + 10],
        [lowRight[0] + half, lowRight[1] + rise],
        [right[0], right[1] - 18],
      ],
      true,
    ),
    viewBox: `${round(frame.x)} ${round(frame.y)} ${round(frame.width)} ${round(frame.height)}`,
  }
}

/** Tiles of a board as they are drawn: `matrix` has a tile one wide and one high. */
export const flat = `matrix(${iso.half} ${iso.rise} ${-iso.half} ${iso.rise} 0 0)`

/** `clue` is the number of mined neighbors, null where none is shown. */
export type IsoTile =
  | { kind: 'closed' }
  | { kind: 'lifted' }
  | { kind: 'open'; clue: number | null }
  | { kind: 'mine' }

/** The class of a clue's color. */
export const clueClass = (clue: number, styles: Readonly<Record<string, string>>): string | undefined =>
  [undefined, styles.n1, undefined, styles.n3, styles.n4][clue] ?? (clue >= 5 ? styles.n5 : undefined)
