import { describe, expect, it } from 'vitest'
import { checkColors } from './check.ts'
import { derive } from './derive.ts'
import { defaultTheme, presets } from './presets.ts'
import type { ThemeColors } from './types.ts'

const checked = (colors: ThemeColors) => checkColors(colors, derive(colors))

describe('checkColors', () => {
  it.each(presets.map((theme) => [theme.id, theme.colors] as const))(
    'finds %s shown as it is chosen',
    (_, colors) => {
      for (const [name, { shown, ratio, least }] of Object.entries(checked(colors))) {
        expect([name, shown]).toEqual([name, Reflect.get(colors, name)])
        expect(ratio).toBeGreaterThanOrEqual(least)
      }
    },
  )

  it('says what is shown for a second text that is too faint', () => {
    const { textSecondary, textPrimary } = checked({ ...defaultTheme.colors, textSecondary: '#5a5d62' })
    expect(textSecondary.ratio).toBeLessThan(textSecondary.least)
    expect(textSecondary.shown).not.toBe('#5a5d62')
    expect(textPrimary.shown).toBe(defaultTheme.colors.textPrimary)
    const repaired = checked({ ...defaultTheme.colors, textSecondary: textSecondary.shown })
    expect(repaired.textSecondary.shown).toBe(textSecondary.shown)
  })

  it('moves a background away from the middle gray that nothing can be read on', () => {
    const { background } = checked({ ...defaultTheme.colors, background: '#777777' })
    expect(background.ratio).toBeLessThan(background.least)
    expect(background.shown).not.toBe('#777777')
  })

  it('keeps the surface on the same side as the background', () => {
    const { surface } = checked({ ...defaultTheme.colors, surface: '#ffffff' })
    expect(surface.ratio).toBe(1)
    expect(derive({ ...defaultTheme.colors, surface: surface.shown }).scheme).toBe('dark')
  })
})
