import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Dialog, DialogActions } from '../../ui/Dialog.tsx'
import { Glyph } from '../../ui/Glyph.tsx'
import { BreakDialog } from './BreakDialog.tsx'
import { durationText, Figures } from './Figures.tsx'
import type { ReceivedPlay } from './play-calls.ts'

type ReminderDialogProps = {
  userId: string
  play: ReceivedPlay
  /** Played since the last reminder. */
  seconds: number
  /** The player has read it: the next one is counted from here. */
  onAnswer(): void
}

/** How long was played and the outcome: to go on, to take a break, or to stop for today. */
export const ReminderDialog = ({ userId, play, seconds, onAnswer }: ReminderDialogProps) => {
  // Awaits the texts of all that is in it, so that keys never flash.
  const { t, i18n } = useTranslation(['play', 'common', 'ui', 'notices', 'errors'])
  const navigate = useNavigate()
  const goOn = useRef<HTMLButtonElement>(null)
  const [stops, setStops] = useState(false)
  const toBreaks = () => {
    onAnswer()
    navigate({ to: '/', search: { modal: 'play' } }).catch(() => undefined)
  }
  if (stops)
    return (
      <BreakDialog
        userId={userId}
        play={play}
        kind="time-out"
        only={1}
        onClose={() => setStops(false)}
        onBegun={onAnswer}
      />
    )
  return (
    <Dialog
      open
      onClose={onAnswer}
      glyph={<Glyph icon="clock" primary />}
      title={t('remind.title')}
      description={t('remind.text', { time: durationText(seconds, i18n.language) })}
      initialFocus={goOn}
    >
      <Figures play={play} />
      <DialogActions split>
        <button
          ref={goOn}
          type="button"
          className={buttonClass({ variant: 'primary', size: 'big' })}
          onClick={onAnswer}
        >
          {t('remind.goOn')}
        </button>
        <Button onClick={toBreaks}>{t('remind.breakNow')}</Button>
        <Button onClick={() => setStops(true)}>{t('remind.stop')}</Button>
      </DialogActions>
    </Dialog>
  )
}
