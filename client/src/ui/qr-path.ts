/** The dark modules of a code as one SVG path, a unit each; those that touch in a row are one piece. */
export const qrPath = (modules: readonly (readonly boolean[])[]): string => {
  const pieces: string[] = []
  modules.forEach((row, y) => {
    let x = 0
    while (x < row.length) {
      const from = x
      while (row[x]) x += 1
      if (x > from) pieces.push(`M${from} ${y}h${x - from}v1h-${x - from}z`)
      x += 1
    }
  })
  return pieces.join('')
}
