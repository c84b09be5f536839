import { formatQuery } from '@minefall/shared/contracts'
import { customThemeLimit, defaultTheme, formatColors, presets, type Theme } from '@minefall/shared/theme'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { HomeSearch } from '../../lib/search.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Note } from '../../ui/Note.tsx'
import { ShareLink } from '../../ui/ShareLink.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { Customizer } from './Customizer.tsx'
import { chooseTheme, currentTheme } from './chosen-theme.ts'
import { deleteCustomTheme, keepCustomTheme } from './custom-themes.ts'
import { type Draft, draftOf, finish, newDraft, sharedDraft } from './draft.ts'
import { ThemeGallery } from './ThemeGallery.tsx'
import styles from './ThemesModal.module.css'

/** The address that opens the customizer with this theme. */
const addressOf = ({ name, colors }: Draft) => {
  const place = { modal: 'themes', step: 'custom', colors: formatColors(colors), name: name.trim() }
  return `${location.origin}/${formatQuery(place)}`
}

/** A theme as a link for others. */
const ShareTheme = ({ draft, onClose }: { draft: Draft; onClose(): void }) => {
  const { t } = useTranslation(['themes', 'ui'])
  const title = t('share.title', { name: draft.name })
  return (
    <Dialog open onClose={onClose} title={title} description={t('share.text')} size="form">
      <ShareLink primary url={addressOf(draft)} label={t('share.link')} title={draft.name} />
    </Dialog>
  )
}

/** Where in the sheet one is: `custom` for the customizer, and the theme that a link brought. */
export type ThemesPlace = Pick<HomeSearch, 'step' | 'colors' | 'name'>

export type ThemesModalProps = {
  step: string | undefined
  colors: string | undefined
  name: string | undefined
  /** Goes to another place of this sheet, by its address; `instead` of the one it is at. */
  onGo(place: ThemesPlace, options?: { instead: boolean }): void
  onBack(): void
  onClose(): void
}

/** What was done last, and how to take it back. */
type Done = { text: string; undo: (() => void) | null }

const useThemes = ({ colors, name, onGo }: ThemesModalProps) => {
  const { t } = useTranslation('themes')
  const mine = t('custom.mine')
  const [draft, setDraft] = useState<Draft>(
    () => sharedDraft(colors, name, mine) ?? draftOf(currentTheme(), mine),
  )
  const [brought, setBrought] = useState(colors)
  const [trouble, setTrouble] = useState<string | null>(null)
  const [done, setDone] = useState<Done | null>(null)
  const change = (next: Draft) => {
    setDraft(next)
    setTrouble(null)
  }
  if (brought !== colors) {
    // Another link was opened while the sheet was.
    setBrought(colors)
    const shared = sharedDraft(colors, name, mine)
    if (shared) change(shared)
  }
  const choose = (theme: Theme) => {
    chooseTheme(theme)
    change(draftOf(theme, mine))
    setDone(null)
  }
  const save = () => {
    const theme = finish(draft)
    if (!theme) return setTrouble(t('custom.nameMissing'))
    if (!keepCustomTheme(theme)) return setTrouble(t('custom.full', { number: customThemeLimit }))
    choose(theme)
    setDone({ text: t('custom.saved', { name: theme.name }), undo: null })
    onGo({}, { instead: true })
  }
  const discard = (id: string) => {
    const worn = currentTheme()
    const restore = deleteCustomTheme(id)
    choose(worn.id === id ? defaultTheme : worn)
    const undo = () => {
      restore?.()
      choose(worn)
    }
    setDone({ text: t('custom.deleted', { name: draft.from.name }), undo: restore && undo })
    onGo({}, { instead: true })
  }
  const make = () => {
    change(newDraft(currentTheme(), mine))
    setDone(null)
    onGo({ step: 'custom' })
  }
  return { draft, change, trouble, done, choose, save, discard, make }
}

/** Choosing the product's theme, a preset or one of yours, and making one. */
export const ThemesModal = (props: ThemesModalProps) => {
  const { step, colors, onGo, onBack, onClose } = props
  // What the parts of it say comes along.
  const { t } = useTranslation(['themes', 'board', 'ui', 'common'])
  const { draft, change, trouble, done, choose, save, discard, make } = useThemes(props)
  const [shares, setShares] = useState(false)
  const troubleId = useId()
  const customizes = step === 'custom' || colors !== undefined
  const { id } = draft
  return (
    <Sheet
      title={t('sheet.title')}
      onClose={onClose}
      onBack={customizes ? onBack : undefined}
      size="grand"
      step={step}
      className={styles.body}
    >
      <div className={styles.choose} data-behind={customizes}>
        {done && (
          <Note
            icon={done.undo ? 'bin' : 'check'}
            tone="plain"
            action={
              done.undo && (
                <Button variant="text" onClick={done.undo}>
                  {t('custom.undo')}
                </Button>
              )
            }
          >
            {done.text}
          </Note>
        )}
        <p className={styles.count}>{t('sheet.count', { number: presets.length })}</p>
        <ThemeGallery onChoose={choose} onNew={make} />
        <div className={styles.ways}>
          <Button variant="primary" size="big" icon="palette" onClick={() => onGo({ step: 'custom' })}>
            {t(id === null ? 'sheet.customize' : 'sheet.edit')}
          </Button>
          <Button size="big" icon="share" data-click="share-theme" onClick={() => setShares(true)}>
            {t('share.action')}
          </Button>
        </div>
      </div>
      <div className={styles.make} data-behind={!customizes}>
        <Customizer
          draft={draft}
          onDraft={change}
          onDelete={id === null ? undefined : () => discard(id)}
          trouble={trouble === null ? undefined : troubleId}
        />
        <div className={styles.foot}>
          {trouble !== null && (
            <p className={styles.trouble} id={troubleId} role="alert">
              {trouble}
            </p>
          )}
          <Button variant="primary" size="big" data-click="save-theme" onClick={save}>
            {t('custom.save')}
          </Button>
          <Button size="big" icon="share" data-click="share-theme" onClick={() => setShares(true)}>
            {t('share.action')}
          </Button>
        </div>
      </div>
      {shares && <ShareTheme draft={draft} onClose={() => setShares(false)} />}
    </Sheet>
  )
}
