import { useTranslation } from 'react-i18next'
import { errorText } from '../calls/notices.ts'
import { isCallError } from '../lib/call-error.ts'

/** Why a call failed, and what to tell support of it where the server gave it a number. */
export const useFailureText = (error: unknown): string => {
  const { t } = useTranslation('orders')
  const id = isCallError(error) ? error.requestId : null
  const failure = errorText(error)
  return id ? t('requestId', { failure, id }) : failure
}
