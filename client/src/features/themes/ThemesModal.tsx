import { useTranslation } from 'react-i18next'
import type { HomeSearch } from '../../app/search.ts'
import { Sheet } from '../../ui/Sheet.tsx'
import { ThemeChoice } from './ThemeChoice.tsx'

/** Where in the sheet one is: `custom` for the customizer, and the theme that a link brought. */
export type ThemesPlace = Pick<HomeSearch, 'step' | 'colors' | 'name'>

export type ThemesModalProps = {
  step: string | undefined
  colors: string | undefined
  name: string | undefined
  /** Goes to another place of this sheet, by its address. */
  onGo(place: ThemesPlace): void
  onClose(): void
}

/** Which theme the product wears. */
export const ThemesModal = ({ onClose }: ThemesModalProps) => {
  const { t } = useTranslation('themes')
  return (
    <Sheet title={t('sheet.title')} onClose={onClose} size="broad">
      <ThemeChoice />
    </Sheet>
  )
}
