import type { MatchState } from '@minefall/shared/game'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogActions } from '../../ui/Dialog.tsx'
import { isIn } from './names.ts'

const kinds = ['costly', 'free', 'locked'] as const
/** `costly`: the stake is lost. `free`: it comes back. `locked`: the seat can't be given up just now. */
export type Leaving = (typeof kinds)[number]

/** What leaving means for a seat; null where there is nothing to give up. */
export const leavingOf = (state: MatchState, seat: number | null): Leaving | null => {
  if (isIn(state, seat)) return 'costly'
  if (seat === null) return null
  if (state.phase === 'gathering') return 'free'
  return state.phase === 'locking' ? 'locked' : null
}

export const isLeaving = (dialog: string): dialog is Leaving => kinds.some((kind) => kind === dialog)

/** Which dialog stays open: one about leaving goes once leaving means something else than it says. */
export const openOf = <D extends string>(asked: D, leaving: Leaving | null): D | 'none' =>
  isLeaving(asked) && asked !== leaving ? 'none' : asked

type LeaveDialogProps = {
  /** What leaving would mean; null while no one asks. */
  asked: Leaving | null
  onStay(): void
  onLeave(): void
}

/** Leaving is being out: asked once more. Closing the page instead keeps the seat. */
export const LeaveDialog = ({ asked, onStay, onLeave }: LeaveDialogProps) => {
  const { t } = useTranslation('match')
  // It says the same while it closes.
  const [kind, keep] = useState<Leaving>('free')
  if (asked !== null && asked !== kind) keep(asked)
  return (
    <Dialog open={asked !== null} onClose={onStay} title={t('leave.title')} description={t(`leave.${kind}`)}>
      <DialogActions>
        <Button variant="primary" onClick={onStay}>
          {t('leave.stay')}
        </Button>
        <Button variant="quiet" data-click="leave-match" onClick={onLeave}>
          {t(kind === 'locked' ? 'leave.go' : 'leave.leave')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
