import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOnline } from '../../lib/use-online.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogActions } from '../../ui/Dialog.tsx'
import { Tick } from './Tick.tsx'

type ExclusionSureProps = {
  /** When it ends; null for never. */
  when: string | null
  isBusy: boolean
  trouble: ReactNode
  onBack(): void
  onClose(): void
  onSure(): void
}

/** The second step of an exclusion: nobody gets here, or past it, by one press too many. */
export const ExclusionSure = ({ when, isBusy, trouble, onBack, onClose, onSure }: ExclusionSureProps) => {
  const { t } = useTranslation(['play', 'common'])
  const isOnline = useOnline()
  const tick = useRef<HTMLInputElement>(null)
  const [isTicked, setTicked] = useState(false)
  const [isTried, setTried] = useState(false)
  const go = () => {
    setTried(true)
    if (isTicked) onSure()
    else tick.current?.focus()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      size="form"
      title={t('break.sureTitle')}
      description={when === null ? t('break.sureTextGood') : t('break.sureText', { when })}
      initialFocus={tick}
    >
      <Tick
        ref={tick}
        label={t('break.understood')}
        isTicked={isTicked}
        onTick={setTicked}
        error={isTried && !isTicked ? t('break.mustTick') : null}
      />
      {trouble}
      <DialogActions>
        <Button wide size="big" busy={isBusy} disabled={!isOnline} onClick={go}>
          {when === null ? t('break.excludeGood') : t('break.exclude', { when })}
        </Button>
        <Button variant="quiet" wide onClick={onBack}>
          {t('common:action.back')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
