import {
  at,
  black,
  type Color,
  contrast,
  fade,
  lighten,
  mix,
  parseColor,
  toCss,
  toNumber,
  white,
} from './color.ts'
import { floor, raise } from './floor.ts'
import type { ThemeColors } from './types.ts'

/** Fixed meanings: a player's blue stays blue in every theme. They are darkened where the background is light. */
const bases = {
  danger: parseColor('#ff4d5e'),
  warn: parseColor('#ffb938'),
  coin: parseColor('#ffc64a'),
  coinDark: parseColor('#6a3a00'),
  scorch: parseColor('#1a0606'),
  seats: ['#dde45a', '#58a8ff', '#c79bff', '#6fd67e', '#ff8fb8', '#5fd9ea'].map(parseColor),
}

/** A surface on which what can be read on a light, or on a dark, page can be read. */
const ground = (color: Color, light: boolean) =>
  light ? raise(color, [black], floor.ground, white) : raise(color, [white], floor.ground, black)

/** Every color of the interface, still as colors; `derive` writes them as CSS and as tints. */
const palette = (colors: ThemeColors) => {
  const wanted = parseColor(colors.background)
  const light = wanted.l > 0.6
  const background = ground(wanted, light)
  const surface = ground(parseColor(colors.surface), light)
  const primary = parseColor(colors.primary)
  const secondary = parseColor(colors.secondary)
  const accent = parseColor(colors.accent)
  const pole = at(background, 0.12, 0)
  const onLight = (color: Color, share: number) => (light ? mix(color, pole, share) : color)

  const readable = parseColor(colors.textPrimary)
  const text1 = raise(readable, [background, surface], floor.mainText, readable)
  const surfaces = [background, surface, mix(surface, text1, 0.06), mix(surface, text1, 0.12)]
  const [, , surface2 = surface, surface3 = surface] = surfaces
  const well = lighten(background, -0.045)
  const behind = [...surfaces, well]
  const ink = (color: Color, more: readonly Color[] = []) =>
    raise(color, [...behind, ...more], floor.text, text1)
  const text2 = ink(parseColor(colors.textSecondary))
  const text3 = ink(mix(text2, surface, 0.14))
  const line = (color: Color) => raise(color, behind, floor.control, text1)

  const label = (fill: Color) => {
    const dark = at(fill, 0.17, 0.1)
    return raise(contrast(dark, fill) >= contrast(white, fill) ? dark : white, [fill], floor.text, black)
  }
  const onPrimary = label(primary)
  const hovered = mix(primary, white, 0.12)
  const primaryWash = mix(surface, primary, 0.14)
  const successWash = mix(surface, accent, 0.12)
  const dangerWash = mix(surface, bases.danger, 0.13)
  const warnWash = mix(surface, bases.warn, 0.12)

  const edge = mix(secondary, white, 0.34)
  const skirt = onLight(mix(secondary, black, 0.36), 0.24)
  const tileLow = mix(secondary, black, 0.1)
  const primaryInk = ink(mix(text1, primary, 0.9), [primaryWash])
  const dangerInk = ink(onLight(mix(text1, bases.danger, 0.74), 0.22), [dangerWash])
  const clue3 = ink(mix(text1, primary, 0.52))
  const seats = bases.seats.map((seat) => line(onLight(seat, 0.46)))

  return {
    light,
    seats,
    onSeats: seats.map(label),
    named: {
      'c-secondary': secondary,
      'c-accent': accent,
      lit: white,
      shade: mix(background, black, 0.9),
      'surface-0': background,
      'surface-1': surface,
      'surface-2': surface2,
      'surface-3': surface3,
      well,
      'line-1': mix(surface, text1, 0.1),
      'line-2': mix(surface, text1, 0.2),
      'line-control': line(mix(surface, text1, 0.5)),
      'text-1': text1,
      'text-2': text2,
      'text-3': text3,
      primary,
      // The label stays readable.
      'primary-hover': contrast(hovered, onPrimary) >= floor.text ? hovered : primary,
      'primary-skirt': mix(primary, black, 0.42),
      'primary-ink': primaryInk,
      'primary-line': line(primary),
      'primary-wash': primaryWash,
      'on-primary': onPrimary,
      success: line(accent),
      'success-ink': ink(mix(text1, accent, 0.88), [successWash]),
      'success-wash': successWash,
      danger: bases.danger,
      'danger-ink': dangerInk,
      'danger-wash': dangerWash,
      'warn-ink': ink(onLight(mix(text1, bases.warn, 0.72), 0.36), [warnWash]),
      'warn-wash': warnWash,
      'coin-face': bases.coin,
      'coin-edge': mix(bases.coin, bases.coinDark, 0.52),
      focus: line(mix(text1, accent, 0.6)),
      tile: mix(secondary, white, 0.04),
      'tile-lit': mix(secondary, white, 0.16),
      'tile-low': tileLow,
      'tile-edge': light ? edge : raise(edge, [well], floor.control, white),
      'tile-skirt': light ? raise(skirt, [well], floor.control, black) : skirt,
      'tile-skirt-dim': mix(secondary, black, 0.62),
      tray: lighten(background, -0.02),
      'logo-tile': mix(secondary, text1, 0.34),
      'clue-0': text3,
      'clue-1': text2,
      'clue-2': text1,
      'clue-3': clue3,
      'clue-4': primaryInk,
      'clue-5': dangerInk,
      scorch: bases.scorch,
    } satisfies Record<string, Color>,
  }
}

