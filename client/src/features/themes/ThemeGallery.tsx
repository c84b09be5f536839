import { type DerivedTheme, presetCategories, presets, type Theme } from '@minefall/shared/theme'
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import shape from '../../styles/shape.module.css'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/Icon.tsx'
import { useTheme } from './chosen-theme.ts'
import { useCustomThemes, useThemeName } from './custom-themes.ts'
import { derivedOf } from './draft.ts'
import styles from './ThemeGallery.module.css'
import { wear } from './wear.ts'

/** Boards of five by five: a digit is an opened tile, `*` a mine, `o` the tile that is pointed at. */
const boards = [
  '..1.. 320.. 2.*.. 12o.. 0.320',
  '.31.. .1.1. 20o.1 ..*.. 1.210',
  '0..21 2o0.. 0..*. .3.1. 2120.',
  '2..2. .1o.. .0.*. 210.. 0.13.',
].map((board) => [...board.replaceAll(' ', '')].map((sign, at) => ({ at, sign })))

const Tile = ({ sign, at }: { sign: string; at: number }) => {
  const [x, y] = [8 + (at % 5) * 17, 26 + Math.floor(at / 5) * 17]
  const closed = sign === '.' || sign === 'o'
  return (
    <g transform={`translate(${x} ${y})`}>
      <rect className={closed ? styles.closed : styles.well} width="15" height="15" rx="3.2" />
      {closed && <path className={styles.edge} d="M1 13V4Q1 1 4 1H13" />}
      {sign === 'o' && <rect className={styles.aim} x=".5" y=".5" width="14" height="14" rx="3" />}
      {sign === '*' && <circle className={styles.mine} cx="7.5" cy="7.5" r="4" />}
      {/[1-9]/.test(sign) && (
        <text className={classes(styles.clue, styles[`clue${sign}`])} x="7.5" y="11.1">
          {sign}
        </text>
      )}
    </g>
  )
}

/** A glimpse of a match in the colors of whatever wears it; `variant` keeps neighbors from looking drawn alike. */
const ThemeScene = ({ variant }: { variant: number }) => (
  <svg className={styles.scene} viewBox="0 0 100 116" aria-hidden="true">
    <rect className={styles.sampleTitle} x="8" y="11" width="20" height="4" rx="2" />
    <rect className={styles.note} x="32" y="11" width="13" height="4" rx="2" />
    <rect className={styles.action} x="70" y="8" width="22" height="10" rx="4" />
    {(boards[variant % boards.length] ?? []).map(({ at, sign }) => (
      <Tile key={at} sign={sign} at={at} />
    ))}
  </svg>
)

type ThemeCardProps = {
  theme: Theme
  /** The name of the choice that it is a part of. */
  group: string
  chosen: boolean
  variant: number
  onChoose(theme: Theme): void
}

/** One of the themes to choose from: a glimpse of a match in it, framed by the theme in use. */
const ThemeCard = ({ theme, group, chosen, variant, onChoose }: ThemeCardProps) => {
  const nameOf = useThemeName()
  const { name, description } = nameOf(theme)
  return (
    <label className={styles.card} title={description}>
      <input
        className={shape.cover}
        type="radio"
        name={group}
        checked={chosen}
        onChange={() => onChoose(theme)}
      />
      <Worn theme={derivedOf(theme.colors)}>
        <ThemeScene variant={variant} />
      </Worn>
      <span className={styles.name}>
        <b>{name}</b>
        {chosen && <Icon name="check" size={16} />}
      </span>
      <span className={shape.aside}>{description}</span>
    </label>
  )
}

type WornProps = { theme: DerivedTheme; className?: string | undefined; children: ReactNode }

/** A part of the page in its own theme. */
export const Worn = ({ theme, className, children }: WornProps) => {
  const element = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (element.current) wear(element.current, theme)
  }, [theme])
  return (
    <div ref={element} className={className}>
      {children}
    </div>
  )
}

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
  /** Begins a new theme; without it, you can only choose a preset or one of yours. */
  onNew?: (() => void) | undefined
}

/** Every theme there is to choose from, by category, with your own among the first. */
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
