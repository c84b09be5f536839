export { useTheme, useTints } from './chosen-theme.ts'
export { useThemeName } from './custom-themes.ts'
