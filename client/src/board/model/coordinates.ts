/** Where a tile is: column letter, then row number. Tile 0 of every board is A1. */
export const tileName = (tile: number, columns: number): string =>
  `${columnName(tile % columns)}${Math.floor(tile / columns) + 1}`

/** `A` for column 0. Boards have at most 16 columns, so one letter is enough. */
export const columnName = (column: number): string => String.fromCharCode(65 + column)
