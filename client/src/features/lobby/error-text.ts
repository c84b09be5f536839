import { bodyCode } from '@minefall/shared/contracts'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type errors from '../../i18n/locales/en-US/errors.json'
import { formatDateTime } from '../../lib/format.ts'

type Code = keyof (typeof errors)['code']

/** The codes the namespace `errors` has a text for and a seat or a move can be refused with. */
const told = [
  '1301',
  '1302',
  '1303',
  '1304',
  '1305',
  '1306',
  '1307',
  '1308',
  '1309',
  '1310',
  '1311',
  '1312',
] as const satisfies readonly Code[]

/** The key of the text for a refusal; null where only the server's own words are left. */
const errorKey = (code: number): `code.${(typeof told)[number]}` | null => {
  const known = told.find((one) => one === String(code))
  return known ? `code.${known}` : null
}

/** Tells what a refusal says to the player; null where only the server's own words are left. */
export const useErrorText = () => {
  const { t, i18n } = useTranslation('errors')
  return useCallback(
    ({ code, until }: { code: number; until: number | null }): string | null => {
      if (code === bodyCode.pausedFromSitting && until !== null)
        return t('pausedUntil', { when: formatDateTime(until, i18n.language) })
      if (code === bodyCode.tooManyRequests && until !== null)
        return t('crowded', { when: formatDateTime(until, i18n.language) })
      const key = errorKey(code)
      return key && t(key)
    },
    [t, i18n],
  )
}
