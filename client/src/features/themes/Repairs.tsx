import { type ColorCheck, type ThemeColorName, themeColorNames } from '@minefall/shared/theme'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { Note } from '../../ui/Note.tsx'
import { ratioText } from './ratio-text.ts'

export type Checks = Readonly<Partial<Record<ThemeColorName, ColorCheck>>>

/** The colours that are too faint, each with what is shown in its place. */
export const Repairs = ({
  checks,
  onUse,
}: {
  checks: Checks
  onUse(name: ThemeColorName, color: string): void
}) => {
  const { t, i18n } = useTranslation('themes')
  return themeColorNames.map((name) => {
    const check = checks[name]
    if (!check || check.ratio >= check.least) return null
    const shown = check.shown.toUpperCase()
    return (
      <Note
        key={name}
        icon="alert"
        action={
          <Button variant="text" onClick={() => onUse(name, check.shown)}>
            {t('contrast.use', { shown })}
          </Button>
        }
      >
        <b>
          {t('contrast.low', {
            color: t(`color.${name}.name`),
            ratio: ratioText(check.ratio, i18n.language),
          })}
        </b>{' '}
        {t('contrast.shown', { shown, least: ratioText(check.least, i18n.language) })}
      </Note>
    )
  })
}
