import type { Theme, ThemeCategory, ThemeColors } from './types.ts'

const preset = (id: string, category: ThemeCategory, colors: ThemeColors): Theme => ({
  id,
  nameKey: `preset.${id}.name`,
  descriptionKey: `preset.${id}.description`,
  category,
  colors,
})

export const defaultTheme: Theme = preset('default', 'default', {
  primary: '#ff7a1a',
  secondary: '#3f454d',
  accent: '#3dd6c6',
  background: '#17191c',
  surface: '#212428',
  textPrimary: '#f3f1ec',
  textSecondary: '#b4b7bc',
})

/** The themes to choose from, the default first. */
export const presets: readonly Theme[] = [
  defaultTheme,
  preset('ocean', 'nature', {
    primary: '#35b6ff',
    secondary: '#2a4c70',
    accent: '#5ee6b5',
    background: '#0b1622',
    surface: '#122334',
    textPrimary: '#eaf4ff',
    textSecondary: '#a3bad1',
  }),
  preset('sakura', 'nature', {
    primary: '#b61e53',
    secondary: '#f2b5c9',
    accent: '#12796b',
    background: '#fbe9ef',
    surface: '#fff8fa',
    textPrimary: '#3a1524',
    textSecondary: '#74465a',
  }),
]

export const findPreset = (id: string): Theme | undefined => presets.find((theme) => theme.id === id)
