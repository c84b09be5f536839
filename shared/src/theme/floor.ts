import { black, type Color, luminance, luminanceRatio, mix, white } from './color.ts'

/**
 * The least contrast of text, and of the lines and shapes that tell what a control is (WCAG 1.4.3, 1.4.11). `mainText`
 * is more than that, because the raised surfaces are mixed from it and come nearer to it; `ground` is that of a
 * background with black or white: less would leave no room for the surfaces and the text upon it.
 */
export const floor = { text: 4.5, control: 3, mainText: 6.3, ground: 8 } as const

/** The least contrast of a color with any of these. */
export const leastContrast = (color: Color, behind: readonly Color[]): number => {
  const own = luminance(color)
  return Math.min(...behind.map((other) => luminanceRatio(own, luminance(other))))
}

const steps = 50

/**
 * The color nearest to `color` on its way to `towards`, then on to black or white, that has at least `ratio`
 * against everything `behind` it. When nothing reaches it, the best of black and white.
 */
export const raise = (color: Color, behind: readonly Color[], ratio: number, towards: Color): Color => {
  const lights = behind.map(luminance)
  const least = (own: number) => Math.min(...lights.map((other) => luminanceRatio(own, other)))
  const pole = least(1) > least(0) ? white : black
  const ways: [Color, Color][] = [
    [color, towards],
    [towards, pole],
    [color, pole],
  ]
  for (const [from, to] of ways)
    for (let step = 0; step <= steps; step += 1) {
      const tried = mix(from, to, step / steps)
      if (least(luminance(tried)) >= ratio) return tried
    }
  return pole
}
