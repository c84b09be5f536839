import { findPreset, type Theme } from '@minefall/shared/theme'
import { useTranslation } from 'react-i18next'

/** A preset's name and description in the visitor's language; a custom theme has what its maker called it. */
export const useThemeName = (): ((theme: Theme) => { name: string; description: string }) => {
  const { t } = useTranslation('themes')
  return ({ id, name }) => {
    const preset = findPreset(id)
    return preset
      ? { name: t(`preset.${preset.id}.name`), description: t(`preset.${preset.id}.description`) }
      : { name: name ?? id, description: '' }
  }
}
