import type { User, WithdrawState } from '@minefall/shared/contracts/rest'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, buttonClass } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { PaymentPasswordSetter } from '../../profile/account/PaymentPasswordSetter.tsx'
import { withdrawKey } from './use-withdraw-state.ts'

/** What has to be done or waited for before anything can be withdrawn. */
type Gate = 'no-contact' | 'no-password' | 'closed' | 'held-off'

/**
 * The first of what stands in the way; null when nothing does. `ways` is how many ways out are open. What begins a wait
 * comes before waiting.
 */
export const gateOf = (
  { heldOff, codeTo, hasPaymentPassword }: Pick<WithdrawState, 'heldOff' | 'codeTo' | 'hasPaymentPassword'>,
  ways: number,
  now: number,
): Gate | null => {
  const waits = heldOff !== null && heldOff.until > now
  // A contact that was just changed is there, and gets codes once the wait is over.
  if (codeTo === null && !waits) return 'no-contact'
  if (!hasPaymentPassword) return 'no-password'
  if (ways === 0) return 'closed'
  return waits ? 'held-off' : null
}

const NoPassword = ({ user }: { user: User }) => {
  const { t } = useTranslation('withdraw')
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const close = () => {
    setOpen(false)
    void client.invalidateQueries({ queryKey: withdrawKey(user.id) })
  }
  return (
    <EmptyState face="wink" title={t('noPassword.title')} text={t('noPassword.text')}>
      <Button variant="primary" icon="lock" onClick={() => setOpen(true)}>
        {t('noPassword.action')}
      </Button>
      {isOpen && <PaymentPasswordSetter user={user} onClose={close} />}
    </EmptyState>
  )
}

const NoContact = () => {
  const { t } = useTranslation('withdraw')
  return (
    <EmptyState face="wink" title={t('noContact.title')} text={t('noContact.text')}>
      <Link
        className={buttonClass({ variant: 'primary' })}
        to="/"
        search={{ modal: 'profile', tab: 'email' }}
      >
        {t('noContact.action')}
      </Link>
    </EmptyState>
  )
}

type GatesProps = { gate: Exclude<Gate, 'held-off'>; user: User }

/** What has to be there before anything can be withdrawn, and what can be done about it. */
export const Gates = ({ gate, user }: GatesProps) => {
  const { t } = useTranslation('withdraw')
  switch (gate) {
    case 'no-contact':
      return <NoContact />
    case 'no-password':
      return <NoPassword user={user} />
    case 'closed':
      return <EmptyState face="sweat" title={t('noWay.title')} text={t('noWay.text')} />
  }
}
