/** How a picture of TV writes tiles without a clue: closed, picked and not drawn yet, mined, open where no clues are shown. */
export const tvTile = { closed: '.', picked: '?', mine: '*', blind: '-' } as const
