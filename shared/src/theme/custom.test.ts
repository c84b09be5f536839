import { describe, expect, it } from 'vitest'
import {
  cleanThemeName,
  customTheme,
  customThemeLimit,
  formatColors,
  readColor,
  readColors,
  readCustomThemes,
  writeCustomThemes,
} from './custom.ts'
import { defaultTheme, presets } from './presets.ts'

const dusk = customTheme('custom-1', 'Dusk', { ...defaultTheme.colors, primary: '#ff8fa3' })

describe('the address of a theme', () => {
  it('holds its colors', () => {
    expect(formatColors(defaultTheme.colors)).toBe('ff7a1a-3f454d-3dd6c6-17191c-212428-f3f1ec-b4b7bc')
    for (const { colors } of presets) expect(readColors(formatColors(colors))).toEqual(colors)
    expect(readColors('FF7A1A-3F454D-3DD6C6-17191C-212428-F3F1EC-B4B7BC')).toEqual(defaultTheme.colors)
  })

  it.each(['', 'ff7a1a', 'ff7a1a-3f454d-3dd6c6-17191c-212428-f3f1ec', 'url(x)-1-2-3-4-5-6'])(
    'is refused as %j',
    (text) => expect(readColors(text)).toBeNull(),
  )
})

describe('a color that was typed', () => {
  it.each([
    ['#FF7A1A', '#ff7a1a'],
    [' ff7a1a ', '#ff7a1a'],
    ['#f80', '#ff8800'],
  ])('is read from %j', (text, color) => expect(readColor(text)).toBe(color))

  it.each(['', 'orange', '#ff7a1', '#ff7a1a80', 'rgb(1 2 3)'])('is none in %j', (text) =>
    expect(readColor(text)).toBeNull(),
  )
})

describe('a name', () => {
  it('has no needless space and an end', () => {
    expect(cleanThemeName('  Late\n dusk ')).toBe('Late dusk')
    expect(cleanThemeName('夕'.repeat(30))).toBe('夕'.repeat(24))
    expect(cleanThemeName('🌆'.repeat(30))).toBe('🌆'.repeat(24))
    expect(cleanThemeName(' \t ')).toBeNull()
  })

  it('has nothing that can’t be seen or that moves what stands beside it', () => {
    expect(cleanThemeName('Du\u202esk\u200b \ud83d')).toBe('Dusk')
    expect(cleanThemeName('\u200b\u2066')).toBeNull()
    expect(cleanThemeName('\u3164\u115f \u2800\ufe0f')).toBeNull()
    expect(cleanThemeName(`Du${'\u0301'.repeat(20)}sk`)).toBe('Du\u0301\u0301\u0301sk')
    expect(cleanThemeName('म्मी e\u0301\u0323')).toBe('म्मी e\u0301\u0323')
  })
})

describe('the themes the browser kept', () => {
  it('are read as they were written', () => {
    expect(readCustomThemes(writeCustomThemes([dusk]))).toEqual([dusk])
  })

  it.each([null, '', 'null', '{', '7', '{"id":"custom-1"}', '[null,7,"x",{"id":"ocean","name":"x"}]'])(
    'are none in %j',
    (text) => expect(readCustomThemes(text)).toEqual([]),
  )

  it('leave out what can not be worn', () => {
    const broken = { ...dusk, id: 'custom-2', colors: { ...dusk.colors, accent: 'red;}' } }
    const nameless = { ...dusk, id: 'custom-3', name: ' ' }
    expect(readCustomThemes(writeCustomThemes([broken, dusk, nameless, dusk]))).toEqual([dusk])
  })

  it('are no more than are kept', () => {
    const many = Array.from({ length: 20 }, (_, index) => ({ ...dusk, id: `custom-${index}` }))
    expect(readCustomThemes(writeCustomThemes(many))).toHaveLength(customThemeLimit)
  })
})
