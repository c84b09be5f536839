import { black, type Color, contrast, mix, white } from './color.ts'

/** The least contrast of text, and of the lines and shapes that tell what a control is (WCAG 1.4.3, 1.4.11). */
export const floor = { text: 4.5, control: 3 } as const

const least = (color: Color, behind: readonly Color[]) =>
  Math.min(...behind.map((other) => contrast(color, other)))

const steps = 50

/**
 * The colour nearest to `color` on its way to `towards`, then on to black or white, that has at least `ratio`
 * against everything `behind` it. When nothing reaches it, the best of black and white.
 */
export const raise = (color: Color, behind: readonly Color[], ratio: number, towards: Color): Color => {
  const pole = least(white, behind) > least(black, behind) ? white : black
  const ways: [Color, Color][] = [
    [color, towards],
    [towards, pole],
    [color, pole],
  ]
  for (const [from, to] of ways)
    for (let step = 0; step <= steps; step += 1) {
      const tried = mix(from, to, step / steps)
      if (least(tried, behind) >= ratio) return tried
    }
  return pole
}
