import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Board } from '../../board/Board.tsx'
import { type BoardScene, silentClue, type TileScene } from '../../board/model/scene.ts'
import { Button } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { TextField } from '../../ui/forms/TextField.tsx'
import { Icon, iconNames } from '../../ui/Icon.tsx'
import { Logo } from '../../ui/Logo.tsx'
import { Note } from '../../ui/Note.tsx'
import { QrCode } from '../../ui/QrCode.tsx'
import { ReadyCount } from '../../ui/ReadyCount.tsx'
import { SeatMark } from '../../ui/SeatMark.tsx'
import { Segments } from '../../ui/Segments.tsx'
import { ShareLink } from '../../ui/ShareLink.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { useTints } from './chosen-theme.ts'
import styles from './ThemeDemo.module.css'

const closed: TileScene = { kind: 'closed' }
const open = (clue: number, seat = 0): TileScene => ({ kind: 'open', clue, seat, by: 'hand', last: false })

/** Each kind of opened tile once, the rest still closed. */
const tiles: readonly TileScene[] = Array.from({ length: 25 }, (_, at): TileScene => {
  if (at < 9) return open(at, at % 6)
  if (at === 13) return { kind: 'mine', seat: 2, by: 'hand', last: false }
  if (at === 16) return { kind: 'open', clue: 1, seat: 1, by: 'hand', last: true }
  return closed
})

const scene = (change: Partial<BoardScene>): BoardScene => ({
  columns: 5,
  rows: 5,
  tiles,
  yours: false,
  playable: false,
  ...change,
})

const yours = { yours: true, playable: true }
const at = (tile: TileScene) => tiles.with(18, tile)

/** The board in every state that it may be in. */
const demoBoards = {
  theirs: scene({}),
  yours: scene(yours),
  chosen: scene({ ...yours, tiles: at({ kind: 'armed' }) }),
  sent: scene({ ...yours, playable: false, tiles: at({ kind: 'pending', stage: 'sent' }) }),
  committed: scene({ ...yours, playable: false, tiles: at({ kind: 'pending', stage: 'committed' }) }),
  blind: scene({
    tiles: tiles.map((tile) => (tile.kind === 'open' ? { ...tile, clue: silentClue } : tile)),
  }),
  asleep: scene(yours),
  over: scene({}),
} as const satisfies Record<string, BoardScene>

type DemoBoard = keyof typeof demoBoards

const boards = [
  'theirs',
  'yours',
  'chosen',
  'sent',
  'committed',
  'blind',
  'asleep',
  'over',
] as const satisfies readonly DemoBoard[]

/** Every state of the board: your turn as the canvas draws it, the others as they are without one. */
export const Boards = () => {
  const { t } = useTranslation('themes')
  const tints = useTints()
  return (
    <ul className={styles.boards}>
      {boards.map((name) => (
        <li key={name} className={styles.labeled}>
          <div className={styles.board}>
            <Board
              scene={demoBoards[name]}
              nameOf={() => t('preview.you')}
              onOpen={() => undefined}
              onArm={() => undefined}
              tints={tints}
              calm
              plain={name !== 'yours'}
              asleep={name === 'asleep'}
            />
          </div>
          <span>{t(`demo.board.${name}`)}</span>
        </li>
      ))}
    </ul>
  )
}

const tones = ['plain', 'good', 'warn', 'bad', 'primary'] as const

/** Labels inside other things, and the six seats' marks. */
export const Labels = () => {
  const { t } = useTranslation('themes')
  const said = {
    plain: t('demo.seat.waits'),
    good: t('demo.success'),
    warn: t('demo.warning'),
    bad: t('demo.danger'),
    primary: t('demo.seat.yours'),
  }
  return (
    <>
      <div className={styles.row}>
        {tones.map((tone) => (
          <Chip key={tone} tone={tone}>
            {said[tone]}
          </Chip>
        ))}
      </div>
      <div className={styles.row}>
        {[0, 1, 2, 3, 4, 5].map((seat) => (
          <SeatMark key={seat} seat={seat} />
        ))}
        <SeatMark seat={0} out />
        <Logo />
        <ReadyCount count={3} />
        <ReadyCount count={12} />
      </div>
    </>
  )
}

const choices = ['low', 'middle', 'high'] as const

export const Fields = () => {
  const { t } = useTranslation('themes')
  const [choice, choose] = useState<(typeof choices)[number]>('middle')
  return (
    <>
      <TextField label={t('demo.field.label')} hint={t('demo.field.hint')} defaultValue="Mai" />
      <TextField label={t('demo.field.label')} error={t('demo.field.wrong')} defaultValue="Minefall" />
      <Segments
        legend={t('demo.choice.legend')}
        options={choices}
        value={choice}
        label={(each) => t(`demo.choice.${each}`)}
        onChange={choose}
      />
    </>
  )
}

export const Codes = () => {
  const { t } = useTranslation('themes')
  const address = `${location.origin}/theme-demo`
  return (
    <>
      <ShareLink url={address} label={t('demo.link')} title={t('demo.title')} />
      <div className={styles.row}>
        <code>{address}</code>
        <CopyButton text={address} what={t('demo.link')} />
      </div>
      <div className={styles.qr}>
        <QrCode text={address} />
      </div>
    </>
  )
}

export const Remarks = () => {
  const { t } = useTranslation('themes')
  return (
    <>
      <Note icon="info" tone="plain">
        {t('demo.remark.plain')}
      </Note>
      <Note icon="alert" action={<Button variant="text">{t('demo.button.text')}</Button>}>
        {t('demo.remark.warn')}
      </Note>
    </>
  )
}

export const Icons = () => (
  <ul className={styles.row} translate="no">
    {iconNames.map((name) => (
      <li key={name} title={name}>
        <Icon name={name} />
      </li>
    ))}
  </ul>
)

export const SheetSample = () => {
  const { t } = useTranslation(['themes', 'common'])
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('demo.dialog.sheet')}</Button>
      {open && (
        <Sheet
          size="narrow"
          title={t('demo.dialog.title')}
          onClose={() => setOpen(false)}
          className={styles.sheet}
          footer={
            <Button variant="primary" onClick={() => setOpen(false)}>
              {t('common:action.close')}
            </Button>
          }
        >
          <p>{t('demo.dialog.text')}</p>
        </Sheet>
      )}
    </>
  )
}
