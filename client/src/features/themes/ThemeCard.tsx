import type { Theme } from '@minefall/shared/theme'
import shape from '../../styles/shape.module.css'
import { Icon } from '../../ui/Icon.tsx'
import { derivedOf } from './derived-of.ts'
import styles from './ThemeCard.module.css'
import { ThemeScene } from './ThemeScene.tsx'
import { useThemeName } from './theme-name.ts'
import { Worn } from './Worn.tsx'

export type ThemeCardProps = {
  theme: Theme
  /** The name of the choice that it is a part of. */
  group: string
  chosen: boolean
  variant: number
  onChoose(theme: Theme): void
}

/** One of the themes to choose from: a glimpse of a match in it, framed by the theme in use. */
export const ThemeCard = ({ theme, group, chosen, variant, onChoose }: ThemeCardProps) => {
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
