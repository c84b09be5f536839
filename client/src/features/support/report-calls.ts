import { type ReportBody, reportAnswerSchema } from '@minefall/shared/contracts'
import { postData } from '../../lib/api.ts'
import { localStore } from '../../lib/storage.ts'
import { deviceId } from '../../machines/connection/identity.ts'

/** Sends a report, as the guest of this device where nobody is signed in. Answers its number; rejects with a `CallError`. */
export const sendReport = async (body: ReportBody): Promise<string> => {
  const headers = { 'x-device-id': deviceId(localStore) }
  return (await postData('/api/support/report', body, reportAnswerSchema, { headers })).reportId
}
