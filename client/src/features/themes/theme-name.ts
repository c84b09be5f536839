import type { Theme } from '@minefall/shared/theme'
import { useTranslation } from 'react-i18next'
import type themes from '../../i18n/locales/en-US/themes.json'

type Named = keyof (typeof themes)['preset']
const named: Record<Named, true> = { default: true, ocean: true, sakura: true }
const isNamed = (id: string): id is Named => Object.hasOwn(named, id)

/** A theme's name and description in the visitor's language; an unknown one is called by its id. */
export const useThemeName = (): ((theme: Theme) => { name: string; description: string }) => {
  const { t } = useTranslation('themes')
  return ({ id }) =>
    isNamed(id)
      ? { name: t(`preset.${id}.name`), description: t(`preset.${id}.description`) }
      : { name: id, description: '' }
}
