import type { PresetCategory, Theme, ThemeColors } from './types.ts'

const preset = <Id extends string>(
  id: Id,
  category: PresetCategory,
  ...[primary, secondary, accent, background, surface, textPrimary, textSecondary]: [
    primary: string,
    secondary: string,
    accent: string,
    background: string,
    surface: string,
    textPrimary: string,
    textSecondary: string,
  ]
) => {
  const colors: ThemeColors = {
    primary,
    secondary,
    accent,
    background,
    surface,
    textPrimary,
    textSecondary,
  }
  return {
    id,
    nameKey: `preset.${id}.name`,
    descriptionKey: `preset.${id}.description`,
    category,
    colors,
  } satisfies Theme
}

/**
 * The themes to choose from, the default first, in the order they are shown. An accent is never near to red or amber,
 * which mean danger and warning in every theme.
 */
export const presets = [
  preset('default', 'default', '#ff7a1a', '#3f454d', '#3dd6c6', '#17191c', '#212428', '#f3f1ec', '#b4b7bc'),

  preset('sunset', 'colorful', '#ff6f59', '#7a3460', '#7ad9c4', '#2a1022', '#3d1a33', '#fff0ea', '#dcb4c0'),
  preset('purple', 'colorful', '#b797ff', '#55429a', '#66dfc3', '#1a1233', '#271c49', '#f3efff', '#bfb4e2'),
  preset('gold', 'colorful', '#f2c14e', '#66571d', '#93d98b', '#16130a', '#241e0f', '#fbf4e0', '#cabd98'),
  preset('gamehall', 'colorful', '#ffcb3d', '#2a7a55', '#83dff2', '#0b2a1d', '#113a29', '#f3fbf2', '#aed2be'),

  preset('ocean', 'nature', '#2fb9f5', '#14597a', '#5ee6b5', '#051a27', '#0b293b', '#e8f6ff', '#9dc0d3'),
  preset('forest', 'nature', '#a8d95a', '#3f6136', '#5fd9a8', '#111d10', '#1a2b18', '#f0f6ea', '#aec6a4'),
  preset('sakura', 'nature', '#b61e53', '#f2b5c9', '#12796b', '#fbe9ef', '#fff8fa', '#3a1524', '#74465a'),
  preset('autumn', 'nature', '#f2893a', '#7a3c27', '#b9cd63', '#22110b', '#331c12', '#fcefe3', '#d8b5a2'),
  preset('ice', 'nature', '#0b6aa2', '#b5d7ec', '#0b7468', '#e6f2f9', '#fafdff', '#10283a', '#446078'),

  preset('mono', 'minimal', '#1f2023', '#cfd1d4', '#50565e', '#efeff0', '#ffffff', '#17181a', '#565a61'),
  preset('paper', 'minimal', '#a03f17', '#dccba6', '#2a6656', '#f4ebd7', '#fffaee', '#2e2519', '#675a45'),

  preset('cyber', 'tech', '#f5e642', '#1a6262', '#ff7ae0', '#071416', '#0d2225', '#eefbfb', '#9dc5c6'),
  preset('matrix', 'tech', '#3ce07a', '#10502a', '#c9f56b', '#040c07', '#0a1a10', '#def7e5', '#8dbd9e'),
  preset('neon', 'tech', '#ff5cc8', '#3c1f78', '#45e6ff', '#0a0618', '#150d2b', '#f7f1ff', '#b9aade'),
  preset('hologram', 'tech', '#7de3e8', '#566a9e', '#d0a6ff', '#1b2338', '#27314d', '#eff6ff', '#b6c4de'),

  preset('night', 'dark', '#7d9dff', '#3d4663', '#a4e8ff', '#12141f', '#1c1f2e', '#edf0f8', '#abb2c8'),
  preset('midnight', 'dark', '#f0dfa0', '#1d2557', '#8fd0ff', '#04060f', '#0b0f22', '#eceefa', '#a2a8c8'),
  preset('carbon', 'dark', '#e4e6e8', '#2c2e30', '#7fd6bb', '#0a0a0b', '#151617', '#f2f3f4', '#a9adb2'),
] as const satisfies readonly Theme[]

export const [defaultTheme] = presets

export const findPreset = (id: string): (typeof presets)[number] | undefined =>
  presets.find((theme) => theme.id === id)
