import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Segments } from '../../../ui/Segments.tsx'
import { DestinationForm } from './DestinationForm.tsx'
import type { PayoutMethod } from './destination-form.ts'
import type { Withdrawal } from './use-withdrawal.ts'

const isPayout = (method: string): method is PayoutMethod => method !== 'checkout'

/** Another destination of the chosen currency: by which of its ways, and what that asks for. */
export const DestinationStep = ({ of, onDone }: { of: Withdrawal; onDone(): void }) => {
  const { t } = useTranslation('withdraw')
  const methods = (of.offer?.ways ?? []).map(({ method }) => method).filter(isPayout)
  const [chosen, choose] = useState(of.destination?.method)
  const method = methods.find((one) => one === chosen) ?? methods[0]
  if (!method || !of.offer) return null
  return (
    <DestinationForm
      key={method}
      of={of}
      method={method}
      way={of.offer.ways.find((way) => way.method === method)}
      currency={of.offer.currency.code}
      onSaved={onDone}
    >
      {methods.length > 1 && (
        <Segments
          legend={t('form.method')}
          options={methods}
          value={method}
          label={(one) => t(`method.${one}`)}
          onChange={choose}
        />
      )}
    </DestinationForm>
  )
}
