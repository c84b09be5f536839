import { customTheme, customThemeLimit, defaultTheme } from '@minefall/shared/theme'
import { afterEach, expect, test } from 'vitest'
import { localStore } from '../../lib/storage.ts'
import { customThemes, deleteCustomTheme, keepCustomTheme, refreshCustomThemes } from './custom-themes.ts'
import { rememberedTheme } from './remembered-theme.ts'

const make = (number: number, name = `Theme ${number}`) =>
  customTheme(`custom-${number}`, name, defaultTheme.colors)
const names = () => customThemes().map(({ name }) => name)

afterEach(() => {
  localStore.remove('custom_themes')
  localStore.remove('currentTheme')
  refreshCustomThemes()
})

test('themes are kept in order, and one is changed in its place', () => {
  for (const number of [1, 2, 3]) expect(keepCustomTheme(make(number))).toBe(true)
  expect(keepCustomTheme(make(2, 'Renamed'))).toBe(true)
  expect(names()).toEqual(['Theme 1', 'Renamed', 'Theme 3'])
})

test('a deleted theme comes back to where it stood', () => {
  for (const number of [1, 2, 3]) keepCustomTheme(make(number))
  const undo = deleteCustomTheme('custom-2')
  expect(names()).toEqual(['Theme 1', 'Theme 3'])
  undo?.()
  expect(names()).toEqual(['Theme 1', 'Theme 2', 'Theme 3'])
  expect(deleteCustomTheme('custom-9')).toBeNull()
  expect(names()).toHaveLength(3)
})

test('no more are kept than the limit, and changing one of them still works', () => {
  for (let number = 1; number <= customThemeLimit; number += 1)
    expect(keepCustomTheme(make(number))).toBe(true)
  expect(keepCustomTheme(make(99))).toBe(false)
  expect(keepCustomTheme(make(5, 'Renamed'))).toBe(true)
  expect(customThemes()).toHaveLength(customThemeLimit)
})

test('what another tab kept is read before it is added to', () => {
  keepCustomTheme(make(1))
  const elsewhere = JSON.stringify([make(1), make(2)].map(({ id, name, colors }) => ({ id, name, colors })))
  localStore.set('custom_themes', elsewhere)
  keepCustomTheme(make(3))
  expect(names()).toEqual(['Theme 1', 'Theme 2', 'Theme 3'])
})

test('the remembered theme is a preset, a custom one, or the default', () => {
  expect(rememberedTheme().id).toBe('default')
  keepCustomTheme(make(1))
  localStore.set('currentTheme', 'custom-1')
  expect(rememberedTheme()).toEqual(make(1))
  localStore.set('currentTheme', 'ice')
  expect(rememberedTheme().id).toBe('ice')
  localStore.set('currentTheme', 'custom-gone')
  expect(rememberedTheme().id).toBe('default')
})
