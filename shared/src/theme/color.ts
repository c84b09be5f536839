/** A color in oklab with alpha: `l` from 0 to 1, `a` and `b` about −0.4 to 0.4. */
export type Color = { l: number; a: number; b: number; alpha: number }

const toLinear = (channel: number) =>
  channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
const toGamma = (channel: number) =>
  channel <= 0.0031308 ? channel * 12.92 : 1.055 * channel ** (1 / 2.4) - 0.055

/** The matrices are those of CSS Color 4, section 10 (oklab by Björn Ottosson). */
const fromLinear = (r: number, g: number, b: number): Color => {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return {
    l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    a: 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    b: 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
    alpha: 1,
  }
}

const linearOf = (color: Color): [number, number, number] => {
  const l = (color.l + 0.3963377774 * color.a + 0.2158037573 * color.b) ** 3
  const m = (color.l - 0.1055613458 * color.a - 0.0638541728 * color.b) ** 3
  const s = (color.l - 0.0894841775 * color.a - 1.291485548 * color.b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

const inGamut = (color: Color) => linearOf(color).every((channel) => channel >= -0.0005 && channel <= 1.0005)

/** The same lightness and hue with as much chroma as sRGB can show. */
const fit = (color: Color): Color => {
  const held = { ...color, l: Math.min(1, Math.max(0, color.l)) }
  if (inGamut(held)) return held
  let low = 0
  let high = 1
  for (let step = 0; step < 20; step += 1) {
    const middle = (low + high) / 2
    if (inGamut({ ...held, a: held.a * middle, b: held.b * middle })) low = middle
    else high = middle
  }
  return { ...held, a: held.a * low, b: held.b * low }
}

const channelsOf = (color: Color) =>
  linearOf(fit(color)).map((channel) =>
    Math.round(Math.min(1, Math.max(0, toGamma(Math.min(1, Math.max(0, channel))))) * 255),
  )

/** Reads `#rgb` or `#rrggbb`; throws a `RangeError` for anything else. */
export const parseColor = (text: string): Color => {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(text)
  const hex = short ? `#${short[1]}${short[1]}${short[2]}${short[2]}${short[3]}${short[3]}` : text
  if (!/^#[0-9a-f]{6}$/i.test(hex)) throw new RangeError(`not a color: ${text}`)
  const channel = (at: number) => toLinear(Number.parseInt(hex.slice(at, at + 2), 16) / 255)
  return fromLinear(channel(1), channel(3), channel(5))
}

/** `0xrrggbb`, as Pixi tints want it; alpha is left out. */
export const toNumber = (color: Color): number =>
  channelsOf(color).reduce((sum, channel) => sum * 256 + channel, 0)

/** `#rrggbb`, or `rgb(r g b / a)` when it is not opaque. */
export const toCss = (color: Color): string =>
  color.alpha >= 1
    ? `#${toNumber(color).toString(16).padStart(6, '0')}`
    : `rgb(${channelsOf(color).join(' ')} / ${Number(color.alpha.toFixed(3))})`

/** `color-mix(in oklab, from, to share%)` for opaque colors; `share` from 0 to 1. */
export const mix = (from: Color, to: Color, share: number): Color => ({
  l: from.l + (to.l - from.l) * share,
  a: from.a + (to.a - from.a) * share,
  b: from.b + (to.b - from.b) * share,
  alpha: 1,
})

export const fade = (color: Color, alpha: number): Color => ({ ...color, alpha })

/** Adds `by` to the lightness. */
export const lighten = (color: Color, by: number): Color => ({
  ...color,
  l: Math.min(1, Math.max(0, color.l + by)),
})

/** The same hue at another lightness with `chroma` times its chroma. */
export const at = (color: Color, l: number, chroma = 1): Color => ({
  l,
  a: color.a * chroma,
  b: color.b * chroma,
  alpha: 1,
})

/** WCAG 2 relative luminance of an opaque color as it is shown in sRGB: 0 to 1. */
export const luminance = (color: Color): number => {
  const [r = 0, g = 0, b = 0] = channelsOf(color).map((channel) => toLinear(channel / 255))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** The contrast of two luminances, as WCAG 2 counts it: 1 to 21. */
export const luminanceRatio = (one: number, other: number): number =>
  (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)

/** WCAG 2 contrast of two opaque colors as they are shown in sRGB: 1 to 21. */
export const contrast = (one: Color, other: Color): number => luminanceRatio(luminance(one), luminance(other))

export const black: Color = { l: 0, a: 0, b: 0, alpha: 1 }
export const white: Color = { l: 1, a: 0, b: 0, alpha: 1 }
