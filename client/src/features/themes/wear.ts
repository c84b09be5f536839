import { type DerivedTheme, formatColors, type Theme } from '@minefall/shared/theme'

/** Puts a theme's variables on an element: on the root for the whole page, or on a part of it as a sample. */
export const wear = (element: HTMLElement, { scheme, variables }: DerivedTheme): void => {
  element.style.colorScheme = scheme
  for (const [name, value] of Object.entries(variables)) element.style.setProperty(name, value)
}

/** Says on the root which theme the page wears: its id, and its colors, since a custom one may change. */
export const markPage = ({ id, colors }: Theme): void => {
  const { dataset } = document.documentElement
  dataset.theme = id
  dataset.colors = formatColors(colors)
}

export const isWorn = ({ id, colors }: Theme): boolean => {
  const { dataset } = document.documentElement
  return dataset.theme === id && dataset.colors === formatColors(colors)
}

/** Dresses the whole page, the bar of the browser included. */
export const wearOnPage = (theme: Theme, derived: DerivedTheme): void => {
  markPage(theme)
  wear(document.documentElement, derived)
  const bar = document.querySelector('meta[name="theme-color"]')
  bar?.setAttribute('content', derived.variables['--surface-0'] ?? '')
}
