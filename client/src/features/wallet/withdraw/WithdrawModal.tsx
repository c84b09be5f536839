import { useTranslation } from 'react-i18next'
import { useSession } from '../../../machines/session/index.ts'
import { Sheet } from '../../../ui/Sheet.tsx'

/** The steps that have an address of their own; without one it is the first. */
export const withdrawSteps = ['amount', 'currency', 'destination', 'confirm', 'done'] as const
export type WithdrawStep = (typeof withdrawSteps)[number]

export type WithdrawModalProps = {
  step?: string | undefined
  onStep(step: WithdrawStep): void
  onClose(): void
}

/** Coins out of the wallet: what can be, where to and how much, who it is, and what became of it. */
export const WithdrawModal = ({ onClose }: WithdrawModalProps) => {
  const { t } = useTranslation(['withdraw', 'common', 'notices', 'errors', 'ui'])
  const user = useSession(({ context }) => context.user)
  if (!user) return null
  return (
    <Sheet title={t('title')} onClose={onClose} size="narrow">
      {null}
    </Sheet>
  )
}
