import type { User } from '@minefall/shared/contracts'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, buttonClass } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { PaymentPasswordSetter } from '../../profile/account/PaymentPasswordSetter.tsx'
import type { Gate } from './gate.ts'
import { withdrawKey } from './use-withdraw-state.ts'

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
