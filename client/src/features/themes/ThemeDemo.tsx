import { emoteNames } from '@minefall/shared/contracts/live'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import shape from '../../styles/shape.module.css'
import { Button, Spinner } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { classes } from '../../ui/classes.ts'
import { Dialog, DialogActions } from '../../ui/Dialog.tsx'
import { Emote } from '../../ui/Emote.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { IsoBoard } from '../../ui/IsoBoard.tsx'
import type { IsoTile } from '../../ui/iso.ts'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { type ToastTone, toasts } from '../../ui/toasts.ts'
import { chooseTheme } from './chosen-theme.ts'
import { Boards, Codes, Fields, Icons, Labels, Remarks, SheetSample } from './more-samples.tsx'
import { Links, People, Purses, Seats, Tiles } from './samples.tsx'
import styles from './ThemeDemo.module.css'
import { ThemeGallery } from './ThemeGallery.tsx'

const Part = ({ title, wide = false, children }: { title: string; wide?: boolean; children: ReactNode }) => (
  <Panel as="section" className={classes(styles.part, wide && styles.wide)}>
    <h2 className={shape.h20}>{title}</h2>
    {children}
  </Panel>
)

const Buttons = () => {
  const { t } = useTranslation(['themes', 'common'])
  return (
    <>
      <div className={styles.row}>
        <Button variant="primary" icon="play">
          {t('demo.button.primary')}
        </Button>
        <Button>{t('demo.button.neutral')}</Button>
        <Button variant="quiet">{t('demo.button.quiet')}</Button>
        <Button variant="text">{t('demo.button.text')}</Button>
        <Button variant="primary" busy>
          {t('demo.button.busy')}
        </Button>
        <Button disabled>{t('demo.button.disabled')}</Button>
        <IconButton icon="settings" label={t('demo.button.text')} />
        <IconButton icon="sound" pressed label={t('demo.button.neutral')} />
      </div>
      <Button variant="primary" size="big" wide>
        {t('demo.button.wide')}
      </Button>
    </>
  )
}

const tones: readonly ToastTone[] = ['plain', 'good', 'warn', 'bad']

const Notes = () => {
  const { t } = useTranslation('themes')
  return (
    <div className={styles.row}>
      {tones.map((tone) => (
        <Button
          key={tone}
          onClick={() =>
            toasts.show({
              tone,
              title: () => t(`demo.note.${tone}`),
              ...(tone === 'bad' ? { detail: () => t('demo.note.detail') } : {}),
            })
          }
        >
          <Chip small tone={tone}>
            {t(`demo.note.${tone}`)}
          </Chip>
        </Button>
      ))}
    </div>
  )
}

const Panels = () => {
  const { t } = useTranslation(['themes', 'common'])
  const [open, setOpen] = useState(false)
  return (
    <>
      <div className={styles.row}>
        <Button onClick={() => setOpen(true)}>{t('demo.dialog.open')}</Button>
        <SheetSample />
      </div>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        glyph={<Emote name="wink" size={72} />}
        title={t('demo.dialog.title')}
        description={t('demo.dialog.text')}
      >
        <DialogActions split>
          <Button variant="primary" onClick={() => setOpen(false)}>
            {t('common:action.close')}
          </Button>
          <Button onClick={() => setOpen(false)}>{t('common:action.back')}</Button>
          <Button variant="quiet" onClick={() => setOpen(false)}>
            {t('common:action.cancel')}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  )
}

const demoBoard: readonly IsoTile[] = Array.from({ length: 25 }, (_, tile): IsoTile => {
  if (tile === 12) return { kind: 'lifted' }
  if (tile === 17) return { kind: 'mine' }
  if (tile === 19 || tile % 4 === 1) return { kind: 'open', clue: tile % 6 }
  return { kind: 'closed' }
})

/** Every component and every state of the board, in the theme that is chosen on it. */
export const ThemeDemo = () => {
  const { t } = useTranslation(['themes', 'ui', 'connection', 'common'])
  return (
    <div className={classes(shape.wrap, styles.page)}>
      <header>
        <PageTitle className={shape.h44}>{t('demo.title')}</PageTitle>
        <p className={styles.intro}>{t('demo.intro')}</p>
      </header>
      <Part wide title={t('sheet.title')}>
        <ThemeGallery onChoose={chooseTheme} />
      </Part>
      <div className={styles.parts}>
        <Part title={t('demo.buttons')}>
          <Buttons />
        </Part>
        <Part title={t('demo.logo')}>
          <IsoBoard columns={5} rows={5} tiles={demoBoard} />
        </Part>
        <Part wide title={t('demo.boards')}>
          <Boards />
        </Part>
        <Part wide title={t('demo.tiles')}>
          <Tiles />
        </Part>
        <Part title={t('demo.seats')}>
          <Seats />
        </Part>
        <Part title={t('demo.people')}>
          <People />
        </Part>
        <Part title={t('demo.coins')}>
          <Purses />
        </Part>
        <Part title={t('demo.connection')}>
          <Links />
        </Part>
        <Part title={t('demo.emotes')}>
          <ul className={styles.row}>
            {emoteNames.map((name) => (
              <li key={name} className={styles.labeled}>
                <Emote name={name} />
                <span>{t(`ui:emote.${name}`)}</span>
              </li>
            ))}
          </ul>
        </Part>
        <Part title={t('demo.labels')}>
          <Labels />
        </Part>
        <Part title={t('demo.fields')}>
          <Fields />
        </Part>
        <Part title={t('demo.links')}>
          <Codes />
        </Part>
        <Part title={t('demo.icons')}>
          <Icons />
        </Part>
        <Part title={t('demo.notes')}>
          <Notes />
          <Remarks />
        </Part>
        <Part title={t('demo.progress')}>
          <div className={styles.row}>
            <Spinner />
            <Skeleton round width="40px" height="40px" />
            <Skeleton width="140px" height="16px" />
          </div>
          <ProgressBar value={0.62} label={t('demo.loading')} />
          <ProgressBar value={null} label={t('demo.loading')} />
        </Part>
        <Part title={t('demo.panels')}>
          <Panels />
        </Part>
        <Part title={t('demo.empty')}>
          <EmptyState face="grr" title={t('demo.nothing')} text={t('demo.nothingText')} />
        </Part>
        <Part title={t('demo.text')}>
          <p className={shape.h28}>Minefall</p>
          <p className={styles.line}>
            {t('demo.sample')} <span className={styles.danger}>{t('demo.danger')}</span>{' '}
            <span className={styles.success}>{t('demo.success')}</span>{' '}
            <span className={styles.warning}>{t('demo.warning')}</span>{' '}
            <span className={styles.link}>{t('demo.link')}</span>
          </p>
        </Part>
      </div>
    </div>
  )
}