/** The board's colors as `0xrrggbb`, for tinting a gray-lit atlas. */
export type BoardTints = {
  /** Whether the background is light: shadows are weaker there. */
  light: boolean
  surface: number
  frameLit: number
  tray: number
  well: number
  tileLit: number
  tileLow: number
  tileSkirt: number
  tileSkirtDim: number
  primary: number
  danger: number
  scorch: number
  coin: number
  lit: number
  shade: number
  text: number
  textDim: number
  /** By clue, 0 to 8. */
  clues: readonly number[]
  /** By seat number, 0 to 5. */
  seats: readonly number[]
  onSeats: readonly number[]
}

export type DerivedTheme = {
  /** `dark` or `light`, for the browser's own controls. */
  scheme: 'dark' | 'light'
  /** CSS variables with their leading dashes, in a fixed order. */
  variables: Readonly<Record<string, string>>
  tints: BoardTints
}

/**
 * Everything an interface in these seven colors needs. Text has at least 4.5:1 and controls 3:1 against what
 * stands behind them, whatever the seven are. Throws a `RangeError` when one is not a color.
 */
export const derive = (colors: ThemeColors): DerivedTheme => {
  const { light, named, seats, onSeats } = palette(colors)
  const variables: Record<string, string> = {}
  for (const [name, color] of Object.entries(named)) variables[`--${name}`] = toCss(color)
  seats.forEach((seat, index) => {
    variables[`--seat-${index + 1}`] = toCss(seat)
  })
  onSeats.forEach((ink, index) => {
    variables[`--on-seat-${index + 1}`] = toCss(ink)
  })
  variables['--scrim'] = toCss(fade(named.shade, 0.62))

  const hot = toNumber(named['clue-5'])
  return {
    scheme: light ? 'light' : 'dark',
    variables,
    tints: {
      light,
      surface: toNumber(named['surface-1']),
      frameLit: toNumber(named['surface-3']),
      tray: toNumber(named.tray),
      well: toNumber(named.well),
      tileLit: toNumber(named['tile-lit']),
      tileLow: toNumber(named['tile-low']),
      tileSkirt: toNumber(named['tile-skirt']),
      tileSkirtDim: toNumber(named['tile-skirt-dim']),
      primary: toNumber(named.primary),
      danger: toNumber(named.danger),
      scorch: toNumber(named.scorch),
      coin: toNumber(named['coin-face']),
      lit: 0xffffff,
      shade: toNumber(named.shade),
      text: toNumber(named['text-1']),
      textDim: toNumber(named['text-2']),
      clues: [
        toNumber(named['clue-0']),
        toNumber(named['clue-1']),
        toNumber(named['clue-2']),
        toNumber(named['clue-3']),
        toNumber(named['clue-4']),
        hot,
        hot,
        hot,
        hot,
      ],
      seats: seats.map(toNumber),
      onSeats: onSeats.map(toNumber),
    },
  }
}
