import { presetCategories, presets, type Theme } from '@minefall/shared/theme'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../ui/Icon.tsx'
import { useCustomThemes } from './custom-themes.ts'
import { ThemeCard } from './ThemeCard.tsx'
import styles from './ThemeGallery.module.css'
import { useTheme } from './use-theme.ts'

type CategoryProps = { title: string; count: number; places: number; children: ReactNode }

const Category = ({ title, count, places, children }: CategoryProps) => {
  const id = useId()
  return (
    <section className={styles.category} style={{ '--places': Math.min(places, 7) }} aria-labelledby={id}>
      <h3 className={styles.title} id={id}>
        {title} <span>{count}</span>
      </h3>
      <div className={styles.cards}>{children}</div>
    </section>
  )
}

export type ThemeGalleryProps = {
  onChoose(theme: Theme): void
  /** Begins a new theme; without it, the presets and one's own are there to choose from alone. */
  onNew?: (() => void) | undefined
}

/** Every theme there is to choose from, by category, with one's own among the first. */
export const ThemeGallery = ({ onChoose, onNew }: ThemeGalleryProps) => {
  const { t } = useTranslation('themes')
  const group = useId()
  const { id: current } = useTheme()
  const own = useCustomThemes()
  return (
    <div className={styles.gallery} role="radiogroup" aria-label={t('sheet.title')}>
      {presetCategories.map((category) => {
        const ready = presets.filter((theme) => theme.category === category)
        const themes: readonly Theme[] = category === 'default' ? [...ready, ...own] : ready
        const makes = category === 'default' && onNew !== undefined
        return (
          <Category
            key={category}
            title={t(`category.${category}`)}
            count={themes.length}
            places={themes.length + (makes ? 1 : 0)}
          >
            {themes.map((theme, index) => (
              <ThemeCard
                key={theme.id}
                theme={theme}
                group={group}
                chosen={theme.id === current}
                variant={index}
                onChoose={onChoose}
              />
            ))}
            {makes && (
              <button type="button" className={styles.make} onClick={onNew}>
                <Icon name="plus" />
                <b>{t('sheet.new')}</b>
                <span>{t('sheet.newHint')}</span>
              </button>
            )}
          </Category>
        )
      })}
    </div>
  )
}
