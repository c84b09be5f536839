import type { User } from '@minefall/shared/contracts'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'

const CurrencyDialog = lazy(async () => ({
  default: (await import('../profile/account/CurrencyDialog.tsx')).CurrencyDialog,
}))

/** The way to another currency to show balances in. */
export const DisplayCurrency = ({ user }: { user: User }) => {
  const { t } = useTranslation('wallet')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="text"
        icon="swap"
        aria-label={t('currency.label', { code: user.currencyCode })}
        onClick={() => setOpen(true)}
      >
        {t('currency.shown', { code: user.currencyCode })}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <CurrencyDialog user={user} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
