import { customTheme, defaultTheme, formatColors, presets } from '@minefall/shared/theme'
import { expect, test } from 'vitest'
import { draftOf, finish, isChanged, newDraft, paint, sharedDraft, startOver } from './draft.ts'

const dusk = customTheme('custom-1', 'Dusk', { ...defaultTheme.colors, primary: '#ff8fa3' })

test('changing your own theme keeps its id', () => {
  const draft = paint(draftOf(dusk, 'My theme'), 'accent', '#00ff00')
  expect(isChanged(draft)).toBe(true)
  expect(finish(draft)).toEqual({ ...dusk, colors: { ...dusk.colors, accent: '#00ff00' } })
  expect(finish(startOver(draft))).toEqual(dusk)
  expect(isChanged(startOver(draft))).toBe(false)
})

test('a preset, or a copy of a theme, becomes a new one', () => {
  const made = presets.map((preset) => finish(draftOf(preset, 'My theme')))
  expect(new Set(made.map((theme) => theme?.id)).size).toBe(presets.length)
  expect(made.every((theme) => theme?.id.startsWith('custom-') && theme.name === 'My theme')).toBe(true)
  expect(finish(newDraft(dusk, 'My theme'))?.id).not.toBe(dusk.id)
})

test('a link brings a draft, and only a whole one', () => {
  const address = formatColors(dusk.colors)
  expect(sharedDraft(address, ' Dusk ', 'My theme')).toMatchObject({ id: null, name: 'Dusk', shared: true })
  expect(sharedDraft(address, undefined, 'My theme')).toMatchObject({ name: 'My theme', colors: dusk.colors })
  expect(sharedDraft('ff0000', 'Dusk', 'My theme')).toBeNull()
  expect(sharedDraft(undefined, 'Dusk', 'My theme')).toBeNull()
})

test('nothing is made without a name', () => {
  expect(finish({ ...draftOf(dusk, 'My theme'), name: '  ' })).toBeNull()
})
