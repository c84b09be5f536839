import { checkColors, themeColorNames, themeNameLimit } from '@minefall/shared/theme'
import { useDeferredValue, useId, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import entry from '../../ui/entry.module.css'
import { IconButton } from '../../ui/IconButton.tsx'
import { Note } from '../../ui/Note.tsx'
import { ColorRow } from './ColorRow.tsx'
import styles from './Customizer.module.css'
import { derivedOf } from './derived-of.ts'
import { type Draft, isChanged, paint, startOver } from './draft.ts'
import { Preview } from './Preview.tsx'
import { type Checks, Repairs } from './Repairs.tsx'

export type CustomizerProps = {
  draft: Draft
  onDraft(draft: Draft): void
  /** Deletes the theme it changes; absent for a new one. */
  onDelete?: (() => void) | undefined
  /** The id of what says why it could not be kept. */
  trouble?: string | undefined
}

/** Seven colours and a name, with the product as it looks in them. */
export const Customizer = ({ draft, onDraft, onDelete, trouble }: CustomizerProps) => {
  const { t } = useTranslation('themes')
  const id = useId()
  // A picker that is dragged asks for a colour a frame: the preview may fall behind, what is picked may not.
  const colors = useDeferredValue(draft.colors)
  const theme = derivedOf(colors)
  const checks = useMemo<Checks>(() => checkColors(colors, theme), [colors, theme])
  return (
    <div className={styles.customizer}>
      <div className={styles.shown}>
        {draft.shared && (
          <Note icon="palette" tone="plain">
            {t('custom.shared')}
          </Note>
        )}
        <Preview theme={theme} />
        <Repairs checks={checks} onUse={(name, color) => onDraft(paint(draft, name, color))} />
      </div>
      <div>
        <div className={styles.head}>
          <label className={styles.label} htmlFor={id}>
            {t('custom.name')}
          </label>
          <input
            className={classes(entry.entry, styles.name)}
            id={id}
            value={draft.name}
            maxLength={themeNameLimit}
            autoComplete="off"
            aria-invalid={trouble !== undefined}
            aria-describedby={trouble}
            onChange={(event) => onDraft({ ...draft, name: event.target.value })}
          />
          {onDelete && <IconButton icon="bin" label={t('custom.delete')} onClick={onDelete} />}
        </div>
        <ul>
          {themeColorNames.map((name) => (
            <ColorRow
              key={name}
              name={name}
              color={draft.colors[name]}
              check={checks[name] ?? null}
              onColor={(color) => onDraft(paint(draft, name, color))}
            />
          ))}
        </ul>
        <div className={styles.again}>
          <Button
            variant="quiet"
            icon="again"
            disabled={!isChanged(draft)}
            onClick={() => onDraft(startOver(draft))}
          >
            {t('custom.startOver')}
          </Button>
        </div>
      </div>
    </div>
  )
}
