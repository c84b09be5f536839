import { type ReferralData, referralDataSchema } from '@minefall/shared/contracts'
import { formatQuery } from '../../app/query-string.ts'
import { getData } from '../../lib/api.ts'

/**
 * `GET /api/user/referral_data`: one's own code, the rule, what was earned, and a page of those who came. Rejects with a
 * `CallError`, or with axios' own error when aborted.
 */
export const fetchReferral = (cursor: string | null, signal: AbortSignal): Promise<ReferralData> =>
  getData(`/api/user/referral_data${formatQuery({ cursor })}`, referralDataSchema, signal)
