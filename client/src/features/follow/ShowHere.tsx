import { useTranslation } from 'react-i18next'
import { SwitchRow } from '../settings/index.ts'
import { useFollows, useShowHere } from './queries.ts'

/** Whether those who follow the account see that it is here. */
export const ShowHere = () => {
  const { t } = useTranslation('player')
  const { data } = useFollows()
  const show = useShowHere()
  if (!data) return null
  return (
    <SwitchRow
      label={t('own.here')}
      hint={t('own.hereText')}
      isOn={show.isPending ? show.variables.shown : data.shown}
      disabled={show.isPending}
      onChange={(shown) => show.mutate({ shown })}
    />
  )
}
