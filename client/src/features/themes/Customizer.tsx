import {
  type ColorCheck,
  checkColors,
  type DerivedTheme,
  readColor,
  type ThemeColorName,
  themeColorNames,
  themeNameLimit,
} from '@minefall/shared/theme'
import { useDeferredValue, useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Board } from '../../board/Board.tsx'
import { openPractice, type Practice, practiceScene, practiceState } from '../../board/model/practice.ts'
import shape from '../../styles/shape.module.css'
import { Button } from '../../ui/Button.tsx'
import { Coins } from '../../ui/Coins.tsx'
import { classes } from '../../ui/classes.ts'
import entry from '../../ui/entry.module.css'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Note } from '../../ui/Note.tsx'
import { SeatMark } from '../../ui/SeatMark.tsx'
import styles from './Customizer.module.css'
import { type Draft, derivedOf, isChanged, paint, startOver } from './draft.ts'
import { Worn } from './ThemeGallery.tsx'

/** A contrast as it is shown: to one decimal place and never rounded up, so that 4.49 is not said to be the 4.5 it misses. */
const ratioText = (ratio: number, language: string): string =>
  new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(
    Math.floor(ratio * 10 + 1e-9) / 10,
  )

const Figure = ({ check }: { check: ColorCheck }) => {
  const { t, i18n } = useTranslation('themes')
  const enough = check.ratio >= check.least
  const ratio = ratioText(check.ratio, i18n.language)
  return (
    <span className={classes(styles.figure, !enough && styles.low)}>
      <Icon name={enough ? 'check' : 'alert'} size={16} />
      <span aria-hidden="true">{ratio}</span>
      <span className={shape.aside}>{t('contrast.of', { ratio })}</span>
    </span>
  )
}

type ColorRowProps = {
  name: ThemeColorName
  color: string
  /** Absent where the color has no contrast floor. */
  check: ColorCheck | null
  onColor(color: string): void
}

/** One of the seven colors: picked from the browser's own picker, or typed as a code. */
const ColorRow = ({ name, color, check, onColor }: ColorRowProps) => {
  const { t } = useTranslation('themes')
  const id = useId()
  // What is being typed; null while the field shows the color itself.
  const [typed, setTyped] = useState<string | null>(null)
  const wrong = typed !== null && readColor(typed) === null
  const said = t(`color.${name}.name`)
  const type = (text: string) => {
    setTyped(text)
    const read = readColor(text)
    if (read !== null) onColor(read)
  }
  return (
    <li className={styles.row}>
      <input
        className={styles.picker}
        type="color"
        value={color}
        aria-label={t('custom.pick', { color: said })}
        onChange={(event) => {
          setTyped(null)
          onColor(event.target.value)
        }}
      />
      <span className={styles.what}>
        <b>{said}</b>
        <small>{t(`color.${name}.use`)}</small>
      </span>
      {check && <Figure check={check} />}
      <input
        className={classes(entry.entry, styles.code, check && check.ratio < check.least && styles.faint)}
        value={typed ?? color.toUpperCase()}
        maxLength={7}
        spellCheck={false}
        autoCapitalize="characters"
        autoComplete="off"
        aria-label={t('custom.code', { color: said })}
        aria-invalid={wrong}
        aria-describedby={wrong ? id : undefined}
        onChange={(event) => type(event.target.value)}
        onBlur={() => setTyped(null)}
      />
      {wrong && (
        <p className={styles.wrong} id={id} role="alert">
          {t('custom.badCode', { example: '#FF7A1A' })}
        </p>
      )}
    </li>
  )
}

/** A match under way: some tiles are open, and a mine was found by someone else. */
const begun: Practice = {
  columns: 5,
  rows: 5,
  mines: [3, 7, 8, 15, 22],
  opened: [0, 1, 5, 6, 10, 11, 2, 18, 19, 13, 24],
}

/** The product in a theme, small: a board to play on, a button, seats and coins. */
const Preview = ({ theme }: { theme: DerivedTheme }) => {
  const { t } = useTranslation(['themes', 'common'])
  const [practice, setPractice] = useState(begun)
  const open = (tile: number) => setPractice((was) => openPractice(was, tile))
  const playing = practiceState(practice) === 'playing'
  return (
    <Worn theme={theme} className={styles.preview}>
      <div className={styles.previewHead}>
        <b>{t('common:game.mines-clues.name')}</b>
        <span className={styles.note}>{t('preview.label')}</span>
        <span className={styles.turn}>{t('preview.yourTurn')}</span>
      </div>
      <div className={styles.table}>
        <div className={styles.board}>
          <Board
            scene={practiceScene(practice)}
            nameOf={() => t('preview.you')}
            onOpen={open}
            onArm={open}
            tints={theme.tints}
            calm
            plain
          />
        </div>
        <div className={styles.side}>
          <p>
            {t('preview.pot')}
            <Coins amount="1000" purse="coin" />
          </p>
          <p>
            {t('preview.standing')}
            <b>{t('preview.of', { left: 4, seats: 5 })}</b>
            <span className={styles.seats}>
              {[0, 1, 2, 3, 4].map((seat) => (
                <SeatMark key={seat} silent seat={seat} out={seat === 3} />
              ))}
            </span>
          </p>
          <Button variant="primary" wide onClick={() => setPractice(begun)}>
            {t('preview.again')}
          </Button>
        </div>
        <p className={styles.hint}>{playing && t('preview.open')}</p>
      </div>
    </Worn>
  )
}

type Checks = Readonly<Partial<Record<ThemeColorName, ColorCheck>>>

/** The colors that are too faint, each with what is shown in its place. */
const Repairs = ({ checks, onUse }: { checks: Checks; onUse(name: ThemeColorName, color: string): void }) => {
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

export type CustomizerProps = {
  draft: Draft
  onDraft(draft: Draft): void
  /** Deletes the theme it changes; absent for a new one. */
  onDelete?: (() => void) | undefined
  /** The id of what says why it could not be kept. */
  trouble?: string | undefined
}

/** Seven colors and a name, with the product as it looks in them. */
export const Customizer = ({ draft, onDraft, onDelete, trouble }: CustomizerProps) => {
  const { t } = useTranslation('themes')
  const id = useId()
  // A picker that is dragged asks for a color a frame: the preview may fall behind, what is picked may not.
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
